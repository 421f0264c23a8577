"""Compiled rules of Block Out!, see README.md.

Cards and blocks are numbered as in ``components.py``; sets are bit masks. A tower's outcome is an
external event.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits, lowest_bit, nth_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.random import Stream, below
from empile.games.block_out.rules.determinize import resample
from empile.games.block_out.rules.heuristics import estimate, simulation_move
from empile.games.block_out.rules.json_view import write_move, write_view
from empile.games.block_out.rules.messages import write_chance, write_event, write_refusal
from empile.games.block_out.rules.options import fill_constants, fill_params
from empile.games.block_out.rules.planes import (
    INFORMATION_PLANES,
    OBSERVATION_PLANES,
    information_state,
    observe,
)
from empile.games.block_out.rules.position import TEXTS as SETUP_TEXTS
from empile.games.block_out.rules.position import read_position
from empile.games.block_out.rules.state import (
    ACTIONS,
    BLOCK_CARDS,
    BLOCK_KINDS,
    BONUS,
    CHOOSING,
    DEALING,
    DRAWING,
    EMPTY_HAND,
    FALLS,
    FALLS_LATER,
    FREE_BLOCK,
    FREE_MOVE,
    KINDS,
    MAX_LEGAL,
    MAX_SEATS,
    NINTH,
    OVER_STAGE,
    PARAMS,
    PASS_KIND,
    PASS_MOVE,
    PENALTY_DRAW,
    PLAY,
    REBUILD,
    REVERSE_KIND,
    REVERSE_MOVE,
    SIZE,
    STANDS,
    STATE,
    TOWER,
    TURN_LIMIT,
)

__all__ = [
    "ACTIONS",
    "INFORMATION_PLANES",
    "MAX_LEGAL",
    "MAX_SEATS",
    "OBSERVATION_PLANES",
    "PARAMS",
    "SETUP_TEXTS",
    "STATE",
    "TERMINAL",
    "estimate",
    "fill_constants",
    "fill_params",
    "information_state",
    "observe",
    "read_position",
    "resample",
    "simulation_move",
    "write_chance",
    "write_event",
    "write_move",
    "write_refusal",
    "write_view",
]

MAX_OUTCOMES = KINDS


@inline
def init(params: StructRef, s: StructRef) -> None:
    s.direction = 1
    s.turn = 1
    s.free = params.blocks
    s.to_draw = params.initial_hand
    cards = 0
    for kind in range(KINDS):
        s.stock[kind] = params.cards[kind]
        cards += int(params.cards[kind])
    s.in_stock = cards


@inline
def current(params: StructRef, s: StructRef) -> int:
    if int(s.stage) == OVER_STAGE:
        return TERMINAL
    due = int(s.due)
    if due == CHOOSING:
        return int(s.seat)
    return EXTERNAL if due == TOWER else CHANCE


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    free = int(s.free)
    count = 0
    if int(s.stage) == BONUS:
        while free:
            out[count] = FREE_MOVE + lowest_bit(free)
            count += 1
            free &= free - 1
        return count
    kinds = _playable(params, s)
    actions = kinds & ~BLOCK_CARDS
    kinds &= BLOCK_CARDS
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        blocks = int(params.matches[kind]) & free
        while blocks:
            out[count] = kind * SIZE + lowest_bit(blocks)
            count += 1
            blocks &= blocks - 1
    while actions:
        out[count] = PASS_MOVE + lowest_bit(actions) - BLOCK_KINDS
        count += 1
        actions &= actions - 1
    return count


@inline
def random_move(params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]) -> int:
    free = int(s.free)
    if int(s.stage) == BONUS:
        return FREE_MOVE + nth_bit(free, below(stream, count_bits(free)))
    playable = _playable(params, s)
    actions = playable & ~BLOCK_CARDS
    moves = count_bits(actions)
    kinds = playable & BLOCK_CARDS
    while kinds:
        moves += count_bits(int(params.matches[np.uint64(lowest_bit(kinds))]) & free)
        kinds &= kinds - 1
    left = below(stream, moves)
    kinds = playable & BLOCK_CARDS
    while kinds:
        kind = lowest_bit(kinds)
        blocks = int(params.matches[np.uint64(kind)]) & free
        if left < count_bits(blocks):
            return kind * SIZE + nth_bit(blocks, left)
        left -= count_bits(blocks)
        kinds &= kinds - 1
    return PASS_MOVE + nth_bit(actions, left) - BLOCK_KINDS


@inline
def _playable(params: StructRef, s: StructRef) -> int:
    held = int(s.holds[np.uint64(s.seat)]) & int(params.playable[np.uint64(s.free)])
    if int(s.stage) == REBUILD and held & BLOCK_CARDS:
        return held & BLOCK_CARDS  # rebuild if possible
    return held


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    if int(s.due) == TOWER:
        level = int(s.height) - 1
        for answer in range(3):
            out[answer] = answer
            weights[answer] = int(params.weights[level, answer])
        return 3
    empty = int(s.in_stock) == 0
    count = 0
    for kind in range(KINDS):
        weight = int(s.discard[kind]) if empty else int(s.stock[kind])
        if weight > 0:
            out[count] = kind
            weights[count] = weight
            count += 1
    return count


@inline
def draw(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    reached = 0
    found = 0
    if int(s.due) == TOWER:
        level = int(s.height) - 1
        total = 0
        for answer in range(3):
            total += int(params.weights[level, answer])
        left = below(stream, total)
        for answer in range(2):
            reached += int(params.weights[level, answer])
            found += left >= reached
        return found
    if int(s.in_stock) == 0:
        left = below(stream, int(s.in_discard))
        for kind in range(KINDS - 1):
            reached += int(s.discard[kind])
            found += left >= reached
        return found
    left = below(stream, int(s.in_stock))
    for kind in range(KINDS - 1):
        reached += int(s.stock[np.uint64(kind)])
        found += left >= reached
    return found


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return how many cards the hand still lacks; 1 for other events."""
    return int(s.to_draw) if int(s.due) == DEALING else 1


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    due = int(s.due)
    if due == CHOOSING:
        _play(params, s, action)
    elif due == TOWER:
        _answer(params, s, action)
    else:
        _draw(params, s, action)


@inline
def _play(params: StructRef, s: StructRef, action: int) -> None:
    seat = int(s.seat)
    s.drawn = 0
    if action >= FREE_MOVE:
        _place(s, action - FREE_MOVE)
    elif action < PASS_MOVE:
        _discard(s, seat, action // SIZE)
        _place(s, action % SIZE)
    else:
        if action == REVERSE_MOVE:
            _discard(s, seat, REVERSE_KIND)
            s.direction = -int(s.direction)
        else:
            _discard(s, seat, PASS_KIND)
        if int(s.in_hand[seat]) > 0:
            _end_turn(params, s)
        elif int(params.advanced):
            s.stage = BONUS
        else:
            _win(s, EMPTY_HAND)


@inline
def _discard(s: StructRef, seat: int, kind: int) -> None:
    card, own = np.uint64(kind), np.uint64(seat)
    left = int(s.hand[own, card]) - 1
    s.hand[own, card] = left
    s.holds[own] = int(s.holds[own]) & ~((left == 0) << kind)
    s.in_hand[own] -= 1
    s.discard[card] += 1
    s.in_discard = int(s.in_discard) + 1


@inline
def _place(s: StructRef, block: int) -> None:
    s.tower[np.uint64(s.height)] = block + 1
    s.height = int(s.height) + 1
    s.free = int(s.free) & ~(1 << block)
    s.due = TOWER


@inline
def _answer(params: StructRef, s: StructRef, answer: int) -> None:
    if answer == FALLS:
        _take_down(params, s)
        s.stage = REBUILD
        s.to_draw = params.penalty
        s.due = PENALTY_DRAW
        _go_on_drawing(s)
        return
    out_of_cards = int(s.in_hand[int(s.seat)]) == 0
    if int(s.stage) == BONUS:
        _win(s, FREE_BLOCK)
    elif int(s.height) == int(params.full_height):
        _win(s, NINTH)
    elif out_of_cards and not int(params.advanced):
        _win(s, EMPTY_HAND)
    elif out_of_cards:
        if answer == FALLS_LATER:
            _take_down(params, s)
        s.stage = BONUS
        s.due = CHOOSING
    else:
        # The last position of a game shows the tower before the fall.
        if answer == FALLS_LATER and int(s.turn) < int(params.turn_limit):
            _take_down(params, s)
        _end_turn(params, s)


@inline
def _take_down(params: StructRef, s: StructRef) -> None:
    for level in range(int(s.height)):
        s.tower[level] = 0
    s.height = 0
    s.free = params.blocks


@inline
def _win(s: StructRef, reason: int) -> None:
    s.winner = int(s.seat) + 1
    _end(s, reason)


@inline
def _end(s: StructRef, reason: int) -> None:
    s.reason = reason
    s.stage = OVER_STAGE
    s.due = CHOOSING


@inline
def _end_turn(params: StructRef, s: StructRef) -> None:
    seats = int(params.seats)
    s.stage = PLAY
    while True:
        if int(s.turn) == int(params.turn_limit):
            _end(s, TURN_LIMIT)
            return
        s.turn = int(s.turn) + 1
        seat = int(s.seat) + int(s.direction)
        seat += seats * (seat < 0)
        s.seat = seat - seats * (seat >= seats)
        if _begin_turn(params, s):
            return


@inline
def _begin_turn(params: StructRef, s: StructRef) -> bool:
    """Return whether the seat can play or draw; sets what is due."""
    if int(s.holds[np.uint64(s.seat)]) & int(params.playable[np.uint64(s.free)]):
        s.due = CHOOSING
        return True
    s.due = DRAWING
    return int(s.in_stock) + int(s.in_discard) > 0


@inline
def _draw(params: StructRef, s: StructRef, kind: int) -> None:
    seat = int(s.seat)
    if int(s.in_stock) == 0:
        for k in range(KINDS):
            s.stock[k] = s.discard[k]
            s.discard[k] = 0
        s.in_stock = s.in_discard
        s.in_discard = 0
    card, own = np.uint64(kind), np.uint64(seat)
    s.stock[card] -= 1
    s.in_stock = int(s.in_stock) - 1
    s.hand[own, card] += 1
    s.holds[own] = int(s.holds[own]) | 1 << kind
    s.in_hand[own] += 1
    due = int(s.due)
    if due == DRAWING:
        if int(params.playable[int(s.free)]) & 1 << kind:
            s.drawn = kind + 1
            s.due = CHOOSING
        elif int(s.in_stock) + int(s.in_discard) == 0:
            _end_turn(params, s)
        return
    s.to_draw = int(s.to_draw) - 1
    if due == PENALTY_DRAW:
        _go_on_drawing(s)
    elif int(s.to_draw) == 0:
        if seat + 1 < int(params.seats):
            s.seat = seat + 1
            s.to_draw = params.initial_hand
        else:
            s.seat = 0
            _begin_turn(params, s)


@inline
def _go_on_drawing(s: StructRef) -> None:
    if int(s.to_draw) == 0 or int(s.in_stock) + int(s.in_discard) == 0:
        s.to_draw = 0
        s.due = CHOOSING


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the winner first, others by fewer cards; at the turn limit all by fewer cards."""
    seats = int(params.seats)
    winner = int(s.winner) - 1
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            fewer = int(s.in_hand[other]) < int(s.in_hand[seat])
            if seat != winner and (other == winner or fewer):
                rank += 1
        out[seat] = rank


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write minus the cards in each hand; 0 for the winner."""
    seats = int(params.seats)
    over = int(s.stage) == OVER_STAGE
    fewest = 127
    for seat in range(seats):
        fewest = min(fewest, int(s.in_hand[seat]))
    for seat in range(seats):
        cards = int(s.in_hand[seat])
        won = seat == int(s.winner) - 1 or (int(s.winner) == 0 and cards == fewest)
        out[seat] = 0 if over and won else -cards


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return 1 for a card that leaves the hand, 0 for a free block.

    An action card that wins at the turn limit counts the whole hand.
    """
    if action >= FREE_MOVE:
        return 0
    seat = int(s.seat)
    cards = int(s.in_hand[seat])
    if action < PASS_MOVE or int(s.turn) < int(params.turn_limit):
        return 1
    for other in range(int(params.seats)):
        if other != seat and int(s.in_hand[other]) < cards - 1:
            return 1
    return cards


@inline
def reason(params: StructRef, s: StructRef) -> int:
    return int(s.reason)


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return 0 for a card that another seat is dealt or draws."""
    due = int(s.due)
    if due in (DEALING, DRAWING, PENALTY_DRAW) and int(s.seat) != seat:
        return 0
    return action


assert (STANDS, FALLS, FALLS_LATER) == (0, 1, 2), "outcomes are listed in this order"
