"""A table: what its log amounts to.

A table changes in one way only: :meth:`Table.take` takes the next entry of the log. So a table that
is read back from the store and one that has been running all the time are the same. Nothing here
waits, sends or decides; what may happen next is decided by :mod:`empile.server.verbs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from empile.engine.game import TERMINAL, Event, Game, State
from empile.engine.record import Record
from empile.server import log
from empile.server.log import Entry, Logged
from empile.server.protocol import AskKind, PlaceKind, Status


@dataclass
class Place:
    """A place at the table, now."""

    kind: PlaceKind
    name: str
    level: int | None
    key: str | None
    """The hash of the token that holds it; a bot that stands in leaves it its person's."""
    resigned: bool = False
    dexterity: int | None = None
    """How steady the bot's hand is, where the game asks for one."""

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays for a person whose place it remains."""
        return self.kind == "bot" and self.key is not None


@dataclass
class Ask:
    """A question that is not decided."""

    seq: int
    what: AskKind
    place: int
    waiting: set[int]
    """Places whose answer is missing."""
    takes: int | None = None
    level: int | None = None
    dexterity: int | None = None
    calm: bool | None = None


class Step(NamedTuple):
    """An entry that is about to happen; for a move or a chance event what the game makes of it."""

    entry: Entry
    event: Event | None = None
    after: State | None = None


@dataclass
class GamePlayed:
    """One game of the table: who sat where, what happened and still counts."""

    number: int
    seats: list[int]
    """The place of seat 0, 1, ..."""
    first_seq: int
    """The number of its ``started``."""
    events: list[Event] = field(default_factory=list[Event])
    over: bool = False

    def seat_of(self, place: int) -> int:
        """Return the seat that a place has in this game."""
        return self.seats.index(place)


class Table:
    """A table under way. ``game`` is the game, with its options, that ``created`` tells of."""

    def __init__(self, table_id: str, number: int, game: Game, created: Logged) -> None:
        first = created.entry
        assert isinstance(first, log.Created)
        self.id = table_id
        self.number = number
        self.game = game
        self.created = first
        self.places = [
            Place(p.kind, p.name, p.level, p.key, dexterity=p.dexterity) for p in first.places
        ]
        self.log: list[Logged] = [created]
        self.played: list[GamePlayed] = []
        self.state: State | None = None
        """The state of the current game. Never changed in place: a step brings another."""
        self.before_last: State | None = None
        """The state in which the last event of the current game happened."""
        self.held: log.Judged | None = None
        """What people said that happened, until the next turn begins."""
        self.calm = first.calm
        """Whether hands are calm."""
        self.asks: dict[int, Ask] = {}
        self.trouble: str | None = None
        self.turn = 0
        """Goes up with everything that changes who is to act, or in what position."""
        self.hinted_at = -1
        """The last turn at which somebody asked for a hint."""

    @classmethod
    def read(cls, table_id: str, number: int, game: Game, entries: list[Logged]) -> Table:
        """Return the table that a whole log tells of. Raises what the game's rules raise."""
        table = cls(table_id, number, game, entries[0])
        for logged in entries[1:]:
            table.take(logged)
        return table

    # -- What it is now --------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the log's last entry."""
        return len(self.log)

    @property
    def current(self) -> GamePlayed | None:
        """The game that runs or that ended last."""
        return self.played[-1] if self.played else None

    @property
    def status(self) -> Status:
        """What the table is doing."""
        if self.trouble is not None:
            return "frozen"
        if not self.played:
            return "gathering"
        return "over" if self.played[-1].over else "playing"

    @property
    def seat_to_act(self) -> int | None:
        """The seat to act in a game that runs."""
        if self.state is None or not self.played or self.played[-1].over:
            return None
        seat = self.state.current_player()
        return seat if seat >= 0 else None

    @property
    def place_to_act(self) -> int | None:
        """The place of the seat to act."""
        seat = self.seat_to_act
        return None if seat is None else self.played[-1].seats[seat]

    def keys(self) -> list[str]:
        """Return the hashes of all tokens that hold places here."""
        return [place.key for place in self.places if place.key is not None]

    def places_of(self, key: str | None) -> list[int]:
        """Return the places that a token holds, those included where a bot stands in."""
        if key is None:
            return []
        return [number for number, place in enumerate(self.places) if place.key == key]

    def names(self, game: GamePlayed) -> list[str]:
        """Return the names by seat, as a record has them."""
        return [self._name(place) for place in game.seats]

    def _name(self, number: int) -> str:
        place = self.places[number]
        if place.name:
            return place.name
        return str(number + 1) if place.level is None else f"bot {place.level}"

    def record(self, game: GamePlayed) -> Record:
        """Return the full record of a game; a resigned one has no result."""
        *_, last = self.states(game)
        return Record.of_game(
            self.game,
            seats=self.names(game),
            events=[event.text for event in game.events],
            result=last.result(),
        )

    def states(self, game: GamePlayed) -> Iterator[State]:
        """Yield the states of a game, the first before anything happened; not to be changed."""
        state = self.game.new_state()
        yield state
        for event in game.events:
            state = after(state, event)
            yield state

    # -- How it changes --------------------------------------------------------------------------

    def take(self, logged: Logged, step: Step | None = None) -> None:
        """Take the next entry of the log.

        ``step`` may carry what was worked out already. Raises what the game's rules raise where a
        kept move is not legal: the table is then as it was before.
        """
        entry = logged.entry
        assert logged.seq == self.seq + 1, "a log has no gaps"
        match entry:
            case log.Move() | log.Chance():
                self._happen(entry, step)
            case log.Started():
                self._start(entry, logged.seq)
            case log.TakenBack():
                self._take_back(entry.to)
            case log.Judged():
                self.held = entry
            case log.Over():
                self.played[-1].over = True
                self.held = None
                self.asks.clear()
                self.turn += 1
            case log.Asked():
                self.asks[logged.seq] = Ask(
                    logged.seq,
                    entry.what,
                    entry.place,
                    set(entry.of),
                    entry.takes,
                    entry.level,
                    entry.dexterity,
                    entry.calm,
                )
            case log.Answered():
                self._answer(entry)
            case log.Hinted():
                self.hinted_at = self.turn
            case log.Calmed():
                self.calm = entry.on
            case log.Frozen():
                self.trouble = entry.message
                self.turn += 1
            case log.Resumed():
                self.trouble = None
                self.turn += 1
            case log.Created():
                raise ValueError("a table is created once")
            case _:
                self._seat(entry)
        self.log.append(logged)

    def _happen(self, entry: log.Move | log.Chance, step: Step | None) -> None:
        assert self.state is not None
        event = step.event if step is not None else None
        if event is None:
            event = self.state.read_text(entry.text)
        state = step.after if step is not None else None
        self.before_last = self.state
        self.state = state if state is not None else after(self.state, event)
        self.held = None
        self.played[-1].events.append(event)
        if self.asks:
            self.asks = {seq: ask for seq, ask in self.asks.items() if ask.what != "takeback"}
        self.turn += 1

    def _start(self, entry: log.Started, seq: int) -> None:
        self.played.append(GamePlayed(entry.game_number, list(entry.seats), seq))
        self.state = self.game.new_state()
        self.before_last = self.held = None
        self.asks.clear()
        for place in self.places:
            place.resigned = False
        self.turn += 1

    def _take_back(self, to: int) -> None:
        game = self.played[-1]
        del game.events[to:]
        before: State | None = None
        state = self.game.new_state()
        for event in game.events:
            before, state = state, after(state, event)
        self.before_last, self.state = before, state
        self.held = None
        self.asks = {seq: ask for seq, ask in self.asks.items() if ask.what != "takeback"}
        self.turn += 1

    def _answer(self, entry: log.Answered) -> None:
        ask = self.asks.get(entry.ask)
        if ask is None:
            return
        ask.waiting -= set(self.places_of(self.places[entry.place].key))
        if not entry.yes or not ask.waiting:
            del self.asks[entry.ask]

    def _seat(
        self,
        entry: log.Joined | log.Filled | log.Renamed | log.Resigned | log.TakenOver | log.Retaken,
    ) -> None:
        place = self.places[entry.place]
        match entry:
            case log.Joined():
                place.kind, place.name, place.key = "person", entry.name, entry.key
            case log.Filled():
                place.kind, place.level = "bot", entry.level
                place.dexterity = entry.dexterity
            case log.Renamed():
                place.name = entry.name
            case log.Resigned():
                place.resigned = True
            case log.TakenOver():
                place.kind, place.level = "bot", entry.level
                place.dexterity = entry.dexterity
                self.asks.clear()
                self.turn += 1
            case log.Retaken():
                place.kind, place.level, place.dexterity = "person", None, None
                self.turn += 1


def after(state: State, event: Event) -> State:
    """Return the state that ``event``, which was read or drawn in ``state``, leads to."""
    later = state.clone()
    later.apply_event(event)
    return later


def is_over(state: State) -> bool:
    """Return whether the game is over."""
    return state.current_player() == TERMINAL
