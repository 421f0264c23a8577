"""Compiled rules of Cairn; README.md has them in words.

Kinds of stones are 0, 1, 2, written A, B, C. Piles are counts by kind, without order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.planes import Plane, clear, from_seat, offsets, size_of
from empile.engine.random import Stream, below

MAX_SEATS = 4
KINDS = 3
HAND = 3
MAX_GOAL = 5
TURNS = 12
"""After so many turns night falls and the game ends."""

LAY, SWAP = 0, KINDS
"""A seat's moves: LAY + kind, SWAP + kind. Of chance: the kind drawn."""
STANDS, FALLS = 0, 1
"""The referee's answers."""

ACTIONS = 2 * KINDS
MAX_LEGAL = 2 * KINDS
MAX_OUTCOMES = KINDS

DEAL, PLAY, TOWER, DRAW, END = 0, 1, 2, 3, 4
"""Stages."""

BUILT, DUSK = 0, 1
"""Reasons."""

PARAMS = struct_dtype(
    [
        ("seats", "u1"),
        ("teams", "u1"),
        ("goal", "u1"),
        ("fall_costs", "u1"),  # whether a fall takes back what the stone gave
        ("stones", "u1", (KINDS,)),
    ]
)

STATE = struct_dtype(
    [
        ("stage", "u1"),
        ("seat", "i1"),  # seat to act, draw or be dealt to
        ("to_draw", "u1"),  # stones that the event under way still draws
        ("turns", "u1"),
        ("gained", "i1"),  # by the stone that the referee is asked about
        ("score", "i2", (MAX_SEATS,)),
        ("hand", "u1", (MAX_SEATS, KINDS)),
        ("deck", "u1", (KINDS,)),
        ("discard", "u1", (KINDS,)),
        ("height", "u1"),
        ("cairn", "u1", (MAX_GOAL,)),  # kinds + 1 from the ground up, 0 above the top
    ]
)

OBSERVATION_PLANES = (
    Plane("cairn", (MAX_GOAL, KINDS)),  # from the ground up
    Plane("hand", (KINDS,), private=True),
    Plane("hands", (MAX_SEATS,)),  # stones in each
    Plane("discard", (KINDS,)),
    Plane("deck", (1,)),  # stones in it
    Plane("scores", (MAX_SEATS,), low=-1.0),
    Plane("turns", (1,)),
    Plane("to_act", (MAX_SEATS,)),  # seat to act, draw, be dealt to or that placed
    Plane("stage", (5,)),  # hands are dealt, a seat acts, is judged, draws; the game is over
    Plane("goal", (1,)),
    Plane("seats", (MAX_SEATS - 1,)),  # 2, 3, 4
    Plane("teams", (1,)),
)
(
    _CAIRN,
    _HAND,
    _HANDS,
    _DISCARD,
    _DECK,
    _SCORES,
    _TURNS,
    _TO_ACT,
    _STAGE,
    _GOAL,
    _SEATS,
    _TEAMS,
) = offsets(OBSERVATION_PLANES)
OBSERVATION = size_of(OBSERVATION_PLANES)
_MOST_POINTS = TURNS * (KINDS + 1)


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Set up a full deck; the first seat is about to be dealt its hand."""
    for kind in range(KINDS):
        s.deck[kind] = params.stones[kind]
    s.to_draw = HAND


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act or a special player."""
    stage = int(s.stage)
    if stage == PLAY:
        return int(s.seat)
    if stage == TOWER:
        return EXTERNAL
    if stage == END:
        return TERMINAL
    return CHANCE


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write a lay and a swap for each kind in hand."""
    count = 0
    if int(s.stage) == PLAY:
        for kind in range(KINDS):
            if int(s.hand[int(s.seat), kind]) > 0:
                out[count] = LAY + kind
                out[count + 1] = SWAP + kind
                count += 2
    return count


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    """Write the stones that can be drawn, or the referee's answers with the odds."""
    stage = int(s.stage)
    if stage == TOWER:
        out[0], weights[0] = STANDS, 10 - int(s.height)
        out[1], weights[1] = FALLS, int(s.height)
        return 2
    if stage != DEAL and stage != DRAW:
        return 0
    empty = _total(s.deck) == 0
    count = 0
    for kind in range(KINDS):
        weight = int(s.discard[kind]) if empty else int(s.deck[kind])
        if weight > 0:
            out[count] = kind
            weights[count] = weight
            count += 1
    return count


@inline
def chance_actions_left(params: StructRef, s: StructRef) -> int:
    """Return how many stones are still drawn in this event; 1 for the referee's answer."""
    if int(s.stage) == TOWER:
        return 1
    return int(s.to_draw)


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Lay, swap, draw, or take the referee's answer."""
    stage = int(s.stage)
    if stage == PLAY:
        if action < SWAP:
            _lay(s, action - LAY)
        else:
            _swap(params, s, action - SWAP)
    elif stage == TOWER:
        _answer(params, s, action)
    else:
        _draw(params, s, action)


@inline
def _total(pile: NDArray[np.uint8]) -> int:
    total = 0
    for kind in range(KINDS):
        total += int(pile[kind])
    return total


@inline
def _value(s: StructRef, kind: int) -> int:
    height = int(s.height)
    matches = height > 0 and int(s.cairn[height - 1]) == kind + 1
    return kind + 2 if matches else kind + 1


@inline
def _lay(s: StructRef, kind: int) -> None:
    seat = int(s.seat)
    value = _value(s, kind)
    s.hand[seat, kind] = int(s.hand[seat, kind]) - 1
    s.cairn[int(s.height)] = kind + 1
    s.height = int(s.height) + 1
    s.score[seat] = int(s.score[seat]) + value
    s.gained = value
    s.stage = TOWER


@inline
def _swap(params: StructRef, s: StructRef, kind: int) -> None:
    seat = int(s.seat)
    s.discard[kind] = int(s.discard[kind]) + int(s.hand[seat, kind])
    s.hand[seat, kind] = 0
    _begin_draw(params, s)


@inline
def _answer(params: StructRef, s: StructRef, answer: int) -> None:
    seat = int(s.seat)
    if answer == FALLS:
        for level in range(int(s.height)):
            kind = int(s.cairn[level]) - 1
            s.discard[kind] = int(s.discard[kind]) + 1
            s.cairn[level] = 0
        s.height = 0
        if int(params.fall_costs):
            s.score[seat] = int(s.score[seat]) - int(s.gained)
    s.gained = 0
    if int(s.height) == int(params.goal):
        s.stage = END
    else:
        _begin_draw(params, s)


@inline
def _begin_draw(params: StructRef, s: StructRef) -> None:
    wanted = HAND - _total(s.hand[int(s.seat)])
    there = _total(s.deck) + _total(s.discard)
    s.to_draw = min(wanted, there)
    s.stage = DRAW
    if int(s.to_draw) == 0:
        _next_turn(params, s)


@inline
def _draw(params: StructRef, s: StructRef, kind: int) -> None:
    seat = int(s.seat)
    if _total(s.deck) == 0:
        for k in range(KINDS):
            s.deck[k] = s.discard[k]
            s.discard[k] = 0
    s.deck[kind] = int(s.deck[kind]) - 1
    s.hand[seat, kind] = int(s.hand[seat, kind]) + 1
    s.to_draw = int(s.to_draw) - 1
    if int(s.to_draw) > 0:
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
def _next_turn(params: StructRef, s: StructRef) -> None:
    s.turns = int(s.turns) + 1
    if int(s.turns) == TURNS:
        s.stage = END
    else:
        s.seat = (int(s.seat) + 1) % int(params.seats)
        s.stage = PLAY


@inline
def team(params: StructRef, seat: int) -> int:
    """Return the seat, or with teams whether it is odd."""
    return seat % 2 if int(params.teams) else seat


@inline
def _points(params: StructRef, s: StructRef, seat: int) -> int:
    points = int(s.score[seat])
    if int(params.teams):
        points += int(s.score[(seat + 2) % 4])
    return points


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank by points; partners by their points together, as one."""
    seats = int(params.seats)
    for seat in range(seats):
        mine = _points(params, s, seat)
        rank = 1
        for other in range(seats):
            counted = not int(params.teams) or other < 2  # one partner stands for both
            if counted and _points(params, s, other) > mine:
                rank += 1
        out[seat] = rank


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write each seat's own points."""
    for seat in range(int(params.seats)):
        out[seat] = int(s.score[seat])


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return the points of a stone at its place; 0 for a swap."""
    return _value(s, action - LAY) if action < SWAP else 0


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return whether the cairn was built or night fell."""
    return BUILT if int(s.height) == int(params.goal) else DUSK


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write how far each seat is ahead of its opponents, six points counting as a sure win."""
    seats = int(params.seats)
    for seat in range(seats):
        ahead = 0.0
        opponents = 0
        for other in range(seats):
            if team(params, other) != team(params, seat):
                lead = (_points(params, s, seat) - _points(params, s, other)) / 6.0
                ahead += min(1.0, max(-1.0, lead))
                opponents += 1
        out[seat] = ahead / opponents


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Put the others' hands back into the deck and deal them as many stones again."""
    for other in range(int(params.seats)):
        if other != seat:
            size = _total(s.hand[other])
            for kind in range(KINDS):
                s.deck[kind] = int(s.deck[kind]) + int(s.hand[other, kind])
                s.hand[other, kind] = 0
            s.hand[other, 0] = size  # kept here until the hand is dealt
    for other in range(int(params.seats)):
        if other != seat:
            size = int(s.hand[other, 0])
            s.hand[other, 0] = 0
            for _ in range(size):
                left = below(stream, _total(s.deck))
                kind = 0
                while left >= int(s.deck[kind]):
                    left -= int(s.deck[kind])
                    kind += 1
                s.deck[kind] = int(s.deck[kind]) - 1
                s.hand[other, kind] = int(s.hand[other, kind]) + 1


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return 0 for whatever stone another seat draws."""
    stage = int(s.stage)
    if stage in (DEAL, DRAW) and int(s.seat) != seat:
        return 0
    return action


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write the cairn, the own stones, and how many all others hold."""
    clear(out, 0, OBSERVATION)
    seats = int(params.seats)
    for level in range(int(s.height)):
        out[_CAIRN + level * KINDS + int(s.cairn[level]) - 1] = 1.0
    stones = 0
    for kind in range(KINDS):
        stones += int(params.stones[kind])
        out[_HAND + kind] = int(s.hand[seat, kind]) / HAND
        out[_DISCARD + kind] = int(s.discard[kind]) / int(params.stones[kind])
    out[_DECK] = _total(s.deck) / stones
    for other in range(seats):
        r = from_seat(seat, other, seats)
        out[_HANDS + r] = _total(s.hand[other]) / HAND
        out[_SCORES + r] = int(s.score[other]) / _MOST_POINTS
    out[_TURNS] = int(s.turns) / TURNS
    if int(s.stage) != END:
        out[_TO_ACT + from_seat(seat, int(s.seat), seats)] = 1.0
    out[_STAGE + int(s.stage)] = 1.0
    out[_GOAL] = int(params.goal) / MAX_GOAL
    out[_SEATS + seats - 2] = 1.0
    out[_TEAMS] = int(params.teams)
