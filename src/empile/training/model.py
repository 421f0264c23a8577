"""The network in PyTorch, to learn and to export; requires the extra ``train``."""

# mypy: disallow-subclassing-any=False
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import logging
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from empile.networks.network import Network


class TorchNetwork(nn.Module):
    """The same function as a :class:`empile.networks.Network`, with its weights.

    Example: ``logits, values = TorchNetwork(network)(observations)``.
    """

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.shape, self.game = network.shape, network.game
        self._names = {name.replace(".", "_"): name for name in network.weights}
        for attribute, name in self._names.items():
            array = np.array(network.weights[name])
            self.register_parameter(attribute, nn.Parameter(torch.from_numpy(array)))
        self._windows = network.windows
        if network.windows is not None:
            self.register_buffer("window_cells", torch.from_numpy(network.windows.indices))
        if network.shape.rank:
            channels, places = network.move_parts
            self.register_buffer("move_channels", torch.from_numpy(channels))
            self.register_buffer("move_places", torch.from_numpy(places))

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return copies of the weights by the names of ``parameter_shapes``."""
        return {
            name: getattr(self, attribute).detach().cpu().numpy().copy()
            for attribute, name in self._names.items()
        }

    def network(self) -> Network:
        """Return the network in NumPy with the same weights."""
        return Network(self.game, self.shape, self.weights())

    def forward(self, observations: Tensor, legal: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of all moves and values; ``legal`` only if the shape has it."""
        hidden = self._hidden(observations, legal)
        policy = self._layer(hidden, "policy")
        if self.shape.rank:
            moves = self._p("policy_channels")[self.move_channels]
            moves = moves * self._p("policy_places")[self.move_places]
            policy = policy @ moves.T + self._p("policy_channel_bias")[self.move_channels]
        return policy, self._values(hidden)

    def of_moves(
        self, observations: Tensor, columns: Tensor, is_move: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the logits of legal moves, shape (B, moves), and values of shape (B, seats).

        Where ``is_move`` is False, columns and logits mean nothing.
        """
        legal = None
        if self.shape.legal:
            # One more column takes what is no move.
            actions = self.game.possible_actions.size
            legal = observations.new_zeros((len(observations), actions + 1))
            legal.scatter_(1, columns.masked_fill(~is_move, actions), 1.0)
            legal = legal[:, :actions]
        hidden = self._hidden(observations, legal)
        policy = self._layer(hidden, "policy")
        if self.shape.rank:
            channels, places = self.move_channels[columns], self.move_places[columns]
            moves = self._p("policy_channels")[channels] * self._p("policy_places")[places]
            logits = torch.einsum("br,bmr->bm", policy, moves)
            logits = logits + self._p("policy_channel_bias")[channels]
        else:
            logits = policy.gather(1, columns)
        values = self._values(hidden)
        if values.ndim == 1:
            values = torch.stack((values, -values), dim=1)
        return logits, values

    def _p(self, name: str) -> Tensor:
        found: Tensor = getattr(self, name)
        return found

    def _layer(self, inputs: Tensor, name: str) -> Tensor:
        return inputs @ self._p(f"{name}_weight") + self._p(f"{name}_bias")

    def _hidden(self, observations: Tensor, legal: Tensor | None) -> Tensor:
        inputs = [observations]
        if self._windows is not None:
            inputs.append(self._views(observations))
        if legal is not None:
            inputs.append(legal)
        hidden = self._layer(torch.cat(inputs, dim=1), "input").relu()
        for block in range(self.shape.blocks):
            inner = self._layer(hidden, f"block{block}_first").relu()
            hidden = (hidden + self._layer(inner, f"block{block}_second")).relu()
        return hidden

    def _values(self, hidden: Tensor) -> Tensor:
        values = self._layer(self._layer(hidden, "value").relu(), "values").tanh()
        return values[:, 0] if values.shape[1] == 1 else values

    def _views(self, observations: Tensor) -> Tensor:
        windows = self._windows
        assert windows is not None
        cells = windows.cells
        board = observations[:, windows.of : windows.of + cells]
        for at in windows.obstacles:
            board = board + windows.closed * observations[:, at : at + cells]
        outside = torch.full_like(board[:, :1], windows.closed)
        board = torch.cat((board, outside, torch.zeros_like(outside)), dim=1)
        found = []
        for at in windows.pieces:
            plane = observations[:, at : at + cells]
            top, place = plane.max(dim=1)
            place = torch.where(top > 0, place, torch.full_like(place, cells))
            found.append(board.gather(1, self.window_cells[place]))
        return torch.cat(found, dim=1)


def export_onnx(network: Network, path: Path) -> None:
    """Write an ONNX model for :func:`empile.onnx_evaluator`; raises ``OSError``."""
    module = TorchNetwork(network).eval()
    examples = [torch.zeros((2, network.spec.inputs))]
    if network.shape.legal:
        examples.append(torch.zeros((2, network.spec.actions)))
    names = ["observations", "legal"][: len(examples)]
    batch: Any = torch.export.Dim("batch")
    # It tells of packages that it does not need, and uses deprecated parts of itself.
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _export(module, examples, path, names, batch)


def _export(
    module: nn.Module, examples: list[Tensor], path: Path, names: list[str], batch: Any
) -> None:
    torch.onnx.export(
        module,
        tuple(examples),
        str(path),
        input_names=names,
        output_names=["logits", "values"],
        dynamic_shapes=tuple({0: batch} for _ in examples),
        dynamo=True,
        external_data=False,
        verbose=False,
    )
