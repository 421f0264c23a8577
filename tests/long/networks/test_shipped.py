"""Networks that come with games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import empile
from empile.arena.entrants import read_network
from empile.arena.errors import ArenaError
from empile.networks import Network, NetworkShape, shipped, shipped_network
from empile.networks.files import network_bytes

SHAPE = NetworkShape(width=8, blocks=0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of the data of all games: one with a network for two seats of Block Ness."""
    game = empile.load("block-ness", players=2)
    (tmp_path / "data").mkdir()
    network = Network.random(game, SHAPE, seed=3)
    (tmp_path / "data" / "network-2.npz").write_bytes(network_bytes(network))
    monkeypatch.setattr(type(game), "folder", tmp_path)
    shipped._loaded.cache_clear()
    yield tmp_path
    shipped._loaded.cache_clear()


@pytest.mark.usefixtures("folder")
def test_a_shipped_network_is_for_its_seats_and_options() -> None:
    game = empile.load("block-ness", players=2, colours=[0, 1])
    network = shipped_network(game)
    assert network is not None
    assert network.spec.seats == 2
    expected = Network.random(game, SHAPE, 3).weights["input.weight"]
    assert network.weights["input.weight"] == pytest.approx(expected, abs=1e-3)
    assert shipped_network(empile.load("block-ness", players=3)) is None
    assert shipped_network(empile.load("block-ness", players=2, variant="expert")) is None


@pytest.mark.usefixtures("folder")
def test_shipped_networks_share_weights_and_no_buffers() -> None:
    game = empile.load("block-ness", players=2, colours=[0, 1])
    one, other = shipped_network(game), shipped_network(game)
    assert one is not None
    assert other is not None
    assert one is not other
    assert one.weights["input.weight"] is other.weights["input.weight"]


@pytest.mark.usefixtures("folder")
def test_entrants_without_a_file_are_shipped_networks() -> None:
    assert read_network("", empile.load("block-ness", players=2, colours=[0, 1])).spec.seats == 2
    with pytest.raises(ArenaError):
        read_network("", empile.load("block-ness", players=3))
