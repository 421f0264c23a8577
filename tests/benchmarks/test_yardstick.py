"""The C++ yardstick plays the same game as the compiled rules: else its speed says nothing."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.playouts import random_games
from empile.engine.random import new_stream

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
GAMES = 20_000


@pytest.fixture(scope="module")
def yardstick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        module = importlib.import_module("yardstick")
        if module.compiler() is None:
            pytest.skip("no C++ compiler is installed")
        yield module.build("block-ness", tmp_path_factory.mktemp("yardstick"))
    finally:
        sys.path.remove(str(BENCHMARKS))


SETTINGS = [(seats, variant) for seats in (2, 3, 4) for variant in ("base", "expert")]


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_it_counts_the_same_lines(yardstick: Any, seats: int, variant: str) -> None:
    game = empile.load("block-ness", players=seats, variant=variant)
    for depth in (1, 2, 3):
        states = [game.new_state()]
        array = states[0].array.repeat(depth + 1)
        streams = new_stream(0).repeat(depth + 1)
        ours = int(game.compiled.perft.perft(game.boxes, array, depth, streams))
        assert yardstick.perft(seats, variant, depth) == ours


@pytest.mark.parametrize(("seats", "variant"), SETTINGS)
def test_its_random_games_are_like_ours(yardstick: Any, seats: int, variant: str) -> None:
    game = empile.load("block-ness", players=seats, variant=variant)
    ours = random_games(game, GAMES, stream=new_stream(1))
    theirs = yardstick.random_games(seats, variant, GAMES, 1, 2)
    assert theirs["games"] == GAMES
    assert theirs["moves"] == sum(theirs["laid"])
    # The length of a game varies by less than a quarter of its mean; four standard errors of
    # the difference of two means.
    mean = ours.actions / GAMES
    assert theirs["moves"] / GAMES == pytest.approx(mean, abs=4 * 0.25 * mean * (2 / GAMES) ** 0.5)
    for won, won_there in zip(ours.wins, theirs["wins"], strict=True):
        share = won / GAMES
        error = math.sqrt(2 * share * (1 - share) / GAMES)
        assert won_there / GAMES == pytest.approx(share, abs=4.5 * error)
