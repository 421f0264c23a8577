"""Self-play on a Ray cluster; requires the extra ``cluster``.

Actors play with the newest network that they were given; the learner takes games as they come. Empile
must be installed at the same paths on every machine. An actor whose process or machine is lost is
replaced; its running games are lost, all others go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from empile.arena.ray_cluster import cluster
from empile.engine.compiled.warm import warm
from empile.engine.game import Game
from empile.networks.files import load_network, network_bytes
from empile.networks.network import Network
from empile.training.config import TrainingConfig
from empile.training.errors import TrainingError
from empile.training.self_play import SelfPlay
from empile.training.sources import Played, timed

_log = logging.getLogger(__name__)

MOST_LOST = 20
"""Actors lost one after the other without a result, after which a run ends."""


class Actor:
    """Plays games side by side in a process of its own."""

    def __init__(self, game: Game, config: TrainingConfig, index: int) -> None:
        self._game = game
        self._self_play = SelfPlay(game, config, index=index)

    def play(self, network: bytes, iteration: int) -> Played:
        """Play an iteration with a network."""
        return timed(self._self_play, load_network(network, self._game), iteration)


class ClusterSource:
    """Self-play by ``actors``; use ``cluster_source`` to make one.

    :param address: of the cluster; by default ``RAY_ADDRESS``, else a temporary local cluster.
    :param actors: by default one for each processor of the cluster but one, which learns.
    """

    def __init__(
        self, game: Game, config: TrainingConfig, *, address: str | None, actors: int | None
    ) -> None:
        self._game, self._config = game, config
        self._made = self._lost = self._lost_in_row = 0
        self._actors: dict[Any, Any] = {}
        """The actors by their running task."""
        with ExitStack() as opened:
            processes = None if actors is None else actors + 1
            self._ray = opened.enter_context(cluster(address, processes))
            warm(game)  # once, not in every actor of this machine
            processors = int(self._ray.cluster_resources().get("CPU", 1))
            self._remote = self._ray.remote(num_cpus=1)(Actor)
            self._count = max(1, processors - 1) if actors is None else actors
            self._idle: list[Any] = []
            self._opened = opened.pop_all()

    def _new_actor(self) -> Any:
        self._made += 1
        return self._remote.remote(self._game, self._config, self._made)

    def play(self, network: Network, iteration: int) -> Played:
        """Return the games of the actor that is ready first."""
        weights = self._ray.put(network_bytes(network))
        while True:
            while len(self._idle) + len(self._actors) < self._count:
                self._idle.append(self._new_actor())
            while self._idle:
                actor = self._idle.pop()
                self._actors[actor.play.remote(weights, iteration)] = actor
            (ready,), _ = self._ray.wait(list(self._actors), num_returns=1)
            actor = self._actors.pop(ready)
            try:
                played: Played = self._ray.get(ready)
            except self._ray.exceptions.RayActorError as error:
                self._count_lost(error)
                continue
            self._idle.append(actor)
            lost, self._lost, self._lost_in_row = self._lost, 0, 0
            return played._replace(lost=lost)

    def _count_lost(self, error: Exception) -> None:
        self._lost += 1
        self._lost_in_row += 1
        _log.warning("an actor was lost and is replaced: %s", str(error).splitlines()[0])
        if self._lost_in_row >= MOST_LOST:
            raise TrainingError(
                f"{MOST_LOST} actors were lost one after the other; the last one said: {error}"
            )

    def state(self) -> bytes:
        """Return the number of actors so far: their running games are not stored."""
        return str(self._made).encode()

    def restore(self, state: bytes) -> None:
        """Begin with new actors, whose random numbers differ from those of actors before."""
        self._made = int(state)

    def close(self) -> None:
        """End all actors."""
        for actor in [*self._actors.values(), *self._idle]:
            self._ray.kill(actor)
        self._opened.close()


def cluster_source(
    address: str | None, actors: int | None
) -> Callable[[Game, TrainingConfig], ClusterSource]:
    """Return what ``TrainingRun`` makes its source with.

    Example: ``TrainingRun(game, config, path, make_source=cluster_source(None, 4))``.
    """
    return lambda game, config: ClusterSource(game, config, address=address, actors=actors)
