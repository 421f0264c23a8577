"""Tests of the evaluation tables: what circles may become."""

from __future__ import annotations

from itertools import permutations

from empile.games.on_top.rules.circle_score import segments_of, tower_of
from empile.games.on_top.rules.evaluation_tables import expectations
from empile.games.on_top.rules.state import COLOUR_BITS, SEGMENTS


def test_expectations_of_full_circles() -> None:
    found = expectations((0, 1, 2, 3))
    for key in range(SEGMENTS):
        tower = tower_of(key)
        if sum(segments_of(key)) <= 6:
            here = int(found.pattern[key])
            for seat in range(4):
                points = len(tower) * (tower[-1:] == [seat])
                assert found.placed[here, seat] == 1000 * (seat in tower)
                assert found.value[0, here, seat] == 1000 * (points + (seat in tower))
                assert found.value[1, here, seat] == 1000 * (2 * points + (seat in tower))


def test_expectations_are_symmetric() -> None:
    found = expectations((0, 1, 2, 3))
    for counts in ((2, 1, 0, 0), (1, 1, 1, 0), (3, 1, 1, 0), (0, 0, 0, 0), (2, 2, 0, 1)):
        for empty in range(7 - sum(counts)):
            seen: set[tuple[int, ...]] = set()
            for order in permutations(range(4)):
                key = sum(counts[order[c]] << (COLOUR_BITS * c) for c in range(4))
                value = found.value[1, int(found.pattern[key]) + empty]
                seen.add(tuple(int(value[order.index(c)]) for c in range(4)))
            assert len(seen) == 1


def test_expectations_grow_with_segments() -> None:
    found = expectations((0, 1))
    for empty in (1, 2, 3):
        value = [int(found.value[0, int(found.pattern[own]) + empty, 0]) for own in range(4)]
        assert value == sorted(value)
        assert value[0] < value[3]
    assert not found.value[:, :, 2:].any()
