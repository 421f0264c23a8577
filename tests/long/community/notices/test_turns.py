"""Members are told that it is their turn, and that an absence ends."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from empile.client import TableConnection, connect
from empile.community.notices.turns import Turns
from empile.server.store import database
from empile.server.store.schema import absences, members, notices
from empile.server.tables.room import Room
from tests.community.notices.push_service import PushService
from tests.community.notices.readers import Reader, stages
from tests.community.people import Browser
from tests.community.playing import eventually, new_table, person, take_place
from tests.server.serving import Serving, legal, perform, serving
from tests.support.patience import slowness

DAYS = {"kind": "days", "days": 1, "reserve": 0}
HOUR = 3_600_000


@pytest.fixture
def anne(server: Serving) -> Reader:
    return Reader(server, "Anne")


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The last events of tables when their notices were up to date."""
    found: list[int] = []
    tell = Turns.tell

    async def noted(turns: Turns, room: Room) -> None:
        seq = room.table.seq
        await tell(turns, room)
        found.append(seq)

    monkeypatch.setattr(Turns, "tell", noted)
    return found


def begin(server: Serving, anne: Reader, **more: Any) -> tuple[str, str, str]:
    """Make a table of a member with a guest; return its ID and both tokens."""
    made = new_table(anne, [person(member=anne.member), {"kind": "open"}], **more)
    joined = take_place(Browser(server), made["table"], "Bea")
    return made["table"], made["token"], joined["token"]


def move(server: Serving, table: str, token: str) -> bool:
    """Make a move if it is the turn of a token; return whether it was."""

    async def scene() -> bool:
        async with await connect(server.address, table, token) as seat:
            return await act(seat)

    return perform(scene())


async def act(seat: TableConnection) -> bool:
    assert seat.state is not None
    if not seat.state.mine:
        return False
    await seat.act(legal(seat))
    return True


def pass_turn(server: Serving, table: str, token: str) -> None:
    """Move with a token until it is the turn of another."""
    while move(server, table, token):
        pass


def test_turn_is_told_and_passes(server: Serving, anne: Reader) -> None:
    table, own, other = begin(server, anne, clock=DAYS)
    pass_turn(server, table, other)
    told = anne.wait_for("turn")
    assert (told["table"], told["game"]) == (table, "block-ness")
    anne.seen(told["id"], read=True)
    pass_turn(server, table, own)
    eventually(lambda: anne.told() == [])
    pass_turn(server, table, other)
    again = anne.wait_for("turn")
    assert "read" not in again
    assert again["id"] != told["id"]


def test_turn_that_has_passed_is_not_pushed(
    server: Serving, anne: Reader, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.community.notices.outbox.PAGE_MS", int(1000 * slowness()))
    phone = service.subscriber()
    anne.choose(push=["turn"])
    anne.subscribe(phone)
    table, own, other = begin(server, anne, clock=DAYS)
    pass_turn(server, table, other)
    anne.wait_for("turn")
    pass_turn(server, table, own)
    eventually(lambda: anne.told() == [])
    pass_turn(server, table, other)
    eventually(lambda: stages(server.application.settings.data) == ["pushed"])
    ((_, _, body),) = service.received
    message = phone.read(body)
    assert (message["path"], message["body"]) == (f"/t/{table}", "Block Ness: it is your turn.")


def test_turn_is_verified_before_it_is_pushed(
    server: Serving, anne: Reader, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne.choose(push=["turn"])
    anne.subscribe(service.subscriber())
    table, own, other = begin(server, anne, clock=DAYS)
    pass_turn(server, table, other)
    service.wait_for(1)
    pass_turn(server, table, own)
    eventually(lambda: anne.told() == [])
    # As if the process that saw the move had been killed.
    _store_turn(server, anne, table)
    eventually(lambda: anne.told() == [])
    assert len(service.received) == 1


def _store_turn(server: Serving, anne: Reader, table: str) -> None:
    location = server.application.settings.data
    number = database.read(
        location,
        lambda connection: connection.scalar(
            select(members.c.id).where(members.c.public == anne.member)
        ),
    )
    row = {"member": number, "kind": "turn", "subject": table, "mark": 1, "made": 1}
    more = {"stage": "page", "due": 1, "tries": 0}
    database.write(
        location, lambda connection: connection.execute(insert(notices).values(**row, **more))
    )


def test_turn_without_days_is_told_only_to_those_who_left(
    server: Serving, anne: Reader, looks: list[int]
) -> None:
    table, own, other = begin(server, anne)

    async def stays() -> None:
        async with await connect(server.address, table, own) as seat:
            async with await connect(server.address, table, other) as guest:
                while seat.state is None or not seat.state.mine:
                    await act(guest)
                    if seat.state is not None and not seat.state.mine:
                        await seat.next_events()
            last = seat.seq
            eventually(lambda: last in looks)
            assert anne.told() == []

    perform(stays())
    pass_turn(server, table, own)
    pass_turn(server, table, other)
    assert anne.wait_for("turn")["table"] == table


def test_turn_is_not_told_to_who_plays_alone(
    server: Serving, anne: Reader, looks: list[int]
) -> None:
    made = new_table(anne, [person(member=anne.member), {"kind": "bot", "level": 1}], clock=None)

    async def plays() -> int:
        async with await connect(server.address, made["table"], made["token"]) as seat:
            while seat.state is None or not seat.state.mine:
                await seat.next_events()
            await act(seat)
            return seat.seq

    last = perform(plays())
    eventually(lambda: looks and looks[-1] >= last)
    assert anne.told() == []


def _overlook(turns: Turns, room: Room) -> None:
    """Do nothing, as a process that is killed at this moment."""


def test_turn_is_found_after_a_crash(
    tmp_path: Path, channels: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "tables.sqlite3"
    with monkeypatch.context() as crashing:
        crashing.setattr(Turns, "on_events", _overlook)
        with serving(data, **channels) as server:
            anne = Reader(server, "Anne")
            table, _, other = begin(server, anne, clock=DAYS)
            pass_turn(server, table, other)
            assert anne.told() == []
            cookies = anne.cookies
    with serving(data, **channels) as server:
        browser = Browser(server)
        browser.cookies = cookies
        path = f"/api/members/{anne.member}/notices"
        (told,) = eventually(lambda: browser.get(path).json()["notices"])
        assert (told["kind"], told["table"]) == ("turn", table)


def test_end_of_an_absence_is_told(server: Serving, anne: Reader) -> None:
    now = time.time_ns() // 1_000_000
    for ended in (now + 30 * HOUR, now + 60 * HOUR):
        added = anne.post(f"{anne.path}/absences", json={"began": ended - HOUR, "ended": ended})
        assert added.is_success, added.text
    assert anne.told() == []

    def store(connection: Any) -> None:
        number = connection.scalar(select(members.c.id).where(members.c.public == anne.member))
        row = {"member": number, "began": now - 72 * HOUR, "ended": now + HOUR, "stand_in": 0}
        connection.execute(insert(absences).values(**row))

    database.write(server.application.settings.data, store)
    told = anne.wait_for("absence")
    assert told["ends"] == now + HOUR
    assert len(anne.told()) == 1
    found = anne.get(f"{anne.path}/absences").json()["absences"]
    ending = next(one["id"] for one in found if one["ended"] == now + HOUR)
    assert anne.delete(f"{anne.path}/absences/{ending}").is_success
    assert anne.told() == []


def test_challenge_and_request_are_told_until_they_are_answered(
    server: Serving, anne: Reader
) -> None:
    bea = Reader(server, "Bea")
    bea.ask(member=anne.member)
    table = bea.challenged(anne)["challenge"]["table"]
    assert {one["kind"] for one in anne.told()} == {"friend", "challenge"}
    assert anne.answer(table, "decline").is_success
    assert [one["kind"] for one in anne.told()] == ["friend"]
    assert anne.put(f"{anne.path}/friends/{bea.member}", json={}).is_success
    assert anne.told() == []


def test_blocked_member_is_not_heard(server: Serving, anne: Reader) -> None:
    bea = Reader(server, "Bea")
    bea.ask(member=anne.member)
    anne.wait_for("friend")
    anne.block(bea)
    assert anne.told() == []
    bea.ask(member=anne.member)
    assert anne.told() == []
