"""Compiled rules of Blox, see README.md.

Cells are numbered by rows from a1 = 0; colours 0 to 3 are white, grey, black, mauve; directions 0
to 3 are east, north, west, south. A tower has four bits for the number of blocks of each colour.
Piles are counts by colour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.templates.rules import CHANCE, TERMINAL
from empile.engine.random import Stream, below
from empile.games.blox.rules import moves
from empile.games.blox.rules.board_setup import write_setup
from empile.games.blox.rules.components import BLOCKS_OF_A_COLOUR, CARDS_OF_A_COLOUR
from empile.games.blox.rules.heuristics import estimate, simulation_move
from empile.games.blox.rules.json_view import write_move, write_view
from empile.games.blox.rules.messages import write_chance, write_event, write_refusal
from empile.games.blox.rules.moves import gain
from empile.games.blox.rules.options import check_option, fill_constants, fill_params
from empile.games.blox.rules.planes import (
    INFORMATION_PLANES,
    OBSERVATION_PLANES,
    information_state,
    observe,
)
from empile.games.blox.rules.position import TEXTS as SETUP_TEXTS
from empile.games.blox.rules.position import read_position
from empile.games.blox.rules.state import (
    ACTIONS,
    BLOCKS_LEFT_OF_TWO,
    BUILD,
    CELLS,
    COLOURS,
    DEMOLISH,
    DRAW,
    END,
    ENTER,
    EXCHANGE,
    FIGURES,
    HAND,
    HANDS,
    LAST_PHASE,
    MAX_SEATS,
    MOVE,
    NEUTRAL,
    PARAMS,
    PLAY,
    STATE,
    STRIKE,
    TOWERS,
    figure_on,
    first_thing,
    height_of,
    lift,
    put,
    total,
)

__all__ = [
    "ACTIONS",
    "INFORMATION_PLANES",
    "MAX_SEATS",
    "OBSERVATION_PLANES",
    "PARAMS",
    "SETUP_TEXTS",
    "STATE",
    "TERMINAL",
    "check_option",
    "estimate",
    "fill_constants",
    "fill_params",
    "gain",
    "information_state",
    "observe",
    "read_position",
    "simulation_move",
    "write_chance",
    "write_event",
    "write_move",
    "write_refusal",
    "write_setup",
    "write_view",
]

MAX_LEGAL = 768
"""162 entering, 128 moves, 80 demolitions, 200 building, 128 strikes, 31 exchanges."""
MAX_OUTCOMES = COLOURS

LAST_ROUND, ROUND_LIMIT = 0, 1


@inline
def init(params: StructRef, s: StructRef) -> None:
    for colour in range(COLOURS):
        s.bag[colour] = BLOCKS_OF_A_COLOUR if int(params.seats) > 2 else BLOCKS_LEFT_OF_TWO
        s.deck[colour] = CARDS_OF_A_COLOUR
    for seat in range(int(params.seats)):
        s.joker[seat] = 1
    for cell in range(CELLS):
        if int(params.neutral[cell]):
            put(s, cell, NEUTRAL << 16)
    s.phase = 1 if int(params.seats) > 2 else 2
    s.round_number = 1
    s.to_draw = params.blocks
    s.stage = TOWERS


@inline
def current(params: StructRef, s: StructRef) -> int:
    stage = int(s.stage)
    if stage == PLAY:
        return int(s.seat)
    if stage == END:
        return TERMINAL
    return CHANCE


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    if int(s.stage) != PLAY:
        return 0
    return moves.legal(params, s, out)


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    stage = int(s.stage)
    if stage in (PLAY, END):
        return 0
    if stage == TOWERS:
        return _outcomes(s.bag, out, weights)
    if stage == DRAW and total(s.deck) == 0:
        return _outcomes(s.discard, out, weights)
    return _outcomes(s.deck, out, weights)


@inline
def _outcomes(pile: NDArray[np.uint8], out: NDArray[np.int32], weights: NDArray[np.int64]) -> int:
    count = 0
    for colour in range(COLOURS):
        weight = int(np.int64(pile[colour]))
        out[np.uint64(count)] = colour
        weights[np.uint64(count)] = weight
        count += weight > 0
    return count


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return how many blocks or cards remain in the event."""
    return int(s.to_draw)


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    stage = int(s.stage)
    if stage != PLAY:
        if stage == TOWERS:
            _set_block(params, s, action)
        else:
            _draw(params, s, action)
        return
    if action < MOVE:
        _enter(params, s, action - ENTER)
    elif action < DEMOLISH:
        _move(params, s, action - MOVE)
    elif action < STRIKE:
        _demolish(params, s, action - DEMOLISH)
    elif action < EXCHANGE:
        _strike(params, s, action - STRIKE)
    elif action < BUILD:
        _exchange(params, s, action - EXCHANGE)
    else:
        _build(params, s, action - BUILD)
    _pass_phases(s)
    if int(s.to_draw) > 0:
        s.stage = DRAW
    else:
        _next_turn(params, s)


@inline
def _set_block(params: StructRef, s: StructRef, colour: int) -> None:
    s.bag[colour] = int(s.bag[colour]) - 1
    cell = int(params.tower_cell[int(s.cursor)])
    put(s, cell, int(s.on[cell]) + (1 << (4 * colour)))
    height = height_of(int(s.on[cell]))
    if height == int(params.tower_height[int(s.cursor)]):
        s.standing[height] = int(s.standing[height]) + 1
        s.cursor = int(s.cursor) + 1
    s.to_draw = int(s.to_draw) - 1
    if int(s.to_draw) == 0:
        s.cursor = 0
        s.stage = HANDS
        s.to_draw = HAND


@inline
def _draw(params: StructRef, s: StructRef, colour: int) -> None:
    seat = int(s.seat)
    drawn, drawer = np.uint64(colour), np.uint64(seat)
    if s.deck[drawn] == 0 and total(s.deck) == 0:
        _refill(params, s)
    s.deck[drawn] = int(s.deck[drawn]) - 1
    s.hand[drawer, drawn] = int(s.hand[drawer, drawn]) + 1
    left = int(s.to_draw) - 1
    s.to_draw = left
    if left > 0:
        return
    if int(s.stage) == DRAW:
        _next_turn(params, s)
    elif seat + 1 < int(params.seats):
        s.seat = seat + 1
        s.to_draw = HAND
    else:
        s.seat = 0
        s.stage = PLAY


@inline
def _refill(params: StructRef, s: StructRef) -> None:
    """Turn the discard pile into the draw pile; all other cards are then in hands."""
    for colour in range(COLOURS):
        s.deck[colour] = s.discard[colour]
        s.discard[colour] = 0
        for seat in range(int(params.seats)):
            s.kept[seat, colour] = s.hand[seat, colour]


@inline
def _pay(s: StructRef, seat: int, colour: int, cards: int) -> None:
    payer, paid = np.uint64(seat), np.uint64(colour)
    s.hand[payer, paid] = int(s.hand[payer, paid]) - cards
    s.discard[paid] = int(s.discard[paid]) + cards
    s.kept[payer, paid] = int(s.kept[payer, paid]) - cards
    s.to_draw = int(s.to_draw) + cards


@inline
def _pay_set(s: StructRef, seat: int, counts: int, joker: int) -> None:
    """Pay cards (four bits a colour); the joker replaces colour ``joker - 1``."""
    for colour in range(COLOURS):
        cards = (counts >> (4 * colour)) & 15
        if joker == colour + 1:
            cards -= 1
            s.joker[seat] = 0
        if cards > 0:
            _pay(s, seat, colour, cards)


@inline
def _pay_one(s: StructRef, seat: int, colour: int, joker: int) -> None:
    if joker:
        s.joker[seat] = 0
    else:
        _pay(s, seat, colour, 1)


@inline
def _place(s: StructRef, seat: int, cell: int) -> None:
    put(s, cell, (seat + 1) << 16)
    owner = np.uint64(seat)
    s.placed[owner] = int(s.placed[owner]) + 1
    carried = cell + 1
    for slot in range(FIGURES):  # no early exit: an unpredictable branch costs more
        there = int(s.place[owner, slot])
        before = there == 0 or there > carried
        s.place[owner, slot] = carried if before else there
        carried = there if before else carried


@inline
def _take_off(s: StructRef, seat: int, cell: int) -> None:
    lift(s, cell)
    owner = np.uint64(seat)
    s.placed[owner] = int(s.placed[owner]) - 1
    found = False
    for slot in range(FIGURES - 1):
        found |= int(s.place[owner, slot]) == cell + 1
        s.place[owner, slot] = s.place[owner, slot + 1] if found else s.place[owner, slot]
    s.place[owner, FIGURES - 1] = 0


@inline
def _enter(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    cell = code // 2
    _pay_one(s, seat, int(params.colour[cell]), code % 2)
    _place(s, seat, cell)


@inline
def _move(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    colour = code // 2 % COLOURS
    way = code // 8 % 4
    cell = code // 32
    _pay_one(s, seat, colour, code % 2)
    _take_off(s, seat, cell)
    _place(s, seat, cell + int(params.ahead[cell, way, colour]) * int(params.step[way]))


@inline
def _demolish(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    cell = code // 20
    target = first_thing(params, s, cell, code // 5 % 4)
    tower = int(s.on[target])
    height = height_of(tower)
    _pay_set(s, seat, tower, code % 5)
    lift(s, target)
    _take_off(s, seat, cell)
    _place(s, seat, target)
    s.standing[height] = int(s.standing[height]) - 1
    s.points[seat] = int(s.points[seat]) + height
    for colour in range(COLOURS):
        s.blocks[seat, colour] = int(s.blocks[seat, colour]) + ((tower >> (4 * colour)) & 15)


@inline
def _strike(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    cell = code // 32
    cards = code // 2 % 4 + 3
    target = first_thing(params, s, cell, code // 8 % 4)
    colour = int(params.colour[target])
    if code % 2:
        s.joker[seat] = 0
        _pay(s, seat, colour, cards - 1)
    else:
        _pay(s, seat, colour, cards)
    figure = figure_on(int(s.on[target]))
    if figure == NEUTRAL:
        lift(s, target)
    else:
        _take_off(s, figure - 1, target)
    _take_off(s, seat, cell)
    _place(s, seat, target)
    s.points[seat] = int(s.points[seat]) + cards


@inline
def _exchange(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    rank = code // 6
    for colour in range(3):
        _pay(s, seat, colour, int(params.triple[rank, colour]))
    _pay(s, seat, 3, code % 6)
    if not int(params.recharge_five) or int(s.to_draw) == HAND:
        s.joker[seat] = 1


@inline
def _build(params: StructRef, s: StructRef, code: int) -> None:
    seat = int(s.seat)
    cell = code // 280
    rank = code // 5 % 56
    height = int(s.phase) + 1
    tower = moves.tower_of(params, rank, height)
    _pay_set(s, seat, tower, code % 5)
    _take_off(s, seat, cell)
    put(s, cell, tower)
    s.standing[height] = int(s.standing[height]) + 1
    s.points[seat] = int(s.points[seat]) + height
    for colour in range(COLOURS):
        s.blocks[seat, colour] = int(s.blocks[seat, colour]) - ((tower >> (4 * colour)) & 15)


@inline
def _pass_phases(s: StructRef) -> None:
    while int(s.last_round) == 0 and int(s.standing[int(s.phase)]) <= 1:
        if int(s.phase) == LAST_PHASE:
            s.last_round = 1
        else:
            s.phase = int(s.phase) + 1


@inline
def _next_turn(params: StructRef, s: StructRef) -> None:
    seat = int(s.seat) + 1
    if seat < int(params.seats):
        s.seat = seat
        s.stage = PLAY
        return
    s.seat = 0
    if int(s.last_round) or int(s.round_number) >= int(params.round_limit):
        s.stage = END
    else:
        s.round_number = int(s.round_number) + 1
        s.stage = PLAY


@inline
def _strength(s: StructRef, seat: int) -> int:
    return int(s.points[seat]) * 64 + total(s.blocks[seat])


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank by points, then by blocks taken."""
    seats = int(params.seats)
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            if _strength(s, other) > _strength(s, seat):
                rank += 1
        out[seat] = rank


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    for seat in range(int(params.seats)):
        out[seat] = int(s.points[seat])


@inline
def reason(params: StructRef, s: StructRef) -> int:
    return LAST_ROUND if int(s.last_round) else ROUND_LIMIT


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Redeal the cards hidden from ``seat`` (determinization).

    Cards known to be in the other hands stay there; the holder is random if there are several.
    """
    last = (seat + int(params.seats) - 1) % int(params.seats)
    for colour in range(COLOURS):
        unseen = int(np.int64(s.deck[colour]))
        kept = 0
        for other in range(int(params.seats)):
            if other != seat:
                unseen += int(np.int64(s.hand[other, colour]))
                kept += int(s.kept[other, colour])
                s.hand[other, colour] = 0
                s.kept[other, colour] = 0
        s.kept[last, colour] = kept  # forget the holder
        kept = max(0, kept)
        s.hand[last, colour] = kept
        s.deck[colour] = unseen - kept
    # The last other seat collects the known cards of all, then deals the others their share.
    for _ in range(HAND * (int(params.seats) - 1) - total(s.hand[last])):
        _pass_card(s.deck, s.hand[last], stream)
    for other in range(int(params.seats)):
        if other not in (seat, last):
            for _ in range(HAND):
                _pass_card(s.hand[last], s.hand[other], stream)


@inline
def _pass_card(giving: NDArray[np.uint8], taking: NDArray[np.uint8], stream: Stream) -> None:
    card = below(stream, total(giving))
    colour = 0
    while card >= int(giving[colour]):
        card -= int(giving[colour])
        colour += 1
    giving[colour] = int(giving[colour]) - 1
    taking[colour] = int(taking[colour]) + 1


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return 0 for a card that another seat draws."""
    stage = int(s.stage)
    if stage in (DRAW, HANDS) and int(s.seat) != seat:
        return 0
    return action
