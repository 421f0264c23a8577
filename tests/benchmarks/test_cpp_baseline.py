"""The C++ baselines play the same games as the compiled rules."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import new_stream
from tests.benchmarks.conftest import Program

SEED = 7
GAMES = {
    "block-ness": 5_500,
    "blox": 400,
    "blox-tables": 400,
    "on-top": 5_500,
    "on-top-tables": 5_500,
    "block-out": 5_500,
}
"""Number of streams; fewer for Blox, whose random games are long."""
DEPTH = 3
SETTINGS = [
    *[("block-ness", seats, variant) for seats in (2, 3, 4) for variant in ("base", "expert")],
    *[
        (name, seats, "base")
        for name in ("blox", "blox-tables", "on-top", "on-top-tables")
        for seats in (2, 3, 4)
    ],
    *[("block-out", seats, "base") for seats in range(2, 7)],
]


def game_of(name: str) -> str:
    return name.removesuffix("-tables")


WITH_PERFT = [
    setting for setting in SETTINGS if game_class(game_of(setting[0])).contracts.referee is None
]


@pytest.fixture(scope="module")
def baselines(program: Program, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    module = program("cpp_baseline")
    if module.compiler() is None:
        pytest.skip("no C++ compiler is installed")
    folder = tmp_path_factory.mktemp("cpp_baseline")
    names = [name for game in map(game_of, GAMES) for name in module.baselines_of(game)]
    assert set(names) == set(GAMES)
    return {name: module.build(name, folder) for name in GAMES}


def load(name: str, seats: int, variant: str) -> empile.Game:
    game: empile.Game = empile.load(game_of(name), players=seats)
    if "variant" in game.options:
        game = empile.load(game.name, players=seats, variant=variant)
    return game


@pytest.mark.parametrize(("name", "seats", "variant"), WITH_PERFT)
def test_it_counts_the_same_lines(
    baselines: dict[str, Any], name: str, seats: int, variant: str
) -> None:
    game = load(name, seats, variant)
    for depth in range(1, DEPTH + 1):
        counted = baselines[name].perft(seats, variant, depth, SEED)
        assert counted == perft(game, depth, SEED)


@pytest.mark.parametrize(("name", "seats", "variant"), SETTINGS)
def test_it_plays_the_very_same_games(
    baselines: dict[str, Any], name: str, seats: int, variant: str
) -> None:
    """The same stream gives the same moves for any number of threads."""
    games = GAMES[name]
    ours = random_games(load(name, seats, variant), games, stream=new_stream(SEED))
    for threads in (1, 3):
        theirs = baselines[name].random_games(seats, variant, games, SEED, threads)
        assert theirs["games"] == games
        assert theirs["moves"] == ours.actions
        assert tuple(theirs["wins"]) == ours.wins


def test_copies_are_measured(baselines: dict[str, Any]) -> None:
    for name, baseline in baselines.items():
        found = baseline.clone(2, "base", 1000)
        assert 0 < found["bytes"] < 4 * empile.load(game_of(name)).new_state().array.dtype.itemsize
        assert found["nanoseconds"] > 0
