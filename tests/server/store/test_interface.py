"""What every store does, whatever keeps its rows."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest

from empile.server.store import opening
from empile.server.store.interface import (
    Append,
    CodeTakenError,
    ListedTable,
    Outcome,
    Row,
    Store,
    StoredJob,
)
from empile.server.store.location import StoreLocation
from empile.server.store.shared import JOB_KEPT_MS
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append, opened, rows

LISTED = Row(1, 5, b'{"kind":"created","listed":true}')
DAY_MS = 24 * 3600 * 1000


def test_prepare_accepts_current_stores(location: StoreLocation) -> None:
    opening.prepare(location)
    opening.prepare(location)


def test_append_is_read_back(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", "CODE", 1, FIRST)
            assert await append(store, number, rows(2, 3, b"more")) == "kept"
        async with opened(location) as store:
            assert await store.find("t1") == (number, "CODE")
            assert await store.find("t2") is None
            assert await store.rows_after(number, 0, 2) == [FIRST, *rows(2, 1, b"more")]
            assert await store.rows_after(number, 2, 100) == rows(3, 2, b"more")
            assert await store.rows_after(number + 1, 0, 100) == []

    perform(scene())


def test_append_stores_any_bytes_and_large_numbers(location: StoreLocation) -> None:
    row = Row(2, 2**52, bytes(range(256)))

    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", None, 2**52, FIRST)
            assert await append(store, number, [row]) == "kept"
            assert await store.rows_after(number, 1, 2) == [row]

    perform(scene())


def test_append_conflict_keeps_one_append_whole(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            one = await store.create("t1", "A", 1, FIRST)
            two = await store.create("t2", "B", 1, FIRST)
            # All arrive in one iteration of the loop, so in one commit.
            outcomes = await asyncio.gather(
                append(store, two, rows(2, 1, b"z")),
                append(store, one, rows(2, 2, b"x")),
                append(store, one, rows(2, 3, b"y")),
                append(store, one, rows(4, 1, b"w")),
            )
            assert [*outcomes] == ["kept", "kept", "conflict", "kept"]
            assert [row.body for row in await store.rows_after(one, 1, 100)] == [b"x", b"x", b"w"]
            assert len(await store.rows_after(two, 1, 100)) == 1
            # Its second row exists already.
            assert await append(store, two, rows(3, 1)) == "kept"
            assert await append(store, two, [*rows(4, 1), *rows(3, 1)]) == "conflict"
            assert len(await store.rows_after(two, 0, 100)) == 3

    perform(scene())


def test_append_to_a_missing_table_is_deleted(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", "A", 1, FIRST)
            outcomes = await asyncio.gather(
                append(store, number, rows(2)), append(store, number + 7, rows(2))
            )
            assert [*outcomes] == ["kept", "deleted"]

    perform(scene())


def test_appends_share_commits(location: StoreLocation) -> None:
    async def scene() -> None:
        commits: list[int] = []
        async with opened(location, lambda _, count: commits.append(count)) as store:
            number = await store.create("t1", "A", 1, FIRST)
            every = (append(store, number, rows(n)) for n in range(2, 2002))
            assert await asyncio.gather(*every) == ["kept"] * 2000
        assert sum(commits) == 2000
        assert len(commits) < 100

    perform(scene())


def test_append_delivers_outcomes_later_and_in_order(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", "A", 1, FIRST)
            outcomes: list[tuple[int, Outcome]] = []
            done = asyncio.Event()

            def note(seq: int, outcome: Outcome) -> None:
                outcomes.append((seq, outcome))
                if len(outcomes) == 20:
                    done.set()

            for seq in range(2, 22):
                store.append(Append(number, rows(seq)), partial(note, seq))
            assert outcomes == []
            await done.wait()
            assert outcomes == [(seq, "kept") for seq in range(2, 22)]

    perform(scene())


def test_two_stores_append_each_number_once(location: StoreLocation) -> None:
    async def play(store: Store, numbers: list[int], mark: bytes) -> int:
        kept = 0
        for seq in range(2, 22):
            outcomes = await asyncio.gather(
                *(append(store, number, rows(seq, 1, mark)) for number in numbers)
            )
            assert set(outcomes) <= {"kept", "conflict"}
            kept += outcomes.count("kept")
        return kept

    async def scene() -> None:
        async with opened(location) as here, opened(location) as there:
            numbers = [await here.create(f"t{n}", None, 1, FIRST) for n in range(10)]
            kept = await asyncio.gather(play(here, numbers, b"h"), play(there, numbers[::-1], b"t"))
            assert sum(kept) == 20 * len(numbers)
            bodies = [row.body for n in numbers for row in await here.rows_after(n, 1, 100)]
            assert (bodies.count(b"h"), bodies.count(b"t")) == tuple(kept)

    perform(scene())


def test_codes_are_unique_until_released(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", "CODE", 1, FIRST)
            assert await store.find_code("CODE") == "t1"
            assert await store.find_code("NONE") is None
            for table, code in (("t2", "CODE"), ("t1", "OTHER")):
                with pytest.raises(CodeTakenError):
                    await store.create(table, code, 1, FIRST)
            assert await store.create("t3", None, 1, FIRST) > number
            assert await store.create("t4", None, 1, FIRST) > number
            assert await store.count_codes() == 1
            store.release_code(number)
            while await store.find_code("CODE") is not None:
                await asyncio.sleep(0.01)
            assert await store.find("t1") == (number, None)
            assert await store.count_codes() == 0
            await store.create("t2", "CODE", 1, FIRST)

    perform(scene())


def test_listed_after_returns_listed_tables_in_slices(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            assert await store.listed_after(0) == ([], None)
            await store.create("t1", None, 1, FIRST)
            number = await store.create("t2", None, 1, LISTED)
            await append(store, number, [Row(2, 9, b"{}")])
            found, last = await store.listed_after(0)
            assert found == [ListedTable(number, "t2", 9)]
            assert last == number
            assert await store.listed_after(number) == ([], None)

    perform(scene())


def test_changed_elsewhere_reports_other_stores(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as here, opened(location) as there:
            await there.find("t1")
            number = await here.create("t1", "A", 1, FIRST)
            assert (await there.changed_elsewhere()).appended == {number: 1}
            assert (await there.changed_elsewhere()).appended == {}
            assert await append(here, number, rows(2, 3)) == "kept"
            assert (await there.changed_elsewhere()).appended == {number: 4}
            assert (await there.changed_elsewhere()) == ({}, set())

    perform(scene())


def test_changed_elsewhere_misses_nothing_between_two_writers(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as here, opened(location) as there:
            numbers = [await here.create(f"t{n}", f"C{n}", 1, FIRST) for n in range(40)]
            own = await there.create("own", "OWN", 1, FIRST)
            heard: dict[int, int] = {}
            await there.changed_elsewhere()

            async def play() -> None:
                for number in numbers:
                    assert await append(here, number, rows(2)) == "kept"

            async def play_too() -> None:
                for seq in range(2, 42):
                    assert await append(there, own, rows(seq)) == "kept"

            playing = asyncio.gather(play(), play_too())
            while not playing.done():
                heard |= (await there.changed_elsewhere()).appended
            await playing
            heard |= (await there.changed_elsewhere()).appended
            assert [heard[number] for number in numbers] == [2] * len(numbers)

    perform(scene())


def test_analyses_are_kept_and_replaced(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            assert await store.load_analysis("a") is None
            await store.keep_analysis("a", b"1")
            await store.keep_analysis("b", b"2")
            await store.keep_analysis("a", b"3")
            assert await store.load_analysis("a") == b"3"
            assert await store.load_analysis("b") == b"2"

    perform(scene())


def test_accepts_writes(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            assert await store.accepts_writes()

    perform(scene())


def test_prune_deletes_by_age_and_notifies(location: StoreLocation) -> None:
    async def scene() -> None:
        now = time.time_ns() // 1_000_000
        move = b'{"kind":"move","action":1}'
        async with opened(location) as store, opened(location) as other:
            await other.changed_elsewhere()
            unplayed = await store.create("t1", "A", 1, FIRST)
            played = await store.create("t2", "B", 1, FIRST)
            await append(store, played, rows(2, 700, move))
            young = await store.create("t3", "C", now, Row(1, now, b"{}"))
            assert await store.prune(DAY_MS, None) == 1
            assert await store.find("t1") is None
            assert await store.rows_after(unplayed, 0, 10) == []
            assert (await other.changed_elsewhere()).deleted == {unplayed}
            assert await append(store, unplayed, rows(2)) == "deleted"
            # A code that is unused for a month is released.
            assert await store.find("t2") == (played, None)
            assert await store.prune(DAY_MS, DAY_MS) == 1
            assert await store.find("t2") is None
            assert await store.find("t3") == (young, "C")
            assert (await other.changed_elsewhere()).deleted == {played}
            # The number of a deleted table is never used again.
            assert await store.create("t4", None, 1, FIRST) > young

    perform(scene())


def test_prune_of_a_played_table_waits_for_nobody(location: StoreLocation) -> None:
    """A table that is played on meanwhile is kept, or the move is refused: never half of it."""

    async def scene() -> None:
        async with opened(location) as store, opened(location) as other:
            numbers = [await store.create(f"t{n}", None, 1, FIRST) for n in range(30)]
            now = time.time_ns() // 1_000_000

            async def play() -> list[Outcome]:
                return [await append(other, n, [Row(2, now, b"{}")]) for n in numbers[::-1]]

            deleted, outcomes = await asyncio.gather(store.prune(DAY_MS, DAY_MS), play())
            assert outcomes.count("kept") + deleted == len(numbers)
            assert set(outcomes) <= {"kept", "deleted"}
            for number, outcome in zip(numbers[::-1], outcomes, strict=True):
                found = await store.rows_after(number, 0, 10)
                assert len(found) == (2 if outcome == "kept" else 0)

    perform(scene())


def test_jobs_get_one_final_result(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store, opened(location) as other:
            number = await store.put_job(None, b"input")
            assert await store.put_job(None, b"input") != number
            assert await other.load_job(number) == b"input"
            assert await store.job_state(number) == StoredJob("waiting", None)
            assert await other.advance_job(number, "part", b"some")
            assert await store.job_state(number) == StoredJob("part", b"some")
            assert await other.load_job(number) == b"input"
            assert await other.advance_job(number, "done", b"all")
            assert not await store.advance_job(number, "part", b"late")
            assert not await store.advance_job(number, "failed", b"")
            assert await other.load_job(number) is None
            assert await store.job_state(number) == StoredJob("done", b"all")
            await store.drop_job(number)
            assert await other.job_state(number) is None
            assert not await other.advance_job(number, "done", b"late")
            assert await store.put_job(None, b"input") > number + 1

    perform(scene())


def test_jobs_with_a_name_are_stored_once(location: StoreLocation) -> None:
    async def scene() -> None:
        async with opened(location) as store, opened(location) as other:
            assert await store.find_job("one") is None
            numbers = await asyncio.gather(
                *(one.put_job("one", b"%d" % i) for i in range(10) for one in (store, other))
            )
            assert len(set(numbers)) == 1
            assert await other.find_job("one") == numbers[0]
            assert await store.put_job("two", b"") != numbers[0]

    perform(scene())


def test_jobs_that_nobody_reads_are_dropped(
    location: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(location) as store:
            number = await store.put_job("one", b"input")
            with monkeypatch.context() as later:
                at = time.time_ns() + (JOB_KEPT_MS + 60_000) * 1_000_000
                later.setattr(time, "time_ns", lambda: at)
                await store.put_job("two", b"")
            assert await store.job_state(number) is None
            assert await store.find_job("two") is not None

    perform(scene())
