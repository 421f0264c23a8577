"""Clocks of running tables: flags, aborts, outages, lag, and asking who is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from empile.client import CommandError, TableConnection, connect
from empile.server.tables.clocks import arithmetic, keeper
from empile.server.tables.commands.act import act
from empile.server.tables.room import Room
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.clocks.settings import Clock, RealClock, TurnClock
from tests.server.serving import (
    Serving,
    hears,
    in_turn,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
)
from tests.support.patience import slowness

FAST = RealClock(10, 1)
OPEN: list[TableConnection] = []


def run(scene: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run a scene, and close the connections of its players."""

    async def whole() -> None:
        try:
            await scene()
        finally:
            while OPEN:
                await OPEN.pop().close()

    perform(whole())


async def two_players(server: Serving, **more: Any) -> tuple[TableConnection, TableConnection]:
    both = await two_persons(server.address, **more)
    OPEN.extend(both)
    return both


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clocks run fifty times as fast, for this machine."""
    monkeypatch.setattr(arithmetic, "SECOND_MS", int(20 * slowness()))


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a first move take a minute, although clocks run fast."""
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", 60_000)


def room_of(server: Serving, table: str) -> Room:
    room = server.registry.loaded(table)
    assert room is not None
    return room


async def both_move(
    server: Serving, clock: Clock = FAST
) -> tuple[TableConnection, TableConnection]:
    """Return two players who have moved once, the seat to act first."""
    acting, waiting = await two_players(server, clock=clock)
    for _ in range(2):
        await acting.act(legal(acting))
        await waiting.next_events()
        acting, waiting = in_turn(acting, waiting)
    return acting, waiting


async def until_over(connection: TableConnection) -> list[wire.LogEvent]:
    """Return the events up to the end of the game."""
    found: list[wire.LogEvent] = []
    while not any(isinstance(event, wire.Over) for event in found):
        found += await connection.next_events()
    return found


@pytest.mark.usefixtures("short", "patient")
def test_flag_ends_a_game_of_two(server: Serving) -> None:
    async def scene() -> None:
        slow, other = await both_move(server)
        flagged, over = await until_over(other)
        assert isinstance(flagged, wire.Flagged)
        assert [flagged.place] == slow.places
        assert isinstance(over, wire.Over)
        assert (over.result, over.reason) == (None, "time")
        assert [place.resigned for place in other.table.places].count(True) == 1
        assert other.clocks is not None
        assert other.clocks.running is None
        await until_over(slow)
        with pytest.raises(CommandError):
            await slow.act("pass")

    run(scene)


@pytest.mark.usefixtures("short", "patient")
def test_flag_falls_when_nobody_is_there(server: Serving) -> None:
    async def scene() -> None:
        slow, other = await both_move(server)
        for connection in (slow, other):
            await connection.close()
        table = room_of(server, slow.table.id).table
        while table.status == "playing":
            await asyncio.sleep(0.02)
        assert table.played[-1].ended == ("time", [0])

    run(scene)


@pytest.mark.usefixtures("short", "patient")
def test_flag_of_one_of_three_lets_a_bot_play_on(server: Serving) -> None:
    async def scene() -> None:
        clock = TurnClock(20, 10)
        made = await make(server.address, ["person", "person", "open"], clock=clock)
        joined = await join(server.address, made.table)
        two = await connect(server.address, made.table, made.token)
        one = await connect(server.address, made.table, joined.token)
        OPEN.extend((one, two))
        for _ in range(3):
            assert two.state is not None
            seats = two.state.seats
            acting = one if seats[two.state.to_act or 0] in one.places else two
            waiting = two if acting is one else one
            if acting.state is None or not acting.state.mine:
                await acting.next_events()
            await acting.act(legal(acting))
            await waiting.next_events()
        flagged = await told(two, wire.Flagged)
        place = two.table.places[flagged.place]
        assert (place.kind, place.resigned, place.stands_in) == ("bot", True, True)
        assert two.table.status == "playing"

    run(scene)


def test_late_first_move_aborts_without_effect(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", int(2000 * slowness()))

    async def scene() -> None:
        acting, _ = await two_players(server, clock=FAST)
        assert acting.clocks is not None
        assert acting.clocks.first_move_in is not None
        (over,) = await until_over(acting)
        assert isinstance(over, wire.Over)
        assert (over.reason, over.late) == ("aborted", True)
        assert [over.place] == acting.places
        assert not any(place.resigned for place in acting.table.places)

    run(scene)


def test_abort_is_possible_until_everybody_has_moved(server: Serving) -> None:
    async def scene() -> None:
        acting, waiting = await two_players(server)
        await acting.act(legal(acting))
        await acting.send(wire.Abort())
        *_, over = await until_over(waiting)
        assert isinstance(over, wire.Over)
        assert (over.reason, over.late) == ("aborted", False)
        acting, waiting = await both_move(server)
        await acting.send(wire.Abort())
        assert (await hears(acting, wire.Error)).code == "not_now"

    run(scene)


def test_clocks_run_for_the_seat_to_act_and_survive_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    found: list[tuple[str, list[int], int]] = []
    begun = time.time()

    def elapsed() -> int:
        return int(1000 * (time.time() - begun)) + 1

    async def play(server: Serving) -> None:
        acting, waiting = await both_move(server, RealClock(60, 0))
        assert acting.clocks is not None
        assert acting.state is not None
        assert acting.clocks.running == acting.state.to_act
        await asyncio.sleep(0.3)
        acted = elapsed()
        await acting.act(legal(acting))
        assert acting.clocks is not None
        seat = 1 - (acting.clocks.running or 0)
        # Both ends of a turn are cut to milliseconds.
        assert 60_000 - elapsed() <= acting.clocks.left[seat] <= 59_701
        left = waiting.time_left(seat)
        assert left is not None
        found.append((acting.table.id, acting.clocks.left, acted))

    async def look(server: Serving, table: str) -> wire.ClockView:
        async with await connect(server.address, table) as watching:
            assert watching.welcome.clocks is not None, "the first message is credited already"
            return watching.welcome.clocks

    with serving(data) as server:
        run(partial(play, server))
    ((table, left, acted),) = found
    stopped = elapsed()
    time.sleep(2.0)
    down = elapsed() - stopped
    with serving(data) as server:
        clocks = perform(look(server, table))
    assert clocks.running is not None
    used = left[clocks.running] - clocks.left[clocks.running]
    assert down >= 2_000
    assert used <= elapsed() - acted - down, "while the server is down, it costs nobody time"


@pytest.mark.usefixtures("patient")
def test_nobody_is_flagged_for_an_outage(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    # So short that the keeper looks at the deadline only, when the whole outage is over.
    monkeypatch.setattr(arithmetic, "SECOND_MS", 20)

    async def scene() -> None:
        slow, other = await both_move(server, RealClock(60, 1))
        room = room_of(server, slow.table.id)
        clock = room.table.clock
        assert clock is not None
        deadline = clock.deadline()
        assert deadline is not None
        # It was not served for half a second of what it has left.
        server.registry.outages.note(deadline.at - 500, deadline.at)
        await until_over(other)
        # Up to the moment at which the clock was looked at, if that was earlier.
        (outage,) = (period for period in clock.outages if period.since == deadline.at - 500)
        assert clock.deadline() is None
        assert room.table.at >= deadline.at + outage.until - outage.since

    run(scene)


def test_lag_is_credited_up_to_half_a_second(server: Serving) -> None:
    async def scene() -> None:
        acting, waiting = await both_move(server, RealClock(60, 0))
        room = room_of(server, acting.table.id)
        assert room.clocks is not None
        for lag in (120, 3_000):
            table = room.table
            assert table.state is not None
            text = table.state.action_to_text(table.state.legal_actions()[0])
            steps = act(table, table.key_to_act, table.seq, text)
            (first, *_), before = room.clocks.credited(table, steps, lag)
            assert isinstance(first.entry, events.Moved)
            assert (first.entry.lag, before) == (min(lag, arithmetic.MOST_LAG_MS), 0)
        await waiting.close()

    run(scene)


def test_connections_measure_round_trips(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "MOST_LAG_MS", 1_000_000)

    async def scene() -> None:
        begun = time.monotonic()
        acting, _ = await both_move(server, RealClock(60, 0))
        (moved,) = await acting.act(legal(acting))
        assert isinstance(moved, wire.Moved)
        assert 0 <= moved.lag <= 1000 * (time.monotonic() - begun)

    run(scene)


def test_player_who_does_not_answer_loses_to_a_claim(server: Serving) -> None:
    async def scene() -> None:
        absent, other = await two_players(server)
        await other.send(wire.AskPresence())
        assert (await hears(other, wire.Error)).code == "not_now"
        table = room_of(server, other.table.id).table
        table.turn_at -= 301_000
        await other.send(wire.AskPresence())
        asked = await told(absent, wire.Asked)
        assert asked.what == "presence"
        await told(other, wire.Asked)
        await other.send(wire.Claim())
        assert (await hears(other, wire.Error)).code == "not_now"
        table.asks[asked.seq].at -= 301_000
        server.registry.outages.note(table.asks[asked.seq].at, table.asks[asked.seq].at + 2_000)
        await other.send(wire.Claim())
        assert (await hears(other, wire.Error)).code == "not_now", "the server was down for 2 s"
        table.asks[asked.seq].at -= 2_000
        await other.send(wire.Claim())
        flagged, over = await until_over(other)
        assert isinstance(flagged, wire.Flagged)
        assert [flagged.place] == absent.places
        assert isinstance(over, wire.Over)
        assert over.reason == flagged.reason == "absence"

    run(scene)


def test_player_who_answers_or_moves_is_there(server: Serving) -> None:
    async def scene() -> None:
        acting, other = await two_players(server, patience=30)
        table = room_of(server, other.table.id).table
        for answers in (True, False):
            table.turn_at -= 31_000
            await other.send(wire.AskPresence())
            asked = await told(acting, wire.Asked)
            if answers:
                await acting.send(wire.Answer(asked.seq, yes=True))
                await told(acting, wire.Answered)
                await told(other, wire.Answered)
                await other.send(wire.AskPresence())
                assert (await hears(other, wire.Error)).code == "not_now", "the others wait again"
            else:
                await acting.act(legal(acting))
            assert not table.asks
        await other.send(wire.Claim())
        assert (await hears(other, wire.Error)).code == "not_now"

    run(scene)
