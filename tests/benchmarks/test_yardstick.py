"""The C++ yardsticks play the same games as the compiled rules: else their speed says nothing."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import below, new_stream

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SEED = 7
GAMES = {"block-ness": 20_000, "blox": 1_500, "on-top": 20_000}
DEPTH = 3
SETTINGS = [
    *[("block-ness", seats, variant) for seats in (2, 3, 4) for variant in ("base", "expert")],
    *[("blox", seats, "base") for seats in (2, 3, 4)],
    *[("on-top", seats, "base") for seats in (2, 3, 4)],
]


@pytest.fixture(scope="module")
def yardsticks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        module = importlib.import_module("yardstick")
        if module.compiler() is None:
            pytest.skip("no C++ compiler is installed")
        folder = tmp_path_factory.mktemp("yardstick")
        yield {name: module.build(name, folder) for name in GAMES}
    finally:
        sys.path.remove(str(BENCHMARKS))


def load(name: str, seats: int, variant: str) -> empile.Game:
    game: empile.Game = empile.load(name, players=seats)
    if "variant" in game.options:
        game = empile.load(name, players=seats, variant=variant)
    return game


@pytest.mark.parametrize(("name", "seats", "variant"), SETTINGS)
def test_it_counts_the_same_lines(
    yardsticks: dict[str, Any], name: str, seats: int, variant: str
) -> None:
    game = load(name, seats, variant)
    for depth in range(1, DEPTH + 1):
        counted = yardsticks[name].perft(seats, variant, depth, SEED)
        assert counted == perft(game, depth, SEED)


@pytest.mark.parametrize(("name", "seats", "variant"), SETTINGS)
def test_its_random_games_are_like_ours(
    yardsticks: dict[str, Any], name: str, seats: int, variant: str
) -> None:
    games = GAMES[name]
    ours = random_games(load(name, seats, variant), games, stream=new_stream(1))
    theirs = yardsticks[name].random_games(seats, variant, games, 1, 2)
    assert theirs["games"] == games
    # The length of a game varies by less than a quarter of its mean; four standard errors of
    # the difference of two means.
    mean = ours.actions / games
    assert theirs["moves"] / games == pytest.approx(mean, abs=4 * 0.25 * mean * (2 / games) ** 0.5)
    for won, won_there in zip(ours.wins, theirs["wins"], strict=True):
        share = won / games
        error = math.sqrt(2 * share * (1 - share) / games)
        assert won_there / games == pytest.approx(share, abs=4.5 * error)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_the_very_same_games_of_on_top(yardsticks: dict[str, Any], seats: int) -> None:
    """The same streams and the same order of moves: every chunk of games comes out the same."""
    ours = random_games(empile.load("on-top", players=seats), 5_500, stream=new_stream(SEED))
    for threads in (1, 3):
        theirs = yardsticks["on-top"].random_games(seats, "base", 5_500, SEED, threads)
        assert theirs["moves"] == ours.actions
        assert tuple(theirs["wins"]) == ours.wins


def test_random_games_of_blox_score_alike(yardsticks: dict[str, Any]) -> None:
    """Nearly all last two hundred rounds, so their length says little; the points say more."""
    games = 300
    theirs = yardsticks["blox"].random_games(2, "base", games, 1, 1)
    game = empile.load("blox")
    sums = [0, 0]
    squares = 0
    for seed in range(games // 10):
        match = empile.Match(game)
        stream = new_stream(seed)
        match.settle(stream)
        while not match.state.is_terminal():
            legal = match.state.legal_actions()
            match.play_action(legal[int(below(stream, len(legal)))])
            match.settle(stream)
        for seat, points in enumerate(match.state.scores()):
            sums[seat] += points
            squares += points * points
    played = 2 * (games // 10)
    mean = sum(sums) / played
    error = math.sqrt((squares / played - mean * mean) / played)
    assert sum(theirs["points"]) / (2 * games) == pytest.approx(mean, abs=5 * error)


def test_copies_are_measured(yardsticks: dict[str, Any]) -> None:
    for name, yardstick in yardsticks.items():
        found = yardstick.clone(2, "base", 1000)
        assert 0 < found["bytes"] < 4 * empile.load(name).new_state().array.dtype.itemsize
        assert found["nanoseconds"] > 0
