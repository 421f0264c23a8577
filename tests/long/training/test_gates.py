"""Evaluations: which network is the best, and which levels it passed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.networks import Network, load_network
from empile.training import gates
from empile.training.folder import RunFolder
from empile.training.gates import Gates, Standing
from empile.training.players import RandomPlayer
from tests.long.training.nim_players import NimPlayer, WrittenNim, cautious, perfect
from tests.support.training import SMALL, tiny_config

nim = cache(WrittenNim)
CONFIG = tiny_config(match_games=40, gate_games=200)
strong = cache(lambda: Network.random(nim(), SMALL, seed=1))
weak = cache(lambda: Network.random(nim(), SMALL, seed=2))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    found = RunFolder(tmp_path / "run", nim(), CONFIG)
    yield found
    found.close()


@pytest.fixture
def known_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``STRONG`` play perfectly, ``WEAK`` badly, level 1 badly and level 2 perfectly."""

    def player(self: Gates, name: str, network: Network) -> NimPlayer:
        is_strong = abs(network.weights["input.weight"] - strong().weights["input.weight"]) < 0.01
        return perfect(name) if is_strong.all() else cautious(name)

    def level(level: empile.Level) -> NimPlayer:
        name = f"level:{level.number}"
        return cautious(name) if level.number == 1 else perfect(name)

    monkeypatch.setattr(Gates, "_player", player)
    monkeypatch.setattr(gates, "LevelPlayer", level)


def results(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["opponent"], row["verdict"]) for row in rows]


@pytest.mark.usefixtures("known_strength")
def test_a_network_passes_levels_until_one_is_not_weaker(folder: RunFolder) -> None:
    judge = Gates(nim(), CONFIG, folder, Standing())
    rows = judge.evaluate(strong(), iteration=20, cpu=1.5)
    assert results(rows) == [("random", "proved"), ("level:1", "proved"), ("level:2", "open")]
    assert judge.standing == Standing(level=1, best_iteration=20, has_beaten_random=True)
    assert load_network(folder.path / "best.npz", nim()).spec == strong().spec
    assert (rows[1]["score"], rows[1]["games"], rows[1]["cpu_seconds"]) == (1.0, 40, 1.5)
    assert rows[1]["elo_low"] <= rows[1]["elo"] <= rows[1]["elo_high"]


@pytest.mark.usefixtures("known_strength")
def test_a_stronger_network_becomes_the_best(folder: RunFolder) -> None:
    judge = Gates(nim(), CONFIG, folder, Standing())
    assert results(judge.evaluate(weak(), iteration=20, cpu=1.0))[0][0] == "random"
    assert judge.standing.best_iteration == 20  # the first one
    before = (folder.path / "best.npz").read_bytes()
    rows = judge.evaluate(strong(), iteration=40, cpu=2.0)
    assert results(rows)[-1] == ("iteration-20", "proved")
    assert rows[-1]["games"] < 200  # it ends with the verdict
    assert judge.standing.best_iteration == 40
    assert (folder.path / "best.npz").read_bytes() != before


@pytest.mark.usefixtures("known_strength")
def test_weaker_and_equal_networks_do_not_become_the_best(folder: RunFolder) -> None:
    judge = Gates(nim(), CONFIG, folder, Standing())
    judge.evaluate(strong(), iteration=20, cpu=1.0)
    before = (folder.path / "best.npz").read_bytes()
    for iteration, network, verdict in ((40, weak(), "refuted"), (60, strong(), "open")):
        rows = judge.evaluate(network, iteration=iteration, cpu=2.0)
        assert results(rows)[-1] == ("iteration-20", verdict)
        assert judge.standing.best_iteration == 20
        assert (folder.path / "best.npz").read_bytes() == before
    # Levels that were passed stay passed.
    assert judge.standing.level == 1
    assert rows[0]["opponent"] == "level:2"


@pytest.mark.usefixtures("known_strength")
def test_after_the_last_level_only_the_best_network_is_left(folder: RunFolder) -> None:
    last = len(nim().bots.levels)
    judge = Gates(nim(), CONFIG, folder, Standing(level=last, has_beaten_random=True))
    assert judge.evaluate(weak(), iteration=20, cpu=1.0) == []
    assert judge.standing.best_iteration == 20
    rows = judge.evaluate(strong(), iteration=40, cpu=1.0)
    assert results(rows) == [("iteration-20", "proved")]


@pytest.mark.usefixtures("known_strength")
def test_progress_is_told(folder: RunFolder) -> None:
    judge, told = Gates(nim(), CONFIG, folder, Standing()), list[tuple[str, int, int]]()
    judge.on_games = lambda opponent, games, total: told.append((opponent, games, total))
    judge.evaluate(weak(), iteration=20, cpu=1.0)
    assert told[-1][1:] == (40, 40)
    assert told[0][0] == "random"


def test_games_of_evaluations_replay(tmp_path: Path) -> None:
    game = empile.load("cairn", players=3)
    config = tiny_config()
    folder = RunFolder(tmp_path / "run", game, config)
    judge = Gates(game, config, folder, Standing())
    rows = judge.evaluate(Network.random(game, SMALL, 1), iteration=7, cpu=1.0)
    folder.close()
    lines = (folder.path / "games" / "000007-random.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == rows[0]["games"] == 6  # all seatings
    records = [empile.Record.from_json(line) for line in lines]
    assert len({tuple(record.seats) for record in records}) == 6
    for record in records:
        assert set(record.seats) == {"network", RandomPlayer().name}
        state = record.final_state()
        assert state.is_terminal()
        assert record.result == state.result()
