"""Hand paths in simulation time, their rate limits, and threaded simulations."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from empile.engine.contracts.referee import (
    BadHandError,
    PlacementSimulation,
    Sample,
    SimulationError,
)
from empile.server.physics.client_input import PathBucket
from empile.server.physics.hand_path import HandPath
from empile.server.physics.threaded_simulation import Pools, ThreadedSimulation
from empile.server.wire import rate_limits
from empile.server.wire.rate_limits import Limits
from tests.server.scripted_placement import GRIPS, Script, Worldlet
from tests.server.serving import PATIENCE, perform


def piece(*times: float) -> list[Sample]:
    return [Sample(at, 0.0, 0.0, 0.0, 0.0) for at in times]


def times(samples: list[Sample]) -> list[float]:
    return [round(sample.at, 6) for sample in samples]


# -- Time ------------------------------------------------------------------------------------------


def test_hand_path_preserves_intervals() -> None:
    trail = HandPath()
    trail.add(piece(5.0, 5.02, 5.04), now=1.0)
    trail.add(piece(5.05, 5.09), now=1.05)
    assert trail.end == pytest.approx(1.09)
    assert times(trail.until(1.045)) == [1.0, 1.02, 1.04]
    assert times(trail.until(2.0)) == [1.05, 1.09]
    assert trail.end is None


def test_hand_path_shifts_late_samples_to_the_present() -> None:
    trail = HandPath()
    trail.add(piece(0.0, 0.02), now=0.0)
    trail.add(piece(0.04, 0.06), now=0.5)
    assert times(trail.until(9.0)) == [0.0, 0.02, 0.5, 0.52]
    # The next one is equally late, and the interval is preserved.
    trail.add(piece(0.08), now=0.53)
    assert times(trail.until(9.0)) == [0.54]


def test_hand_path_continues_at_once_after_a_pause() -> None:
    trail = HandPath()
    trail.add(piece(0.0, 0.02), now=0.0)
    assert trail.by_the_hand(0.1) == pytest.approx(0.1)
    trail.add(piece(60.0, 60.02), now=0.1)
    assert times(trail.until(9.0)) == [0.0, 0.02, 0.1, 0.12]
    # Positions are reported by the client's clock, which went on.
    assert trail.by_the_hand(0.12) == pytest.approx(60.02)


def test_hand_path_stays_in_order_and_catches_up_after_a_burst() -> None:
    trail = HandPath()
    for number in range(20):  # a second of delayed samples at once
        trail.add(piece(0.05 * number, 0.05 * number + 0.025), now=3.0)
    found = times(trail.until(99.0))
    assert found == sorted(found)
    assert found[-1] <= 3.3


def test_hand_path_clear_starts_over() -> None:
    trail = HandPath()
    trail.add(piece(0.0, 4.0), now=10.0)
    trail.clear()
    assert trail.end is None
    trail.add(piece(0.0, 0.5), now=0.0)
    assert times(trail.until(9.0)) == [0.0, 0.5]


# -- Rate limits -----------------------------------------------------------------------------------


def test_hand_path_bucket_accepts_a_real_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(rate_limits.Bucket.__init__, "__defaults__", (lambda: clock[0],))
    bucket = PathBucket(Limits())
    for _ in range(20 * 60):  # a minute of a page's samples, twenty messages per second
        clock[0] += 0.05
        assert bucket.take(4)
    # Bursts are accepted up to a size; beyond that, only the first refusal is reported.
    assert not all(bucket.take(64) for _ in range(10))
    assert [bucket.is_news(), bucket.is_news()] == [True, False]
    clock[0] += 60
    assert bucket.take(3)
    assert bucket.is_news()
    clock[0] += 60
    assert not all(bucket.take(1) for _ in range(100))


# -- Threads ---------------------------------------------------------------------------------------


def refuse(error: BadHandError) -> None:
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
