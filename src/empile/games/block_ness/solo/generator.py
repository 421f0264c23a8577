"""Generates solo levels, reproducible by seed.

A lake is filled with obstacles and with a monster that grows at random. The last rings are then
taken back into the hand, so that a solution is known. The solver measures the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from empile.engine.contracts.solo import Solved
from empile.engine.game import Game, State
from empile.games.block_ness import BlockNess
from empile.games.block_ness.rules.components import Hole, Ring, Zone, read_hole
from empile.games.block_ness.solo.contract import BlockNessSolo, share_estimate
from empile.games.block_ness.solo.levels import Level, write_start
from empile.games.block_ness.text.notation import step, way_between

_LAKE = 12
_MOST_FILLED = 12
"""Obstacles laid in holes that stay free."""
_MOST_HEIGHT = 6
_PLAYS = 400
"""Random plays before a search: they reject most of what is too easy."""
_TRIES = 60
"""Random rings tried before a lake counts as full."""


@dataclass(frozen=True)
class Grade:
    """Bounds of the levels of a grade; shares are of random plays that solve a level."""

    hand: tuple[int, int]
    share: tuple[float, float]
    most_solutions: int
    zone: tuple[int, int]
    """Lengths of a side."""
    own: tuple[int, int]
    """Own rings in the lake."""
    tightness: float
    """Probability that a ring is as low as its place allows."""
    nodes: tuple[int, int]
    """States of the search."""
    climbs_from: float = 0.0
    """Levels with a share below this are made harder by small changes; 0: none."""


GRADES = {
    1: Grade((2, 3), (0.1, 0.6), 8, (4, 5), (1, 2), 0.3, (3, 2_000)),
    2: Grade((3, 4), (1e-2, 0.1), 8, (4, 6), (1, 2), 0.5, (10, 5_000)),
    3: Grade((4, 6), (1e-3, 1e-2), 10, (4, 6), (1, 3), 0.7, (40, 20_000)),
    4: Grade((6, 8), (5e-5, 1e-3), 12, (4, 7), (1, 3), 0.9, (300, 40_000)),
    5: Grade((7, 10), (1e-6, 5e-5), 16, (5, 7), (1, 3), 0.95, (2_000, 60_000), 1e-3),
    6: Grade((8, 12), (0, 1e-6), 20, (5, 8), (1, 3), 1.0, (5_000, 60_000), 1e-3),
}
_CHANGES = 25
"""Small changes tried in a row that do not make a level harder."""


Start = dict[str, Any]
"""A position object."""
_Ring = tuple[int | None, Hole, Hole, int]
"""Seat, near and far foot, height."""


class _Lake:
    """A zone with rings and a growing monster."""

    def __init__(self, zone: Zone, reach: int, tightness: float) -> None:
        self.zone = zone
        self.reach = reach
        self.tightness = tightness
        self.tops: dict[Hole, int] = {}
        self.rings: list[_Ring] = []
        self.ends: list[Hole] = []  # head and tail

    def fits(self, near: Hole, way: int, ring: Ring, leaving: Hole | None) -> bool:
        far = step(near, way, ring.distance)
        if near not in self.zone or far not in self.zone or near in self.tops or far in self.tops:
            return False
        between = [step(near, way, k) for k in range(1, ring.distance)]
        return all(
            self.tops.get(hole, 0) < ring.height and (hole == leaving or hole not in self.ends)
            for hole in between
        )

    def lowest(self, near: Hole, way: int, distance: int) -> Ring:
        """Return the lowest ring of a length that passes over what is there."""
        between = [step(near, way, k) for k in range(1, distance)]
        return Ring(distance, 1 + max(self.tops.get(hole, 0) for hole in between))

    def lay(self, seat: int | None, near: Hole, way: int, ring: Ring) -> Hole:
        far = step(near, way, ring.distance)
        for k in range(ring.distance + 1):
            self.tops[step(near, way, k)] = ring.height
        self.rings.append((seat, near, far, ring.height))
        return far

    def lay_obstacle(self, luck: random.Random) -> bool:
        """Lay an obstacle over free holes; return whether there was room."""
        for _ in range(_TRIES):
            near, way = _random_hole(luck, self.zone), luck.randrange(4)
            ring = Ring(luck.choice((1, 1, 2, 2, 3)), luck.randint(1, 5))
            line = [step(near, way, k) for k in range(ring.distance + 1)]
            if all(hole in self.zone and hole not in self.tops for hole in line):
                self.lay(None, near, way, ring)
                return True
        return False

    def shrink(self) -> None:
        """Reduce the zone to the holes in use."""
        columns, rows = [hole.column for hole in self.tops], [hole.row for hole in self.tops]
        self.zone = Zone(Hole(min(columns), min(rows)), Hole(max(columns), max(rows)))

    def grow(self, luck: random.Random) -> tuple[Hole, Hole] | None:
        """Lengthen the monster at random; return its ends before, or None if nothing fits."""
        for _ in range(_TRIES):
            end = luck.randrange(2)
            leaving = self.ends[end]
            near = step(leaving, luck.randrange(4), self.reach)
            way, ring = luck.randrange(4), _random_ring(luck)
            if luck.random() < self.tightness:
                ring = self.lowest(near, way, ring.distance)
            if ring.height <= _MOST_HEIGHT and self.fits(near, way, ring, leaving):
                before = (self.ends[0], self.ends[1])
                self.ends[end] = self.lay(0, near, way, ring)
                return before
        return None


def _random_ring(luck: random.Random, most_height: int = _MOST_HEIGHT) -> Ring:
    return Ring(luck.choice((2, 2, 3, 3, 4, 5)), luck.randint(1, most_height))


def generate_level(grade: int, variant: str, number: int, seed: int) -> Level:
    """Return a level; ``number`` is part of its id and of the random stream.

    Example: ``generate_level(1, "base", 1, seed=1).share``.
    """
    bounds = GRADES[grade]
    luck = random.Random(f"{seed} {grade} {variant} {number}")
    game = BlockNess(players=1, variant=variant)
    while True:
        found = _level(bounds, game, _starts(bounds, variant, luck), luck)
        if found is not None:
            start, solved = found
            level_id = f"{grade}-{number:02}"
            return Level(level_id, variant, write_start(start), solved.solutions, solved.share)


def arrange(levels: Iterable[Level]) -> list[Level]:
    """Return levels without twins, in the order of their grades.

    In each grade, the basic rules come first, then the higher shares; ids follow the order.
    """
    known: set[str] = set()
    kept: list[Level] = []
    for level in sorted(levels, key=lambda one: (one.grade, one.variant, -one.share)):
        key = f"{level.variant} {canonical(level.position)}"
        if key not in known:
            known.add(key)
            number = 1 + sum(one.grade == level.grade for one in kept)
            kept.append(replace(level, id=f"{level.grade}-{number:02}"))
    return kept


def _level(
    bounds: Grade, game: Game, starts: Sequence[Start], luck: random.Random
) -> tuple[Start, Solved] | None:
    """Return the first start within the bounds, if there is one."""
    for start in starts[-3:] if bounds.climbs_from else starts:
        state = game.state_from_position(start)
        most = max(bounds.share[1], bounds.climbs_from)
        if share_estimate(state, _PLAYS) > 2 * most + 3 / _PLAYS:
            continue
        solved = _solved(bounds, state)
        if not solved.is_complete or solved.share >= most:
            continue
        if solved.share >= bounds.share[1]:
            return _climb(bounds, game, start, solved, luck)
        return (start, solved) if _is_within(bounds, solved) else None
    return None


def _solved(bounds: Grade, state: State) -> Solved:
    return BlockNessSolo().solve(state, most=bounds.most_solutions, nodes=bounds.nodes[1])


def _is_within(bounds: Grade, solved: Solved) -> bool:
    return (
        solved.is_complete
        and solved.is_exact
        and solved.solutions > 0
        and bounds.share[0] <= solved.share < bounds.share[1]
        and solved.nodes >= bounds.nodes[0]
    )


def _climb(
    bounds: Grade, game: Game, start: Start, solved: Solved, luck: random.Random
) -> tuple[Start, Solved] | None:
    """Make a level harder by small changes, until it is within the bounds."""
    failed = 0
    while failed < _CHANGES:
        if _is_within(bounds, solved):
            return start, solved
        failed += 1
        changed = {**start, "reserves": [_changed(start["reserves"][0], bounds, luck)]}
        state = game.state_from_position(changed)
        if state.is_terminal():
            continue
        answer = _solved(bounds, state)
        if answer.is_complete and bounds.share[0] < answer.share < solved.share:
            start, solved, failed = changed, answer, 0
    return None


def _changed(hand: Sequence[str], bounds: Grade, luck: random.Random) -> list[str]:
    """Return a hand with one ring more, or one replaced by a similar one."""
    if len(hand) < bounds.hand[1] and luck.random() < 0.3:
        return sorted([*hand, str(_random_ring(luck))])
    changed = list(hand)
    at = luck.randrange(len(hand))
    distance, height = map(int, hand[at].split("."))
    if luck.random() < 0.5:
        distance = min(max(distance + luck.choice((-1, 1)), 2), 5)
    else:
        height = min(max(height + luck.choice((-1, -1, 1)), 1), _MOST_HEIGHT)
    changed[at] = str(Ring(distance, height))
    return sorted(changed)


def canonical(start: Start) -> str:
    """Return a text equal for twins: mirrored, turned or moved, ends swapped, other colours."""
    low, high = (read_hole(corner) for corner in start["zone"])
    assert low is not None
    assert high is not None
    size = (high.column - low.column, high.row - low.row)
    return min(_seen_from(start, low, size, number) for number in range(8))


def _seen_from(start: Start, low: Hole, size: tuple[int, int], number: int) -> str:
    def turned(text: str) -> tuple[int, int]:
        hole = read_hole(text)
        assert hole is not None
        column, row = hole.column - low.column, hole.row - low.row
        if number & 1:
            column = size[0] - column
        if number & 2:
            row = size[1] - row
        return (row, column) if number & 4 else (column, row)

    rings = sorted((sorted(map(turned, ring["feet"])), ring["height"]) for ring in start["rings"])
    ends = sorted(map(turned, (start["heads"][0], start["tails"][0])))
    area = size[::-1] if number & 4 else size
    return repr((area, rings, ends, sorted(start["reserves"][0])))


def _starts(grade: Grade, variant: str, luck: random.Random) -> list[Start]:
    width, height = luck.randint(*grade.zone), luck.randint(*grade.zone)
    low = Hole((_LAKE - width) // 2, (_LAKE - height) // 2)
    zone = Zone(low, Hole(low.column + width - 1, low.row + height - 1))
    lake = _Lake(zone, 2 if variant == "expert" else 1, grade.tightness)
    near, way, ring = _random_hole(luck, zone), luck.randrange(4), _random_ring(luck, 3)
    if not lake.fits(near, way, ring, None):
        return []
    lake.ends = [lake.lay(0, near, way, ring), near]
    luck.shuffle(lake.ends)
    before: list[tuple[Hole, Hole]] = []
    own, hand = luck.randint(*grade.own), luck.randint(*grade.hand)
    while len(before) < own - 1 + hand:
        ends = lake.grow(luck)
        if ends is None:
            break
        before.append(ends)
    hand = len(before) - own + 1
    if hand < grade.hand[0]:
        return []
    taken = lake.rings[-hand:]
    lake.shrink()
    ends = before[own - 1]
    laid = lake.rings[:own]
    starts = [_start(lake.zone, laid, ends, taken)]
    # Holes that stay free are filled: what is wrong has less room, the solution has as much.
    for _ in range(_MOST_FILLED):
        if not lake.lay_obstacle(luck):
            break
        laid = [lake.rings[-1], *laid]
        starts.append(_start(lake.zone, laid, ends, taken))
    return starts


def _start(
    zone: Zone, laid: Sequence[_Ring], ends: tuple[Hole, Hole], taken: Sequence[_Ring]
) -> Start:
    return {
        "stage": "play",
        "seat": 0,
        "zone": [str(corner) for corner in zone],
        "rings": [
            {"seat": seat, "feet": [str(near), str(far)], "height": height}
            for seat, near, far, height in laid
        ],
        "heads": [str(ends[0])],
        "tails": [str(ends[1])],
        "reserves": [sorted(_ring_text(near, far, height) for _, near, far, height in taken)],
    }


def _random_hole(luck: random.Random, zone: Zone) -> Hole:
    return Hole(
        luck.randint(zone.low.column, zone.high.column), luck.randint(zone.low.row, zone.high.row)
    )


def _ring_text(near: Hole, far: Hole, height: int) -> str:
    found = way_between(near, far)
    assert found is not None
    return f"{found[1]}.{height}"
