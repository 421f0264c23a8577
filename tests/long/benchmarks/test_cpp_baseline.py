"""The C++ baselines play the same games as the compiled rules."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import new_stream
from tests.long.benchmarks.conftest import Program

SEED = 7
GAMES = {
    "block-ness": 5_500,
    "block-ness-bits": 40_000,
    "blox": 400,
    "blox-tables": 400,
    "on-top": 5_500,
    "on-top-tables": 5_500,
    "block-out": 5_500,
}
"""Number of streams; fewer for Blox, whose random games are long."""
DEPTH = 3
BLOCK_NESS = [(seats, variant) for seats in (2, 3, 4) for variant in ("base", "expert")]
SETTINGS = [
    *[("block-ness", *setting) for setting in BLOCK_NESS],
    *[
        (name, seats, "base")
        for name in ("blox", "blox-tables", "on-top", "on-top-tables")
        for seats in (2, 3, 4)
    ],
    *[("block-out", seats, "base") for seats in range(2, 7)],
]


def game_of(name: str) -> str:
    return name.removesuffix("-tables").removesuffix("-bits")


WITH_PERFT = [("block-ness-bits", *setting) for setting in BLOCK_NESS] + [
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
    for threads, by_lists in ((1, False), (3, True)):
        theirs = baselines[name].random_games(
            seats, variant, games, SEED, threads, by_lists=by_lists
        )
        assert theirs["games"] == games
        assert theirs["moves"] == ours.actions
        assert tuple(theirs["wins"]) == ours.wins


@pytest.mark.parametrize(("seats", "variant"), BLOCK_NESS)
@pytest.mark.parametrize("by_lists", [False, True])
def test_bit_boards_play_games_of_the_same_kind(
    baselines: dict[str, Any], seats: int, variant: str, by_lists: bool
) -> None:
    """Moves are listed in another order: the games differ, their averages do not."""
    games = GAMES["block-ness-bits"]
    ours = random_games(load("block-ness", seats, variant), games, stream=new_stream(SEED))
    theirs = baselines["block-ness-bits"].random_games(
        seats, variant, games, SEED, 1, by_lists=by_lists
    )
    # Five standard deviations of the difference: lengths vary by at most 2.5 moves.
    assert abs(theirs["moves"] - ours.actions) < 5 * 2.5 * (2 * games) ** 0.5
    for mine, won in zip(ours.wins, theirs["wins"], strict=True):
        assert abs(mine - won) < 5 * 0.5 * (2 * games) ** 0.5


def test_copies_are_measured(baselines: dict[str, Any]) -> None:
    for name, baseline in baselines.items():
        found = baseline.clone(2, "base", 1000)
        assert 0 < found["bytes"] < 4 * empile.load(game_of(name)).new_state().array.dtype.itemsize
        assert found["nanoseconds"] > 0
