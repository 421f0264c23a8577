"""Value network of Block Ness: a compiled one-layer network over seat traits.

Traits of a seat and the mean traits of its opponents give a strength; a seat's value is the mean of
squashed strength differences, so values sum to 0. Traits are fractions, so the weights serve all
options. Only exactly rounded operations are used: results are the same on every processor.
Training: ``benchmarks/train_block_ness.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules.components import MAX_HEIGHT, data_of
from empile.games.block_ness.rules.moves import choice_at
from empile.games.block_ness.rules.state import MAX_SEATS, NEURONS, TRAITS

_RINGS = 9.0
_MOVES = 8.0
_HEIGHTS = 45.0
"""Scale of ring counts, square roots of move counts and summed heights."""

# Traits of the end with more moves, of the other end, then of the seat. Before the start ring all
# but the last three are 0.
_END_TRAITS = 3  # moves, kinds of ring, near holes
_MOVES_OF_ALL = 2 * _END_TRAITS
_KINDS = _MOVES_OF_ALL + 1
_LAID = _MOVES_OF_ALL + 2
_HEAD = _MOVES_OF_ALL + 3
_ACTS = _MOVES_OF_ALL + 4
_TALLEST = _MOVES_OF_ALL + 5
_RESERVE = _MOVES_OF_ALL + 6
_BLOCKED = _MOVES_OF_ALL + 7
_WAITS = _MOVES_OF_ALL + 8
_PHASE = _MOVES_OF_ALL + 9
_EXPERT = _MOVES_OF_ALL + 10
_CROWD = _MOVES_OF_ALL + 11


def load_weights() -> tuple[list[list[float]], list[float], list[float]]:
    """Return input weights, biases and output weights."""
    network = data_of("value_network")
    return network["by_trait"], network["bias"], network["by_neuron"]


@inline
def traits(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write the traits to ``out``, zeros of shape (at least seats, ``TRAITS``)."""
    seats = int(params.seats)
    rings = int(params.rings)
    for seat in range(seats):
        own = out[np.uint64(seat)]
        own[_PHASE] = int(s.laid) / (seats * rings)
        own[_EXPERT] = int(params.reach) - 1.0
        own[_CROWD] = (seats - 2) / 2.0
        score = int(s.score[np.uint64(seat)])
        if score == 0:
            continue
        fewer = _write_ends(params, s, seat, own)
        own[_LAID] = score / rings
        own[_HEAD] = int(s.head_height[np.uint64(seat)]) / MAX_HEIGHT
        own[_BLOCKED] = float(int(fewer == 0))
        _write_reserve(params, s, seat, own)
        acting = int(s.seat)
        if acting >= 0:
            own[_ACTS] = float(int(acting == seat))
            own[_WAITS] = (seat - acting + seats) % seats / seats


@inline
def _write_ends(params: StructRef, s: StructRef, seat: int, own: NDArray[np.float64]) -> int:
    """Return the number of legal moves."""
    moves, places, first, second = choice_at(params, s, seat, 0)
    others, other_places, other_first, other_second = choice_at(params, s, seat, 1)
    at_head = _END_TRAITS * int(others > moves)
    at_tail = _END_TRAITS - at_head
    own[at_head] = math.sqrt(float(moves)) / _MOVES
    own[at_head + 1] = (count_bits(first) + count_bits(second)) / _RINGS
    own[at_head + 2] = places / 4.0
    own[at_tail] = math.sqrt(float(others)) / _MOVES
    own[at_tail + 1] = (count_bits(other_first) + count_bits(other_second)) / _RINGS
    own[at_tail + 2] = other_places / 4.0
    moves += others
    kinds = count_bits(first | other_first) + count_bits(second | other_second)
    own[_MOVES_OF_ALL] = math.sqrt(float(moves)) / _MOVES
    own[_KINDS] = kinds / _RINGS
    return moves


@inline
def _write_reserve(params: StructRef, s: StructRef, seat: int, own: NDArray[np.float64]) -> None:
    heights = 0
    tallest = 0
    for slot in range(int(s.kinds[np.uint64(seat)])):
        left = int(np.int64(s.left[np.uint64(seat), np.uint64(slot)]))
        height = int(np.int64(s.kind[np.uint64(seat), np.uint64(slot)])) % MAX_HEIGHT + 1
        heights += left * height
        tallest = max(tallest, height * int(left > 0))
    own[_TALLEST] = tallest / MAX_HEIGHT
    own[_RESERVE] = heights / _HEIGHTS


@inline
def evaluate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write the value of each seat, in -1 to 1 with sum 0."""
    seats = int(params.seats)
    known = np.zeros((MAX_SEATS, TRAITS), np.float64)
    traits(params, s, known)
    sums = np.zeros((MAX_SEATS, 2 * NEURONS), np.float64)
    by_trait = params.by_trait
    for seat in range(seats):
        # Two traits at a time, so that the loop vectorizes.
        own = known[seat]
        row = sums[seat]
        for k in range(0, TRAITS, 2):
            one = own[k]
            two = own[k + 1]
            by_one = by_trait[k]
            by_two = by_trait[k + 1]
            for n in range(2 * NEURONS):
                row[n] += one * by_one[n] + two * by_two[n]
    strengths = np.empty(MAX_SEATS, np.float64)
    for seat in range(seats):
        strength = 0.0
        for n in range(NEURONS):
            others = 0.0
            for other in range(seats):
                if other != seat:
                    others += sums[np.uint64(other), np.uint64(NEURONS + n)]
            drive = float(params.bias[np.uint64(n)]) + sums[np.uint64(seat), np.uint64(n)]
            drive += others / (seats - 1)
            strength += max(drive, 0.0) * float(params.by_neuron[np.uint64(n)])
        strengths[np.uint64(seat)] = strength
    for seat in range(seats):
        total = 0.0
        for other in range(seats):
            ahead = strengths[np.uint64(seat)] - strengths[np.uint64(other)]
            total += ahead / math.sqrt(1.0 + ahead * ahead)
        out[np.uint64(seat)] = total / (seats - 1)
