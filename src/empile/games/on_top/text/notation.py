"""Move and chance notation of On Top.

``U13D12 BRWY`` lays a tile: cell pointing up, cell pointing down, colours counter-clockwise from
the acute corner of the first cell. ``~BRWY`` draws a tile.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from empile.engine.contracts.notation import Notation
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import Game, State
from empile.games.on_top.rules.components import (
    COLOURS,
    TILES,
    Board,
    board_of,
    neighbours,
    tile_name,
    turned,
)
from empile.games.on_top.rules.state import KINDS

_MOVE = re.compile(rf"(U[0-9][0-9])(D[0-9][0-9]) ([{COLOURS}]{{4}})")


class Lay(NamedTuple):
    up: str
    down: str
    colours: str
    """Counter-clockwise from the acute corner of ``up``."""

    @property
    def place(self) -> str:
        """The two cells, the one pointing up first."""
        return self.up + self.down

    def __str__(self) -> str:
        return f"{self.place} {self.colours}"


@lru_cache(maxsize=32)
def _places(board: Board) -> tuple[tuple[str, str], ...]:
    return tuple(board.places())


@lru_cache(maxsize=16384)
def lay_of(board: Board, move: int, tile: int) -> Lay | None:
    """``tile`` indexes ``TILES``. Returns None outside the board."""
    places = _places(board)
    if move // 2 >= len(places):
        return None
    name = TILES[tile]
    return Lay(*places[move // 2], turned(name) if move % 2 else name)


@lru_cache(maxsize=32)
def _moves(board: Board) -> dict[str, tuple[int, int]]:
    """Return the action and the tile of each text of a move."""
    actions = range(2 * len(_places(board)))
    return {
        str(lay_of(board, action, tile)): (action, tile)
        for action in actions
        for tile in range(len(TILES))
    }


def laid(state: State, board: Board) -> list[Lay]:
    """Return the tiles on the board in the order laid."""
    found: list[Lay] = []
    for code in state.field("order")[: state.field("laid")]:
        lay = lay_of(board, *divmod(code, KINDS))
        assert lay is not None, "laid tiles are on the board"
        found.append(lay)
    return found


def action_text(state: State, action: int, board: Board) -> str:
    return str(lay_of(board, action, state.field("tile") - 1))


def read_lay(game: Game, text: str, board: Board) -> Lay:
    """Return a tile on two neighbouring cells of the board.

    Raises ``NotationError`` or ``IllegalActionError``.
    """
    match = _MOVE.fullmatch(text)
    if match is None or tile_name(match[3]) not in TILES:
        raise NotationError(
            f"'{text}' is not a move of On Top: write a tile like U22D12 BRWY: the cell pointing"
            " up, the cell pointing down, the colours counter-clockwise from the acute corner of"
            " the first"
        )
    lay = Lay(*match.groups())
    for cell in (lay.up, lay.down):
        if cell not in board.cells:
            raise refuse(game, "illegal.no_cell", cell=cell)
    if lay.down not in neighbours(lay.up):
        raise refuse(game, "illegal.no_place", up=lay.up, down=lay.down)
    return lay


def read_action(state: State, text: str, board: Board) -> int:
    """Return an action, legal or not."""
    held: int = state.field("tile") - 1
    action, tile = _moves(board).get(text, (-1, held))
    if action < 0 or tile != held:
        lay = read_lay(state.game, text, board)
        raise refuse(state.game, "illegal.other_tile", tile=TILES[held], colours=lay.colours)
    return action


def refuse(game: Game, key: str, **args: str | int) -> IllegalActionError:
    reason = Reason(key, args)
    return IllegalActionError(game.presenter.catalogue.format("en", reason), reason)


class OnTopNotation(Notation):
    canonical_text = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._board = board_of(game.options["board"])

    def action_text(self, state: State, action: int) -> str:
        return action_text(state, action, self._board)

    def read_action(self, state: State, text: str) -> int:
        return read_action(state, text, self._board)
