"""Networks that need no other library than the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.evaluation import EvaluatorInputs
from empile.engine.contracts.network import NetworkShape
from empile.engine.game import Game
from empile.engine.maths.perceptron import PackedNetwork, pack
from empile.networks.errors import NetworkError
from empile.networks.inputs import Windows
from empile.networks.kernel import evaluate
from empile.networks.spec import spec_of

Floats = NDArray[np.float32]

_LAYERS = ("first", "second")
"""Layers of a block."""


def parameter_shapes(game: Game, shape: NetworkShape) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all weights by name.

    Example: ``parameter_shapes(game, NetworkShape(blocks=0))["input.weight"]``.
    """
    inputs, width = spec_of(game, shape).inputs, shape.width
    if shape.view is not None:
        inputs += Windows(game, shape.view).length
    if shape.legal:
        inputs += game.possible_actions.size
    shapes: dict[str, tuple[int, ...]] = {"input.weight": (inputs, width), "input.bias": (width,)}
    for block in range(shape.blocks):
        for layer in _LAYERS:
            shapes[f"block{block}.{layer}.weight"] = width, width
            shapes[f"block{block}.{layer}.bias"] = (width,)
    actions, seats = game.possible_actions.size, game.num_players
    if shape.rank:
        channels, places = _parts(game)
        shapes["policy.weight"], shapes["policy.bias"] = (width, shape.rank), (shape.rank,)
        shapes["policy.channels"] = int(channels.max()) + 1, shape.rank
        shapes["policy.places"] = int(places.max()) + 1, shape.rank
        shapes["policy.channel_bias"] = (int(channels.max()) + 1,)
    else:
        shapes["policy.weight"], shapes["policy.bias"] = (width, actions), (actions,)
    shapes["value.weight"], shapes["value.bias"] = (width, shape.value_width), (shape.value_width,)
    outputs = 1 if seats == 2 else seats
    shapes["values.weight"], shapes["values.bias"] = (shape.value_width, outputs), (outputs,)
    return shapes


def _parts(game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the channel and the place of each move."""
    planes = game.action_planes
    assert planes is not None, "checked by spec_of"
    channels = np.where(planes.anchor >= 0, planes.anchored, planes.channel)
    channels += np.where(planes.anchor >= 0, planes.anchor + 1, 0) * planes.shape[0]
    channels = np.unique(channels, return_inverse=True)[1]
    return channels.astype(np.int64), (planes.place + 1).astype(np.int64)


class Network:
    """A network for a game: an :data:`empile.Evaluator`.

    Calls keep a buffer for logits, so each call overwrites what the last one returned; logits of
    illegal moves mean nothing. Compiled for one core.
    Searches run it in machine code and may share it between threads. Calls are not thread-safe;
    ``copy()`` shares the weights.

    :param weights: arrays of the shapes of ``parameter_shapes``.
    :raises NetworkError: the weights do not fit.

    Example::

        >>> game = empile.load("block-ness", players=2)
        >>> network = Network.random(game, NetworkShape(width=16, blocks=1), seed=1)
        >>> stream = empile.new_stream(1)
        >>> found = empile.search(
        ...     game.new_state(), stream=stream, simulations=8, evaluator=network
        ... )
        >>> found.simulations
        8
    """

    def __init__(self, game: Game, shape: NetworkShape, weights: Mapping[str, Floats]) -> None:
        self.game, self.shape, self.spec = game, shape, spec_of(game, shape)
        shapes = parameter_shapes(game, shape)
        found = {name: np.shape(array) for name, array in weights.items()}
        if found != shapes:
            wrong = sorted(
                name for name in {*shapes, *found} if found.get(name) != shapes.get(name)
            )
            raise NetworkError(
                f"the weights {', '.join(wrong)} do not fit {game.name} and their shape"
            )
        self.weights: dict[str, Floats] = {
            name: np.ascontiguousarray(weights[name], np.float32) for name in shapes
        }
        self.windows = None if shape.view is None else Windows(game, shape.view)
        self.packed = self._pack()
        """The weights as searches read them that call the network without the interpreter."""
        self._logits = np.zeros((0, self.spec.actions), np.float32)

    @classmethod
    def random(cls, game: Game, shape: NetworkShape, seed: int) -> Self:
        """Return a network with random weights, initialized as by He et al. (2015)."""
        rng, weights = np.random.default_rng(seed), dict[str, Floats]()
        for name, size in parameter_shapes(game, shape).items():
            scale = np.sqrt(2.0 / size[0]) if len(size) == 2 else 0.0
            if name in {"policy.weight", "values.weight"}:
                scale *= 0.1  # begin with almost equal moves and values near 0
            if name in {"policy.channels", "policy.places"}:
                scale = 1.0
            weights[name] = rng.normal(0.0, 1.0, size).astype(np.float32) * np.float32(scale)
        return cls(game, shape, weights)

    @property
    def inputs(self) -> EvaluatorInputs:
        """What the network sees."""
        return EvaluatorInputs(memory=self.shape.memory, own_view=self.shape.own_view)

    @property
    def move_parts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The channel and the place of each move, for networks with a rank."""
        return _parts(self.game)

    def copy(self) -> Self:
        """Return a network with the same weights and buffers of its own."""
        return type(self)(self.game, self.shape, self.weights)

    def __call__(
        self, observations: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """Evaluate positions, see :data:`empile.Evaluator`.

        Raises :class:`NetworkError` for arrays of other shapes. Searches do not call it, but run
        ``packed``, with the same results.
        """
        rows = len(observations)
        shapes = (rows, self.spec.inputs), (rows, self.spec.actions)
        if (observations.shape, legal.shape) != shapes:
            raise NetworkError(
                f"the network needs observations and legal moves of shapes {shapes}, not"
                f" {(observations.shape, legal.shape)}"
            )
        if len(self._logits) < rows:
            self._logits = np.zeros((rows, self.spec.actions), np.float32)
        logits = self._logits[:rows]
        values = np.empty((rows, len(self.weights["values.bias"])), np.float32)
        evaluate(
            *self.packed,
            np.ascontiguousarray(observations, np.float32),
            np.ascontiguousarray(legal, np.bool_),
            logits,
            values,
        )
        return logits, values[:, 0] if values.shape[1] == 1 else values

    def _pack(self) -> PackedNetwork:
        weights, shape, spec = self.weights, self.shape, self.spec
        names = [f"block{n}.{layer}" for n in range(shape.blocks) for layer in _LAYERS]
        policy, policy_bias = weights["policy.weight"], weights["policy.bias"]
        if shape.rank:
            channels, places = self.move_parts
            moves = weights["policy.channels"][channels] * weights["policy.places"][places]
            move_bias = weights["policy.channel_bias"][channels]
        else:
            moves, move_bias = np.ascontiguousarray(policy.T), policy_bias
            policy = policy_bias = np.zeros(0, np.float32)
        first, nothing = weights["input.weight"], np.zeros(0, np.float32)
        arrays: list[NDArray[Any]] = [
            first,
            weights["input.bias"],
            np.concatenate([nothing, *(weights[f"{name}.weight"].ravel() for name in names)]),
            np.concatenate([nothing, *(weights[f"{name}.bias"] for name in names)]),
            policy,
            policy_bias,
            moves,
            move_bias,
            weights["value.weight"],
            weights["value.bias"],
            weights["values.weight"],
            weights["values.bias"],
        ]
        sizes: dict[str, Any] = {
            "inputs": len(first),
            "observed": spec.inputs,
            "width": shape.width,
            "layers": len(names),
            "rank": shape.rank,
            "actions": spec.actions,
            "value_width": shape.value_width,
            "outputs": len(weights["values.bias"]),
            "sees_legal": shape.legal,
        }
        if self.windows is None:
            none = np.zeros(0, np.int64)
            return pack(sizes, [*arrays, nothing, none, none, none])
        windows, begin = self.windows, spec.inputs
        sizes |= {
            "pieces": len(windows.pieces),
            "obstacles": len(windows.obstacles),
            "of": windows.of,
            "cells": windows.cells,
            "window": windows.size,
            "closed": windows.closed,
        }
        outside = windows.outside(first[begin : begin + windows.length])
        tables = [np.array(part, np.int64) for part in (windows.pieces, windows.obstacles)]
        return pack(sizes, [*arrays, outside, *tables, windows.offsets])
