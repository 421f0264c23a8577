"""Clocks of a game, from the events of its log alone.

Times are milliseconds; moments are those of the log, since 1970. Replaying a log gives the clocks
that its players saw: all that the clocks depend on is in events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import UNSET

from empile.server.wire.clocks.settings import (
    DAY_MS,
    HOUR_MS,
    SECOND_MS,
    Clock,
    DaysClock,
    RealClock,
    TurnClock,
)
from empile.server.wire.clocks.view import ClockView

WEEK_MS: Final = 7 * DAY_MS
FIRST_MOVE_MS: Final = 60 * SECOND_MS
"""In games at the table, the least time in which a first move must come."""
CALL_MS: Final = 180 * SECOND_MS
"""How long the clocks of a first game wait for players that were called to the table."""
CORRECTED_MS: Final = 60_000
"""How long after a move it may turn out that the server could not be reached during it."""
MOST_LAG_MS: Final = 500
"""The most time that a move is credited for its way to the server and back."""


class Period(NamedTuple):
    since: int
    until: int


class Deadline(NamedTuple):
    at: int
    aborts: bool
    """Whether the game is aborted then, because not everybody has moved."""


class _Charge(NamedTuple):
    """What a seat was charged for a move."""

    seat: int
    period: Period
    charged: int


class _Snapshot(NamedTuple):
    left: tuple[int, ...]
    weeks: tuple[int, ...]
    moved: frozenset[int]


class GameClock:
    """The clocks of the seats of one game that starts at the moment ``at``.

    Example::

        clock = GameClock(RealClock(60, 2), seats=2, at=0)
        clock.run(0, 0)
        clock.moved(0, 1, 10_000)
        clock.run(1, 10_000)
        clock.view(13_000).left  # [52_000, 57_000]
    """

    def __init__(self, settings: Clock, seats: int, at: int) -> None:
        self.settings = settings
        self.running: int | None = None
        """The seat whose clock runs."""
        self.since = at
        """Since when it runs, possibly in the future."""
        self.waits_since: int | None = None
        """Since when the game is not installed, as far as the log says."""
        self.must_move: set[int] = set()
        """The seats of people that have not moved yet."""
        self._started = at
        self._still_until = at
        """Until when an animation is shown."""
        self._called: set[int] = set()
        """The seats that have not come to the table."""
        self._called_until = at
        """Until when the clocks wait for them."""
        self._left = [_full(settings)] * seats
        self._weeks = [0] * seats
        """By seat: the week of the game in which its reserve of days was last full."""
        self._moved: set[int] = set()
        self._outages: list[Period] = []
        self._charges: list[_Charge] = []
        """The last ones, which an outage may still change."""
        self._absences: dict[int, list[Period]] = {}
        self._snapshots: list[_Snapshot] = [self._snapshot()]
        """By the number of game events before."""

    # -- Events ------------------------------------------------------------------------------------

    def run(self, seat: int | None, at: int) -> None:
        """Let the clock of a seat run from ``at`` on, or none. It must not run yet."""
        self.running = seat
        self.waits_since = None
        self.since = max(at, self._still_until, self._called_until)
        week = max(0, at - self._started) // WEEK_MS
        if seat is not None and isinstance(self.settings, DaysClock) and week > self._weeks[seat]:
            self._weeks[seat] = week
            self._left[seat] = _full(self.settings)

    def call(self, seats: Iterable[int]) -> None:
        """Let no clock run before all of these seats have come to the table, or ``CALL_MS`` are over."""
        self._called = set(seats)
        if self._called:
            self._called_until = self._started + CALL_MS

    def came(self, seat: int, at: int) -> None:
        """Note that a seat is at the table. The last one lets the clock run."""
        self._called.discard(seat)
        if not self._called and at < self._called_until:
            self._called_until = at
            self.since = max(at, self._still_until)

    def stop(self, at: int) -> None:
        """Stop the running clock in the middle of a move, and charge for it."""
        self._settle(at)
        self.running = None

    def moved(self, seat: int, count: int, at: int, lag: int = 0) -> None:
        """End the turn of a seat with the ``count``-th game event. ``lag`` is credited."""
        self._settle(at, lag)
        if isinstance(self.settings, RealClock):
            self._left[seat] += self.settings.increment * SECOND_MS
        self.running = None
        self._moved.add(seat)
        self._keep(count)
        self.came(seat, at)

    def decided(self, count: int, at: int, lag: int = 0, hold: int = 0) -> None:
        """End a placement, or let chance decide, with the ``count``-th game event.

        The next clock runs after ``hold``.
        """
        self._settle(at, lag)
        self.running = None
        self._still_until = max(self._still_until, at + hold)
        self._keep(count)

    def take_back(self, to: int) -> None:
        """Restore the clocks that stood when ``to`` game events had happened."""
        del self._snapshots[to + 1 :]
        kept = self._snapshots[to]
        self._left = list(kept.left)
        self._weeks = list(kept.weeks)
        self._moved = set(kept.moved)
        self._still_until = 0
        self._charges.clear()
        self.running = None

    def add_outage(self, period: Period) -> None:
        """Let no clock run in a period. What was charged for it since is given back.

        One without length goes on until the next one, because the game is not installed.
        """
        self.waits_since = period.since if period.since == period.until else None
        for index, (seat, (since, until), charged) in enumerate(self._charges):
            before = self._held(since, until, seat)
            held = self._held(since, until, seat, period)
            back = min(charged, held - before)
            self._left[seat] += back
            self._charges[index] = _Charge(seat, Period(since, until), charged - back)
        self._outages.append(period)

    def set_absences(self, seat: int, periods: Iterable[Period]) -> None:
        """Let the clock of a seat stand still in these periods alone."""
        self._absences[seat] = list(periods)

    def _keep(self, count: int) -> None:
        del self._snapshots[count:]
        self._snapshots.append(self._snapshot())

    def _snapshot(self) -> _Snapshot:
        return _Snapshot(tuple(self._left), tuple(self._weeks), frozenset(self._moved))

    # -- Arithmetic --------------------------------------------------------------------------------

    @property
    def is_begun(self) -> bool:
        """Whether everybody has moved, so that the game counts."""
        return self.must_move <= self._moved

    @property
    def outages(self) -> list[Period]:
        """The outages that are in the log, the oldest first."""
        return self._outages

    @property
    def open_since(self) -> int:
        """Since when outages still change the clocks."""
        return min([self.since, *(one.period.since for one in self._charges)])

    def open_for(self, seat: int, now: int) -> int:
        """Return since when absences of a seat still change the clocks."""
        new = [one for one in self._charges if one.period.until > now - CORRECTED_MS]
        charged = [one.period.since for one in new if one.seat == seat]
        running = [self.since] if self.running == seat else []
        return min([now, *charged, *running])

    def called(self, at: int) -> set[int]:
        """Return the seats for which the clocks wait at a moment."""
        return self._called if at < self._called_until else set()

    def counted(self, at: int) -> int:
        """Return how long the running clock has counted at a moment, since it runs."""
        return max(0, at - self.since - self._held(self.since, at, self.running))

    @property
    def _is_first(self) -> bool:
        """Whether the running seat has not moved yet. Its first move is not charged."""
        return self.running in self.must_move and self.running not in self._moved

    def deadline(self) -> Deadline | None:
        """Return when the running seat runs out of time, or None if no clock runs."""
        seat = self.running
        if seat is None:
            return None
        if self._is_first:
            return Deadline(self._at(_first_move_ms(self.settings)), aborts=True)
        most = _own_ms(self.settings) + self._left[seat]
        return Deadline(self._at(most), aborts=not self.is_begun)

    def view(self, now: int) -> ClockView:
        """Return the clocks at a moment."""
        seat, deadline = self.running, self.deadline()
        left = list(self._left)
        waits_for = sorted(self.called(now)) or UNSET
        if seat is None or deadline is None:
            return ClockView(now, left, None, waits_for=waits_for)
        counted = 0 if self._is_first else self.counted(now)
        left[seat] = self._left_after(counted)
        starts = self._at(0) if self.since > now else self._resumes(now)
        return ClockView(
            at=now,
            left=left,
            running=seat,
            own=max(0, _own_ms(self.settings) - counted),
            starts_in=max(0, starts - now),
            first_move_in=max(0, deadline.at - now) if self._is_first else UNSET,
            waits_for=waits_for,
        )

    def _holds(self, seat: int | None, *more: Period) -> list[Period]:
        absences = [] if seat is None else self._absences.get(seat, [])
        return sorted([*self._outages, *absences, *more])

    def _held(self, since: int, until: int, seat: int | None, *more: Period) -> int:
        """Return for how long the clock of a seat stood still in a period."""
        total, reached = 0, since
        for one in self._holds(seat, *more):
            begin, end = max(one.since, reached), min(one.until, until)
            if begin < end:
                total += end - begin
                reached = end
        return total

    def _at(self, counted: int) -> int:
        """Return the moment at which the running clock will have counted ``counted`` more."""
        at, left = self.since, max(0, counted)
        for one in self._holds(self.running):
            if one.until <= at:
                continue
            if one.since > at + left or (one.since == at + left and left > 0):
                break
            left -= max(0, one.since - at)
            at = one.until
        return at + left

    def _resumes(self, now: int) -> int:
        """Return when the clock runs again, if it stands still now."""
        for one in self._holds(self.running):
            if one.since <= now < one.until:
                now = one.until
        return now

    def _left_after(self, counted: int) -> int:
        """Return what the running seat has left after ``counted`` of this move."""
        assert self.running is not None
        return max(0, self._left[self.running] - max(0, counted - _own_ms(self.settings)))

    def _settle(self, at: int, lag: int = 0) -> None:
        """Charge the running seat for a move that ends."""
        counted = max(0, self.counted(at) - lag)
        if self.running is not None and not self._is_first:
            left = self._left_after(counted)
            charge = _Charge(self.running, Period(self.since, at), self._left[self.running] - left)
            self._charges = [one for one in self._charges if one.period.until > at - CORRECTED_MS]
            self._charges.append(charge)
            self._left[self.running] = left


def _full(settings: Clock) -> int:
    match settings:
        case RealClock():
            return settings.base * SECOND_MS
        case TurnClock():
            return settings.reserve * SECOND_MS
        case DaysClock():
            return settings.reserve * HOUR_MS


def _own_ms(settings: Clock) -> int:
    """Return what each move has before the reserve is used."""
    match settings:
        case RealClock():
            return 0
        case TurnClock():
            return settings.turn * SECOND_MS
        case DaysClock():
            return settings.days * DAY_MS


def _first_move_ms(settings: Clock) -> int:
    return max(FIRST_MOVE_MS, _own_ms(settings))
