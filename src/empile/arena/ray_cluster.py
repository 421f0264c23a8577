"""Tournaments on a Ray cluster; requires the extra ``cluster``.

Results are stored locally. Empile and the entrants' programs must be installed at the same paths on
every machine.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from empile.arena.errors import ArenaError
from empile.arena.plan import Plan
from empile.arena.result import GameResult
from empile.arena.results import Results
from empile.arena.runner import OnGame, missing, play_all, run
from empile.arena.worker import Done, Refused
from empile.arena.workers import Worker
from empile.engine.compiled.warm import warm
from empile.engine.playouts import cores

_TRIES = 3
"""Attempts to play a game whose machine is lost."""
_OBJECTS = 100 << 20
"""Bytes of the local object store."""


def run_on_ray(
    results: Results,
    *,
    address: str | None = None,
    rounds: int = 1,
    processes: int | None = None,
    on_game: OnGame | None = None,
) -> None:
    """Like :func:`empile.arena.runner.run_tournament`, on a Ray cluster.

    :param address: by default ``RAY_ADDRESS``, else a temporary local cluster.
    :param processes: maximum number of parallel games.
    """
    if results.plan.server is not None:
        raise ArenaError("a tournament at a server needs no cluster: the games are played there")
    waiting = missing(results, rounds)
    if not waiting:
        return
    with cluster(address, processes) as ray:
        # Compile once, not in every actor of this machine.
        warm(results.plan.loaded)
        count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        if processes is not None:
            count = min(count, processes)
        runners = [_RayRunner(ray, results.plan) for _ in range(min(count, len(waiting)))]
        run(play_all(results, iter(waiting), runners, on_game))


class Player:
    def __init__(self, plan: bytes, folder: str) -> None:
        with suppress(OSError):  # may not exist on another machine
            os.chdir(folder)
        self._worker = Worker(msgspec.json.decode(plan, type=Plan))
        self._runner = asyncio.Runner()

    def play(self, number: int) -> bytes:
        try:
            said: Done | Refused = Done(self._runner.run(self._worker.play(number)))
        except ArenaError as error:
            said = Refused(str(error))
        return msgspec.json.encode(said)

    def close(self) -> None:
        self._runner.run(self._worker.close())


class _RayRunner:
    def __init__(self, ray: Any, plan: Plan) -> None:
        self._ray = ray
        self._plan = msgspec.json.encode(plan)
        self._remote = ray.remote(num_cpus=1)(Player)
        self._actor: Any = None

    async def play(self, number: int) -> GameResult:
        lost: Exception | None = None
        for _ in range(_TRIES):
            if self._actor is None:
                self._actor = self._remote.remote(self._plan, os.getcwd())
            try:
                answer: bytes = await self._actor.play.remote(number)
            except self._ray.exceptions.RayActorError as error:
                self._actor, lost = None, error
                continue
            said = msgspec.json.decode(answer, type=Done | Refused)
            if isinstance(said, Done):
                return said.played
            raise ArenaError(said.why)
        raise ArenaError(
            f"game {number} failed {_TRIES} times because its machine was lost: {lost}"
        )

    async def close(self) -> None:
        if self._actor is not None:
            # Its worker process exits at the end of its input.
            self._ray.kill(self._actor)
            self._actor = None


@contextmanager
def cluster(address: str | None, processes: int | None) -> Generator[Any]:
    # Ray reports usage statistics unless disabled before the import.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ArenaError('a cluster needs Ray: pip install "empile-engine[cluster]"') from None
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is not None or os.environ.get("RAY_ADDRESS"):
        settings["address"] = address
    else:
        settings |= {
            "num_cpus": cores() if processes is None else processes,
            "num_gpus": 0,
            "include_dashboard": False,
            "object_store_memory": _OBJECTS,
        }
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ArenaError(f"cannot connect to a Ray cluster at {address}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
