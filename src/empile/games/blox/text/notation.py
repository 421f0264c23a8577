"""Move and chance notation of Blox.

``>g8 G`` enters, ``c5-e5 B`` moves, ``c5xf5 WWM*`` demolishes, ``c5= WW*GM`` builds, ``c5!c6 MMM*``
strikes, ``/ GGM`` exchanges. Cards are in the order W G B M; a star after the last card of a colour
marks the joker.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from empile.engine.contracts.notation import Notation
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import State
from empile.games.blox.rules.components import COLOURS, HAND, SIZE, cell_name, cell_of
from empile.games.blox.rules.state import (
    BUILD,
    DEMOLISH,
    ENTER,
    EXCHANGE,
    MOVE,
    SETS,
    STRIKE,
)

_CELL = "[a-i][1-9]"
_CARDS = r"W*\*?G*\*?B*\*?M*\*?"
_MOVE = re.compile(
    rf">(?P<door>{_CELL}) (?P<card>[WGBM]\*?)"
    rf"|(?P<start>{_CELL})(?P<verb>[-x!])(?P<end>{_CELL}) (?P<cards>[WGBM*]+)"
    rf"|(?P<site>{_CELL})= (?P<blocks>[WGBM*]+)"
    rf"|/ (?P<swapped>[WGBM]+)"
)
_IN_ORDER = re.compile(_CARDS)
_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))

Verb = Literal["enter", "move", "demolish", "strike", "exchange", "build"]
_VERBS: dict[str, Verb] = {"-": "move", "x": "demolish", "!": "strike", "=": "build"}
"""By the sign after the cell of the figure."""


class Move(NamedTuple):
    """Components of a move; cells are numbers, or -1."""

    verb: Verb
    start: int
    """Cell of the figure; -1 for entering and exchanging."""
    end: int
    """Destination or target cell; the figure's own cell for building."""
    cards: tuple[int, int, int, int]
    """By colour, the joker included."""
    joker: int
    """Colour replaced by the joker, or -1."""

    def pay(self) -> str:
        return cards_text(self.cards, self.joker)


def cards_text(counts: Sequence[int], joker: int = -1) -> str:
    """Return letters, with a star after the joker's colour."""
    return "".join(
        letter * int(count) + ("*" if colour == joker else "")
        for colour, (letter, count) in enumerate(zip(COLOURS, counts, strict=True))
    )


def counts_of(letters: str) -> tuple[int, int, int, int]:
    return (letters.count("W"), letters.count("G"), letters.count("B"), letters.count("M"))


def tower_text(tower: int) -> str:
    return cards_text(blocks_of(tower))


def blocks_of(tower: int) -> tuple[int, int, int, int]:
    return (tower & 15, tower >> 4 & 15, tower >> 8 & 15, tower >> 12 & 15)


def decode(state: State, action: int) -> Move:
    """Return the move of an action, legal or not."""
    params = state.game.params
    if action < MOVE:
        cell, joker = divmod(action - ENTER, 2)
        colour = params["colour"][cell]
        return Move("enter", -1, cell, _one(colour), colour if joker else -1)
    if action < DEMOLISH:
        rest, joker = divmod(action - MOVE, 2)
        rest, colour = divmod(rest, 4)
        cell, way = divmod(rest, 4)
        distance = params["ahead"][cell][way][colour]
        end = cell + distance * params["step"][way] if distance <= params["room"][cell][way] else -1
        return Move("move", cell, end, _one(colour), colour if joker else -1)
    if action < STRIKE:
        rest, joker = divmod(action - DEMOLISH, 5)
        cell, way = divmod(rest, 4)
        end = _first_thing(state, cell, way)
        tower = state.field("on")[end] & 0xFFFF if end >= 0 else 0
        return Move("demolish", cell, end, blocks_of(tower), joker - 1)
    if action < EXCHANGE:
        rest, joker = divmod(action - STRIKE, 2)
        rest, more = divmod(rest, 4)
        cell, way = divmod(rest, 4)
        end = _first_thing(state, cell, way)
        colour = params["colour"][end] if end >= 0 else 0
        return Move("strike", cell, end, _one(colour, 3 + more), colour if joker else -1)
    if action < BUILD:
        rank, mauve = divmod(action - EXCHANGE, 6)
        white, grey, black = params["triple"][rank]
        return Move("exchange", -1, -1, (white, grey, black, mauve), -1)
    rest, joker = divmod(action - BUILD, 5)
    cell, rank = divmod(rest, SETS)
    white, grey, black = params["triple"][rank]
    mauve = max(0, state.field("phase") + 1 - white - grey - black)
    return Move("build", cell, cell, (white, grey, black, mauve), joker - 1)


def _one(colour: int, count: int = 1) -> tuple[int, int, int, int]:
    counts = [0, 0, 0, 0]
    counts[colour] = count
    return (counts[0], counts[1], counts[2], counts[3])


def _first_thing(state: State, cell: int, way: int) -> int:
    on = state.field("on")
    for distance in range(1, state.game.params["room"][cell][way] + 1):
        ahead = int(cell + distance * state.game.params["step"][way])
        if on[ahead]:
            return ahead
    return -1


def action_text(state: State, action: int) -> str:
    move = decode(state, action)
    if move.verb == "enter":
        return f">{cell_name(move.end)} {move.pay()}"
    if move.verb == "exchange":
        return f"/ {move.pay()}"
    if move.verb == "build":
        return f"{cell_name(move.start)}= {move.pay()}"
    sign = {"move": "-", "demolish": "x", "strike": "!"}[move.verb]
    return f"{cell_name(move.start)}{sign}{cell_name(move.end)} {move.pay()}"


class MoveText(NamedTuple):
    """Components of the text of a move; cells are names, or empty."""

    verb: Verb
    start: str
    """As in :class:`Move`."""
    end: str
    pay: str
    """The cards, with the joker's star."""


def split_text(text: str) -> MoveText:
    """Return the components of the text of a move.

    >>> split_text("c5xf5 WWM*")
    MoveText(verb='demolish', start='c5', end='f5', pay='WWM*')
    """
    cells, _, pay = text.partition(" ")
    if cells[0] == ">":
        return MoveText("enter", "", cells[1:], pay)
    if cells == "/":
        return MoveText("exchange", "", "", pay)
    start, verb = cells[:2], _VERBS[cells[2]]
    return MoveText(verb, start, cells[3:] or start, pay)


def read_action(state: State, text: str) -> int:
    """Return an action, legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(
            f"'{text}' is not a move of Blox: write moves like >g8 G, c5-e5 B, c5xf5 WWM*,"
            " c5= WWG, c5!c6 MMM or / GGM"
        )
    if match["door"]:
        return _read_enter(state, cell_of(match["door"]), match["card"])
    if match["swapped"]:
        return _read_exchange(state, _cards(match["swapped"])[0])
    if match["site"]:
        return _read_build(state, cell_of(match["site"]), match["blocks"])
    start, end = cell_of(match["start"]), cell_of(match["end"])
    way, distance = _way_between(state, start, end)
    counts, joker = _cards(match["cards"])
    if match["verb"] == "-":
        return _read_move(state, start, way, distance, counts, joker)
    between = _first_thing(state, start, way)
    if match["verb"] == "x":
        return _read_demolish(state, (start, way, end), between, counts, joker)
    return _read_strike(state, (start, way, end), between, counts, joker)


def _cards(text: str) -> tuple[tuple[int, int, int, int], int]:
    if _IN_ORDER.fullmatch(text) is None or text.count("*") > 1 or text.startswith("*"):
        raise NotationError(
            f"'{text}' must list cards in the order W G B M, with at most one star, after the"
            " last card of a colour"
        )
    joker = COLOURS.index(text[text.index("*") - 1]) if "*" in text else -1
    return counts_of(text), joker


def _read_enter(state: State, cell: int, card: str) -> int:
    colour = state.game.params["colour"][cell]
    if card[0] != COLOURS[colour]:
        raise refuse(state, "illegal.wrong_colour", cell=cell_name(cell), colour=card[0])
    return ENTER + cell * 2 + card.endswith("*")


def _read_exchange(state: State, counts: tuple[int, int, int, int]) -> int:
    if sum(counts) > HAND:
        raise refuse(state, "illegal.exchange_cards", count=sum(counts))
    return EXCHANGE + _rank(state, counts) * 6 + counts[3]


def _read_build(state: State, cell: int, blocks: str) -> int:
    counts, joker = _cards(blocks)
    height = state.field("phase") + 1
    if sum(counts) != height:
        raise refuse(
            state, "illegal.wrong_height", height=sum(counts), phase=height - 1, build=height
        )
    return BUILD + (cell * SETS + _rank(state, counts)) * 5 + joker + 1


def _read_move(
    state: State, start: int, way: int, distance: int, counts: Sequence[int], joker: int
) -> int:
    if sum(counts) != 1:
        raise refuse(state, "illegal.one_card", count=sum(counts))
    colour = [*counts].index(1)
    if state.game.params["ahead"][start][way][colour] != distance:
        end = start + distance * state.game.params["step"][way]
        if state.game.params["colour"][end] != colour:
            raise refuse(state, "illegal.wrong_colour", cell=cell_name(end), colour=COLOURS[colour])
        nearer = state.game.params["ahead"][start][way][colour]
        first = cell_name(start + nearer * state.game.params["step"][way])
        raise refuse(state, "illegal.not_first", cell=first)
    return MOVE + ((start * 4 + way) * 4 + colour) * 2 + (joker >= 0)


def _read_demolish(
    state: State, line: tuple[int, int, int], first: int, counts: Sequence[int], joker: int
) -> int:
    start, way, end = line
    tower = state.field("on")[end]
    if not tower & 0xFFFF:
        raise refuse(state, "illegal.no_tower", cell=cell_name(end))
    if first != end:
        raise refuse(state, "illegal.blocked", cell=cell_name(first))
    if tuple(counts) != blocks_of(tower):
        raise refuse(state, "illegal.not_its_blocks", cards=tower_text(tower))
    return DEMOLISH + (start * 4 + way) * 5 + joker + 1


def _read_strike(
    state: State, line: tuple[int, int, int], first: int, counts: Sequence[int], joker: int
) -> int:
    start, way, end = line
    if not state.field("on")[end] >> 16:
        raise refuse(state, "illegal.no_figure", cell=cell_name(end))
    if first != end:
        raise refuse(state, "illegal.blocked", cell=cell_name(first))
    colour = state.game.params["colour"][end]
    cap = state.game.params["strike_cap"]
    cards = sum(counts)
    if counts[colour] != cards:
        raise refuse(state, "illegal.strike_colour", colour=COLOURS[colour])
    if cards < 3:
        raise refuse(state, "illegal.too_few_cards", count=cards)
    if cards > cap:
        raise refuse(state, "illegal.too_many_cards", cap=cap, count=cards)
    return STRIKE + (start * 4 + way) * 8 + (cards - 3) * 2 + (joker >= 0)


def _rank(state: State, counts: Sequence[int]) -> int:
    return int(state.game.params["rank"][counts[0]][counts[1]][counts[2]])


def _way_between(state: State, start: int, end: int) -> tuple[int, int]:
    columns, rows = end % SIZE - start % SIZE, end // SIZE - start // SIZE
    if (columns == 0) == (rows == 0):
        raise refuse(
            state, "illegal.not_straight", **{"from": cell_name(start), "to": cell_name(end)}
        )
    distance = abs(columns + rows)
    return _WAYS.index((columns // distance, rows // distance)), distance


def refuse(state: State, key: str, **args: str | int) -> IllegalActionError:
    reason = Reason(key, args)
    return IllegalActionError(state.game.presenter.catalogue.format("en", reason), reason)


class BloxNotation(Notation):
    canonical_text = True

    def action_text(self, state: State, action: int) -> str:
        return action_text(state, action)

    def read_action(self, state: State, text: str) -> int:
        return read_action(state, text)
