"""Who plays with whom: everybody's conditions hold, and nobody waits without need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from empile.community.lobby.matching import AT_ONCE, Kind, Match, Seeker, match, suit

TWO = Kind("blox", 2, "{}", "", False)
THREE = Kind("on-top", 3, "{}", "", False)
FOUR = Kind("block-ness", 4, "{}", "", False)
RATED = Kind("blox", 2, "{}", '{"kind":"real","base":300}', True)


def seeker(name: str, *kinds: Kind, since: float = 0.0, **more: Any) -> Seeker:
    return Seeker(name, since, kinds, **more)


def rated(name: str, rating: int, since: float = 0.0, **more: Any) -> Seeker:
    return seeker(name, RATED, since=since, ratings=(rating,), **more)


def matched_of(
    seekers: Iterable[Seeker],
    now: float,
    teams_of: Callable[[Kind], Sequence[int]] = lambda kind: range(kind.players),
) -> list[Match]:
    return match(seekers, now, teams_of=teams_of).matches


def groups(found: list[Match]) -> set[frozenset[str]]:
    return {frozenset(one.seekers) for one in found}


def test_match_needs_a_common_kind() -> None:
    assert matched_of([seeker("a", TWO), seeker("b", RATED)], 1.0) == []
    assert matched_of([seeker("a", TWO, THREE), seeker("b", RATED, TWO)], 1.0) == [
        Match(TWO, ("a", "b"))
    ]


def test_match_prefers_the_kind_that_both_like_most() -> None:
    other = Kind("blox", 2, '{"variant":"x"}', "", False)
    (found,) = matched_of([seeker("a", other, TWO), seeker("b", other, TWO)], 1.0)
    assert found.kind == other


def test_match_fills_tables_of_three_and_more() -> None:
    names = "abcdefg"
    found = matched_of([seeker(name, THREE, since=n) for n, name in enumerate(names)], 10.0)
    assert [one.kind for one in found] == [THREE, THREE]
    assert "g" not in {name for one in found for name in one.seekers}  # came last


def test_match_gives_several_kinds_at_once() -> None:
    found = matched_of([seeker(name, TWO, THREE) for name in "abcde"], 1.0)
    assert sorted(len(one.seekers) for one in found) == [2, 3]


def test_match_pairs_close_ratings() -> None:
    found = matched_of(
        [rated("a", 1500), rated("b", 1900), rated("c", 1520), rated("d", 1880)], 1.0
    )
    assert groups(found) == {frozenset("ac"), frozenset("bd")}


def test_match_is_maximal_before_it_is_close() -> None:
    """A and B are closest, but then c and d could not play."""
    found = matched_of(
        [
            rated("a", 1500),
            rated("b", 1510),
            rated("c", 1300, above=250),
            rated("d", 1700, below=250),
        ],
        1.0,
    )
    assert groups(found) == {frozenset("ac"), frozenset("bd")}


@pytest.mark.parametrize("waited", [0.0, 3600.0])
def test_match_never_ignores_a_range(waited: float) -> None:
    weak, strong = rated("a", 1200, above=100), rated("b", 1400)
    assert matched_of([weak, strong], waited) == []
    assert groups(matched_of([weak._replace(above=200), strong], waited)) == {frozenset("ab")}


def test_match_keeps_guests_from_those_with_a_range() -> None:
    member = seeker("a", TWO, ratings=(1500,), below=100, above=100)
    assert matched_of([member, seeker("b", TWO)], 9.0) == []


def test_match_prefers_who_has_waited() -> None:
    found = matched_of(
        [rated("new", 1500, since=100.0), rated("old", 1600), rated("me", 1500, since=100.0)], 100.0
    )
    assert any("old" in one.seekers for one in found)


def test_match_keeps_members_of_an_account_and_those_who_avoid_each_other_apart() -> None:
    assert matched_of([seeker("a", TWO, account=1), seeker("b", TWO, account=1)], 1.0) == []
    shy = seeker("a", TWO, account=1, avoids=frozenset([2]))
    assert matched_of([shy, seeker("b", TWO, account=2)], 1.0) == []
    assert matched_of([seeker("b", TWO, account=2), shy], 1.0) == []
    assert len(matched_of([shy, seeker("c", TWO, account=3)], 1.0)) == 1


def test_match_balances_teams() -> None:
    strengths = {"a": 1000, "b": 1100, "c": 1900, "d": 2000}
    (found,) = matched_of(
        [seeker(name, FOUR, ratings=(rating,)) for name, rating in strengths.items()],
        1.0,
        lambda kind: (0, 1, 0, 1),
    )
    first, second, third, fourth = (strengths[name] for name in found.seekers)
    assert first + third == second + fourth


def test_match_looks_at_new_seekers_only() -> None:
    old = [seeker("a", TWO), seeker("b", TWO)]
    assert match(old, 1.0, new=()) == ([], frozenset())
    assert match([*old, seeker("c", THREE)], 1.0, new={"c"}).done == {"c"}


def test_match_leaves_nobody_whom_somebody_suits() -> None:
    left = {str(n): seeker(str(n), TWO, since=n) for n in range(4 * AT_ONCE)}
    new = set(left)
    for _ in range(12):
        wave = match(left.values(), 1000.0, new)
        for one in wave.matches:
            for name in one.seekers:
                del left[name]
        new = (new - wave.done) & left.keys()
    assert not left


KINDS = (TWO, THREE, FOUR, RATED)


@st.composite
def seekers_of(draw: st.DrawFn) -> list[Seeker]:
    found: list[Seeker] = []
    for n in range(draw(st.integers(0, 14))):
        kinds = tuple(draw(st.lists(st.sampled_from(KINDS), min_size=1, unique=True)))
        rating = draw(st.none() | st.integers(800, 2200))
        found.append(
            Seeker(
                str(n),
                draw(st.floats(0, 100)),
                kinds,
                (rating,) * len(kinds),
                draw(st.none() | st.integers(0, 400)),
                draw(st.none() | st.integers(0, 400)),
                draw(st.none() | st.integers(1, 4)),
            )
        )
    return found


@given(seekers_of())
def test_match_holds_all_conditions_and_leaves_no_pair(drawn: list[Seeker]) -> None:
    seekers = {one.id: one for one in drawn}
    found = matched_of(drawn, 100.0)
    matched = [name for one in found for name in one.seekers]
    assert len(set(matched)) == len(matched)
    for one in found:
        assert len(one.seekers) == one.kind.players
        people = [seekers[name] for name in one.seekers]
        assert all(one.kind in person.kinds for person in people)
        assert all(suit(a, b, one.kind) for a, b in combinations(people, 2))
    free = [person for name, person in seekers.items() if name not in matched]
    for a, b in combinations(free, 2):
        for kind in a.kinds:
            if kind.players == 2 and kind in b.kinds:
                assert not suit(a, b, kind)
