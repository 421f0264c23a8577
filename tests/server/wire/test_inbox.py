"""The queue of a connection."""

from __future__ import annotations

import asyncio

from empile.server.wire.inbox import Inbox


def test_inbox_keeps_the_order() -> None:
    async def scene() -> list[int]:
        inbox = Inbox[int]()
        assert inbox.empty()
        for item in range(3):
            inbox.put_nowait(item)
        assert inbox.qsize() == 3
        return [await inbox.get() for _ in range(3)]

    assert asyncio.run(scene()) == [0, 1, 2]


def test_get_waits_for_an_item() -> None:
    async def scene() -> list[int]:
        inbox = Inbox[int]()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        assert not reading.done()
        inbox.put_nowait(1)
        inbox.put_nowait(2)
        return [await reading, await inbox.get()]

    assert asyncio.run(scene()) == [1, 2]


def test_get_that_is_cancelled_loses_no_item() -> None:
    async def scene() -> int:
        inbox = Inbox[int]()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(1)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        return inbox.qsize() + (0 if reading.cancelled() else 1)

    assert asyncio.run(scene()) == 1
