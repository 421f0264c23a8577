"""Settings of a training run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from empile.engine.contracts.evaluation import Gumbel
from empile.engine.contracts.network import NetworkShape
from empile.engine.game import Game
from empile.training.errors import TrainingError


class TrainingConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a network learns from self-play; stored in the folder of a run.

    Example: ``TrainingConfig(shape=NetworkShape(width=64), games=64, simulations=16)``.
    """

    shape: NetworkShape = NetworkShape()
    """The network."""
    games: int = 256
    """Games that are played side by side; each actor of a cluster plays as many."""
    simulations: int = 24
    """Per move."""
    considered: int = 12
    """Moves at the root of Gumbel's search."""
    value_scale: float = 0.25
    """Of Gumbel's search: how much values count against the network's policy."""
    steps: int = 16
    """Moves of each game in an iteration."""
    random_opening: int = 2
    """A game begins with 0 to this number of random moves for each seat, which are not learned."""
    buffer: int = 250_000
    """Positions that are kept."""
    warm_up: int = 8_192
    """Positions before learning begins."""
    batch: int = 512
    """Positions of a gradient step."""
    passes: float = 2.0
    """How often a position is learned, on average."""
    learning_rate: float = 0.001
    weight_decay: float = 0.0001
    value_mix: float = 0.5
    """Share of the search's value in the target; the rest is the result of the game."""
    average: float = 0.99
    """Decay of the moving average of the weights, which plays (Polyak and Juditsky 1992)."""
    evaluate_every: int = 20
    """Iterations between evaluations."""
    match_games: int = 64
    """Games of an evaluation against a level."""
    gate_games: int = 128
    """Maximum number of games against the best network so far."""
    match_simulations: int = 64
    """Per move in evaluations."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "games", "simulations", "considered", "steps", "buffer", "batch", "evaluate_every",
            "match_games", "gate_games", "match_simulations",
        ):  # fmt: skip
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
        if self.batch > self.buffer:
            raise ValueError("the buffer must hold a batch")
        if not (self.passes > 0 and self.learning_rate > 0 and self.weight_decay >= 0):
            raise ValueError("passes and learning_rate must be above 0, weight_decay at least 0")
        if not (0 <= self.value_mix <= 1 and 0 <= self.average < 1):
            raise ValueError("value_mix must be from 0 to 1, average from 0 to below 1")
        for name in ("random_opening", "warm_up", "value_scale", "seed"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative")

    @property
    def self_play(self) -> Gumbel:
        """The search of self-play."""
        return Gumbel(self.considered, value_scale=self.value_scale)

    @property
    def match_search(self) -> Gumbel:
        """The search of evaluations: without noise."""
        return Gumbel(16, scale=0.0, value_scale=self.value_scale)


def config_for(game: Game, changes: Mapping[str, Any] | None = None) -> TrainingConfig:
    """Return the settings that the game's ``BotProfile`` chooses, with changes by name.

    Names of the shape are changed as well. Raises :class:`TrainingError` for wrong ones.

    Example: ``config_for(game, {"width": 64, "simulations": 16})``.
    """
    shape: dict[str, Any] = msgspec.to_builtins(game.bots.network_shape)
    settings: dict[str, Any] = dict(game.bots.training_settings)
    for name, value in (changes or {}).items():
        (shape if name in shape else settings)[name] = value
    try:
        return msgspec.convert({**settings, "shape": shape}, TrainingConfig)
    except (msgspec.ValidationError, ValueError) as error:
        names = [field.name for field in msgspec.structs.fields(TrainingConfig)]
        known = ", ".join(sorted({*names, *shape} - {"shape", "view"}))
        raise TrainingError(f"{error}; the settings are {known}") from error
