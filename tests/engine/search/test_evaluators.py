"""Evaluators from networks of other libraries."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from tests.engine.search.positions import random_state

GAME = empile.load("block-ness", players=2)
COLUMNS, LENGTH = GAME.possible_actions.size, GAME.observation_size
RNG = np.random.default_rng(4)
POLICY = RNG.normal(0, 0.3, (LENGTH, COLUMNS)).astype(np.float32)
VALUE = RNG.normal(0, 0.1, (LENGTH, 2)).astype(np.float32)


def plain(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
    return observations @ POLICY, np.tanh(observations @ VALUE)


def check(evaluator: empile.Evaluator) -> None:
    """Compare with the same network in NumPy, for batches of several sizes, and search by it."""
    states = [random_state(GAME, seed, moves=4) for seed in range(5)]
    seen = np.stack([state.observation(state.current_player()) for state in states])
    legal = np.ones((5, COLUMNS), np.bool_)
    for rows in (1, 3, 5):
        found, wanted = evaluator(seen[:rows], legal[:rows]), plain(seen[:rows], legal[:rows])
        for mine, other in zip(found, wanted, strict=True):
            assert np.asarray(mine) == pytest.approx(other, abs=1e-4)
    searcher = empile.BatchedSearch(GAME, 5, seed=1)
    assert (searcher.search(states, evaluator, 20).visits.sum(axis=1) == 20).all()


def test_jax_evaluator_equals_numpy() -> None:
    jax: Any = importlib.import_module("jax")
    check(empile.jax_evaluator(lambda seen: (seen @ POLICY, jax.numpy.tanh(seen @ VALUE))))


def test_arrays_of_jax_are_taken_by_dlpack() -> None:
    jax: Any = importlib.import_module("jax")
    check(lambda seen, legal: tuple(map(jax.numpy.asarray, plain(seen, legal))))


def test_onnx_evaluator_equals_numpy() -> None:
    pytest.importorskip("onnxruntime")
    check(empile.onnx_evaluator(onnx_model(["logits", "values"])))


def test_onnx_evaluator_takes_outputs_in_their_order_or_by_name() -> None:
    pytest.importorskip("onnxruntime")
    check(empile.onnx_evaluator(onnx_model(["policy", "value"])))
    with pytest.raises(empile.EvaluatorError, match="one input and two outputs, not 1 and 1"):
        empile.onnx_evaluator(onnx_model(["logits"]))


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_torch_evaluator_equals_numpy() -> None:
    torch: Any = importlib.import_module("torch")

    class Network(torch.nn.Module):  # type: ignore[misc]
        def forward(self, seen: Any) -> tuple[Any, Any]:
            assert not self.training
            return seen @ torch.from_numpy(POLICY), torch.tanh(seen @ torch.from_numpy(VALUE))

    network = Network()
    check(empile.torch_evaluator(network))
    assert network.training


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
    shapes = [(outputs[0], COLUMNS)]
    if len(outputs) > 1:
        nodes.append(_node("Tanh", ["raw"], outputs[1]))
        shapes.append((outputs[1], 2))
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"network"),
            _field(5, _tensor("policy_weights", POLICY)),
            _field(5, _tensor("value_weights", VALUE)),
            _field(11, _value("seen", LENGTH)),
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
