"""Networks as entrants."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import empile
from empile.arena import ArenaError, open_results, plan_of, run_tournament
from empile.arena.entrants import NETWORK_SIMULATIONS, network_of, read_entrants
from empile.networks import Network, NetworkShape, network_bytes
from tests.support.training import SMALL


def network_file(folder: Path, game: empile.Game, shape: NetworkShape = SMALL) -> Path:
    file = folder / "best.npz"
    file.write_bytes(network_bytes(Network.random(game, shape, 1)))
    return file


def test_network_of_reads_simulations() -> None:
    assert network_of("best.npz") == ("best.npz", NETWORK_SIMULATIONS)
    assert network_of("runs/a@b/best.npz@40") == ("runs/a@b/best.npz", 40)
    assert network_of("runs/a@b/best.npz") == ("runs/a@b/best.npz", NETWORK_SIMULATIONS)


@pytest.mark.parametrize(
    ("name", "memory"), [("block-ness", False), ("cairn", False), ("on-top", True)]
)
def test_networks_play_tournaments(tmp_path: Path, name: str, memory: bool) -> None:
    game = empile.load(name, players=2)
    file = network_file(tmp_path, game, msgspec.structs.replace(SMALL, memory=memory))
    plan = plan_of(game, [f"mine=network:{file}@4", "random"], seed=3)
    games: list[list[list[str]]] = []
    for _ in range(2):
        with open_results(plan) as results:
            run_tournament(results, processes=1)
            played = list(results.in_order())
        assert all(one.fault is None for one in played)
        games.append([one.events for one in played])
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("network:none.npz", "the network none.npz cannot be used"),
        ("network:", "no network comes with block-ness for these options"),
        ("network:{file}@0", "1 to 1,000,000 simulations"),
        ("network:{file}@2000000", "1 to 1,000,000 simulations"),
        ("network:{text}", "is not a network of `empile train`"),
        ("network:{other}", "2 seats, not for block-ness with 3"),
    ],
)
def test_networks_that_cannot_play_are_refused(tmp_path: Path, text: str, said: str) -> None:
    game = empile.load("block-ness", players=3)
    (tmp_path / "text").write_text("a text", "utf-8")
    (tmp_path / "two").mkdir()
    files = {
        "file": network_file(tmp_path, game),
        "text": tmp_path / "text",
        "other": network_file(tmp_path / "two", empile.load("block-ness", players=2)),
    }
    with pytest.raises(ArenaError, match=said):
        read_entrants(["random", f"mine={text.format(**files)}"], game)
