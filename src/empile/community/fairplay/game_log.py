"""A finished game from the log of its table, with the thinking time of each move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from empile.server.store.interface import Row
from empile.server.store.schema import log
from empile.server.tables.game_redaction import GameSnapshot
from empile.server.wire import events

_NO_TIME: Final = -1.0


class GameLog(NamedTuple):
    """A finished game, for analysis."""

    snapshot: GameSnapshot
    seconds: list[float]
    """By event: how long its seat thought. -1 for chance events, and for moves of bots."""


def read_game(connection: Connection, number: int, game: int) -> GameLog | None:
    """Return a game of a table, or None if it is gone, damaged, or not over."""
    rows = connection.execute(
        select(log.c.seq, log.c.at, log.c.body).where(log.c.number == number).order_by(log.c.seq)
    )
    try:
        return game_of(
            (events.decode(row.body, row.seq, row.at) for row in _rows(rows.tuples())), game
        )
    except (msgspec.DecodeError, ValueError, IndexError):
        return None


def _rows(found: Iterable[tuple[int, int, bytes]]) -> Iterable[Row]:
    return (Row(seq, at, bytes(body)) for seq, at, body in found)


def game_of(entries: Iterable[events.LogEntry], game: int) -> GameLog | None:
    """Return a game of a log, or None if it is not over."""
    reader = _Reader(game)
    for entry in entries:
        reader.take(entry)
        if reader.is_over:
            return reader.found()
    return None


class _Reader:
    def __init__(self, game: int) -> None:
        self.is_over = False
        self._wanted = game
        self._created: events.Created[events.StoredPlace] | None = None
        self._seats: list[int] | None = None
        """Of the wanted game, once it has begun."""
        self._bots: set[int] = set()
        """Places that a bot plays."""
        self._texts: list[str] = []
        self._seconds: list[float] = []
        self._since = 0
        """When the seat to act began to think."""

    def take(self, entry: events.LogEntry) -> None:
        match entry:
            case events.Created():
                self._created = entry
                self._bots = {n for n, place in enumerate(entry.places) if place.kind == "bot"}
            case events.Filled() | events.TakenOver():
                self._bots.add(entry.place)
            case events.Retaken():
                self._bots.discard(entry.place)
                self._since = entry.at
            case events.Started():
                if entry.game_number == self._wanted:
                    self._seats, self._since = entry.seats, entry.at
            case _:
                if self._seats is not None:
                    self._play(entry, self._seats)

    def _play(self, entry: events.LogEntry, seats: list[int]) -> None:
        match entry:
            case events.Moved():
                taken = (entry.at - self._since - entry.lag) / 1000
                by_bot = seats[entry.seat] in self._bots
                self._add(entry.text, _NO_TIME if by_bot else max(0.0, taken))
                self._since = entry.at
            case events.ChanceResolved():
                self._add(entry.text, _NO_TIME)
                self._since = entry.at + entry.hold
            case events.TakenBack():
                del self._texts[entry.to :], self._seconds[entry.to :]
                self._since = entry.at
            case events.Outage():
                self._since = max(self._since, entry.until)
            case events.Over():
                self.is_over = True
            case _:
                pass

    def _add(self, text: str, seconds: float) -> None:
        self._texts.append(text)
        self._seconds.append(seconds)

    def found(self) -> GameLog:
        created, seats = self._created, self._seats
        assert created is not None
        assert seats is not None
        snapshot = GameSnapshot(
            created.game,
            created.rules,
            created.options,
            created.start,
            [str(seat + 1) for seat in range(len(seats))],
            self._texts,
            viewer=None,
            over=True,
        )
        return GameLog(snapshot, self._seconds)
