"""The rating model: ranks, ties, teams, seats, and what is expected."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from openskill.models import PlackettLuce

from empile.community.ratings import model
from empile.community.ratings.model import (
    NEW,
    POINTS,
    Entry,
    Rating,
    expected_scores,
    rate,
    win_chances,
)


def at(points: float, uncertainty: float = 0.0) -> Rating:
    return Rating(model.MU + (points - model.START) / POINTS, uncertainty / POINTS)


def whole(*_: object) -> float:
    return 1.0


def alone(*ranks: int) -> list[Entry]:
    return [Entry(NEW, team, rank) for team, rank in enumerate(ranks)]


def gains(entries: list[Entry], weight: float = 1.0) -> list[float]:
    return [
        POINTS * (after.mu - entry.rating.mu)
        for entry, after in zip(entries, rate(entries, weight), strict=True)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rate_orders_by_rank_and_makes_more_certain(seats: int) -> None:
    order = random.Random(seats).sample(range(1, seats + 1), seats)
    after = rate(alone(*order))
    by_rank = [one.mu for _, one in sorted(zip(order, after, strict=True))]
    assert all(better > worse for better, worse in pairwise(by_rank))
    assert all(one.sigma < NEW.sigma for one in after)


def test_rate_is_openskill_without_ties() -> None:
    library = PlackettLuce(tau=model.TAU, gamma=whole)
    expected = library.rate([[library.rating()] for _ in range(3)], ranks=[2, 3, 1])
    found = rate(alone(2, 3, 1))
    assert [one.mu for one in found] == pytest.approx([one[0].mu for one in expected])
    assert [one.sigma for one in found] == pytest.approx([one[0].sigma for one in expected])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rate_gives_equal_players_nothing_for_a_tie_of_all(seats: int) -> None:
    assert gains(alone(*[1] * seats)) == pytest.approx([0.0] * seats, abs=1e-9)


def test_rate_gives_tied_winners_the_same_and_more_than_those_behind() -> None:
    first, second, third, fourth, fifth = gains(alone(1, 1, 3, 4, 5))
    assert first == pytest.approx(second)
    assert first > third > fourth > fifth


def test_rate_takes_from_the_stronger_of_two_who_tie() -> None:
    strong, weak = gains([Entry(at(1800, 100), 0, 1), Entry(at(1500, 100), 1, 1)])
    assert strong < 0 < weak


def test_rate_gives_teammates_the_same() -> None:
    entries = [Entry(NEW, seat % 2, 1 + seat % 2) for seat in range(4)]
    one, other, mate, opponent = gains(entries)
    assert one == mate > 0 > other == opponent


def test_rate_punishes_only_the_player_who_left_a_team() -> None:
    entries = [
        Entry(NEW, 0, 1),
        Entry(NEW, 1, 2),
        Entry(NEW, 0, 4, resigned=True),
        Entry(NEW, 1, 2),
    ]
    stayed, one, left, other = gains(entries)
    assert left < 0 < stayed
    assert one == other < 0
    lost = gains([Entry(NEW, seat % 2, 2 - seat % 2) for seat in range(4)])
    assert left == pytest.approx(lost[2])


def test_rate_gives_less_for_a_win_in_the_better_seat() -> None:
    plain = gains(alone(1, 2))[0]
    favoured = gains([Entry(NEW, 0, 1, advantage=100.0), Entry(NEW, 1, 2)])[0]
    other = gains([Entry(NEW, 0, 2, advantage=100.0), Entry(NEW, 1, 1)])[1]
    assert favoured < plain < other


def test_rate_weighs_a_game() -> None:
    assert gains(alone(1, 2), 0.0) == [0.0, 0.0]
    assert gains(alone(1, 2), 0.5) == pytest.approx([one / 2 for one in gains(alone(1, 2))])
    assert rate(alone(1, 2), 0.0) == [NEW, NEW]


def test_expected_score_of_400_points_is_ten_to_one() -> None:
    scores = expected_scores([Entry(at(1900), 0), Entry(at(1500), 1)])
    assert scores == pytest.approx([10 / 11, 1 / 11])


def test_expected_score_of_unknown_players_is_nearer_to_a_half() -> None:
    certain = expected_scores([Entry(at(1700), 0), Entry(at(1500), 1)])[0]
    uncertain = expected_scores([Entry(at(1700, 240), 0), Entry(at(1500), 1)])[0]
    assert 0.5 < uncertain < certain


def test_expected_scores_and_chances_add_up() -> None:
    entries = [Entry(at(1500 + 90 * seat, 80), seat, advantage=5.0 * seat) for seat in range(5)]
    assert sum(expected_scores(entries)) == pytest.approx(2.5)
    assert sum(win_chances(entries)) == pytest.approx(1.0)
    assert win_chances(entries) == sorted(win_chances(entries))


def test_expected_score_includes_the_seat() -> None:
    first, second = expected_scores([Entry(NEW, 0, advantage=40.0), Entry(NEW, 1)])
    assert first > 0.5 > second


def test_points_of_a_new_member() -> None:
    assert (NEW.points, NEW.is_settled) == (1500, False)
    assert at(1500, 149).is_settled
    assert not at(1500, 150).is_settled
