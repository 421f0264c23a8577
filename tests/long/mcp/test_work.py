"""Long work: it leaves the event loop free, reports progress and can be cancelled."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from empile.bots import Level
from empile.engine.game import State
from empile.engine.random import Stream
from empile.mcp import local, make_server, work
from empile.mcp.work import Work, Workers
from tests.long.mcp.clients import client_of, first_moves, perform, say
from tests.support.patience import PATIENCE


async def silent(progress: float) -> None:
    """Take no notice of progress."""


def test_a_cancelled_call_stops_its_thread() -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(given: Work) -> None:
        begun.set()
        while not given.is_stopped():
            pass
        ended.set()

    async def scene() -> None:
        task = asyncio.create_task(Workers(1).run(endless, silent))
        await asyncio.to_thread(begun.wait, PATIENCE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(ended.wait, PATIENCE)

    perform(scene())


def test_progress_increases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "TICK_SECONDS", 0.001)
    told: list[float] = []
    go_on = threading.Semaphore(0)

    def steps(given: Work) -> str:
        for progress in (0.2, 0.1, 0.5):
            given.progress = progress
            assert go_on.acquire(timeout=PATIENCE)
        return "done"

    async def tell(progress: float) -> None:
        told.append(progress)
        go_on.release()
        if progress == 0.2:
            go_on.release()  # it does not tell 0.1

    assert perform(Workers(1).run(steps, tell)) == "done"
    assert told == [0.2, 0.5]


def test_work_waits_for_a_free_thread() -> None:
    running, most = [0], [0]

    def counted(given: Work) -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        running[0] -= 1

    async def scene() -> None:
        workers = Workers(1)
        await asyncio.gather(*(workers.run(counted, silent) for _ in range(8)))

    perform(scene())
    assert most == [1]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_hint_reports_progress_and_others_are_served(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "TICK_SECONDS", 0.01)
    told: list[float] = []
    searching = threading.Event()

    def endless(state: State, *, stop: Any, **settings: Any) -> None:
        searching.set()
        while not stop():
            pass
        ended.set()

    ended = threading.Event()
    monkeypatch.setattr(local, "advise", endless)

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async def scene() -> None:
        async with client_of(make_server(), mode) as client:
            for _ in range(2):
                await say(client, "open_table", game="block-ness", others="self")
            asked = client.call_tool("hint", {"table": "t1"}, progress_callback=heard)
            task = asyncio.create_task(asked)
            assert await asyncio.to_thread(searching.wait, PATIENCE)
            assert "Your legal moves" in await say(client, "observe", table="t2")
            while not told:
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert await asyncio.to_thread(ended.wait, PATIENCE)
            assert "Your legal moves" in await say(client, "observe", table="t1")
            assert 0 < told[0] < 1

    perform(scene())


def test_a_cancelled_move_is_played_and_the_bot_answers_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinking, slow = threading.Event(), [True]

    def slow_at_first(state: State, level: Level, stream: Stream, stop: Any) -> int:
        thinking.set()
        while slow[0] and not stop():
            pass
        return state.legal_actions()[0]

    monkeypatch.setattr(local, "choose", slow_at_first)

    async def scene() -> None:
        async with client_of(make_server()) as client:
            await say(client, "open_table", game="block-ness", others=1)
            move = (await first_moves(client, "t1"))[0]
            task = asyncio.create_task(client.call_tool("act", {"table": "t1", "move": move}))
            assert await asyncio.to_thread(thinking.wait, PATIENCE)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            slow[0] = False
            seen = await say(client, "observe", table="t1")
            assert f"`{move}`" in seen
            assert "Your legal moves" in seen

    perform(scene())
