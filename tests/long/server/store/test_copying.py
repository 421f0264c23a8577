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
from empile.server.store.maintenance import Maintenance
from empile.server.store.schema import (
    accounts,
    claims,
    deletions,
    game_players,
    games,
    log,
    member_statistics,
    members,
    metadata,
    progress,
    projected,
    sessions,
    tables,
)
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


def settle(location: StoreLocation) -> None:
    """Write accounts with names that collations order differently, and what is kept for them."""

    def write(connection: Connection) -> None:
        account = {
            "role": "member", "state": "active", "email_confirmed": 0, "ban_reason": "",
            "language": "fr", "made": 1,
        }  # fmt: skip
        for n in range(12):
            connection.execute(insert(accounts).values(login=f"l{n}", login_key=f"l{n}", **account))
            connection.execute(
                insert(members).values(
                    public=f"m{n}", account=n + 1, name="é", kind="child", listed=0, made=2
                )
            )
            connection.execute(
                insert(sessions).values(
                    hash=f"h{n}", account=n + 1, made=1, seen=1, expires=9, agent=""
                )
            )
        for item in ("a", "B", "é", "_", "Z", "aa", "a b", "ß", "A", "b", "e", "E"):
            values = {"member": 1, "kind": "lesson", "game": "blox", "value": 3, "at": 4}
            connection.execute(insert(progress).values(item=item, **values))
            connection.execute(
                insert(member_statistics).values(
                    member=1, name_of_game=item, players=2, seat=0, played=1, won=1, shared=0,
                    rank_sum=1, scored=1, score_sum=0,
                )
            )  # fmt: skip
        # The last account and its member are gone; their numbers are not used again.
        for table in (sessions, members, accounts):
            connection.execute(delete(table).where(table.c.id == 12))
        connection.commit()

    database.write(location, write)


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
    settle(source)
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
    one = {"public": "new", "account": 1, "name": "x", "kind": "adult", "listed": 0, "made": 1}

    def add(connection: Connection) -> int:
        made = connection.execute(insert(members).values(**one)).inserted_primary_key
        connection.commit()
        assert made is not None
        return int(made[0])

    assert database.write(target, add) == 13


@pytest.mark.parametrize("kind", KINDS)
def test_deleted_tables_leave_their_games_and_take_their_claims(
    new_store: NewStore, kind: str
) -> None:
    location = new_store(kind)

    async def make() -> None:
        async with opened(location) as store:
            for n in range(2):
                await store.create(f"t{n}", None, 1, FIRST)

    def keep(connection: Connection) -> None:
        for number in (1, 2):
            values = {"number": number, "game": 1, "players": 1, "ended": 2}
            connection.execute(insert(projected).values(number=number, seq=1))
            connection.execute(
                insert(games).values(
                    table_id="t",
                    name="blox",
                    started=1,
                    events=3,
                    reason="",
                    spectators=1,
                    **values,
                )
            )
            connection.execute(
                insert(game_players).values(
                    seat=0, place=0, team=0, member=1, name="", name_key="", program=0, rank=1,
                    outcome="won", resigned=0, name_of_game="blox", **values,
                )
            )  # fmt: skip
            connection.execute(
                insert(claims).values(number=number, place=0, key="k", member=1, made=1, running=1)
            )
        connection.commit()

    perform(make())
    settle(location)
    database.write(location, keep)
    assert database.write(location, lambda connection: Maintenance(connection).delete("t0"))
    found = contents(location)
    assert [row[0] for row in found["tables"]] == [2]
    assert [row[0] for row in found["claims"]] == [row[0] for row in found["projected"]] == [2]
    assert [row[0] for row in found["games"]] == [row[0] for row in found["game_players"]] == [1, 2]


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
