"""What is noted of absences in the log of a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from empile import Game, load
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.commands.away import Absences, note_absences
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire.bot_settings import BotSetting
from empile.server.wire.clocks.settings import Clock, DaysClock, RealClock

START = 1_790_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR
BOT = BotSetting(2)
CLOCK = DaysClock(1)


@cache
def two_seats() -> Game:
    return load("block-ness", players=2)


class Played:
    """A table of Ann and Bea, with the log that it was read from."""

    def __init__(self, clock: Clock | None = CLOCK, *, begins: bool = True, **more: Any) -> None:
        places = [events.StoredPlace("person", name, key=name) for name in ("Ann", "Bea")]
        first = events.Created(
            game=two_seats().name,
            rules=1,
            options=two_seats().options,
            places=places,
            clock=clock,
            **more,
        )
        self.entries: list[events.LogEntry] = []
        self.table: Table
        self.append(first, START)
        if begins:
            self.append(events.Started(game_number=1, seats=[1, 0]), START)

    def append(self, entry: events.LogEntry, at: int) -> None:
        self.entries.append(events.decode(events.encode(entry), len(self.entries) + 1, at))
        self.table = Table.read("t", 1, two_seats(), self.entries)

    def note(self, absences: Mapping[int, Absences], at: int) -> list[events.LogEntry]:
        """Note absences; return what was missing."""
        steps = [step.entry for step in note_absences(self.table, absences, at)]
        for entry in steps:
            self.append(entry, at)
        assert not note_absences(self.table, absences, at), "once is enough"
        return steps

    def move(self, at: int) -> None:
        state, seat = self.table.state, self.table.seat_to_act
        assert state is not None
        assert seat is not None
        text = state.action_to_text(state.legal_actions()[0])
        self.append(events.Moved(seat=seat, text=text), at)


def of(*periods: tuple[int, int], bot: BotSetting | None = None) -> dict[int, Absences]:
    """Return absences of Bea, in hours since the start."""
    found = [Period(START + first * HOUR, START + last * HOUR) for first, last in periods]
    return {1: Absences(found, bot)}


def own(played: Played, at: int) -> int:
    """Return the hours that the seat to act has left for its move."""
    assert played.table.clock is not None
    return played.table.clock.view(at).own // HOUR


def begun() -> Played:
    """Return a game in which both have moved, and Bea is to act."""
    played = Played()
    played.move(START)
    played.move(START)
    assert played.table.place_to_act == 1
    return played


def test_clock_stands_still_from_the_beginning_of_an_absence() -> None:
    played = begun()
    assert own(played, START + 10 * HOUR) == 14
    # It is noted two hours late.
    (away,) = played.note(of((10, 40)), START + 12 * HOUR)
    assert isinstance(away, events.Away)
    for hour in (12, 39, 40):
        assert own(played, START + hour * HOUR) == 14
    assert own(played, START + 41 * HOUR) == 13


def test_clock_runs_again_when_an_absence_ends_early() -> None:
    played = begun()
    played.note(of((10, 40)), START + 10 * HOUR)
    played.note(of((10, 20)), START + 20 * HOUR)
    assert own(played, START + 20 * HOUR) == 14
    assert own(played, START + 25 * HOUR) == 9


def test_absence_that_was_missed_gives_time_back() -> None:
    played = begun()
    played.note(of((2, 12)), START + 20 * HOUR)
    assert own(played, START + 20 * HOUR) == 14


def test_past_absences_are_not_noted_without_need() -> None:
    played = begun()
    played.move(START + HOUR)
    played.move(START + 2 * DAY)
    assert played.note(of((2, 12)), START + 2 * DAY + HOUR) == []
    assert played.note(of((2, 12), (49, 60)), START + 2 * DAY + HOUR) == [
        events.Away(place=1, periods=[(START + 49 * HOUR, START + 60 * HOUR)])
    ]


def test_next_game_knows_of_an_absence() -> None:
    played = Played()
    played.note(of((0, 40)), START)
    played.append(events.Over(result=None, reason="aborted", place=0), START + HOUR)
    played.append(events.Started(game_number=2, seats=[0, 1]), START + 2 * HOUR)
    played.move(START + 3 * HOUR)
    assert played.table.clock is not None
    view = played.table.clock.view(START + 4 * HOUR)
    assert (view.running, view.starts_in) == (1, 36 * HOUR)
    assert played.note(of((0, 40)), START + 4 * HOUR) == []


def test_bot_stands_in_until_the_absence_ends() -> None:
    played = begun()
    _, taken_over = played.note(of((10, 40), bot=BOT), START + 10 * HOUR)
    assert taken_over == events.TakenOver(place=1, level=2, until=START + 40 * HOUR)
    assert played.table.places[1].stands_in
    played.move(START + 10 * HOUR)
    assert played.note(of((10, 40)), START + 40 * HOUR) == [events.Retaken(place=1)]
    assert not played.table.places[1].stands_in


def test_person_who_takes_the_place_back_keeps_it() -> None:
    played = begun()
    played.note(of((10, 40), bot=BOT), START + 10 * HOUR)
    played.append(events.Retaken(place=1), START + 12 * HOUR)
    assert played.note(of((10, 40), bot=BOT), START + 13 * HOUR) == []
    found = played.note(of((50, 60), bot=BOT), START + 50 * HOUR)
    assert [type(one) for one in found] == [events.Away, events.TakenOver]


def test_bot_that_was_voted_in_stays() -> None:
    played = begun()
    played.append(events.TakenOver(place=1, level=1), START + HOUR)
    found = played.note(of((10, 40), bot=BOT), START + 10 * HOUR)
    assert [type(one) for one in found] == [events.Away]
    assert played.note({}, START + 50 * HOUR) == []
    assert played.table.places[1].stands_in


def test_bot_stands_in_once_a_game_begins() -> None:
    played = Played(begins=False)
    absences = of((0, 40), bot=BOT)
    (away,) = played.note(absences, START)
    assert isinstance(away, events.Away)
    played.append(events.Started(game_number=1, seats=[0, 1]), START + HOUR)
    (taken_over,) = played.note(absences, START + HOUR)
    assert isinstance(taken_over, events.TakenOver)


def test_frozen_table_is_told_of_absences_and_gets_no_bot() -> None:
    played = begun()
    played.append(events.Frozen(detail="it failed"), START)
    (away,) = played.note(of((0, 40), bot=BOT), START)
    assert isinstance(away, events.Away)


def test_absences_matter_with_days_for_a_move_only() -> None:
    for clock in (None, RealClock(600)):
        assert Played(clock).note(of((0, 40), bot=BOT), START) == []
    rated = Played(rated=True).note(of((0, 40), bot=BOT), START)
    assert [type(one) for one in rated] == [events.Away]
