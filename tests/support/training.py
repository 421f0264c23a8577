"""Small networks, positions and settings for tests of training."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import empile
from empile.networks import CentredView, NetworkShape
from empile.training.config import TrainingConfig

SMALL = NetworkShape(width=16, blocks=1, value_width=8)
ENDS = "heads", "tails"
SHAPES: dict[str, tuple[str, dict[str, Any], NetworkShape]] = {
    "dense": ("block-ness", {"players": 2}, SMALL),
    "no-blocks": ("block-ness", {"players": 2}, NetworkShape(width=8, blocks=0, value_width=1)),
    "three-seats": ("block-ness", {"players": 3}, NetworkShape(width=12, blocks=3, value_width=4)),
    "rank": ("block-ness", {"players": 2}, msgspec.structs.replace(SMALL, rank=5)),
    "view": (
        "block-ness",
        {"players": 2},
        msgspec.structs.replace(SMALL, view=CentredView(ENDS, "top", ENDS, radius=3)),
    ),
    "legal": ("block-ness", {"players": 2}, msgspec.structs.replace(SMALL, legal=True)),
    "everything": (
        "block-ness",
        {"players": 3},
        msgspec.structs.replace(
            SMALL, rank=4, legal=True, view=CentredView(ENDS, "top", radius=2, closed=2.0)
        ),
    ),
    "memory": ("on-top", {"players": 2}, msgspec.structs.replace(SMALL, memory=True)),
}
"""The game, its options and a shape of each kind of network."""


def tiny_config(**changes: Any) -> TrainingConfig:
    """Return settings with which an iteration takes milliseconds."""
    settings: dict[str, Any] = {
        "shape": SMALL,
        "games": 8,
        "simulations": 4,
        "considered": 4,
        "steps": 8,
        "warm_up": 32,
        "batch": 16,
        "buffer": 256,
        "evaluate_every": 2,
        "match_games": 4,
        "gate_games": 4,
        "match_simulations": 4,
    }
    return TrainingConfig(**{**settings, **changes})


def positions_of(
    game: empile.Game, size: int, *, moves: int = 6, memory: bool = False
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return what a network sees in random games after some moves, and the legal moves."""
    batch = empile.Batch(game, size, seed=7)
    for move in range(moves):
        batch.step(batch.random_actions(), games=np.arange(size) % moves >= move)
    seen = batch.information_state() if memory else batch.observations()
    return seen, batch.action_masks()


def random_weights(network: Any, seed: int = 3) -> dict[str, NDArray[np.float32]]:
    """Return weights of a network that are all different from 0, biases too."""
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(0.0, 0.3, array.shape).astype(np.float32)
        for name, array in network.weights.items()
    }
