"""Messages in both kinds of stores: notices, exports and the end of everything."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, func, select

from empile.community.clock import DAY_MS, now_ms
from empile.community.messages import forgetting
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.maintenance import Maintenance
from empile.server.store.schema import log, message_readers, messages, notices
from tests.community.messages.writers import Writer, table_of
from tests.server.serving import serving
from tests.server.store.conftest import location as location

TABLES = (messages, message_readers)


def rows(location: StoreLocation, *counted: Table) -> list[int]:
    def count(connection: Connection) -> list[int]:
        return [
            int(connection.scalar(select(func.count()).select_from(one)) or 0) for one in counted
        ]

    return database.read(location, count)


def forget(location: StoreLocation, days: int) -> None:
    """Forget what is old in so many days."""

    def forget(connection: Connection) -> None:
        forgetting.forget_old(connection, now_ms() + days * DAY_MS)
        connection.commit()

    database.write(location, forget)


def told(writer: Writer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = writer.get(f"{writer.path}/notices").json()["notices"]
    return found


def test_messages_from_the_first_word_to_the_last_trace(location: StoreLocation) -> None:
    with serving(location, accounts="open", talk="free") as server:
        anne, bea, carl = (Writer(server, name) for name in ("Anne", "Bea", "Carl"))
        anne.befriend(bea)
        anne.befriend(carl)
        table = table_of(server, anne, bea)
        where, back = f"friends/{bea.member}", f"friends/{anne.member}"
        anne.wrote(table, "at the table")
        # The log of the table knows nothing of it.
        bodies = database.read(
            location, lambda connection: list(connection.scalars(select(log.c.body)))
        )
        assert not any(b"at the table" in bytes(body) for body in bodies)
        first = anne.wrote(where, "one")
        anne.erase(anne.wrote(where, "mistake"))
        last = anne.wrote(where, "two")
        carl.wrote(back, "from Carl")
        # One notice for a friend, however much was written; none for tables.
        (notice,) = told(bea)
        assert notice == {
            "id": notice["id"],
            "kind": "message",
            "made": notice["made"],
            "name": "Anne",
            "member": anne.member,
        }
        assert bea.unread() == {table[7:]: 1, anne.member: 2}
        bea.has_read(back, first)
        assert bea.unread()[anne.member] == 1
        assert len(told(bea)) == 1
        bea.has_read(back, last)
        assert told(bea) == []
        exported = bea.get("/api/me/export").json()["members"][0]["messages"]
        assert [(one["table"], one["with"], one["text"]) for one in exported] == [
            (table[7:], None, "at the table"),
            (None, "Anne", "one"),
            (None, "Anne", ""),
            (None, "Anne", "two"),
        ]
        assert rows(location, *TABLES) == [5, 10]
        # A deleted table takes its messages away, a member its own and those of its friends to it.
        database.write(location, lambda connection: Maintenance(connection).delete(table[7:]))
        assert rows(location, *TABLES) == [4, 8]
        assert bea.delete("/api/me").status_code == 204
        assert rows(location, *TABLES) == [1, 2]
        assert anne.texts(f"friends/{carl.member}") == ["from Carl"]
        assert anne.delete("/api/me").status_code == 204
        assert rows(location, *TABLES, notices) == [0, 0, 0]


def test_messages_end_when_erased_old_or_by_a_blocked_author(
    location: StoreLocation,
) -> None:
    with serving(location, accounts="open", talk="free") as server:
        anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
        anne.befriend(bea)
        number = anne.wrote(f"friends/{bea.member}", "one")
        assert [one["kind"] for one in told(bea)] == ["message"]
        anne.erase(number)
        assert told(bea) == []
        forget(location, 179)
        assert rows(location, *TABLES) == [1, 2]
        forget(location, 181)
        assert rows(location, *TABLES) == [0, 0]
        anne.wrote(f"friends/{bea.member}", "two")
        assert [one["kind"] for one in told(bea)] == ["message"]
        bea.block(anne)
        assert told(bea) == []
        assert bea.texts(f"friends/{anne.member}") == []
