"""Where positions come from: this process, or actors of a cluster."""

from __future__ import annotations

import pickle
import time
from typing import NamedTuple, Protocol

from empile.engine.game import Game
from empile.networks.network import Network
from empile.training.config import TrainingConfig
from empile.training.self_play import SelfPlay, SelfPlayResult


class Played(NamedTuple):
    """An iteration of self-play."""

    result: SelfPlayResult
    seconds: float
    """Processor time outside of this process."""
    lost: int = 0
    """Actors that were replaced since the last iteration."""


class Source(Protocol):
    """Plays with the newest network."""

    def play(self, network: Network, iteration: int) -> Played:
        """Return the next games that ended."""
        ...

    def state(self) -> bytes:
        """Return the running games, to be stored."""
        ...

    def restore(self, state: bytes) -> None:
        """Continue running games."""
        ...

    def close(self) -> None:
        """End all processes."""
        ...


class LocalSource:
    """Self-play in this process.

    Example: ``LocalSource(game, config).play(network, 0).result.positions``.
    """

    def __init__(self, game: Game, config: TrainingConfig) -> None:
        self._self_play = SelfPlay(game, config)

    def play(self, network: Network, iteration: int) -> Played:
        """Play an iteration."""
        return Played(self._self_play.play(network, iteration), 0.0)

    def state(self) -> bytes:
        """Return the games."""
        return pickle.dumps(self._self_play)

    def restore(self, state: bytes) -> None:
        """Continue the games."""
        self._self_play = pickle.loads(state)

    def close(self) -> None:
        """Do nothing."""


def timed(self_play: SelfPlay, network: Network, iteration: int) -> Played:
    """Play an iteration in a process of its own, and measure it."""
    begun = time.process_time()
    result = self_play.play(network, iteration)
    return Played(result, time.process_time() - begun)
