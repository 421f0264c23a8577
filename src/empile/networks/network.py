"""Networks in NumPy, which search with one core and no other library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.network import NetworkShape
from empile.engine.game import Game
from empile.networks.errors import NetworkError
from empile.networks.inputs import Windows
from empile.networks.spec import spec_of

Floats = NDArray[np.float32]


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
        for layer in ("first", "second"):
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

    Calls keep buffers for their outputs, so each call overwrites what the last one returned.
    Not thread-safe; ``copy()`` shares the weights.

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
        self._logits = np.zeros((0, self.spec.actions), np.float32)
        if shape.rank:
            channels, places = self.move_parts
            self._moves = self.weights["policy.channels"][channels]
            self._moves *= self.weights["policy.places"][places]
            self._move_bias = self.weights["policy.channel_bias"][channels]

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
    def move_parts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The channel and the place of each move, for networks with a rank."""
        return _parts(self.game)

    def copy(self) -> Self:
        """Return a network with the same weights and buffers of its own."""
        return type(self)(self.game, self.shape, self.weights)

    def __call__(
        self, observations: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """Evaluate positions, see :data:`empile.Evaluator`."""
        weights = self.weights
        hidden = self._hidden(observations, legal)
        if len(self._logits) < len(observations):
            self._logits = np.zeros((len(observations), self.spec.actions), np.float32)
        logits = self._logits[: len(observations)]
        policy = hidden @ weights["policy.weight"] if self.shape.rank else None
        if policy is None:
            np.matmul(hidden, weights["policy.weight"], out=logits)
            logits += weights["policy.bias"]
        else:
            policy += weights["policy.bias"]
            # Only legal moves: there are thousands of others.
            flat = np.flatnonzero(legal)
            rows, columns = np.divmod(flat, legal.shape[1])
            found = np.einsum("ij,ij->i", policy[rows], self._moves[columns])
            logits.reshape(-1)[flat] = found + self._move_bias[columns]
        value = _relu(hidden @ weights["value.weight"], weights["value.bias"])
        values = np.tanh(value @ weights["values.weight"] + weights["values.bias"])
        return logits, values[:, 0] if values.shape[1] == 1 else values

    def _hidden(self, observations: Floats, legal: NDArray[np.bool_]) -> Floats:
        weights = self.weights
        first, at = weights["input.weight"], observations.shape[1]
        hidden = observations @ first[:at]
        if self.windows is not None:
            hidden += self.windows.of_rows(observations) @ first[at : at + self.windows.length]
        if self.shape.legal:
            hidden += legal.astype(np.float32) @ first[-legal.shape[1] :]
        _relu(hidden, weights["input.bias"])
        for block in range(self.shape.blocks):
            name = f"block{block}"
            inner = _relu(hidden @ weights[f"{name}.first.weight"], weights[f"{name}.first.bias"])
            hidden += inner @ weights[f"{name}.second.weight"]
            _relu(hidden, weights[f"{name}.second.bias"])
        return hidden


def _relu(sums: Any, bias: Floats) -> Floats:
    sums += bias
    found: Floats = np.maximum(sums, 0.0, out=sums)
    return found
