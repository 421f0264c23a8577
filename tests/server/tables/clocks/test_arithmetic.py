"""Clocks from events: sums, restoring, standing still, and replaying."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from empile import Game, load
from empile.server.tables.clocks.arithmetic import (
    CALL_MS,
    FIRST_MOVE_MS,
    MOST_LAG_MS,
    WEEK_MS,
    Deadline,
    GameClock,
    Period,
)
from empile.server.tables.commands.arrive import arrive
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire.clocks.settings import (
    DAY_MS,
    HOUR_MS,
    Clock,
    DaysClock,
    RealClock,
    TurnClock,
)
from empile.server.wire.clocks.view import ClockView

START = 1_700_000_000_000
CLOCKS = (RealClock(60, 2), TurnClock(20, 60), DaysClock(2, 12))


def begun(clock: Clock, seats: int = 2) -> GameClock:
    """Return clocks of a game in which everybody has moved at ``START``."""
    running = GameClock(clock, seats, START)
    for seat in range(seats):
        running.moved(seat, seat + 1, START)
    return running


def test_real_time_counts_down_and_adds_the_increment() -> None:
    clock = begun(RealClock(60, 2))
    clock.run(0, START)
    assert clock.view(START + 10_000).left == [52_000, 62_000]
    clock.moved(0, 3, START + 10_000)
    assert clock.view(START + 10_000).left == [54_000, 62_000]


def test_turn_uses_its_own_time_before_the_reserve() -> None:
    clock = begun(TurnClock(20, 60), 3)
    clock.run(1, START)
    assert clock.view(START + 15_000).left == [60_000] * 3
    assert clock.view(START + 15_000).own == 5_000
    assert clock.view(START + 25_000).left == [60_000, 55_000, 60_000]
    clock.moved(1, 4, START + 25_000)
    clock.run(1, START + 25_000)
    assert clock.view(START + 25_000).own == 20_000


def test_reserve_of_days_is_full_again_in_a_new_week() -> None:
    clock = begun(DaysClock(1, 12))
    clock.run(0, START)
    clock.moved(0, 3, START + DAY_MS + 10 * HOUR_MS)
    assert clock.view(START + DAY_MS).left[0] == 2 * HOUR_MS
    clock.run(0, START + WEEK_MS - 1)
    assert clock.view(START + WEEK_MS).left[0] == 2 * HOUR_MS
    clock.moved(0, 4, START + WEEK_MS)
    clock.run(0, START + WEEK_MS)
    assert clock.view(START + WEEK_MS).left[0] == 12 * HOUR_MS


@pytest.mark.parametrize("clock", CLOCKS)
def test_first_moves_are_not_charged_and_abort_when_late(clock: Clock) -> None:
    running = GameClock(clock, 2, START)
    running.must_move = {0, 1}
    running.run(0, START)
    deadline = running.deadline()
    assert deadline is not None
    assert deadline.aborts
    assert deadline.at >= START + FIRST_MOVE_MS
    before = running.view(START).left
    running.moved(0, 1, deadline.at - 1)
    increment = 2000 if isinstance(clock, RealClock) else 0
    assert running.view(START).left == [before[0] + increment, before[1]]
    running.run(1, START)
    running.moved(1, 2, START + 1)
    running.run(0, START + 1)
    last = running.deadline()
    assert last is not None
    assert not last.aborts


def called(*seats: int) -> GameClock:
    """Return clocks that wait for seats, the first of which is to act."""
    clock = GameClock(RealClock(60, 2), 2, START)
    clock.must_move = {0, 1}
    clock.call(seats)
    clock.run(0, START)
    return clock


def test_clocks_wait_until_all_have_come() -> None:
    clock = called(0, 1)
    view = clock.view(START + 1_000)
    assert (view.waits_for, view.starts_in) == ([0, 1], CALL_MS - 1_000)
    clock.came(1, START + 20_000)
    clock.came(1, START + 25_000)
    assert clock.view(START + 30_000).waits_for == [0]
    clock.came(0, START + 40_000)
    view = clock.view(START + 50_000)
    assert (view.waits_for, view.starts_in) == (UNSET, 0)
    assert view.first_move_in == FIRST_MOVE_MS - 10_000
    clock.came(0, START + 55_000)
    assert clock.deadline() == Deadline(START + 40_000 + FIRST_MOVE_MS, aborts=True)


def test_clocks_wait_no_longer_than_three_minutes() -> None:
    clock = called(0, 1)
    assert clock.deadline() == Deadline(START + CALL_MS + FIRST_MOVE_MS, aborts=True)
    view = clock.view(START + CALL_MS)
    assert (view.waits_for, view.starts_in, view.first_move_in) == (UNSET, 0, FIRST_MOVE_MS)
    clock.came(0, START + CALL_MS + 1_000)
    clock.came(1, START + CALL_MS + 1_000)
    assert clock.deadline() == Deadline(START + CALL_MS + FIRST_MOVE_MS, aborts=True)


def test_who_moves_has_come_and_the_other_clock_waits_on() -> None:
    clock = called(0, 1)
    clock.moved(0, 1, START + 30_000)
    clock.run(1, START + 30_000)
    view = clock.view(START + 31_000)
    assert (view.waits_for, view.running, view.left) == ([1], 1, [62_000, 60_000])
    clock.came(1, START + 90_000)
    assert clock.deadline() == Deadline(START + 90_000 + FIRST_MOVE_MS, aborts=True)


def test_animations_outages_and_absences_hold_clocks() -> None:
    clock = begun(RealClock(60))
    clock.decided(3, START, hold=4_000)
    clock.run(0, START)
    assert clock.view(START + 3_000).left[0] == 60_000
    assert clock.view(START + 3_000).starts_in == 1_000
    assert clock.view(START + 5_000).left[0] == 59_000
    clock.add_outage(Period(START + 5_000, START + 25_000))
    assert clock.view(START + 25_000).left[0] == 59_000
    clock.set_absences(0, [Period(START + 30_000, START + 90_000)])
    assert clock.view(START + 31_000).left[0] == 54_000
    assert clock.view(START + 31_000).starts_in == 59_000
    deadline = clock.deadline()
    assert deadline is not None
    assert deadline.at == START + 4_000 + 60_000 + 20_000 + 60_000


def test_outage_that_is_noticed_late_is_given_back() -> None:
    clock = begun(RealClock(60))
    clock.run(0, START)
    clock.moved(0, 3, START + 8_000)
    clock.run(1, START + 8_000)
    clock.add_outage(Period(START + 2_000, START + 5_000))
    clock.add_outage(Period(START + 4_000, START + 6_000))
    assert clock.view(START + 8_000).left == [56_000, 60_000]
    assert clock.open_since == START
    clock.moved(1, 4, START + 90_000)
    assert clock.open_since > START


def test_takeback_restores_the_clocks_of_the_position() -> None:
    clock = begun(RealClock(60, 1))
    at = START
    shown: list[list[int]] = []
    for count in range(3, 9):
        shown.append(clock.view(at).left)
        clock.run(count % 2, at)
        at += 1_000 * count
        clock.moved(count % 2, count, at)
    clock.run(1, at)
    clock.take_back(4)
    assert clock.view(at + 9_000).left == shown[2]
    clock.run(1, at + 9_000)
    clock.moved(1, 5, at + 10_000)
    assert clock.view(at).left[1] == shown[2][1] - 1_000 + 1_000


TICK = 500
spans = st.integers(0, 180).map(lambda ticks: ticks * TICK)
moves = st.lists(
    st.tuples(spans, st.integers(0, MOST_LAG_MS), st.lists(st.tuples(spans, spans), max_size=2)),
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(clock=st.sampled_from(CLOCKS), turns=moves)
def test_clocks_lose_exactly_what_counts(clock: Clock, turns: list[Any]) -> None:
    running = begun(clock)
    at = START
    own = {RealClock: 0, TurnClock: 20_000, DaysClock: 2 * DAY_MS}[type(clock)]
    added = 2_000 if isinstance(clock, RealClock) else 0
    expected = running.view(at).left
    stood: set[int] = set()
    for number, (thinks, lag, outages) in enumerate(turns):
        seat = number % 2
        running.run(seat, at)
        flag = running.deadline()
        assert flag is not None
        for since, length in outages:
            running.add_outage(Period(at + since, at + since + length))
            stood |= set(range(at + since, at + since + length, TICK))
        late = running.deadline()
        assert late is not None
        assert late.at >= flag.at
        end = at + thinks
        held = thinks - running.counted(end)
        assert held == TICK * len(stood & set(range(at, end, TICK)))
        assert running.view(late.at).left[seat] == 0
        assert running.counted(late.at) == own + expected[seat]
        charged = max(0, thinks - held - lag - own)
        expected[seat] = max(0, expected[seat] - charged) + added
        running.moved(seat, number + 3, end, lag)
        assert running.view(end).left == expected
        assert min(expected) >= 0
        at = end


# -- Replaying a log -------------------------------------------------------------------------------


@cache
def two_seats() -> Game:
    return load("block-ness", players=2)


def created(clock: Clock) -> events.Created[events.StoredPlace]:
    places = [events.StoredPlace("person", f"P{n}", key=f"k{n}") for n in range(2)]
    return events.Created(
        seq=1,
        at=START,
        game=two_seats().name,
        rules=1,
        options=two_seats().options,
        places=places,
        calls=True,
        clock=clock,
    )


class Log:
    """A log that is written event by event, with what its players saw of the clocks."""

    def __init__(self, clock: Clock) -> None:
        self.entries: list[events.LogEntry] = [created(clock)]
        self.table = Table.read("t", 1, two_seats(), self.entries)
        self.shown: list[ClockView] = []
        self.now = START

    def append(self, entry: events.LogEntry) -> None:
        stored = events.decode(events.encode(entry), self.table.seq + 1, self.now)
        self.entries.append(stored)
        self.table.take(stored)
        if self.table.clock is not None:
            self.shown.append(self.table.clock.view(self.now + 700))


def act(log: Log, kind: str, amount: int) -> None:
    table = log.table
    state, game = table.state, table.current
    assert state is not None
    assert game is not None
    log.now += amount
    if kind == "outage":
        log.append(events.Outage(since=log.now - amount, until=log.now - amount // 2))
    elif kind == "come" and table.clock is not None:
        for step in arrive(table, [amount % 2], log.now):
            log.append(step.entry)
    elif kind == "away":
        log.append(events.Away(place=amount % 2, periods=[(log.now, log.now + amount)]))
    elif kind == "freeze":
        log.append(events.Resumed() if table.failure else events.Frozen(detail="it failed"))
    elif kind == "bot" and table.places[amount % 2].kind == "person":
        log.append(events.TakenOver(place=amount % 2, level=1))
    elif kind == "back" and table.places[amount % 2].kind == "bot":
        log.append(events.Retaken(place=amount % 2))
    elif kind == "undo" and game.events:
        log.append(events.TakenBack(to=amount % len(game.events), place=0))
    elif kind == "move" and table.seat_to_act is not None:
        legal = state.legal_actions()
        text = state.action_to_text(legal[amount % len(legal)])
        log.append(events.Moved(seat=table.seat_to_act, text=text, lag=amount % MOST_LAG_MS))


KINDS = ("move", "move", "move", "come", "undo", "outage", "away", "freeze", "bot", "back")


@settings(max_examples=40, deadline=None)
@given(
    clock=st.sampled_from((RealClock(60, 2), DaysClock(1, 2))),
    acts=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 40_000)), max_size=25),
)
def test_replayed_clocks_are_those_that_were_shown(
    clock: Clock, acts: list[tuple[str, int]]
) -> None:
    log = Log(clock)
    log.append(events.Started(game_number=1, seats=[0, 1]))
    for kind, amount in acts:
        act(log, kind, amount)
    table = Table.read("t", 1, two_seats(), log.entries[:2])
    shown = [table.clock.view(log.entries[1].at + 700)] if table.clock is not None else []
    for entry in log.entries[2:]:
        table.take(entry)
        assert table.clock is not None
        shown.append(table.clock.view(entry.at + 700))
    assert shown == log.shown
    assert all(min(view.left) >= 0 and view.own >= 0 for view in shown)
    assert all(later.at >= earlier.at for earlier, later in pairwise(shown))
