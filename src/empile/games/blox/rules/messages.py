"""Log messages of Blox, and reasons why a move is illegal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, outlined
from empile.engine.compiled.json_writer import (
    MessageTexts,
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put,
    put_number,
    put_string,
    sees,
)
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.components import COLOURS as LETTERS
from empile.games.blox.rules.components import MAX_BLOCKS_IN_HAND, cell_name
from empile.games.blox.rules.decoding import (
    BUILDS,
    DEMOLISHES,
    ENTERS,
    EXCHANGES,
    MOVES,
    STRIKES,
    count_of,
    decode,
)
from empile.games.blox.rules.reachability import closed_towers
from empile.games.blox.rules.state import (
    CELLS,
    COLOURS,
    FIGURES,
    HANDS,
    LOW_CELLS,
    MAX_TOWERS,
    NEUTRAL,
    NEW,
    PLAY,
    SIZE,
    TALLEST,
    TOWERS,
    figure_on,
    height_of,
    total,
)

TEXTS = MessageTexts()

_TOWERS = TEXTS.add("log.towers")
_BLOCK = TEXTS.add("log.block")
_HAND = TEXTS.add("log.hand", "log.hand_hidden")
_DRAW = TEXTS.add("log.draw", "log.draw_hidden")
_VERBS = TEXTS.add(
    "log.enter", "log.move", "log.demolish", "log.strike", "log.exchange", "log.build"
)
_WITH_JOKER = TEXTS.add(
    "log.enter.joker",
    "log.move.joker",
    "log.demolish.joker",
    "log.strike.joker",
    "log.exchange.joker",
    "log.build.joker",
)
_STRIKE_NEUTRAL = TEXTS.add("log.strike_neutral", "log.strike_neutral.joker")

_NOT_OWN_FIGURE = TEXTS.add("illegal.not_own_figure")
_STAR = TEXTS.add("illegal.star")
_JOKER_DOWN = TEXTS.add("illegal.joker_down", "illegal.joker_down_five")
_NO_CARDS = TEXTS.add("illegal.no_cards")
_NOT_IN_RESERVE = TEXTS.add("illegal.not_in_reserve")
_OCCUPIED = TEXTS.add("illegal.occupied")
_NO_WAY_IN = TEXTS.add("illegal.no_way_in")
_NO_SUCH_SQUARE = TEXTS.add("illegal.no_such_square")
_BLOCKED = TEXTS.add("illegal.blocked")
_NOTHING_THERE = TEXTS.add("illegal.nothing_there")
_NO_TOWER = TEXTS.add("illegal.no_tower")
_TOWER_OF_FIVE = TEXTS.add("illegal.tower_of_five")
_TOWER_NOT_EXACT = TEXTS.add("illegal.tower_not_exact")
_TOWER_TOO_HIGH = TEXTS.add("illegal.tower_too_high")
_SEVEN_BLOCKS = TEXTS.add("illegal.seven_blocks")
_SAME_COLOUR_BETWEEN = TEXTS.add("illegal.same_colour_between")
_NO_FIGURE = TEXTS.add("illegal.no_figure")
_OWN_FIGURE = TEXTS.add("illegal.own_figure")
_SAME_COLOUR_AS_FIGURE = TEXTS.add("illegal.same_colour_as_figure")
_TOO_MANY_CARDS = TEXTS.add("illegal.too_many_cards")
_WRONG_HEIGHT = TEXTS.add("illegal.wrong_height")
_NO_BLOCKS = TEXTS.add("illegal.no_blocks")
_EXCHANGE_CARDS = TEXTS.add("illegal.exchange_cards")
_CLOSED_ITSELF = TEXTS.add("illegal.closed_itself")
_CLOSED = TEXTS.add("illegal.closed")

_SEAT, _CARDS, _COUNT, _CELL = (TEXTS.add(name) for name in ("seat", "cards", "count", "cell"))
_BLOCKS, _FROM, _TO, _WHOM = (TEXTS.add(name) for name in ("blocks", "from", "to", "whom"))
_HEIGHT, _PHASE, _CAP = (TEXTS.add(name) for name in ("height", "phase", "cap"))
_BUILD_OF = TEXTS.add("build")
_CARDS_DRAWN, _CARDS_DEALT, _TOWERS_BUILT = (
    TEXTS.add(text) for text in ("~", "~hand ", "~towers ")
)
_OF, _NEXT, _HIDDEN = TEXTS.add("="), TEXTS.add(","), TEXTS.add("?")
_LETTERS = TEXTS.add(*LETTERS)
_CELL_NAMES = TEXTS.add(*map(cell_name, range(CELLS)))

_UNBROKEN = 0
"""Tokens of no reason."""


@inline
def write_event(
    params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    stage = int(np.int64(s.stage))
    if stage == PLAY:
        return _write_move(params, s, int(actions[0]), out)
    if stage == TOWERS:
        if len(actions) != 1:
            return end_message(out, begin_message(_TOWERS, out))
        cell = int(np.int64(params.tower_cell[int(s.cursor)]))
        at = put_string(_CELL, _CELL_NAMES + cell, out, begin_message(_BLOCK, out))
        return end_message(out, put_string(_BLOCKS, _LETTERS + int(actions[0]), out, at))
    is_hidden = not sees(seat, int(s.seat))
    at = begin_message((_HAND if stage == HANDS else _DRAW) + is_hidden, out)
    at = put_number(_SEAT, int(s.seat), out, at)
    if not is_hidden:
        cards = 0
        for action in actions:
            cards += 1 << 4 * int(action)
        at = _put_cards(_CARDS, cards, out, at)
    return end_message(out, put_number(_COUNT, len(actions), out, at))


@outlined
def write_chance(
    params: StructRef, s: StructRef, viewer: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    stage = int(s.stage)
    if stage != TOWERS:
        at = put(out, 0, _CARDS_DEALT if stage == HANDS else _CARDS_DRAWN)
        if not sees(viewer, int(s.seat)):
            for _ in range(len(actions)):
                at = put(out, at, _HIDDEN)
            return at
        return _put_sorted(actions, 0, len(actions), out, at)
    at = put(out, 0, _TOWERS_BUILT)
    count = 0
    for tower in range(int(s.cursor), MAX_TOWERS):
        cell = int(params.tower_cell[tower])
        height = int(params.tower_height[tower]) - height_of(int(s.on[cell]) & 0xFFFF)
        if height > 0 and count < len(actions):
            if count:
                at = put(out, at, _NEXT)
            at = put(out, put(out, at, _CELL_NAMES + cell), _OF)
            at = _put_sorted(actions, count, min(count + height, len(actions)), out, at)
            count += height
    return at


@outlined
def _put_sorted(actions: NDArray[np.int32], start: int, end: int, out: Tokens, at: int) -> int:
    """Append the letters of some colours in their order."""
    for colour in range(COLOURS):
        for k in range(start, end):
            if int(actions[k]) == colour:
                at = put(out, at, _LETTERS + colour)
    return at


@inline
def _write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    verb, start, _, end, cards, joker = decode(params, s, action)
    figure = figure_on(int(np.int64(s.on[end]))) if verb == STRIKES else 0
    turns_joker = verb == EXCHANGES and _turns_joker_up(params, s, count_of(cards))
    with_joker = joker >= 0 or turns_joker
    key = (_WITH_JOKER if with_joker else _VERBS) + verb
    if figure == NEUTRAL:
        key = _STRIKE_NEUTRAL + with_joker
    at = _put_cards(_CARDS, cards, out, begin_message(key, out))
    at = put_number(_COUNT, count_of(cards), out, at)
    if verb in (ENTERS, BUILDS):
        at = put_string(_CELL, _CELL_NAMES + end, out, at)
    elif verb != EXCHANGES:
        at = put_string(_FROM, _CELL_NAMES + start, out, at)
        at = put_string(_TO, _CELL_NAMES + end, out, at)
    if verb == STRIKES and figure != NEUTRAL:
        at = put_number(_WHOM, figure - 1, out, at)
    return end_message(out, at)


@inline
def _turns_joker_up(params: StructRef, s: StructRef, count: int) -> bool:
    """Return whether an exchange of so many cards does it."""
    seat = int(s.seat)
    is_enough = int(params.recharge_five) == 0 or count == total(s.hand[seat])
    return is_enough and int(s.joker[seat]) == 0


@inline
def write_refusal(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    """Write the first broken rule in a player's order of checks."""
    verb, start, way, end, cards, joker = decode(params, s, action)
    if start >= 0 and figure_on(int(np.int64(s.on[start]))) != int(s.seat) + 1:
        return _about_cell(_NOT_OWN_FIGURE, _CELL, start, out)
    if joker >= 0 and not cards >> 4 * joker & 15:
        return end_message(out, begin_message(_STAR, out))
    at = _UNBROKEN
    if verb == ENTERS:
        at = _refuse_enter(params, s, end, out)
    elif verb == MOVES:
        at = _refuse_move(params, s, start, way, end, out)
    elif verb == DEMOLISHES:
        at = _refuse_demolish(params, s, start, way, end, out)
    elif verb == STRIKES:
        at = _refuse_strike(params, s, start, way, end, count_of(cards), out)
    elif verb == BUILDS:
        at = _refuse_build(s, cards, out)
    elif not cards:
        at = end_message(out, put_number(_COUNT, 0, out, begin_message(_EXCHANGE_CARDS, out)))
    if not at:
        at = _refuse_payment(params, s, cards, joker, out)
    if not at and verb == BUILDS:
        # Checked last: the player can pay and has the blocks.
        at = _refuse_site(params, s, end, out)
    return at


@inline
def _refuse_payment(params: StructRef, s: StructRef, cards: int, joker: int, out: Tokens) -> int:
    seat = int(s.seat)
    if joker >= 0:
        if int(s.joker[seat]) == 0:
            return end_message(
                out, begin_message(_JOKER_DOWN + int(np.int64(params.recharge_five)), out)
            )
        cards -= 1 << 4 * joker
    if _holds(s.hand[seat], cards):
        return _UNBROKEN
    return end_message(out, _put_cards(_CARDS, cards, out, begin_message(_NO_CARDS, out)))


@inline
def _refuse_enter(params: StructRef, s: StructRef, end: int, out: Tokens) -> int:
    if int(s.placed[int(s.seat)]) == FIGURES:
        return end_message(out, begin_message(_NOT_IN_RESERVE, out))
    if int(s.on[end]):
        return _about_cell(_OCCUPIED, _CELL, end, out)
    row, column = end // SIZE, end % SIZE
    doors_of_row = int(np.int64(params.row_doors[row, int(s.rows[row])]))
    doors_of_column = int(np.int64(params.column_doors[column, int(s.columns[column])]))
    if doors_of_row >> column & 1 or doors_of_column >> row & 1:
        return _UNBROKEN
    return _about_cell(_NO_WAY_IN, _CELL, end, out)


@inline
def _refuse_move(
    params: StructRef, s: StructRef, start: int, way: int, end: int, out: Tokens
) -> int:
    if end < 0:
        return _about_cell(_NO_SUCH_SQUARE, _FROM, start, out)
    if int(s.on[end]):
        return _about_cell(_OCCUPIED, _CELL, end, out)
    step = int(params.step[way])
    cell = start + step
    while cell != end:
        if int(s.on[cell]):
            return _about_cell(_BLOCKED, _CELL, cell, out)
        cell += step
    return _UNBROKEN


@inline
def _refuse_demolish(
    params: StructRef, s: StructRef, start: int, way: int, end: int, out: Tokens
) -> int:
    if end < 0:
        return _about_cell(_NOTHING_THERE, _FROM, start, out)
    tower = int(np.int64(s.on[end])) & 0xFFFF
    if not tower:
        return _about_cell(_NO_TOWER, _CELL, end, out)
    height, phase = height_of(tower), int(np.int64(s.phase))
    if height == TALLEST:
        return end_message(out, begin_message(_TOWER_OF_FIVE, out))
    is_exact = int(params.exact) != 0
    if height > phase or (is_exact and height < phase):
        at = begin_message(_TOWER_NOT_EXACT if is_exact else _TOWER_TOO_HIGH, out)
        at = put_number(_HEIGHT, height, out, at)
        return end_message(out, put_number(_PHASE, phase, out, at))
    blocks = total(s.blocks[int(s.seat)])
    if blocks >= MAX_BLOCKS_IN_HAND:
        return end_message(out, put_number(_COUNT, blocks, out, begin_message(_SEVEN_BLOCKS, out)))
    between = _between(params, start, way, end, tower)
    return _UNBROKEN if between < 0 else _about_cell(_SAME_COLOUR_BETWEEN, _CELL, between, out)


@inline
def _refuse_strike(
    params: StructRef, s: StructRef, start: int, way: int, end: int, count: int, out: Tokens
) -> int:
    if end < 0:
        return _about_cell(_NOTHING_THERE, _FROM, start, out)
    figure = figure_on(int(np.int64(s.on[end])))
    if not figure:
        return _about_cell(_NO_FIGURE, _CELL, end, out)
    if figure == int(s.seat) + 1:
        return _about_cell(_OWN_FIGURE, _CELL, end, out)
    between = _between(params, start, way, end, 1 << 4 * int(np.int64(params.colour[end])))
    if between >= 0:
        return _about_cell(_SAME_COLOUR_AS_FIGURE, _CELL, between, out)
    cap = int(np.int64(params.strike_cap))
    if count <= cap:
        return _UNBROKEN
    at = put_number(_CAP, cap, out, begin_message(_TOO_MANY_CARDS, out))
    return end_message(out, put_number(_COUNT, count, out, at))


@inline
def _refuse_build(s: StructRef, blocks: int, out: Tokens) -> int:
    height, phase = count_of(blocks), int(np.int64(s.phase))
    if height != phase + 1:
        at = put_number(_HEIGHT, height, out, begin_message(_WRONG_HEIGHT, out))
        at = put_number(_PHASE, phase, out, at)
        return end_message(out, put_number(_BUILD_OF, phase + 1, out, at))
    if _holds(s.blocks[int(s.seat)], blocks):
        return _UNBROKEN
    return end_message(out, _put_cards(_BLOCKS, blocks, out, begin_message(_NO_BLOCKS, out)))


@inline
def _refuse_site(params: StructRef, s: StructRef, site: int, out: Tokens) -> int:
    """Write which tower would be closed: the new one, or the first in reading order."""
    low, high = closed_towers(s, site)
    if _is_in(low, high, site):
        return _about_cell(_CLOSED_ITSELF, _CELL, site, out)
    if int(params.access) != NEW:
        for row in range(SIZE):
            for column in range(SIZE):
                cell = (SIZE - 1 - row) * SIZE + column
                if _is_in(low, high, cell):
                    return _about_cell(_CLOSED, _CELL, cell, out)
    return _UNBROKEN


@inline
def _is_in(low: int, high: int, cell: int) -> bool:
    """Return whether a cell belongs to a bit board."""
    word = low >> cell if cell < LOW_CELLS else high >> (cell - LOW_CELLS)
    return word & 1 != 0


@inline
def _between(params: StructRef, start: int, way: int, end: int, colours: int) -> int:
    """Return the first cell on the way that has one of some colours, four bits each; -1 without one."""
    step = int(params.step[way])
    cell = start + step
    while cell != end:
        if colours >> 4 * int(np.int64(params.colour[cell])) & 15:
            return cell
        cell += step
    return -1


@inline
def _holds(pile: NDArray[np.uint8], cards: int) -> bool:
    lacking = 0
    for colour in range(COLOURS):
        lacking += cards >> 4 * colour & 15 > int(np.int64(pile[colour]))
    return lacking == 0


@inline
def _about_cell(key: int, name: int, cell: int, out: Tokens) -> int:
    return end_message(out, put_string(name, _CELL_NAMES + cell, out, begin_message(key, out)))


@inline
def _put_cards(name: int, cards: int, out: Tokens, at: int) -> int:
    """Append the letters of cards or blocks."""
    at = begin_string(name, out, at)
    for colour in range(COLOURS):
        for _ in range(cards >> 4 * colour & 15):
            at = put(out, at, _LETTERS + colour)
    return end_string(out, at)
