"""Gradient steps on positions of self-play; requires the extra ``train``."""

# mypy: disallow-subclassing-any=False
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import numpy as np
import torch

from empile.engine.game import Game
from empile.networks.network import Network
from empile.training.augmentation import Augmentation
from empile.training.config import TrainingConfig
from empile.training.model import TorchNetwork
from empile.training.replay import Positions, ReplayBuffer


class Losses(NamedTuple):
    """Means over the gradient steps of an iteration."""

    policy: float
    """Cross-entropy of the moves minus the entropy of their targets, in nats."""
    value: float
    """Mean squared error."""


class Learner:
    """A network, its optimizer (AdamW, Loshchilov and Hutter 2019) and its moving average.

    :param device: of PyTorch, e.g. ``"cuda"``.

    Example: ``losses = Learner(game, config).learn(buffer, steps=8, rng=rng)``.
    """

    def __init__(self, game: Game, config: TrainingConfig, *, device: str = "cpu") -> None:
        self.game, self.config, self.device = game, config, torch.device(device)
        network = Network.random(game, config.shape, config.seed)
        self.model = TorchNetwork(network).to(self.device)
        self.average = copy.deepcopy(self.model).requires_grad_(requires_grad=False)
        self._optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self.steps = 0
        """Gradient steps so far."""
        self._augmentation = Augmentation(game, config.shape)

    def network(self) -> Network:
        """Return the moving average, which plays."""
        network: Network = self.average.network()
        return network

    def learn(self, buffer: ReplayBuffer, steps: int, rng: np.random.Generator) -> Losses:
        """Make gradient steps on random positions in random symmetries."""
        sums = np.zeros(2)
        for _ in range(steps):
            sums += self._step(
                buffer.sample(rng, self.config.batch), int(rng.integers(len(self._augmentation)))
            )
        policy, value = (sums / max(1, steps)).tolist()
        return Losses(policy, value)

    def _step(self, positions: Positions, symmetry: int) -> tuple[float, float]:
        inputs, columns, shares, values, is_legal = self._tensors(positions, symmetry)
        logits, predicted = self.model.of_moves(inputs, columns, is_legal)
        logs = logits.masked_fill(~is_legal, -1e9).log_softmax(dim=1)
        entropy = -(shares * shares.clamp_min(1e-9).log()).sum()
        # Views of seats that do not act have no moves.
        positions_with_moves = is_legal.any(dim=1).sum().clamp_min(1)
        policy = (-(shares * logs).sum() - entropy) / positions_with_moves
        value = (predicted - values).square().mean()
        self._optimizer.zero_grad(set_to_none=True)
        (policy + value).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self._optimizer.step()
        self.steps += 1
        # As in TensorFlow's ExponentialMovingAverage: the first steps forget faster.
        decay = min(self.config.average, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for mean, new in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(new, 1.0 - decay)
        return policy.item(), value.item()

    def _tensors(self, positions: Positions, symmetry: int) -> tuple[Any, Any, Any, Any, Any]:
        counts = positions["count"]
        most = max(1, int(counts.max()))
        inputs, columns = self._augmentation.image(
            positions["inputs"].astype(np.float32),
            positions["columns"][:, :most].astype(np.int64),
            symmetry,
        )
        is_legal = np.arange(most)[None, :] < counts[:, None]
        shares = positions["shares"][:, :most].astype(np.float32)
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-6)
        arrays = inputs, columns, shares, np.ascontiguousarray(positions["values"]), is_legal
        moved = [torch.from_numpy(array).to(self.device) for array in arrays]
        return moved[0], moved[1], moved[2], moved[3], moved[4]

    # -- Checkpoints ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return everything that learning continues from."""
        return {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from ``state()``; raises ``RuntimeError`` if it is of another network."""
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.steps = int(state["steps"])
