"""Hashes of the addresses from which places are taken."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from empile.community.clock import now_ms
from empile.community.fairplay import addresses
from empile.community.fairplay.addresses import PlaceTaken
from empile.community.server_keys import server_key
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import seat_addresses
from tests.community.people import PASSWORD, Browser
from tests.community.playing import member_of, new_table, person, take_place
from tests.server.serving import serving
from tests.server.store.conftest import location as location

HOME, SAME_NETWORK, ELSEWHERE = "2001:db8::1", "2001:db8::2:2", "192.0.2.7"


def rows_of(location: StoreLocation) -> list[Any]:
    query = select(seat_addresses).order_by(seat_addresses.c.number, seat_addresses.c.place)
    return database.read(location, lambda connection: list(connection.execute(query).all()))


def test_places_of_one_address_share_a_hash_within_a_table_only(location: StoreLocation) -> None:
    with serving(location, accounts="open") as server:
        people = {
            name: Browser(server, **{"x-forwarded-for": address})
            for name, address in (("anne", HOME), ("bea", SAME_NETWORK), ("carl", ELSEWHERE))
        }
        people["dora"] = Browser(server)  # beside the server
        for name, browser in people.items():
            browser.sign_up(name)
        places = [person(member=member_of(people["anne"])), *[{"kind": "open"}] * 3]
        for _ in range(2):
            made = new_table(people["anne"], places)
            for name in ("bea", "carl", "dora"):
                take_place(people[name], made["table"], member=member_of(people[name]))
        first, second = rows_of(location)[:3], rows_of(location)[3:]
        for table in (first, second):
            anne, bea, carl = (row.hash for row in table)
            assert anne == bea != carl
        assert not {row.hash for row in first} & {row.hash for row in second}
        stored = repr(rows_of(location))
        assert not [one for one in (HOME, "2001:db8", ELSEWHERE) if one in stored]

        bea = people["bea"]
        assert bea.post("/api/me/confirm", json={"password": PASSWORD}).status_code == 200
        (exported,) = bea.get("/api/me/export").json()["members"]
        assert [one["hash"] for one in exported["address_hashes"]] == [
            table[1].hash for table in (first, second)
        ]
        assert bea.delete("/api/me").status_code < 300
        assert len(rows_of(location)) == 4


def test_forget_old_keeps_hashes_for_60_days(location: StoreLocation) -> None:
    with serving(location, accounts="open") as server:
        browser = Browser(server, **{"x-forwarded-for": ELSEWHERE})
        browser.sign_up("anne")
        new_table(browser, [person(member=member_of(browser)), {"kind": "open"}])

    def forget(connection: Connection, now: int) -> None:
        addresses.forget_old(connection, now)
        connection.commit()

    for days, left in ((59, 1), (61, 0)):
        now = now_ms() + days * 86_400_000
        database.write(location, lambda connection, now=now: forget(connection, now))  # type: ignore[misc]
        assert len(rows_of(location)) == left


def test_server_key_is_made_once(location: StoreLocation) -> None:
    database.migrate(location)

    def make(connection: Connection) -> bytes:
        found = server_key(connection, "test")
        connection.commit()
        return found

    assert database.write(location, make) == database.write(location, make)
    assert len(database.write(location, make)) == 32


def test_note_ignores_addresses_of_the_server(location: StoreLocation) -> None:
    database.migrate(location)
    taken = {
        place: PlaceTaken(1, group)
        for place, group in enumerate(("", "127.0.0.1", "::/64", "unix"))
    }

    def note(connection: Connection) -> None:
        addresses.note(connection, 1, taken, 1)
        connection.commit()

    database.write(location, note)
    assert rows_of(location) == []
