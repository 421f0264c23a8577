"""Numbers of players and their comparison, tried on made-up players."""

from __future__ import annotations

import math
import random
from statistics import fmean, pstdev

import pytest

from empile.community.fairplay.measures import MoveMeasured, SeatMeasured
from empile.community.fairplay.statistics import (
    MEASURES,
    Estimate,
    Measure,
    compare,
    estimate,
    quartiles,
    rank_correlation,
)
from tests.community.fairplay.players import play_game, play_games


def seat(*moves: tuple[bool, float, float, float]) -> SeatMeasured:
    return SeatMeasured([MoveMeasured(n, "", *move) for n, move in enumerate(moves)])


def test_measures_leave_out_what_says_nothing() -> None:
    counted = seat((True, 0.0, 1.0, 2.0), (False, 0.5, 2.0, 8.0), (True, 0.0, 3.0, 4.0))
    more = [
        MoveMeasured(9, left, False, 1.0, 9.0, 1000.0)
        for left in ("forced", "opening", "decided", "bot")
    ]
    games = [SeatMeasured([*counted.moves, *more])] * 2
    assert MEASURES["agreement"](games) == pytest.approx(2 / 3)
    assert MEASURES["loss"](games) == pytest.approx(0.5 / 3)
    seconds = MEASURES["seconds"](games)
    assert seconds is not None
    assert math.exp(seconds) == pytest.approx(4.0)
    assert quartiles(games) == [2.5, 4.0, 7.0]
    assert MEASURES["correlation"](games) == pytest.approx(0.5)


def test_measures_of_nothing_are_unknown() -> None:
    for games in ([], [SeatMeasured([])], [seat((True, 0.0, 1.0, 2.0))]):
        found = {name: measure(games) for name, measure in MEASURES.items()}
        assert found["spread"] is found["correlation"] is None
        assert (found["agreement"] is None) == (not games or not games[0].moves)
    assert estimate([], MEASURES["loss"]) is None


@pytest.mark.parametrize("name", ["agreement", "loss", "seconds", "spread"])
def test_estimate_knows_its_error(name: Measure) -> None:
    """The jackknife says how much the number differs between sets of games."""
    rng = random.Random(1)
    measure = MEASURES[name]
    values: list[float] = []
    errors: list[float] = []
    for _ in range(150):
        found = estimate([play_game(rng, 0.45) for _ in range(12)], measure)
        assert found is not None
        assert found.game_variance is not None
        values.append(found.value)
        errors.append(found.game_variance / found.games)
    assert math.sqrt(fmean(errors)) == pytest.approx(pstdev(values), rel=0.25)


def test_compare_needs_five_players() -> None:
    own, other = Estimate(0.9, 10, 0.04), Estimate(0.4, 4, 0.04)
    few, enough = compare(own, [other] * 4), compare(own, [other] * 5)
    assert (few.mean, few.z, few.percentile) == (None, None, None)
    assert few.error == enough.error == pytest.approx(math.sqrt(0.04 / 10))
    assert enough.percentile == 100.0
    assert enough.z is not None
    assert enough.z > 3


def test_compare_is_unknown_if_nobody_has_two_games() -> None:
    found = compare(Estimate(0.9, 1, None), [Estimate(0.4, 1, None)] * 9)
    assert (found.error, found.z, found.players) == (None, None, 9)


def test_compare_counts_equal_numbers_half() -> None:
    others = [Estimate(value, 4, 0.01) for value in (0.1, 0.5, 0.5, 0.9, 0.9)]
    assert compare(Estimate(0.5, 4, 0.01), others).percentile == 40.0


def z_of(name: Measure, rng: random.Random, helped: float) -> float:
    measure = MEASURES[name]
    others = [estimate(play_games(rng, 4), measure) for _ in range(16)]
    own = estimate(play_games(rng, 30, helped), measure)
    assert own is not None
    z = compare(own, [one for one in others if one is not None]).z
    assert z is not None
    return z


def test_compare_separates_helped_players_from_honest_ones() -> None:
    """With a limit of 2.5, some two of a hundred honest players are above it."""
    rng = random.Random(5)
    honest = [z_of("agreement", rng, 0.0) for _ in range(200)]
    helped = [z_of("agreement", rng, 0.5) for _ in range(40)]
    assert sum(z > 2.5 for z in honest) <= 4
    assert sum(z > 2.5 for z in helped) >= 36
    assert abs(fmean(honest)) < 0.25
    assert pstdev(honest) == pytest.approx(1.0, abs=0.25)


def test_times_of_helped_players_follow_the_difficulty_less() -> None:
    rng = random.Random(6)
    honest = [z_of("correlation", rng, 0.0) for _ in range(10)]
    helped = [z_of("correlation", rng, 0.9) for _ in range(10)]
    assert fmean(helped) < -3 < fmean(honest)


def test_rank_correlation_of_equal_values_is_unknown() -> None:
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None
    assert rank_correlation([3, 2, 1], [1, 2, 3]) == -1.0
