"""Heartbeats, outages and due clocks, in every store."""

from __future__ import annotations

from empile.server.store.heartbeats import GONE_MS, KEPT_MS, Beat
from empile.server.store.interface import Row
from empile.server.store.location import StoreLocation
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append, opened

AT = 1_700_000_000_000


def test_beat_ends_processes_that_are_gone_once(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            assert await store.beat(Beat("a", AT)) == ([], {})
            assert await store.beat(Beat("b", AT + 1)) == ([], {"a": AT})
            assert (await store.beat(Beat("b", AT + GONE_MS))).others == {"a": AT}
            late = AT + GONE_MS + 1
            assert await store.beat(Beat("b", late)) == ([(AT, late)], {})
            assert await store.beat(Beat("b", late + 1)) == ([(AT, late)], {})
            assert (await store.beat(Beat("b", late + 1, after=late))).outages == []
            assert (await store.beat(Beat("b", late + KEPT_MS + 1))).outages == []

    perform(scene())


def test_leave_keeps_what_was_missed_and_no_heartbeat(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            await store.beat(Beat("a", AT, missed=[(AT - 9, AT - 5)]))
            await store.leave(Beat("a", AT + 1, missed=[(AT + 1, AT + 5001)]))
            found = await store.beat(Beat("b", AT + 2 * GONE_MS))
            assert sorted(found.outages) == [(AT - 9, AT - 5), (AT + 1, AT + 5001)]
            assert found.others == {}

    perform(scene())


def test_due_clocks_are_those_of_tables_that_exist(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            assert await store.due_clocks(AT) == ([], False)
            number = await store.create("t1", None, 1, FIRST)
            await store.set_clock(number + 7, AT)
            assert await store.due_clocks(AT) == ([], False)
            await store.set_clock(number, AT)
            assert await store.due_clocks(AT - 1) == ([], True)
            assert await store.due_clocks(AT) == (["t1"], True)
            await store.set_clock(number, AT + 5)
            assert await store.due_clocks(AT) == ([], True)
            await store.set_clock(number, None)
            assert await store.due_clocks(AT + 9) == ([], False)

    perform(scene())


def test_clocked_tables_come_with_their_first_and_last_row(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", None, 1, FIRST)
            await store.create("t2", None, 1, FIRST)
            assert await store.clocked() == []
            await store.set_clock(number, AT)
            assert await store.clocked() == [(number, FIRST.body, FIRST)]
            last = Row(2, AT, b"moved")
            assert await append(store, number, [last]) == "kept"
            assert await store.clocked() == [(number, FIRST.body, last)]
            await store.set_clock(number, None)
            await store.set_clock(number + 7, AT)
            assert await store.clocked() == []

    perform(scene())
