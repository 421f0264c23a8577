"""Evaluators from networks of other libraries."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from tests.engine.search.positions import random_state

two_seats = cache(lambda: empile.load("block-ness", players=2))


@cache
def weights() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a matrix of the policy and one of the values."""
    rng = np.random.default_rng(4)
    length, columns = two_seats().observation_size, two_seats().possible_actions.size
    policy = rng.normal(0, 0.3, (length, columns)).astype(np.float32)
    return policy, rng.normal(0, 0.1, (length, 2)).astype(np.float32)


def plain(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
    return observations @ weights()[0], np.tanh(observations @ weights()[1])


def check(evaluator: empile.Evaluator) -> None:
    """Compare with the same network in NumPy, for batches of several sizes, and search by it."""
    states = [random_state(two_seats(), seed, moves=4) for seed in range(5)]
    seen = np.stack([state.observation(state.current_player()) for state in states])
    legal = np.ones((5, two_seats().possible_actions.size), np.bool_)
    for rows in (1, 3, 5):
        found, wanted = evaluator(seen[:rows], legal[:rows]), plain(seen[:rows], legal[:rows])
        for mine, other in zip(found, wanted, strict=True):
            assert np.asarray(mine) == pytest.approx(other, abs=1e-4)
    searcher = empile.BatchedSearch(two_seats(), 5, seed=1)
    assert (searcher.search(states, evaluator, 20).visits.sum(axis=1) == 20).all()


def test_jax_evaluator_equals_numpy() -> None:
    jax: Any = importlib.import_module("jax")
    check(
        empile.jax_evaluator(
            lambda seen: (seen @ weights()[0], jax.numpy.tanh(seen @ weights()[1]))
        )
    )


def test_arrays_of_jax_are_taken_by_dlpack() -> None:
    jax: Any = importlib.import_module("jax")
    check(lambda seen, legal: tuple(map(jax.numpy.asarray, plain(seen, legal))))


def test_onnx_evaluator_equals_numpy() -> None:
    pytest.importorskip("onnxruntime")
    check(empile.onnx_evaluator(onnx_model(["logits", "values"])))


def test_onnx_evaluator_takes_outputs_in_their_order_or_by_name() -> None:
    pytest.importorskip("onnxruntime")
    check(empile.onnx_evaluator(onnx_model(["policy", "value"])))
    with pytest.raises(
        empile.EvaluatorError, match="one or two inputs and two outputs, not 1 and 1"
    ):
        empile.onnx_evaluator(onnx_model(["logits"]))


def torch_network(torch: Any, run: Callable[[Any], tuple[Any, Any]], *parts: Any) -> Any:
    """Return a module with these submodules that computes ``run``."""

    class Network(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.parts = torch.nn.ModuleList(parts)

        def forward(self, seen: Any) -> tuple[Any, Any]:
            assert not self.training
            assert not any(part.training for part in self.parts)
            return run(seen)

    return Network()


def in_torch(torch: Any) -> Callable[[Any], tuple[Any, Any]]:
    """Return the network as a function of tensors."""
    policy, value = torch.from_numpy(weights()[0]), torch.from_numpy(weights()[1])
    return lambda seen: (seen @ policy, torch.tanh(seen @ value))


def test_torch_evaluator_equals_numpy(torch: Any) -> None:
    network = torch_network(torch, in_torch(torch))
    check(empile.torch_evaluator(network))
    check(empile.torch_evaluator(network, device="cpu"))


def test_searches_with_torch_and_numpy_are_equal(torch: Any) -> None:
    # Small integers, which both libraries add exactly: sums do not depend on their order.
    weights = (
        np.random.default_rng(5)
        .integers(-3, 4, (two_seats().observation_size, two_seats().possible_actions.size + 2))
        .astype(np.float32)
    )
    exact = torch.from_numpy(weights)

    def in_numpy(seen: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
        found = np.round(seen * 64) @ weights
        return found[:, : two_seats().possible_actions.size] / 2048, np.clip(
            found[:, two_seats().possible_actions.size :] / 65536, -1, 1
        )

    def run(seen: Any) -> tuple[Any, Any]:
        found = torch.round(seen * 64) @ exact
        return found[:, : two_seats().possible_actions.size] / 2048, torch.clip(
            found[:, two_seats().possible_actions.size :] / 65536, -1, 1
        )

    states = [random_state(two_seats(), seed, moves=3) for seed in range(4)]
    evaluators = in_numpy, empile.torch_evaluator(torch_network(torch, run))
    numpys, torchs = (
        empile.BatchedSearch(two_seats(), 4, seed=2).search(states, evaluator, 64)
        for evaluator in evaluators
    )
    assert (numpys.visits == torchs.visits).all()
    assert (numpys.values == torchs.values).all()
    assert np.ptp(numpys.visits, axis=1).min() > 1  # not a uniform policy


def test_torch_evaluator_converts_outputs_of_half_precision(torch: Any) -> None:
    exact = in_torch(torch)
    seen = np.ones((3, two_seats().observation_size), np.float32)
    for dtype in (torch.bfloat16, torch.float16, torch.float64):

        def run(seen: Any, dtype: Any = dtype) -> tuple[Any, Any]:
            logits, values = exact(seen)
            return logits.to(dtype), values.to(dtype)

        found = empile.torch_evaluator(torch_network(torch, run))(
            seen, np.ones((3, two_seats().possible_actions.size), bool)
        )
        for mine, output in zip(found, run(torch.from_numpy(seen)), strict=True):
            assert np.asarray(mine).dtype == np.float32
            assert (np.asarray(mine) == output.float().numpy()).all()


def test_torch_evaluator_copies_observations_to_its_device(torch: Any) -> None:
    devices = []

    def run(seen: Any) -> tuple[Any, Any]:
        devices.append(seen.device.type)
        return torch.zeros(len(seen), two_seats().possible_actions.size), torch.zeros(len(seen), 2)

    seen, legal = (
        np.zeros((2, two_seats().observation_size), np.float32),
        np.ones((2, two_seats().possible_actions.size), np.bool_),
    )
    for device in ("meta", None):
        empile.torch_evaluator(torch_network(torch, run), device=device)(seen, legal)
    assert devices == ["meta", "cpu"]


def test_torch_evaluator_records_no_gradients(torch: Any) -> None:
    exact, scale = in_torch(torch), torch.nn.Parameter(torch.ones(()))

    def run(seen: Any) -> tuple[Any, Any]:
        logits, values = exact(seen)
        assert torch.is_inference_mode_enabled()
        return logits * scale, values * scale

    check(empile.torch_evaluator(torch_network(torch, run)))
    assert scale.grad is None


@pytest.mark.parametrize("fails", [False, True])
def test_torch_evaluator_restores_the_mode_of_each_submodule(torch: Any, fails: bool) -> None:
    exact = in_torch(torch)

    def run(seen: Any) -> tuple[Any, Any]:
        if fails:
            raise RuntimeError("broken")
        return exact(seen)

    dropout, frozen = torch.nn.Dropout(), torch.nn.BatchNorm1d(4).eval()
    network = torch_network(torch, run, dropout, frozen)
    evaluator = empile.torch_evaluator(network)
    seen, legal = (
        np.zeros((1, two_seats().observation_size), np.float32),
        np.ones((1, two_seats().possible_actions.size), np.bool_),
    )
    for is_training in (True, False):
        network.training = dropout.training = is_training
        with pytest.raises(RuntimeError, match="broken") if fails else nullcontext():
            evaluator(seen, legal)
        assert (network.training, dropout.training) == (is_training, is_training)
        assert not frozen.training


@pytest.mark.parametrize(
    ("library", "extra", "make"),
    [
        ("torch", "torch", lambda: empile.torch_evaluator(None)),
        ("jax", "jax", lambda: empile.jax_evaluator(lambda seen: (seen, seen))),
        ("onnxruntime", "onnx", lambda: empile.onnx_evaluator(b"")),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    library: str, extra: str, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"empile-engine\[{extra}\]"):
        make()


# -- A model in the format of ONNX, which is protocol buffers ----------------------------------------


def onnx_model(outputs: Sequence[str]) -> bytes:
    """Return the network as a model with these outputs."""
    nodes = [
        _node("MatMul", ["seen", "policy_weights"], outputs[0]),
        _node("MatMul", ["seen", "value_weights"], "raw"),
    ]
    shapes = [(outputs[0], two_seats().possible_actions.size)]
    if len(outputs) > 1:
        nodes.append(_node("Tanh", ["raw"], outputs[1]))
        shapes.append((outputs[1], 2))
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"network"),
            _field(5, _tensor("policy_weights", weights()[0])),
            _field(5, _tensor("value_weights", weights()[1])),
            _field(11, _value("seen", two_seats().observation_size)),
            *(_field(12, _value(name, width)) for name, width in shapes),
        ]
    )
    return _number(1, 8) + _field(7, graph) + _field(8, _number(2, 13))


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _field(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _node(operator: str, inputs: Sequence[str], output: str) -> bytes:
    named = b"".join(_field(1, name.encode()) for name in inputs)
    return named + _field(2, output.encode()) + _field(4, operator.encode())


def _tensor(name: str, array: NDArray[np.float32]) -> bytes:
    shape = b"".join(_number(1, size) for size in array.shape)
    return shape + _number(2, 1) + _field(8, name.encode()) + _field(9, array.tobytes())


def _value(name: str, width: int) -> bytes:
    rows, columns = _field(2, b"rows"), _number(1, width)
    shape = _field(1, rows) + _field(1, columns)
    return _field(1, name.encode()) + _field(2, _field(1, _number(1, 1) + _field(2, shape)))
