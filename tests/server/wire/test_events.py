"""The stored and the sent form of events."""

from __future__ import annotations

import msgspec
import pytest

from empile.server.wire import events

MINE = "a" * 64
GUEST = b'{"kind":"joined","place":1,"name":"Bea","key":"' + MINE.encode() + b'"}'


def created(place: events.StoredPlace) -> events.Created[events.StoredPlace]:
    return events.Created(game="blox", rules=1, options={}, places=[place])


def test_encode_stores_guests_as_before() -> None:
    assert events.encode(events.Joined(place=1, name="Bea", key=MINE)) == GUEST
    stored = events.encode(created(events.StoredPlace("person", "Anne", key=MINE)))
    assert b"member" not in stored
    assert b"program" not in stored


def test_decode_reads_logs_without_members() -> None:
    entry = events.decode(GUEST, 2, 1000)
    assert entry == events.Joined(seq=2, at=1000, place=1, name="Bea", key=MINE)


@pytest.mark.parametrize(
    "entry",
    [
        events.Joined(place=1, name="Bea", key=MINE, member=7, program=True),
        created(events.StoredPlace("person", "Anne", key=MINE, member=7, program=True)),
    ],
    ids=["joined", "created"],
)
def test_decode_returns_the_member_of_a_place(entry: events.LogEntry) -> None:
    read = events.decode(events.encode(entry), 0, 0)
    assert read == entry


def test_members_do_not_stop_an_older_server_from_reading() -> None:
    class OldJoined(msgspec.Struct, tag_field="kind", tag="joined"):
        place: int
        name: str
        key: str = ""

    entry = events.Joined(place=1, name="Bea", key=MINE, member=7, program=True)
    old = msgspec.json.decode(events.encode(entry), type=OldJoined)
    assert (old.place, old.name, old.key) == (1, "Bea", MINE)


def test_member_is_private_and_program_is_not() -> None:
    assert events.PRIVATE[events.Joined] == {"key": "", "member": None}
