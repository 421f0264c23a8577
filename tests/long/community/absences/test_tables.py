"""Absences at running tables: clocks stand still, bots stand in, and no crash loses an absence."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert

from empile.client import connect
from empile.community import accounts, claims
from empile.community.absences import calendar, keeper, marks
from empile.community.members import Member, all_of, find
from empile.server.store import database, heartbeats
from empile.server.store.location import StoreLocation
from empile.server.store.schema import absent_tables, tables
from empile.server.tables.clocks import arithmetic
from empile.server.wire import messages as wire
from empile.server.wire.people.absences import NewAbsence
from tests.community.people import Browser
from tests.community.playing import (
    add_member,
    eventually,
    games_of,
    member_of,
    new_table,
    person,
    resign,
    take_place,
)
from tests.server.serving import Serving, hears, in_turn, legal, perform, serving
from tests.server.store.conftest import location as location

DAYS = {"kind": "days", "days": 1, "reserve": 0}
DAY = 24 * 3600 * 1000


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def go_away(browser: Browser, days: float = 3, **more: Any) -> int:
    """Let the first member of an account be absent from now on; return the absence."""
    wanted = {"ended": now_ms() + int(days * DAY), **more}
    added = browser.post(f"/api/members/{member_of(browser)}/absences", json=wanted)
    assert added.status_code == 201, added.text
    number: int = added.json()["absences"][0]["id"]
    return number


def come_back(browser: Browser, absence: int) -> None:
    removed = browser.delete(f"/api/members/{member_of(browser)}/absences/{absence}")
    assert removed.status_code == 200, removed.text


def places(browser: Browser, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get(f"/api/tables/{table}").json()["places"]
    return found


def away_until(browser: Browser, table: str) -> list[int | None]:
    return [place.get("away_until") for place in places(browser, table)]


def stands_in(browser: Browser, table: str) -> list[bool]:
    return [place["stands_in"] for place in places(browser, table)]


def begin(server: Serving, browser: Browser, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Make a table of a member with a guest; return both answers."""
    made = new_table(
        browser, [person(member=member_of(browser)), {"kind": "open"}], **{"clock": DAYS, **more}
    )
    return made, take_place(Browser(server), made["table"], "Bea")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often for tables that are due."""
    monkeypatch.setattr(keeper, "_EACH_SECONDS", 0.2)


@pytest.fixture
def anne(server: Serving) -> Browser:
    browser = Browser(server)
    browser.sign_up("Anne")
    return browser


async def log_of(server: Serving, table: str, token: str, until: Callable[[Any], bool]) -> Any:
    """Return the events of a table once ``until`` holds for them."""
    async with await connect(server.address, table, token) as seat:
        seen = list(seat.welcome.events)
        while not until(seen):
            seen += await seat.next_events()
        return seen, seat.clocks


def test_absent_member_has_a_clock_that_stands_still(server: Serving, anne: Browser) -> None:
    made, joined = begin(server, anne)
    absence = go_away(anne)
    (until, other) = eventually(lambda: any(a := away_until(anne, made["table"])) and a)
    assert other is None
    assert abs(until - now_ms() - 3 * DAY) < 60_000

    def both(seen: list[Any]) -> bool:
        return sum(isinstance(one, wire.Away) for one in seen) == 2

    come_back(anne, absence)
    seen, _ = perform(log_of(server, made["table"], joined["token"], both))
    first, second = (one for one in seen if isinstance(one, wire.Away))
    assert first.periods[0][1] == until
    # If the others were to move meanwhile, no clock needs to know of it any more.
    assert len(second.periods) <= 1
    for begun, ended in second.periods:
        assert begun == first.periods[0][0]
        assert ended <= second.at
    assert away_until(anne, made["table"]) == [None, None]


def test_seat_that_is_taken_during_an_absence_has_it(server: Serving, anne: Browser) -> None:
    go_away(anne, stand_in=True)
    made, _ = begin(server, anne)
    eventually(lambda: any(away_until(anne, made["table"])))
    # Who takes a place during an absence wants to play there.
    assert stands_in(anne, made["table"]) == [False, False]


def test_tables_without_days_for_a_move_know_of_no_absence(server: Serving, anne: Browser) -> None:
    quick, _ = begin(server, anne, clock={"kind": "real", "base": 600})
    slow, _ = begin(server, anne)
    go_away(anne, stand_in=True)
    eventually(lambda: any(away_until(anne, slow["table"])))
    assert away_until(anne, quick["table"]) == [None, None]
    assert stands_in(anne, quick["table"]) == [False, False]


def test_bot_stands_in_if_allowed_and_hands_back(server: Serving, anne: Browser) -> None:
    made, joined = begin(server, anne)
    absence = go_away(anne, stand_in=True)
    eventually(lambda: stands_in(anne, made["table"]) == [True, False])

    async def plays() -> None:
        async with await connect(server.address, made["table"], joined["token"]) as seat:
            moved: set[int] = set()
            while len(moved) < 2:
                assert seat.state is not None
                news = await (seat.act(legal(seat)) if seat.state.mine else seat.next_events())
                moved |= {one.seat for one in news if isinstance(one, wire.Moved)}

    perform(plays())
    come_back(anne, absence)
    eventually(lambda: stands_in(anne, made["table"]) == [False, False])


def test_bots_never_play_rated_games(server: Serving, anne: Browser) -> None:
    bea = Browser(server)
    bea.sign_up("Bea")
    made = new_table(
        anne,
        [person(member=member_of(anne)), {"kind": "open"}],
        clock=DAYS,
        rated=True,
        hints=False,
    )
    take_place(bea, made["table"], member=member_of(bea))
    go_away(anne, stand_in=True)
    eventually(lambda: any(away_until(anne, made["table"])))
    assert stands_in(anne, made["table"]) == [False, False]

    async def asks() -> None:
        async with await connect(server.address, made["table"], made["token"]) as seat:
            await seat.send(wire.Takeover(1, 1))
            assert "rated" in (await hears(seat, wire.Error)).detail

    perform(asks())


def test_deleted_member_is_not_absent(server: Serving, anne: Browser) -> None:
    add_member(anne, "Zoe")
    made, joined = begin(server, anne)
    go_away(anne)
    guest = Browser(server, authorization=f"Bearer {joined['token']}")
    eventually(lambda: any(away_until(guest, made["table"])))
    assert anne.delete(f"/api/members/{member_of(anne)}").status_code == 204
    eventually(lambda: not any(away_until(guest, made["table"])))


def test_crash_between_calendar_and_tables_is_repaired(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_up("Anne")
        anne = member_of(browser)
        made, _ = begin(server, browser)

    # As a server that is killed before it looks at the tables.
    database.write(data, lambda connection: _go_away(connection, anne))
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_in("Anne")
        eventually(lambda: any(away_until(browser, made["table"])))


def test_rematch_of_a_table_is_marked_again(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_up("Anne")
        anne = member_of(browser)
        made, joined = begin(server, browser)
        resign(server, made["table"], made["token"])
        eventually(lambda: games_of(browser, anne))
    # The calendar changes while no game runs.
    database.write(data, lambda connection: _go_away(connection, anne))
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_in("Anne")
        perform(play_again(server, made["table"], made["token"], joined["token"]))
        eventually(lambda: any(away_until(browser, made["table"])))


def test_two_processes_note_an_absence_once(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with (
        serving(data, accounts="open") as here,
        serving(data, accounts="open") as there,
    ):
        browser = Browser(here)
        browser.sign_up("Anne")
        made, joined = begin(here, browser)
        absence = go_away(browser, stand_in=True)
        token = joined["token"]
        # Who is connected to the other process hears of it.
        seen, _ = perform(
            log_of(there, made["table"], token, lambda seen: any(map(is_taken_over, seen)))
        )
        come_back(browser, absence)
        seen, _ = perform(
            log_of(
                there,
                made["table"],
                token,
                lambda seen: any(isinstance(one, wire.Retaken) for one in seen),
            )
        )
        for room in (here.registry, there.registry):
            assert room.loaded(made["table"]) is not None
        time.sleep(0.5)  # for another look of both
        assert stands_in(browser, made["table"]) == [False, False]
        kinds = [type(one) for one in seen]
        assert (kinds.count(wire.Away), kinds.count(wire.TakenOver)) == (2, 1)


@pytest.mark.parametrize("is_marked", [True, False])
def test_nobody_loses_on_time_while_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_marked: bool
) -> None:
    """Not even if the mark of the table is lost."""
    data = tmp_path / "tables.sqlite3"
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_up("Anne")
        anne = member_of(browser)
        made, joined = begin(server, browser)
        perform(both_move(server, made, joined))
    database.write(data, lambda connection: _go_away(connection, anne))
    if not is_marked:
        database.write(data, _lose_marks)
    monkeypatch.setattr(heartbeats, "GONE_MS", 500)
    # A day of a clock lasts one second from now on.
    monkeypatch.setattr(arithmetic, "DAY_MS", 1_000)
    with serving(data, accounts="open") as server:
        browser = Browser(server)
        browser.sign_in("Anne")
        seen, clocks = perform(
            log_of(server, made["table"], joined["token"], lambda seen: any(map(is_away, seen)))
        )
        assert not any(isinstance(one, wire.Flagged) for one in seen)
        assert clocks.starts_in > DAY
        assert browser.get(f"/api/tables/{made['table']}").json()["status"] == "playing"


def test_calendar_that_changes_meanwhile_is_looked_at_again(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        member = seated(connection)
        calendar.add(connection, member, NewAbsence(3 * DAY, 2 * DAY), DAY)
        assert marks.due(connection, DAY) == [(1, "t1")]
        first = marks.claim(connection, 1, DAY)
        assert marks.due(connection, DAY) == [], "another process is kept away"
        calendar.add(connection, member, NewAbsence(6 * DAY, 5 * DAY), DAY + 1)
        second = marks.claim(connection, 1, DAY + 2)
        assert len(second.calendars[0].absences) == 2
        assert marks.finish(connection, 1, second, DAY + 3)
        assert not marks.finish(connection, 1, first, DAY + 4)
        assert marks.due(connection, DAY + 4) == [(1, "t1")]
        connection.commit()

    database.write(location, scene)


def test_table_is_looked_at_when_absences_begin_and_end(location: StoreLocation) -> None:
    def scene(connection: Connection) -> None:
        member = seated(connection)
        calendar.add(connection, member, NewAbsence(3 * DAY, 2 * DAY), DAY)
        looked: list[int] = []
        for now in range(DAY, 5 * DAY, DAY // 4):
            for number, _ in marks.due(connection, now):
                looked.append(now)
                assert marks.finish(connection, number, marks.claim(connection, number, now), now)
        assert looked == [DAY, 2 * DAY, 3 * DAY]
        connection.commit()

    database.write(location, scene)


def seated(connection: Connection) -> Member:
    """Return a new member with a place at a table."""
    account = accounts.make(connection, accounts.NewOne("Anne", "Anne", "adult", "", "hash"), 1)
    (member,) = all_of(connection, account)
    connection.execute(insert(tables).values(number=1, id="t1", made=1))
    claims.take(connection, 1, {0: member.id}, "key", 1)
    assert marks.due(connection, DAY) == []
    return member


def is_away(event: object) -> bool:
    return isinstance(event, wire.Away)


def is_taken_over(event: object) -> bool:
    return isinstance(event, wire.TakenOver)


def _go_away(connection: Connection, public: str) -> None:
    member = find(connection, public)
    assert member is not None
    calendar.add(connection, member, NewAbsence(now_ms() + 2 * DAY), now_ms())
    connection.commit()


def _lose_marks(connection: Connection) -> None:
    connection.execute(delete(absent_tables))
    connection.commit()


async def both_move(server: Serving, made: dict[str, Any], joined: dict[str, Any]) -> None:
    """Let both players move, and the member be the one to act."""
    first = await connect(server.address, made["table"], made["token"])
    second = await connect(server.address, made["table"], joined["token"])
    try:
        acting, waiting = in_turn(first, second)
        moves = 0
        while moves < 2 or acting is not first:
            await acting.act(legal(acting))
            while waiting.seq < acting.seq:
                await waiting.next_events()
            acting, waiting = waiting, acting
            moves += 1
    finally:
        await first.close()
        await second.close()


async def play_again(server: Serving, table: str, *tokens: str) -> None:
    first, second = [await connect(server.address, table, token) for token in tokens]
    try:
        await first.send(wire.Rematch())
        asked = next(one for one in await second.next_events() if isinstance(one, wire.Asked))
        await second.send(wire.Answer(asked.seq, yes=True))
        while first.table.status != "playing":
            await first.next_events()
    finally:
        await first.close()
        await second.close()
