"""Compiled rules of On Top, see README.md.

Cells are numbered by code point, circles in scoring order, places by their cells, tiles by name,
colours by seat; ``options.py`` has all geometry.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits, lowest_bit, nth_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.rows import write_row
from empile.engine.compiled.templates.rules import CHANCE, TERMINAL
from empile.engine.random import Stream, below
from empile.games.on_top.rules.board_setup import write_setup
from empile.games.on_top.rules.circles import (
    first_circle,
    gain,
    is_cut,
    out_of_pawns,
    out_of_seats,
    outcome_of,
    pawns_of,
    pawns_placed,
    points_won,
    scored_by,
    with_circle,
    without_first,
)
from empile.games.on_top.rules.components import PAWNS, SEAT_PAWNS
from empile.games.on_top.rules.heuristics import estimate, simulation_move
from empile.games.on_top.rules.json_view import write_move, write_view
from empile.games.on_top.rules.messages import write_chance, write_event, write_refusal
from empile.games.on_top.rules.names import TEXTS as SETUP_TEXTS
from empile.games.on_top.rules.options import check_option, fill_constants, fill_params
from empile.games.on_top.rules.planes import (
    INFORMATION_PLANES,
    OBSERVATION_PLANES,
    information_state,
    observe,
)
from empile.games.on_top.rules.position import read_position
from empile.games.on_top.rules.state import (
    ACTIONS,
    BARE,
    BLACK,
    BOARD_FULL,
    DRAW,
    END,
    KINDS,
    LAST_PAWN,
    LAY,
    MAX_LEGAL,
    MAX_SEATS,
    MOVES_OF_BYTE,
    NEUTRAL_OUT,
    PARAMS,
    PAWN_BITS,
    SCORED,
    SEGMENTS,
    STATE,
    TILE,
    WORD,
    WORD_BYTES,
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

MAX_OUTCOMES = KINDS

_HALF = WORD_BYTES // 2

_LAST, _TOP = 1 << 20, 1 << 21
"""Ranking bonus of a last pawn: exceeds all points."""
_CROWNED = 1 << 30
"""Ranking key of the winners by a last pawn."""


@inline
def init(params: StructRef, s: StructRef) -> None:
    s.stage = DRAW
    s.empty = params.first_empty
    s.reserve = params.first_reserve
    pawns = 0
    for colour in range(MAX_SEATS):
        own = SEAT_PAWNS if colour < int(params.seats) else PAWNS
        pawns |= own << (PAWN_BITS * colour)
    s.pawns = pawns
    tiles = 0
    for tile in range(KINDS):
        s.bag[tile] = params.bag[tile]
        tiles += int(params.bag[tile])
    s.in_bag = tiles
    for word in range(int(params.words)):
        s.open[word] = params.first_open[word]
        s.near[word] = params.first_near[word]
    for circle in range(int(params.circles)):
        s.circle[circle] = params.first_circle[circle]
    for cell in range(int(params.cells)):
        s.cell[cell] = params.first_cell[cell]


@inline
def current(params: StructRef, s: StructRef) -> int:
    stage = int(s.stage)
    if stage == LAY:
        return int(s.seat)
    return CHANCE if stage == DRAW else TERMINAL


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write both turns of the tile on each legal place; return the number of moves."""
    if int(s.stage) != LAY:
        return 0
    count = _list(_free(s, 0), WORD_BYTES, 0, out, 0)
    second = _free(s, 1)
    count = _list(second, _HALF, WORD, out, count)
    if second >> (8 * _HALF):  # on boards larger than the usual ones
        count = _list(second >> (8 * _HALF), _HALF, WORD + 8 * _HALF, out, count)
    for word in range(2, int(params.words)):
        count = _list(_free(s, word), WORD_BYTES, word * WORD, out, count)
    return count


@inline
def _list(places: int, size: int, first: int, out: NDArray[np.int32], count: int) -> int:
    """Write moves a byte of places at a time, with garbage after the last.

    The end of a loop over single places would be mispredicted.
    """
    for byte in range(size):
        here = places >> (8 * byte) & 255
        write_row(MOVES_OF_BYTE, here, (first + 8 * byte) * 2, out, count)
        count += 2 * count_bits(here)
    return count


@inline
def random_move(params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]) -> int:
    here = _free(s, 0)
    there = _free(s, 1)
    places = count_bits(here) + count_bits(there)
    for word in range(2, int(params.words)):
        places += count_bits(_free(s, word))
    chosen = below(stream, places * 2)
    left = chosen >> 1
    # Branch-free choice of the word: the branch would be unpredictable.
    second = left >= count_bits(here)
    left -= count_bits(here) * second
    here = there if second else here
    word = int(second)
    while left >= count_bits(here):
        left -= count_bits(here)
        word += 1
        here = _free(s, word)
    return (word * WORD + nth_bit(here, left)) * 2 + (chosen & 1)


@inline
def _free(s: StructRef, word: int) -> int:
    return int(s.open[np.uint64(word)]) & int(s.near[np.uint64(word)])


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    if int(s.stage) != DRAW:
        return 0
    count = 0
    for tile in range(KINDS):
        weight = int(np.int64(s.bag[tile]))
        out[np.uint64(count)] = tile
        weights[np.uint64(count)] = weight
        count += weight > 0
    return count


@inline
def draw(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    left = below(stream, int(s.in_bag))
    tile = 0
    reached = 0
    for kind in range(KINDS - 1):
        reached += int(s.bag[np.uint64(kind)])
        tile += left >= reached
    return tile


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    if int(s.stage) == DRAW:
        s.bag[np.uint64(action)] -= 1
        s.in_bag = int(s.in_bag) - 1
        s.tile = action + 1
        s.stage = LAY
        return
    tile = int(s.tile) - 1
    s.order[np.uint64(s.laid)] = action * KINDS + tile
    s.laid = int(s.laid) + 1
    s.tile = 0
    s.stage = DRAW
    over = _lay(params, s, action, tile)
    if not over and (int(s.empty) == 0 or int(s.in_bag) == 0):
        _end(params, s, BOARD_FULL)
        over = True
    seat = int(s.seat) + 1
    s.seat = seat if seat < int(params.seats) and not over else 0


@inline
def _lay(params: StructRef, s: StructRef, move: int, tile: int) -> bool:
    place, turn = np.uint64(move >> 1), np.uint64(move & 1)
    kind = np.uint64(tile)
    s.cell[np.uint64(params.cover[place, 0])] = TILE
    s.cell[np.uint64(params.cover[place, 1])] = TILE
    s.open[0] &= params.left_open[place, 0]
    s.open[1] &= params.left_open[place, 1]
    s.near[0] |= params.made_near[place, 0]
    s.near[1] |= params.made_near[place, 1]
    for word in range(2, int(params.words)):
        s.open[np.uint64(word)] &= params.left_open[place, np.uint64(word)]
        s.near[np.uint64(word)] |= params.made_near[place, np.uint64(word)]
    outcome = 0
    for k in range(4):
        added = int(params.added[kind, turn, np.uint64(k)])
        outcome += _change(params, s, np.uint64(params.corner[place, np.uint64(k)]), added)
    holes = 0  # as bits by neighbour
    for number in range(4):
        cell = np.uint64(params.around[place, np.uint64(number)])
        around = int(s.cell[cell])
        s.cell[cell] = around - (around < TILE)
        holes |= (around == 1) << number
    s.empty = int(s.empty) - 2 - count_bits(holes)
    left = holes
    while left:
        hole = np.uint64(params.around[place, np.uint64(lowest_bit(left))])
        left &= left - 1
        _fill(s, hole)
        for k in range(3):
            outcome += _change(params, s, np.uint64(params.corners[hole, np.uint64(k)]), -SEGMENTS)
    if out_of_pawns(int(s.pawns) - pawns_placed(outcome)):
        _score_to_the_end(params, s, place, holes)
        return True
    _give(s, outcome)
    return False


@inline
def _change(params: StructRef, s: StructRef, circle: np.uint64, added: int) -> int:
    """Add to a circle; if full, mark it scored and return its packed result, else 0.

    Branch-free, since completions are unpredictable.
    """
    after = int(s.circle[circle]) + added
    full = after < SEGMENTS
    s.circle[circle] = after + SCORED * full
    return scored_by(params, circle, np.uint64(after * full))


@inline
def _fill(s: StructRef, hole: np.uint64) -> None:
    """Without a triangle the hole stays bare and counts as black."""
    reserve = int(s.reserve)
    s.reserve = reserve - (reserve > 0)
    s.cell[hole] = BLACK if reserve > 0 else BARE


@inline
def _give(s: StructRef, outcome: int) -> None:
    s.pawns = int(s.pawns) - pawns_placed(outcome)
    for colour in range(MAX_SEATS):  # neutral too: nothing reads their points
        s.points[colour] += points_won(outcome, colour)


@inline
def _score_to_the_end(params: StructRef, s: StructRef, place: np.uint64, holes: int) -> None:
    """Score completed circles in order, up to a colour's last pawn; unmark the others."""
    low = high = 0
    for k in range(4):
        low, high = _unscored(s, int(params.corner[place, np.uint64(k)]), low, high)
    while holes:
        hole = np.uint64(params.around[place, np.uint64(lowest_bit(holes))])
        holes &= holes - 1
        for k in range(3):
            low, high = _unscored(s, int(params.corners[hole, np.uint64(k)]), low, high)
    while not _score(params, s, first_circle(low, high)):
        low, high = without_first(low, high)


@inline
def _unscored(s: StructRef, circle: int, low: int, high: int) -> tuple[int, int]:
    value = int(s.circle[circle])
    if value < SCORED:
        return low, high
    s.circle[circle] = value - SCORED
    return with_circle(low, high, circle)


@inline
def _score(params: StructRef, s: StructRef, circle: int) -> bool:
    """Return whether a colour's last pawn ends the game."""
    segments = int(s.circle[circle])
    s.circle[circle] = segments | SCORED
    outcome = outcome_of(params, circle, segments, int(s.pawns))
    _give(s, outcome)
    out = out_of_pawns(int(s.pawns))
    if out:
        s.top = int(params.top[segments]) + 1
        s.cut = circle + 1 if is_cut(outcome) else 0
        _end(params, s, LAST_PAWN if out_of_seats(params, out) else NEUTRAL_OUT)
        return True
    return False


@inline
def _end(params: StructRef, s: StructRef, reason: int) -> None:
    s.stage = END
    s.reason = reason
    if reason != LAST_PAWN:
        s.top = 0
    if reason == NEUTRAL_OUT and not int(params.deducts):
        return
    for seat in range(int(params.seats)):
        s.points[seat] = int(s.points[seat]) - pawns_of(int(s.pawns), seat)


@inline
def _claim(params: StructRef, s: StructRef, seat: int) -> int:
    """Return a side's claim by a last pawn, or 0; the top pawn has priority."""
    claim = 0
    points = 0
    for other in range(int(params.seats)):
        if team(params, other) == team(params, seat):
            points += int(s.points[other])
            if pawns_of(int(s.pawns), other) == 0:
                claim = max(claim, _TOP if int(s.top) == other + 1 else _LAST)
    return claim + points if claim else 0


@inline
def _crown(params: StructRef, s: StructRef, claims: NDArray[np.int32]) -> None:
    best = 1
    for seat in range(int(params.seats)):
        best = max(best, _claim(params, s, seat))
    for seat in range(int(params.seats)):
        if _claim(params, s, seat) == best:
            claims[seat] = _CROWNED


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank winners by a last pawn first, others by points, then by fewer pawns left."""
    seats = int(params.seats)
    teams = int(params.teams)
    for seat in range(seats):
        out[seat] = (int(s.points[seat]) << PAWN_BITS) - pawns_of(int(s.pawns), seat)
    if teams:
        out[0] = out[2] = out[0] + out[2]
        out[1] = out[3] = out[1] + out[3]
    if int(s.reason) == LAST_PAWN:
        _crown(params, s, out)
    found = 0  # one byte a seat
    for seat in range(seats):
        better = 0
        for other in range(seats):
            better += out[other] > out[seat]
        found |= (1 + (better >> teams)) << (8 * seat)
    for seat in range(seats):
        out[seat] = found >> (8 * seat) & 255


@inline
def team(params: StructRef, seat: int) -> int:
    return int(params.side[seat])


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    for seat in range(int(params.seats)):
        out[seat] = int(s.points[seat])


@inline
def reason(params: StructRef, s: StructRef) -> int:
    return int(s.reason)
