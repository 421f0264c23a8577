"""The finished games of a table from its log, without the rules of games.

:class:`TableResults` is a pure function of the log: the same rows give the same games, in any
process and at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from empile.engine.record import LeftBy
from empile.server.store.interface import Row
from empile.server.tables.table import Place
from empile.server.wire import events
from empile.server.wire.clocks.settings import Clock
from empile.server.wire.parts import GameResult
from empile.server.wire.people.profiles import Outcome

RESIGNATION: Final = "resignation"
"""The reason of games of two that ended because one of them resigned."""

LEFT: Final[tuple[LeftBy | None, ...]] = (None, "resignation", "time", "absence")
"""Why a seat left a game, by the number in the columns ``resigned``."""

_PLAYED: Final = (b'{"kind":"move"', b'{"kind":"chance"')


class Player(NamedTuple):
    """A seat of a finished game."""

    place: int
    name: str
    """Empty for bots of the server."""
    member: int | None
    """The number of the member in the log. None for guests, and if only a bot played the place."""
    is_owned: bool
    """Whether the owner of the place played in this game."""
    program: bool
    level: int | None
    """The level of the bot that played at the end, or None."""
    hand_skill: int | None
    left: LeftBy | None
    """Why it left the game early; its rank is the last."""


class FinishedGame(NamedTuple):
    """A game that ended."""

    number: int
    """The number of the game at its table, from 1."""
    started: int
    ended: int
    events: int
    """Moves and chance events that were not taken back."""
    result: GameResult | None
    """None if two played, and one resigned or ran out of time."""
    players: list[Player]
    """By seat."""
    ending: str = RESIGNATION
    """Why the game ended if it has no result."""

    @property
    def reason(self) -> str:
        return self.ending if self.result is None else self.result.reason

    def ranks(self) -> list[int]:
        """Return the rank of each seat, from 1.

        Seats that left are last, whatever their bots did; the others move up.
        """
        last = len(self.players)
        given = [1] * last if self.result is None else self.result.ranks
        playing = [seat for seat, player in enumerate(self.players) if player.left is None]
        return [
            1 + sum(given[other] < given[seat] for other in playing) if seat in playing else last
            for seat in range(last)
        ]

    def score(self, seat: int) -> int | None:
        return None if self.result is None else self.result.scores[seat]

    def outcomes(self, teams: list[int]) -> list[Outcome]:
        """Return the outcome of each seat; ``teams`` by seat."""
        ranks = self.ranks()
        first = {teams[seat] for seat, rank in enumerate(ranks) if rank == 1}
        won: Outcome = "won" if len(first) == 1 else "shared"
        return [won if rank == 1 else "lost" for rank in ranks]


class TableResults:
    """The finished games of a table; :meth:`take` reads its log row by row.

    Raises ``msgspec.DecodeError`` or ``ValueError`` if the log is damaged.

    Example::

        results = TableResults.read(rows)
        [game.reason for game in results.games]
    """

    def __init__(self) -> None:
        self.game = ""
        """The name of the game."""
        self.rules = 0
        self.options: dict[str, Any] = {}
        self.spectators = True
        """Whether the table admits spectators."""
        self.clock: Clock | None = None
        self.rated = False
        """Whether the games of the table count for ratings."""
        self.friendly = False
        """Whether they count within one account only."""
        self.places: list[Place] = []
        self.games: list[FinishedGame] = []
        self.seats: list[int] | None = None
        """The place of each seat in the last game that began."""
        self.seq = 0
        self.running = True
        """Whether a game may still be played: False after the end of the last game."""
        self._started: events.Started | None = None
        self._events = 0
        self._played: set[int] = set()
        """Places whose owners played in the current game."""

    @classmethod
    def read(cls, rows: Iterable[Row]) -> TableResults:
        """Return the games of a whole log."""
        results = cls()
        for row in rows:
            results.take(row)
        return results

    def take(self, row: Row) -> None:
        """Read the next row."""
        if row.seq != self.seq + 1:
            raise ValueError("the log has a gap")
        self.seq = row.seq
        if row.body.startswith(_PLAYED):
            self._events += 1
            return
        entry = events.decode(row.body, row.seq, row.at)
        match entry:
            case events.Created():
                self._create(entry)
            case events.Started():
                self._start(entry)
            case events.TakenBack():
                self._events = entry.to
            case events.Over():
                self._end(entry)
            case events.Retaken():
                self.places[entry.place].take(entry)
                self._played.add(entry.place)
            case (
                events.Joined()
                | events.Filled()
                | events.Renamed()
                | events.Resigned()
                | events.Flagged()
                | events.TakenOver()
            ):
                self.places[entry.place].take(entry)
            case _:
                pass

    def _create(self, entry: events.Created[events.StoredPlace]) -> None:
        self.game, self.rules, self.options = entry.game, entry.rules, entry.options
        self.spectators = entry.allow_spectators
        self.clock, self.rated, self.friendly = entry.clock, entry.rated, entry.friendly
        self.places = [Place.stored(place) for place in entry.places]

    def _start(self, entry: events.Started) -> None:
        if not self.places:
            raise ValueError("the log does not start with the creation of the table")
        self._started, self.seats = entry, entry.seats
        self._events = 0
        self.running = True
        for place in self.places:
            place.left = None
        self._played = {n for n, place in enumerate(self.places) if place.kind == "person"}

    def _end(self, entry: events.Over) -> None:
        started = self._started
        if started is None:
            raise ValueError("a game ended that had not started")
        self._started = None
        self.running = False
        if entry.reason == "aborted":
            return
        self.games.append(
            FinishedGame(
                started.game_number,
                started.at,
                entry.at,
                self._events,
                entry.result,
                [self._player(place) for place in started.seats],
                entry.reason or RESIGNATION,
            )
        )

    def _player(self, number: int) -> Player:
        place = self.places[number]
        is_owned = place.key is not None and number in self._played
        return Player(
            place=number,
            name=place.name if is_owned else "",
            member=place.member if is_owned else None,
            is_owned=is_owned,
            program=is_owned and place.program,
            level=place.level if place.kind == "bot" else None,
            hand_skill=place.hand_skill if place.kind == "bot" else None,
            left=place.left,
        )


def left_by(number: int, reason: str) -> LeftBy | None:
    """Return why a seat left, from its column ``resigned`` and the reason of the end of the game.

    Older versions stored 1 for all that left.
    """
    return LEFT[LEFT.index(reason) if number == 1 and reason in LEFT else number]


def read_log(rows: Iterable[Row]) -> TableResults | None:
    """Return the games of a log, or None if it cannot be read."""
    try:
        return TableResults.read(rows)
    except (msgspec.DecodeError, ValueError, IndexError):
        return None
