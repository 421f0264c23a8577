"""Files of networks."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.networks import Network, NetworkError, load_network, network_bytes
from tests.support.training import SHAPES, SMALL, positions_of

two_seats = cache(lambda: empile.load("block-ness", players=2))
small_network = cache(lambda: Network.random(two_seats(), SMALL, seed=4))
small_file = cache(lambda: network_bytes(small_network()))
Change = Callable[[dict[str, Any], dict[str, Any]], Any]
"""Changes a specification and arrays."""


def changed(change: Change) -> bytes:
    """Return the file after a change of its specification and arrays."""
    with np.load(io.BytesIO(small_file())) as archive:
        arrays = {name: archive[name] for name in archive.files}
    spec = json.loads(arrays["spec"].tobytes())
    change(spec, arrays)
    if "spec" in arrays:
        arrays["spec"] = np.frombuffer(json.dumps(spec).encode(), np.uint8)
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


@pytest.mark.parametrize("kind", SHAPES)
def test_files_hold_weights_in_16_bits(kind: str, tmp_path: Path) -> None:
    name, options, shape = SHAPES[kind]
    network = Network.random(empile.load(name, **options), shape, seed=5)
    path = tmp_path / "best.npz"
    path.write_bytes(network_bytes(network))
    again = load_network(path)
    assert again.spec == network.spec
    assert again.game.options == network.game.options
    for weight, array in network.weights.items():
        assert again.weights[weight] == pytest.approx(array, rel=1e-3, abs=1e-6)
    assert network_bytes(load_network(path)) == network_bytes(again)
    seen, legal = positions_of(network.game, 3, memory=shape.memory)
    logits, values = network(seen, legal)
    found, found_values = again(seen, legal)
    assert found[legal] == pytest.approx(logits[legal], abs=1e-2)
    assert found_values == pytest.approx(values, abs=1e-2)


def test_networks_are_for_a_game_that_is_given() -> None:
    other = empile.load("block-ness", players=2)
    assert load_network(small_file(), other).game is other


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_network(tmp_path / "none.npz")


class Trap:
    """Fails the test if it is unpickled."""

    def __reduce__(self) -> Any:
        return pytest.fail, ("a network was unpickled",)


def plain_array() -> bytes:
    out = io.BytesIO()
    np.save(out, np.zeros(3))
    return out.getvalue()


NO_NETWORKS: dict[str, Change] = {
    "no specification": lambda spec, arrays: arrays.pop("spec"),
    "no inputs": lambda spec, arrays: spec.pop("inputs"),
    "an unknown field": lambda spec, arrays: spec.update(more=1),
    "no width": lambda spec, arrays: spec["shape"].update(width=-1),
}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"a text", id="text"),
        pytest.param(b"PK\x03\x04", id="only the beginning of a zip"),
        pytest.param(plain_array(), id="an array"),
        *NO_NETWORKS,
    ],
)
def test_files_that_are_no_networks_are_refused(data: bytes | str) -> None:
    data = data if isinstance(data, bytes) else changed(NO_NETWORKS[data])
    with pytest.raises(NetworkError, match="this is not a network of `empile train`"):
        load_network(data)


CANNOT_PLAY: list[tuple[Change, str]] = [
    (lambda spec, arrays: spec.update(game="chess"), "cannot be loaded.*chess"),
    (lambda spec, arrays: spec["options"].update(players=9), "cannot be loaded"),
    (lambda spec, arrays: spec["options"].update(walls=True), "cannot be loaded"),
    (lambda spec, arrays: spec.update(seats=3), "3 seats, not for block-ness with 2"),
    (lambda spec, arrays: spec.update(inputs=5), "other observations or moves"),
    (lambda spec, arrays: arrays.pop("values.bias"), "values.bias do not fit"),
    (lambda spec, arrays: arrays.update(extra=np.zeros(2)), "extra do not fit"),
    (lambda spec, arrays: spec["shape"].update(width=8), "do not fit"),
    (lambda spec, arrays: arrays["input.bias"].fill(np.nan), "not numbers"),
    (lambda spec, arrays: arrays["input.bias"].fill(np.inf), "not numbers"),
    (lambda spec, arrays: arrays.update(extra=np.array(["text"])), "not numbers"),
    (
        lambda spec, arrays: arrays.update({"input.bias": np.zeros(16, np.int8)}),
        "not numbers",
    ),
]


@pytest.mark.parametrize(("change", "said"), CANNOT_PLAY)
def test_networks_that_cannot_play_are_refused(change: Change, said: str) -> None:
    with pytest.raises(NetworkError, match=said):
        load_network(changed(change))


@pytest.mark.parametrize("name", ["spec", "input.bias"])
def test_networks_are_not_unpickled(name: str) -> None:
    pickled = np.empty(1, object)
    pickled[0] = Trap()
    with np.load(io.BytesIO(small_file())) as archive:
        arrays: dict[str, Any] = {**archive, name: pickled}
    out = io.BytesIO()
    np.savez(out, **arrays)
    with pytest.raises(NetworkError, match="this is not a network"):
        load_network(out.getvalue())


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_truncated_files_are_refused(share: float) -> None:
    with pytest.raises(NetworkError):
        load_network(small_file()[: int(len(small_file()) * share)])


def test_damaged_files_are_refused_or_harmless() -> None:
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(100):
        data = bytearray(small_file())
        for place in rng.integers(len(data), size=3).tolist():
            data[place] ^= int(rng.integers(1, 256))
        try:
            network = load_network(bytes(data), two_seats())
        except NetworkError:
            refused += 1
        else:
            assert network.spec.seats == 2
    assert refused > 60


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("block-ness", {"players": 3}, "2 seats, not for block-ness with 3"),
        ("block-ness", {"players": 2, "variant": "expert"}, "other observations or moves"),
        ("on-top", {"players": 2}, "for block-ness with 2 seats, not for on-top"),
    ],
)
def test_networks_for_other_games_and_options_are_refused(
    name: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(NetworkError, match=said):
        load_network(small_file(), empile.load(name, **options))
