"""Copies between stores of all kinds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from empile.server.store import copying, database, opening
from empile.server.store.copying import copy
from empile.server.store.interface import Row
from empile.server.store.location import StoreError, StoreLocation
from empile.server.store.schema import deletions, log, metadata, tables
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append, opened, rows

NewStore = Callable[[str], StoreLocation]
KINDS = ("sqlite", "postgres")
ODD = Row(2, 2**52, bytes(range(256)))


async def fill(location: StoreLocation) -> None:
    """Write a few tables of all sorts: coded, released, deleted, long."""
    async with opened(location) as store:
        numbers = [
            await store.create(f"t{n}", f"C{n}" if n % 3 else None, n, FIRST) for n in range(9)
        ]
        await append(store, numbers[1], [ODD])
        for seq in range(2, 42, 4):
            await append(store, numbers[2], rows(seq, 4))
        now = Row(1, 2**45, b"{}")
        last = await store.create("ü", "LAST", 5, now)
        await store.prune(1, None)  # not those with events in the future
        await append(store, last, rows(2, 30))
        await store.create("again", "C4", 5, FIRST)
        for name in "abc":
            await store.keep_analysis(name, name.encode() * 100)
        await store.keep_analysis("a", b"")


def contents(location: StoreLocation) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables."""

    def read(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }

    return database.read(location, read)


@pytest.mark.parametrize("target_kind", KINDS)
@pytest.mark.parametrize("source_kind", KINDS)
def test_copy_is_exact_and_playable(
    new_store: NewStore, source_kind: str, target_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_ROWS_AT_ONCE", 7)
    source, target = new_store(source_kind), new_store(target_kind)
    perform(fill(source))
    copied = copy(source, target)
    expected = contents(source)
    assert contents(target) == expected
    assert {one.name: one.rows for one in copied} == {
        name: len(found) for name, found in expected.items()
    }
    opening.prepare(target)

    async def play() -> None:
        async with opened(source) as old, opened(target) as new:
            found = await new.find("ü")
            assert found is not None
            assert found == await old.find("ü")
            assert await append(new, found.number, rows(32)) == "kept"
            assert await append(new, found.number, rows(31)) == "conflict"
            # Numbers go on, also after those of deleted tables.
            number = await old.create("next", None, 1, FIRST)
            assert await new.create("next", None, 1, FIRST) == number
            await new.keep_analysis("d", b"4")
            assert await new.load_analysis("a") == b""

    perform(play())


@pytest.mark.parametrize("kind", KINDS)
def test_interrupted_copy_continues(
    new_store: NewStore, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_ROWS_AT_ONCE", 5)
    source, target = new_store("sqlite"), new_store(kind)
    perform(fill(source))
    seen: list[tuple[str, int]] = []

    def interrupt(name: str, rows: int) -> None:
        if name == "log" and rows > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy(source, target, progress=interrupt)
    with pytest.raises(StoreError):
        # No server begins with half of the tables.
        opening.prepare(target) if kind == "postgres" else database.read(target, lambda _: None)

    def go_on(connection: Connection) -> None:
        """Let players go on at the source meanwhile, also at tables that were copied."""
        last = connection.scalar(select(tables.c.number).where(tables.c.id == "ü"))
        connection.execute(update(tables).where(tables.c.number == last).values(code=None))
        connection.execute(insert(log).values(number=last, seq=40, at=1, body=b"new"))
        connection.execute(delete(deletions).where(deletions.c.place == 1))
        connection.commit()

    database.write(source, go_on)
    copy(source, target, progress=lambda name, rows: seen.append((name, rows)))
    assert contents(target) == contents(source)
    opening.prepare(target)
    assert seen


@pytest.mark.parametrize("kind", KINDS)
def test_copy_overwrites_only_if_told(new_store: NewStore, kind: str) -> None:
    source, target = new_store("sqlite"), new_store(kind)
    perform(fill(source))

    async def other() -> None:
        async with opened(target) as store:
            for n in range(30):
                number = await store.create(f"other{n}", f"O{n}", 1, FIRST)
                await append(store, number, rows(2, 3))

    perform(other())
    before = contents(target)
    with pytest.raises(StoreError, match="--replace"):
        copy(source, target)
    assert contents(target) == before
    copy(source, target, replace=True)
    assert contents(target) == contents(source)


def test_copy_reads_one_moment_of_a_store_in_use(new_store: NewStore) -> None:
    source, target = new_store("postgres"), new_store("sqlite")

    async def scene() -> None:
        async with opened(source) as store:
            numbers = [await store.create(f"t{n}", None, 1, FIRST) for n in range(20)]
            copying_ = asyncio.create_task(asyncio.to_thread(copy, source, target))
            seq = 2
            while not copying_.done():
                for number in numbers:
                    await append(store, number, rows(seq))
                seq += 1
            await copying_

    perform(scene())
    lengths: dict[object, int] = {}
    for number, seq, _, _ in contents(target)["log"]:
        lengths[number] = int(str(seq))
    # Each round appends to one table after the other.
    assert sorted(lengths.values(), reverse=True) == list(lengths.values())
    assert max(lengths.values()) - min(lengths.values()) <= 1


def test_copy_finds_differences(new_store: NewStore, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = new_store("sqlite"), new_store("postgres")
    perform(fill(source))
    remove = copying._remove_others

    def disturb(here: copying._End, there: copying._End, table: object) -> None:
        there.execute(text("UPDATE log SET body = 'x' WHERE seq = 3"))

    monkeypatch.setattr(copying, "_remove_others", disturb)
    with pytest.raises(StoreError, match="the copy differs: log"):
        copy(source, target)
    monkeypatch.setattr(copying, "_remove_others", remove)
    copy(source, target)
    assert contents(target) == contents(source)


def test_copy_refuses_an_older_file(new_store: NewStore, tmp_path: Path) -> None:
    from tests.server.store.test_migrations import as_file

    with pytest.raises(StoreError, match="empile migrate"):
        copy(as_file(tmp_path / "old.sqlite3"), new_store("postgres"))
