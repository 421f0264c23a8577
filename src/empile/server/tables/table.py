"""Table state, rebuilt by replaying its event log.

:meth:`Table.take` is the only way to change a table, so a loaded table equals one that has been
running.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Raw

from empile.engine.game import TERMINAL, Event, Game, State
from empile.engine.record import Ended, LeftBy
from empile.server.tables.clocks.arithmetic import GameClock, Period
from empile.server.tables.clocks.at_table import new_clock, run_clock
from empile.server.tables.history import History
from empile.server.tables.talk.budget import TalkBudget
from empile.server.wire import events
from empile.server.wire.events import LogEntry, StoredPlace
from empile.server.wire.parts import AskKind, PlaceKind, Status

SeatEvent: TypeAlias = (
    events.Joined
    | events.Filled
    | events.Renamed
    | events.Resigned
    | events.Flagged
    | events.TakenOver
    | events.Retaken
)
"""An event that changes one place."""

PLAYED = (events.Moved, events.ChanceResolved)
"""The types of game events."""


class SeatedMember(NamedTuple):
    """The owner of a place, as all clients may see it."""

    public: str | None
    """The ID of the profile, or None if it is hidden."""
    deleted: bool = False
    number: int = 0
    """The number of the member, which is never sent."""
    account: int = 0
    """The number of the account, which is never sent."""


@dataclass
class Place:
    kind: PlaceKind
    name: str
    level: int | None
    key: str | None
    """The hash of the token that holds it, also while a bot stands in."""
    left: LeftBy | None = None
    """Why it ranks last in the current game, if its person left."""
    hand_skill: int | None = None
    member: int | None = None
    """The number of the member of an account that took it."""
    program: bool = False
    """Whether that member is a program."""
    until: int | None = None
    """When the bot hands back that plays during an absence."""
    back_from: int | None = None
    """When the last absence was to end from which the person came back to play."""

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays a place that still belongs to a person."""
        return self.kind == "bot" and self.key is not None

    @property
    def resigned(self) -> bool:
        """Whether its person resigned the current game, ran out of time or was absent."""
        return self.left is not None

    @classmethod
    def stored(cls, place: StoredPlace) -> Place:
        """Return a place as the table was created with it."""
        return cls(
            place.kind,
            place.name,
            place.level,
            place.key,
            hand_skill=place.hand_skill,
            member=place.member,
            program=place.program,
        )

    def take(self, entry: SeatEvent) -> None:
        """Apply an event of this place."""
        match entry:
            case events.Joined():
                self.kind, self.name, self.key = "person", entry.name, entry.key
                self.member, self.program = entry.member, entry.program
            case events.Filled() | events.TakenOver():
                self.kind, self.level, self.hand_skill = "bot", entry.level, entry.hand_skill
                self.until = None
                if isinstance(entry, events.TakenOver):
                    self.until = entry.until or None
            case events.Renamed():
                self.name = entry.name
            case events.Resigned():
                self.left = "resignation"
            case events.Flagged():
                self.left = entry.reason
            case events.Retaken():
                self.kind, self.level, self.hand_skill = "person", None, None
                self.back_from, self.until = self.until, None


@dataclass
class Ask:
    seq: int
    what: AskKind
    place: int
    of: list[int]
    """The places that were asked."""
    waiting: set[int]
    """The places that have not answered."""
    at: int = 0
    """When it was asked, in milliseconds since 1970."""
    takes: int | None = None
    level: int | None = None
    hand_skill: int | None = None
    assist: bool | None = None


class Step(msgspec.Struct, frozen=True):
    """An event to append. Game events carry the parsed event and the next state."""

    entry: LogEntry
    event: Event | None = None
    after: State | None = None


@dataclass
class GamePlayed:
    """A game of the table; ``events`` omits those taken back."""

    number: int
    seats: list[int]
    """Places by seat."""
    first_seq: int
    """The ``seq`` of its ``started`` event."""
    events: list[Event] = field(default_factory=list[Event])
    over: bool = False
    ended: Ended | None = None
    """How the game ended before its rules ended it."""
    left: tuple[LeftBy | None, ...] = ()
    """By seat: why it left before the rules ended the game. Empty if none did."""

    def seat_of(self, place: int) -> int:
        return self.seats.index(place)


class Table:
    def __init__(
        self, table_id: str, number: int, game: Game, created: events.Created[StoredPlace]
    ) -> None:
        self.id = table_id
        self.number = number
        self.game = game
        self.created = created
        self.places = [Place.stored(place) for place in created.places]
        self.initial = game.start_state(created.start)
        """The state in which each game begins."""
        self.seq = 1
        """The number of events."""
        self.changed = 1
        """The last event that is no phrase."""
        self.talk = TalkBudget()
        """How much each place may say."""
        self.at = created.at
        """When the last event was appended, in milliseconds since 1970."""
        self.history = History()
        self.history.add(created)
        self.played: list[GamePlayed] = []
        self.state: State | None = None
        """Replaced, never changed in place."""
        self.last_move: tuple[State, Event] | None = None
        """The last move of a seat in this game, with the state before it."""
        self.held: events.RulingProposed | None = None
        """The outcome that people reported, until the next turn begins."""
        self.assist = created.assist
        """Whether placement assistance is on."""
        self.asks: dict[int, Ask] = {}
        self.code: str | None = created.code or None
        """The short code, or None once it is released. It is never valid again."""
        self.failure: str | None = None
        self.clock: GameClock | None = None
        """The clocks of the current game, if the table has a clock."""
        self.away: dict[int, list[Period]] = {}
        """By place: the absences that its games know of."""
        self.turn = 0
        """Rises when the seat to act or the position changes."""
        self.turn_at = created.at
        """When the current turn began, or its player last said that they are there."""
        self.hinted_at = -1
        self.status: Status
        self.seat_to_act: int | None
        self.place_to_act: int | None
        self.key_to_act: str | None
        """The hash of the token of the person to act."""
        self._revocable: set[int] = set()
        """The seats that moved since the last chance event."""
        self._places_of: dict[str, list[int]] = {}
        """What was asked for since a place changed."""
        self.viewers: dict[str | None, tuple[int | None, int | None]] = {}
        """Viewers that ``redaction`` found since a place or the seats changed."""
        self.members: Mapping[int, SeatedMember] = {}
        """The members that own places; not from the log, but from the accounts."""
        self._release_code()
        self._update_turn()

    @classmethod
    def read(cls, table_id: str, number: int, game: Game, entries: list[LogEntry]) -> Table:
        """Replay a whole log. Raises the errors of the game's rules."""
        first, *others = entries
        assert isinstance(first, events.Created), "a log starts with `created`"
        table = cls(table_id, number, game, first)
        for entry in others:
            table.take(entry)
        return table

    @cached_property
    def setup(self) -> Raw:
        """The static data of the board as JSON."""
        presenter, start = self.game.presenter, self.created.start
        if start is None:
            return Raw(presenter.json.board_setup)
        return Raw(msgspec.json.encode(presenter.start_setup(start)))

    # -- Queries ---------------------------------------------------------------------------------

    @property
    def current(self) -> GamePlayed | None:
        """The running game, or the last one."""
        return self.played[-1] if self.played else None

    def keys(self) -> list[str]:
        return [place.key for place in self.places if place.key is not None]

    def places_of(self, key: str | None) -> list[int]:
        """Return the places of a token, also those that a bot plays. Do not change the list."""
        if key is None:
            return []
        found = self._places_of.get(key)
        if found is None:
            found = [number for number, place in enumerate(self.places) if place.key == key]
            self._places_of[key] = found
        return found

    def keys_with_takeback(self) -> set[str]:
        """Return the tokens that have a move to take back, see :meth:`takeback_target`."""
        game = self.current
        if game is None or self.status != "playing":
            return set()
        found: set[str] = set()
        places, seats = self.places, game.seats
        for seat in self._revocable:
            place = places[seats[seat]]
            if place.kind == "person" and place.key is not None:
                found.add(place.key)
        return found

    def takeback_target(self, key: str | None) -> int | None:
        """Return the index of a token's last move.

        None if there is none, or if chance has revealed something since.
        """
        game = self.current
        if game is None or self.status != "playing" or key is None:
            return None
        seats = {
            seat
            for seat, place in enumerate(game.seats)
            if self.places[place].key == key and self.places[place].kind == "person"
        }
        for index in range(len(game.events) - 1, -1, -1):
            if game.events[index].seat in seats:
                return index
            if game.events[index].seat < 0:
                return None
        return None

    def names(self, game: GamePlayed) -> list[str]:
        return [self._name(place) for place in game.seats]

    def shown_name(self, number: int, name: str) -> str:
        """Return the name of a place, empty if its owner was deleted."""
        member = self.members.get(number)
        return "" if member is not None and member.deleted else name

    def _name(self, number: int) -> str:
        place = self.places[number]
        name = self.shown_name(number, place.name)
        if name:
            return name
        return str(number + 1) if place.level is None else f"bot {place.level}"

    def states(self, game: GamePlayed) -> Iterator[State]:
        """Yield the states of a game, starting with the initial one. Do not change them."""
        state = self.initial
        yield state
        for event in game.events:
            state = after(state, event)
            yield state

    # -- Reducer ---------------------------------------------------------------------------------

    def take(self, entry: LogEntry, step: Step | None = None) -> Event | None:
        """Apply the next event; ``step`` saves parsing it. Returns a move or chance event, parsed.

        If a stored move is illegal, raises the errors of the rules and leaves the table unchanged.
        """
        assert entry.seq == self.seq + 1, "a log has no gaps"
        if isinstance(entry, PLAYED):
            return self._happen(entry, step)
        if isinstance(entry, events.Said | events.Arrived):
            self.seq, self.at = entry.seq, entry.at
            self.history.add(entry)
            if isinstance(entry, events.Said):
                self.talk.spend(entry.place, entry.at)
            elif self.clock is not None:
                run_clock(self, self.clock, entry)
            return None
        turn = self.turn
        self._take_aside(entry)
        self.seq = self.changed = entry.seq
        self.at = entry.at
        if self.turn != turn:
            self.turn_at = entry.at
        self._update_turn()
        self.viewers.clear()
        if self.code is not None:
            self._release_code()
        self.history.add(entry)
        if self.clock is not None:
            run_clock(self, self.clock, entry)
        return None

    def _take_aside(self, entry: LogEntry) -> None:
        match entry:
            case events.Started():
                self._start(entry)
            case events.TakenBack():
                self._take_back(entry.to)
            case events.RulingProposed():
                self.held = entry
            case events.Over():
                self._end(entry)
                self.held = None
                self.asks.clear()
                self.turn += 1
            case events.Asked():
                self.asks[entry.seq] = Ask(
                    entry.seq,
                    entry.what,
                    entry.place,
                    entry.of,
                    set(entry.of),
                    entry.at,
                    takes=entry.takeover_place,
                    level=entry.level,
                    hand_skill=entry.hand_skill,
                    assist=entry.assist,
                )
            case events.Answered():
                self._answer(entry)
            case events.Hinted():
                self.hinted_at = self.turn
            case events.AssistSet():
                self.assist = entry.on
            case events.Frozen():
                self.failure = entry.detail
                self.turn += 1
            case events.Resumed():
                self.failure = None
                self.turn += 1
            case events.Away():
                self.away[entry.place] = [Period(*period) for period in entry.periods]
            case events.Outage():
                pass  # of clocks alone
            case (
                events.Created()
                | events.Moved()
                | events.ChanceResolved()
                | events.Arrived()
                | events.Said()
            ):
                raise ValueError("a table is created only once, and this is no aside")
            case _:
                self._seat(entry)

    def _update_turn(self) -> None:
        seat: int | None = None
        if not self.played:
            self.status = "gathering"
        elif self.played[-1].over:
            self.status = "over"
        else:
            self.status = "playing"
            assert self.state is not None
            seat = self.state.current_player()
        if self.failure is not None:
            self.status = "frozen"
        self._set_turn(seat)

    def _set_turn(self, seat: int | None) -> None:
        if seat is None or seat < 0:
            self.seat_to_act = self.place_to_act = self.key_to_act = None
            return
        self.seat_to_act = seat
        number = self.place_to_act = self.played[-1].seats[seat]
        place = self.places[number]
        is_person = place.kind == "person" and self.failure is None
        self.key_to_act = place.key if is_person else None

    def _release_code(self) -> None:
        joinable = any(place.kind == "open" for place in self.places)
        running = not self.played or not self.played[-1].over
        if not joinable and not (self.created.allow_spectators and running):
            self.code = None

    def _happen(self, entry: events.Moved | events.ChanceResolved, step: Step | None) -> Event:
        before = self.state
        assert before is not None
        event = state = None
        if step is not None:
            event, state = step.event, step.after
        if event is None:
            event = before.read_text(entry.text)
        if state is None:
            state = after(before, event)
        if event.seat >= 0:
            self.last_move = (before, event)
            self._revocable.add(event.seat)
        else:
            self._revocable.clear()
        self.state = state
        self.held = None
        self.played[-1].events.append(event)
        if self.asks:
            self.asks = _without_moves(self.asks)
        self.turn += 1
        self.seq = self.changed = entry.seq
        self.at = self.turn_at = entry.at
        self.history.add_event(entry, event)
        self._set_turn(state.current_player())
        if self.clock is not None:
            run_clock(self, self.clock, entry)
        return event

    def _start(self, entry: events.Started) -> None:
        self.played.append(GamePlayed(entry.game_number, list(entry.seats), entry.seq))
        self.state = self.initial
        self._revocable.clear()
        self.last_move = self.held = None
        self.asks.clear()
        for place in self.places:
            place.left = None
        self.turn += 1
        if self.created.clock is not None:
            self.clock = new_clock(self, self.created.clock, entry)

    def _end(self, entry: events.Over) -> None:
        game = self.played[-1]
        game.over = True
        left: list[LeftBy | None] = [self.places[place].left for place in game.seats]
        if entry.result is not None:
            game.left = tuple(left) if any(left) else ()
        elif entry.reason == "aborted":
            seats = [seat for seat, place in enumerate(game.seats) if place == entry.place]
            game.ended = Ended("late" if entry.late else "aborted", seats)
        else:
            seats = [seat for seat, by in enumerate(left) if by]
            game.ended = Ended(entry.reason or "resignation", seats) if seats else None

    def _take_back(self, to: int) -> None:
        game = self.played[-1]
        del game.events[to:]
        self.last_move = None
        self._revocable.clear()
        state = self.initial
        for event in game.events:
            if event.seat >= 0:
                self.last_move = (state, event)
                self._revocable.add(event.seat)
            else:
                self._revocable.clear()
            state = after(state, event)
        self.state = state
        self.held = None
        self.asks = _without_moves(self.asks)
        self.turn += 1

    def _answer(self, entry: events.Answered) -> None:
        ask = self.asks.get(entry.ask)
        if ask is None:
            return
        if ask.what == "presence":
            self.turn_at = entry.at  # the others wait again
        ask.waiting -= set(self.places_of(self.places[entry.place].key))
        if not entry.yes or not ask.waiting:
            del self.asks[entry.ask]

    def _seat(self, entry: SeatEvent) -> None:
        self.places[entry.place].take(entry)
        self._places_of.clear()
        if isinstance(entry, events.TakenOver):
            self.asks.clear()
        if isinstance(entry, events.TakenOver | events.Retaken):
            self.turn += 1


def _without_moves(asks: dict[int, Ask]) -> dict[int, Ask]:
    """Return the questions that a move does not answer."""
    return {seq: ask for seq, ask in asks.items() if ask.what not in ("takeback", "presence")}


def after(state: State, event: Event) -> State:
    """Return a copy of ``state`` after ``event``."""
    later = state.clone()
    later.apply_event(event)
    return later


def is_over(state: State) -> bool:
    return state.current_player() == TERMINAL
