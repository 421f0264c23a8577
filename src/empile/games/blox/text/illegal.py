"""Reasons why a move of Blox is illegal."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.blox.rules.components import CELLS, MAX_BLOCKS_IN_HAND, cell_name, closed_in
from empile.games.blox.rules.state import FIGURES, NEUTRAL, NEW, SIZE, TALLEST
from empile.games.blox.text.notation import Move, blocks_of, cards_text, decode


def explain_illegal(state: State, action: int) -> Reason:
    """Return the first broken rule in a player's order of checks."""
    move = decode(state, action)
    seat = state.field("seat")
    mine = move.start >= 0 and state.field("on")[move.start] >> 16 == seat + 1
    if move.start >= 0 and not mine:
        return Reason("illegal.not_own_figure", {"cell": cell_name(move.start)})
    if move.joker >= 0 and move.cards[move.joker] == 0:
        return Reason("illegal.star")
    check = {
        "enter": _enter,
        "move": _move,
        "demolish": _demolish,
        "strike": _strike,
        "build": _build,
        "exchange": _exchange,
    }[move.verb]
    broken = check(state, move) or _payment(state, move)
    # Checked last: the player can pay and has the blocks.
    if broken is None and move.verb == "build":
        broken = _closed(state, move.end)
    assert broken is not None, "the move is legal"
    return broken


def _payment(state: State, move: Move) -> Reason | None:
    seat = state.field("seat")
    if move.joker >= 0 and not state.field("joker")[seat]:
        five = state.game.params["recharge_five"]
        return Reason("illegal.joker_down_five" if five else "illegal.joker_down")
    paid = list(move.cards)
    if move.joker >= 0:
        paid[move.joker] -= 1
    if any(n > held for n, held in zip(paid, state.field("hand")[seat], strict=True)):
        return Reason("illegal.no_cards", {"cards": cards_text(paid)})
    return None


def _line(start: int, end: int) -> list[int]:
    columns, rows = end % SIZE - start % SIZE, end // SIZE - start // SIZE
    distance = abs(columns + rows)
    step = (columns + SIZE * rows) // distance
    return [start + k * step for k in range(1, distance)]


def _first_on(state: State, cells: Sequence[int]) -> str | None:
    on = state.field("on")
    return next((cell_name(cell) for cell in cells if on[cell]), None)


def _enter(state: State, move: Move) -> Reason | None:
    if state.field("placed")[state.field("seat")] == FIGURES:
        return Reason("illegal.not_in_reserve")
    if state.field("on")[move.end]:
        return Reason("illegal.occupied", {"cell": cell_name(move.end)})
    row, column = divmod(move.end, SIZE)
    ways = [
        range(row * SIZE, move.end + 1),
        range(row * SIZE + SIZE - 1, move.end - 1, -1),
        range(column, move.end + 1, SIZE),
        range(CELLS - SIZE + column, move.end - 1, -SIZE),
    ]
    colours = state.game.params["colour"]
    for way in ways:
        first = next(cell for cell in way if colours[cell] == colours[move.end])
        if first == move.end and _first_on(state, way) is None:
            return None
    return Reason("illegal.no_way_in", {"cell": cell_name(move.end)})


def _move(state: State, move: Move) -> Reason | None:
    if move.end < 0:
        return Reason("illegal.no_such_square", {"from": cell_name(move.start)})
    if state.field("on")[move.end]:
        return Reason("illegal.occupied", {"cell": cell_name(move.end)})
    blocker = _first_on(state, _line(move.start, move.end))
    return None if blocker is None else Reason("illegal.blocked", {"cell": blocker})


def _demolish(state: State, move: Move) -> Reason | None:
    if move.end < 0:
        return Reason("illegal.nothing_there", {"from": cell_name(move.start)})
    tower = state.field("on")[move.end] & 0xFFFF
    if not tower:
        return Reason("illegal.no_tower", {"cell": cell_name(move.end)})
    height, phase = sum(blocks_of(tower)), state.field("phase")
    if height == TALLEST:
        return Reason("illegal.tower_of_five")
    if state.game.params["exact"] and height != phase:
        return Reason("illegal.tower_not_exact", {"height": height, "phase": phase})
    if height > phase:
        return Reason("illegal.tower_too_high", {"height": height, "phase": phase})
    blocks = sum(state.field("blocks")[state.field("seat")])
    if blocks >= MAX_BLOCKS_IN_HAND:
        return Reason("illegal.seven_blocks", {"count": blocks})
    for cell in _line(move.start, move.end):
        if blocks_of(tower)[state.game.params["colour"][cell]]:
            return Reason("illegal.same_colour_between", {"cell": cell_name(cell)})
    return None


def _strike(state: State, move: Move) -> Reason | None:
    if move.end < 0:
        return Reason("illegal.nothing_there", {"from": cell_name(move.start)})
    figure = state.field("on")[move.end] >> 16
    if not figure:
        return Reason("illegal.no_figure", {"cell": cell_name(move.end)})
    if figure == state.field("seat") + 1 and figure != NEUTRAL:
        return Reason("illegal.own_figure", {"cell": cell_name(move.end)})
    colours = state.game.params["colour"]
    for cell in _line(move.start, move.end):
        if colours[cell] == colours[move.end]:
            return Reason("illegal.same_colour_as_figure", {"cell": cell_name(cell)})
    cap = state.game.params["strike_cap"]
    if sum(move.cards) > cap:
        return Reason("illegal.too_many_cards", {"cap": cap, "count": sum(move.cards)})
    return None


def _build(state: State, move: Move) -> Reason | None:
    phase = state.field("phase")
    if sum(move.cards) != phase + 1:
        args = {"height": sum(move.cards), "phase": phase, "build": phase + 1}
        return Reason("illegal.wrong_height", args)
    own = state.field("blocks")[state.field("seat")]
    if any(n > held for n, held in zip(move.cards, own, strict=True)):
        return Reason("illegal.no_blocks", {"blocks": cards_text(move.cards)})
    return None


def _exchange(state: State, move: Move) -> Reason | None:
    if not sum(move.cards):
        return Reason("illegal.exchange_cards", {"count": 0})
    return None


def _closed(state: State, site: int) -> Reason | None:
    on = state.field("on")
    closed = closed_in({cell for cell in range(CELLS) if on[cell] & 0xFFFF} | {site})
    if site in closed:
        return Reason("illegal.closed_itself", {"cell": cell_name(site)})
    if state.game.params["access"] == NEW or not closed:
        return None
    return Reason("illegal.closed", {"cell": cell_name(closed[0])})
