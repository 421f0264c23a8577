"""Duels: seatings, scores and the sequential test."""

from __future__ import annotations

import random

import pytest

import empile
from empile.bots import Level, levels_of
from empile.bots.sprt import Sequential, duel, level_player, play_game, score_of, seatings
from empile.engine.random import new_stream

RANDOM = Level(1, "level.random", 1, random_move_probability=1.0)


@pytest.mark.parametrize(("players", "ways"), [(2, 2), (3, 6), (4, 14)])
def test_seatings_are_complete_and_unique(players: int, ways: int) -> None:
    found = seatings(empile.load("block-ness", players=players))
    assert len(found) == len(set(found)) == ways
    for way, mirror in zip(found[::2], found[1::2], strict=True):
        assert way == tuple(not first for first in mirror)
    for seat in range(players):
        assert sum(way[seat] for way in found) == ways / 2


def test_seatings_keep_teams_together() -> None:
    found = seatings(empile.load("cairn", players=4, teams=True))
    assert found == [(True, False, True, False), (False, True, False, True)]


@pytest.mark.parametrize(
    ("ranks", "seating", "score"),
    [
        ([1, 2], [True, False], 1.0),
        ([1, 2], [False, True], 0.0),
        ([1, 1], [True, False], 0.5),
        ([2, 1, 3], [True, False, False], 0.5),
        ([1, 1, 3, 4], [True, False, True, False], (0.5 + 1 + 0 + 1) / 4),
    ],
)
def test_score_of_counts_opposing_pairs(
    ranks: list[int], seating: list[bool], score: float
) -> None:
    assert score_of(ranks, seating) == score


def test_sequential_stops_early_in_clear_cases() -> None:
    strong, weak = Sequential(), Sequential()
    while strong.verdict == "open":
        strong.add(1.0)
    while weak.verdict == "open":
        weak.add(0.0)
    assert (strong.verdict, weak.verdict) == ("proved", "refuted")
    assert len(strong.scores) < 25
    assert len(weak.scores) < 10


@pytest.mark.parametrize("goal", [0.5, 0.75])
@pytest.mark.parametrize("points", [(0.0, 1.0), (0.0, 0.5, 1.0)], ids=["wins", "with ties"])
def test_sequential_error_rate_holds_at_any_time(points: tuple[float, ...], goal: float) -> None:
    # At the goal itself both verdicts are errors, with a rate of at most 5 % each.
    source = random.Random(7)
    # Weights whose mean is exactly the goal.
    weights = (1.0 - goal, goal) if len(points) == 2 else (0.9 - goal, 0.2, goal - 0.1)
    verdicts: list[str] = []
    for _ in range(250):
        test = Sequential(goal=goal, error=0.05)
        while test.verdict == "open" and len(test.scores) < 100:
            test.add(source.choices(points, weights)[0])
        verdicts.append(test.verdict)
    # 250 * 0.05 = 12.5 expected at most; 23 is three standard deviations above.
    assert verdicts.count("proved") <= 23
    assert verdicts.count("refuted") <= 23


@pytest.mark.parametrize(("goal", "score"), [(0.5, 0.7), (0.75, 0.92)])
def test_sequential_finds_on_which_side_of_the_goal_a_score_is(goal: float, score: float) -> None:
    source = random.Random(1)
    above, below = Sequential(goal=goal), Sequential(goal=goal)
    for _ in range(300):
        above.add(float(source.random() < score))
        below.add(float(source.random() < 2 * goal - score))
    assert (above.verdict, below.verdict) == ("proved", "refuted")


def test_duel_does_not_depend_on_threads() -> None:
    game = empile.load("block-ness", players=2)
    players = level_player(Level(1, "level.test", 20)), level_player(RANDOM)
    one = duel(game, *players, seed=3, games=12, threads=1)
    two = duel(game, *players, seed=3, games=12, threads=2)
    assert one.scores == two.scores


def test_duel_resumes() -> None:
    game = empile.load("block-ness", players=2)
    players = level_player(Level(1, "level.test", 5)), level_player(RANDOM)
    whole = duel(game, *players, seed=3, games=12)
    begun = Sequential(scores=whole.scores[:5])
    assert duel(game, *players, seed=3, games=12, test=begun).scores == whole.scores


def test_play_game_with_chance() -> None:
    game = empile.load("cairn", players=4, teams=True)
    ranks = play_game(game, [level_player(RANDOM)] * 4, new_stream(1))
    assert ranks in ([1, 2, 1, 2], [2, 1, 2, 1], [1, 1, 1, 1])


@pytest.mark.parametrize("players", [2, 4])
def test_duel_strongest_level_beats_random_play(players: int) -> None:
    game = empile.load("block-ness", players=players)
    strongest = levels_of(game)[-1]
    # A fraction of its budget is enough.
    quick = Level(strongest.number, strongest.key, strongest.simulations // 40)
    found = duel(game, level_player(quick), level_player(RANDOM), seed=1, games=40, threads=2)
    assert found.verdict == "proved"
