"""Position object of On Top; all information is public."""

from __future__ import annotations

from typing import Any

import msgspec

from empile.engine.game import Event, State
from empile.games.on_top.rules.circles import pawns_of
from empile.games.on_top.rules.components import COLOURS, TILES, Board
from empile.games.on_top.rules.state import BARE, BLACK, SCORED
from empile.games.on_top.text.closed_circles import closed, tower_text
from empile.games.on_top.text.notation import laid, lay_of


def position(state: State, board: Board) -> dict[str, Any]:
    cells = dict(zip(board.cells, state.field("cell"), strict=False))
    tile = state.field("tile")
    return {
        "laid": [str(lay) for lay in laid(state, board)],
        "black": [cell for cell, on in cells.items() if on == BLACK],
        "bare": [cell for cell, on in cells.items() if on == BARE],
        "reserve": state.field("reserve"),
        "towers": towers(state, board),
        "scores": state.scores(),
        "pawns": {
            letter: pawns_of(state.field("pawns"), COLOURS.index(letter))
            for letter in sorted(COLOURS)
        },
        "bag": {
            name: count for name, count in zip(TILES, state.field("bag"), strict=True) if count
        },
        "tile": TILES[tile - 1] if tile else None,
        "seat": None if state.is_terminal() else state.field("seat"),
    }


def towers(state: State, board: Board) -> dict[str, str]:
    """Return each intersection's tower, bottom to top."""
    circles = zip(board.points, state.field("circle"), strict=False)
    found = {str(point): tower_text(circle) for point, circle in circles if circle >= SCORED}
    cut: int = state.field("cut")
    if cut:
        point = str(board.points[cut - 1])
        found[point] = found[point][:-1]
    return {point: tower for point, tower in found.items() if tower}


def move_effects(state: State, action: int, board: Board) -> dict[str, Any]:
    """Return what a legal move does beyond laying the tile; empty if it closes no circle.

    ``circles``: those that it closes, each with ``at``, ``tower``, ``seat`` and ``points``;
    ``filled``: the holes it makes, filled or bare; ``over``: whether it ends the game.
    """
    after = state.clone()
    after.apply_event(Event(state.current_player(), (action,), ""))
    circles = [msgspec.structs.asdict(one) for one in closed(state, after, board)]
    cells = zip(board.cells, state.field("cell"), after.field("cell"), strict=False)
    filled = [cell for cell, old, new in cells if new in (BLACK, BARE) and old != new]
    if not circles and not filled:
        return {}
    return {"circles": circles, "filled": filled, "over": after.is_terminal()}


def move_parts(state: State, action: int, board: Board) -> dict[str, str]:
    """Return ``place``, two cells, and ``turn``, the colours as they lie."""
    lay = lay_of(board, action, state.field("tile") - 1)
    assert lay is not None, "a legal move is on the board"
    return {"place": lay.place, "turn": lay.colours}


def event_parts(event: Event) -> dict[str, str]:
    """Return ``move_parts`` of a move that was played."""
    place, _, turn = event.text.partition(" ")
    return {"place": place, "turn": turn}
