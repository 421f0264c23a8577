"""Simulations in threads."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from empile.engine.contracts.referee import (
    BadPathError,
    PlacementSimulation,
    SimulationError,
)
from empile.server.physics.threaded_simulation import Pools, ThreadedSimulation
from tests.server.scripted_placement import GRIPS, Script, Worldlet
from tests.server.serving import perform
from tests.support.patience import PATIENCE


def refuse(error: BadPathError) -> None:
    raise AssertionError(error)


def test_threaded_simulation_runs_jobs_in_order_and_closes_once() -> None:
    script = Script()
    done: list[float] = []
    at_once: list[int] = []
    busy = [0]

    def slow(trial: PlacementSimulation) -> float:
        busy[0] += 1
        at_once.append(busy[0])
        time.sleep(0.002)
        found = trial.advance(0.1).at
        busy[0] -= 1
        return found

    async def scene(pool: ThreadPoolExecutor) -> None:
        trial = ThreadedSimulation(Pools(pool, pool), lambda: world(script), failed=errors.append)
        for _ in range(20):
            trial.do(slow, done.append, refuse)
        assert not trial.idle
        await reached(lambda: trial.idle)
        trial.close()
        trial.close()
        trial.do(slow, done.append, refuse)

    errors: list[Exception] = []
    with ThreadPoolExecutor(4) as pool:
        perform(scene(pool))
    assert done == pytest.approx([0.1 * (n + 1) for n in range(20)])
    assert set(at_once) == {1}
    assert (errors, script.open, len(script.opened)) == ([], 0, 1)


def test_threaded_simulation_closed_during_a_job_is_closed_by_its_thread() -> None:
    script = Script()
    may_go_on = threading.Event()
    began = threading.Event()
    called: list[object] = []

    def wait(_: PlacementSimulation) -> None:
        began.set()
        assert may_go_on.wait(PATIENCE)
        assert script.open == 1, "not taken from under whoever uses it"

    async def scene(pool: ThreadPoolExecutor) -> None:
        trial = ThreadedSimulation(Pools(pool, pool), lambda: world(script), failed=called.append)
        trial.do(wait, called.append, refuse)
        trial.do(wait, called.append, refuse)
        await reached(began.is_set)
        trial.close()
        may_go_on.set()
        await reached(lambda: script.open == 0)

    with ThreadPoolExecutor(2) as pool:
        perform(scene(pool))
    assert called == []


def test_threaded_simulation_closes_on_failure_and_continues_after_a_refusal() -> None:
    script = Script()
    failed: list[Exception] = []
    refused: list[str] = []
    held: list[str] = []

    async def scene(pool: ThreadPoolExecutor) -> None:
        trial = ThreadedSimulation(Pools(pool, pool), lambda: world(script), failed=failed.append)
        for grip in ("by the ears", *GRIPS):
            trial.do(
                lambda world, grip=grip: (world.hold(grip, 0.0), grip)[1],  # type: ignore[misc]
                held.append,
                lambda error: refused.append(str(error)),
            )
        await reached(lambda: trial.idle)
        script.faults = 1
        trial.do(lambda world: world.advance(0.1), lambda _: None, refuse)
        await reached(lambda: bool(failed))
        trial.do(lambda world: world.advance(0.1), lambda _: None, refuse)
        await reached(lambda: script.open == 0)
        # An error while opening is a failure as well.
        ThreadedSimulation(Pools(pool, pool), broken, failed=failed.append)
        await reached(lambda: len(failed) == 2)
        # So is an error in the callback, or the session would wait forever.
        other = ThreadedSimulation(Pools(pool, pool), lambda: world(script), failed=failed.append)
        other.do(lambda world: world.advance(0.1), nobody, refuse)
        await reached(lambda: len(failed) == 3)

    with ThreadPoolExecutor(2) as pool:
        perform(scene(pool))
    assert held == list(GRIPS)
    assert len(refused) == 1
    assert [type(error) for error in failed] == [SimulationError, RuntimeError, KeyError]
    assert script.open == 0


def broken() -> PlacementSimulation:
    raise RuntimeError("no world today")


def nobody(_: object) -> None:
    raise KeyError("nobody")


class _Field:
    """The part of a state that a worldlet needs."""

    def field(self, name: str) -> int:
        return 0


def world(script: Script) -> PlacementSimulation:
    return Worldlet(script, _Field(), (), False)  # type: ignore[arg-type]


async def reached(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)
