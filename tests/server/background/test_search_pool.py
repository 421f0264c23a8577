"""Threads of searches: shares of groups, urgent searches, dropped ones."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

from empile.server.background.search_pool import Search, SearchPool
from tests.server.serving import perform, until
from tests.support.patience import PATIENCE


class Bench:
    """Searches that wait for the gate, and what became of them."""

    def __init__(self, pool: SearchPool) -> None:
        self.pool = pool
        self.gate = threading.Event()
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.dropped: list[str] = []

    def submit(self, name: str, *, cost: float = 1.0, **more: Any) -> None:
        def work() -> str:
            self.begun.append(name)
            assert self.gate.wait(PATIENCE)
            return name

        def done(found: Future[str]) -> None:
            if found.cancelled():
                self.dropped.append(name)
            else:
                self.ended.append(found.result())

        self.pool.submit(Search(name[0], cost, work, done, **more))

    async def begins(self, count: int) -> list[str]:
        async def has_begun() -> bool:
            return len(self.begun) == count

        await until(has_begun)
        return self.begun

    async def ends(self, count: int) -> list[str]:
        self.gate.set()

        async def has_ended() -> bool:
            return len(self.ended) == count

        await until(has_ended)
        return self.ended


def use(
    scene: Callable[[Bench], Coroutine[Any, Any, None]], threads: int = 1, spare: int = 0
) -> None:
    async def whole() -> None:
        bench = Bench(SearchPool("test", threads, spare))
        try:
            await scene(bench)
        finally:
            bench.gate.set()
            await bench.pool.close()

    perform(whole())


def test_searches_of_groups_run_in_turn() -> None:
    async def scene(bench: Bench) -> None:
        for number in range(4):
            bench.submit(f"a{number}")
        bench.submit("b0")
        assert (bench.pool.waiting, bench.pool.load("a"), bench.pool.load("b")) == (4, 4, 1)
        await bench.ends(5)
        assert bench.begun == ["a0", "a1", "b0", "a2", "a3"]
        assert bench.pool.load("a") == 0

    use(scene)


def test_urgent_searches_run_first() -> None:
    async def scene(bench: Bench) -> None:
        for number in range(3):
            bench.submit(f"a{number}", is_urgent=False)
        bench.submit("a-urgent")
        await bench.ends(4)
        assert bench.begun == ["a0", "a-urgent", "a1", "a2"]

    use(scene)


def test_spare_thread_is_left_by_one_group() -> None:
    async def scene(bench: Bench) -> None:
        for number in range(4):
            bench.submit(f"a{number}")
        bench.submit("b0")
        assert sorted(await bench.begins(3)) == ["a0", "a1", "b0"]
        await bench.ends(5)

    use(scene, threads=2, spare=1)


def test_spare_thread_is_left_by_searches_that_are_not_urgent() -> None:
    async def scene(bench: Bench) -> None:
        for group in "abcd":
            bench.submit(f"{group}0", is_urgent=False)
        await bench.begins(1)
        bench.submit("e0")
        assert await bench.begins(2) == ["a0", "e0"]
        await bench.ends(5)

    use(scene, threads=1, spare=1)


def test_unwanted_searches_are_dropped() -> None:
    async def scene(bench: Bench) -> None:
        wanted = [True]
        bench.submit("a0")
        bench.submit("a1", is_wanted=lambda: wanted[0])
        bench.submit("a2")
        await bench.begins(1)
        wanted[0] = False
        assert await bench.ends(2) == ["a0", "a2"]
        assert bench.dropped == ["a1"]

    use(scene)


def test_close_drops_waiting_searches() -> None:
    async def scene(bench: Bench) -> None:
        bench.submit("a0")
        bench.submit("a1")
        await bench.begins(1)
        bench.gate.set()
        await bench.pool.close()
        await asyncio.sleep(0)
        assert bench.begun == ["a0"]

    use(scene)
