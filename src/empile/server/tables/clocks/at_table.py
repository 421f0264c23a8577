"""The clocks of a table after each event of its log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from empile.engine.contracts.referee import referee_at
from empile.server.tables.clocks.arithmetic import GameClock, Period
from empile.server.wire import events
from empile.server.wire.clocks.settings import Clock, DaysClock
from empile.server.wire.events import LogEntry

if TYPE_CHECKING:
    from empile.server.tables.table import Table


def new_clock(table: Table, settings: Clock, entry: events.Started) -> GameClock:
    """Return the clocks of a game that starts."""
    clock = GameClock(settings, len(entry.seats), entry.at)
    clock.must_move = {
        seat for seat, place in enumerate(entry.seats) if table.places[place].kind == "person"
    }
    if table.created.calls and entry.game_number == 1 and not isinstance(settings, DaysClock):
        clock.call(seat for seat in clock.must_move if not table.places[entry.seats[seat]].program)
    for place, periods in table.away.items():
        clock.set_absences(entry.seats.index(place), periods)
    return clock


def run_clock(table: Table, clock: GameClock, entry: LogEntry) -> None:
    """Update the clocks after an event, which the table has taken."""
    game = table.played[-1]
    match entry:
        case events.Moved():
            clock.moved(entry.seat, len(game.events), entry.at, entry.lag)
        case events.ChanceResolved():
            clock.decided(len(game.events), entry.at, entry.lag, entry.hold)
        case events.TakenBack():
            clock.take_back(entry.to)
        case events.Outage():
            clock.add_outage(Period(entry.since, entry.until))
        case events.Away():
            clock.set_absences(game.seat_of(entry.place), table.away[entry.place])
        case events.TakenOver():
            clock.must_move.discard(game.seat_of(entry.place))
            clock.came(game.seat_of(entry.place), entry.at)
        case events.Arrived():
            clock.came(game.seat_of(entry.place), entry.at)
        case _:
            pass
    seat = clocked_seat(table)
    if seat != clock.running:
        clock.stop(entry.at)
        clock.run(seat, entry.at)


def clocked_seat(table: Table) -> int | None:
    """Return the seat of the person that must move or place something, if there is one.

    No clock runs while a bot thinks, or while people report an outcome.
    """
    seat = table.seat_to_act
    if table.status != "playing" or table.state is None:
        return None
    if seat is None:
        referee = referee_at(table.state)
        if referee is None or referee.outcome_source(table.state) != "hand":
            return None
        seat = referee.placing_seat(table.state)
    return seat if table.places[table.played[-1].seats[seat]].kind == "person" else None


def away_until(table: Table, place: int) -> int | None:
    """Return until when the person of a place is absent now, or None."""
    now = time.time_ns() // 1_000_000
    return next((one.until for one in table.away.get(place, ()) if one.until > now), None)
