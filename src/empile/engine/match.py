"""One game in progress with its history."""

from __future__ import annotations

from typing import Any

from empile.engine.arguments import whole_number
from empile.engine.contracts.referee import position_to_begin
from empile.engine.game import CHANCE, TERMINAL, Event, Game, State
from empile.engine.random import Stream
from empile.engine.record import Record


class Match:
    """A game's state, its events and all earlier states, driven by the caller.

    Example::

        >>> match = empile.Match(empile.load("block-ness"))
        >>> match.play("d4-f4").text, match.state.current_player()
        ('d4-f4', 1)
        >>> match.record().events
        ['d4-f4']
    """

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.game = game
        self._states = [start or game.new_state()]
        self._events: list[Event] = []
        self._start: dict[str, Any] | None = None
        if start is not None:
            self._start = self.position_before(0)

    @classmethod
    def from_position(cls, game: Game, position: dict[str, Any]) -> Match:
        """Return a match that begins from a position object; raises ``PositionError``.

        Example: ``Match.from_position(game, state.position()).record().start``.
        """
        match = cls(game, game.state_from_position(position))
        match._start = position
        return match

    @property
    def state(self) -> State:
        """The current state, read-only."""
        return self._states[-1]

    @property
    def start(self) -> dict[str, Any] | None:
        """The position object from which the game began; None: the initial state."""
        return self._start

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(self._events)

    def state_before(self, index: int) -> State:
        """Return the state before event ``index``, or after the last."""
        return self._states[index]

    def position_before(self, index: int) -> dict[str, Any]:
        """Return the position object before event ``index``, or after the last, to begin from.

        Contains what a referee adds to ``State.position``: the rest poses.

        Example: ``Match.from_position(match.game, match.position_before(len(match.events)))``.
        """
        return position_to_begin(self._states[index], self._events[:index], start=self._start)

    def play(self, text: str) -> Event:
        """Apply a move or a chance event given as text; raises as ``State.read_text``."""
        return self.push_event(self.state.read_text(text))

    def play_action(self, action: int) -> Event:
        """Apply a legal move; raises as ``State.apply_action``."""
        action = whole_number("an action", action)
        if action not in self.state.legal_actions():
            self.state.clone().apply_action(action)  # raises, with the reason
        return self.play(self.state.action_to_text(action))

    def push_event(self, event: Event) -> Event:
        """Apply an event from ``State.read_text`` or ``State.draw_event``."""
        after = self.state.clone()
        after.apply_event(event)
        self._states.append(after)
        self._events.append(event)
        return event

    def push_chance(self, stream: Stream) -> Event:
        """Sample, apply and return one chance event."""
        event, after = self.state.after_chance(stream)
        self._states.append(after)
        self._events.append(event)
        return event

    def resolve_chance(self, stream: Stream, *, also_external: bool = False) -> list[Event]:
        """Sample chance events until it is a seat's turn; return them.

        Stops at ``EXTERNAL`` nodes unless ``also_external``. Example:
        ``match.resolve_chance(stream)``.
        """
        drawn: list[Event] = []
        while True:
            player = self.state.current_player()
            if player >= 0 or player == TERMINAL or (player != CHANCE and not also_external):
                return drawn
            drawn.append(self.push_chance(stream))

    def take_back(self, events: int) -> None:
        """Undo the last events; raises ``ValueError`` if there are fewer.

        Example: ``match.take_back(1)``.
        """
        if not 0 <= events <= len(self._events):
            raise ValueError(f"cannot take back {events} of {len(self._events)} events")
        if events:
            del self._events[-events:]
            del self._states[-events:]

    def __copy__(self) -> Match:
        return self._with_states(list(self._states))

    def __deepcopy__(self, memo: object) -> Match:
        return self._with_states([state.clone() for state in self._states])

    def _with_states(self, states: list[State]) -> Match:
        other = Match(self.game, states[0])
        other._states, other._events, other._start = states, list(self._events), self._start
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return Match._replayed, (self._states[0], self._events, self._start)

    @classmethod
    def _replayed(cls, first: State, events: list[Event], start: dict[str, Any] | None) -> Match:
        """Return the match of a pickle; raises ``IllegalActionError`` if the events do not fit."""
        match = cls(first.game)
        match._states, match._start = [first], start
        for event in events:
            after = match.state.clone()
            for action in event.actions:
                after.apply_action(action)
            match._states.append(after)
            match._events.append(event)
        return match

    def record(self, seats: list[str] | None = None) -> Record:
        """Return the record so far; ``seats`` are names, by default numbers from 1.

        Example: ``match.record(["Ann", "Bob"])``.
        """
        return Record.of_game(
            self.game,
            seats=seats,
            events=[event.text for event in self._events],
            result=self.state.result(),
            start=self._start,
        )

    def record_for(self, seat: int | None, seats: list[str] | None = None) -> Record:
        """Return the record as ``seat`` (None: a spectator) may see it: in full after the end."""
        if self.state.is_terminal():
            return self.record(seats)
        return Record.of_game(
            self.game,
            seats=seats,
            events=[
                self.game.notation.redacted_text(before, event, seat)
                for before, event in zip(self._states, self._events, strict=False)
            ],
            result=None,
            view=seat,
            start=None if self._start is None else {**self._start, **self._states[0].view(seat)},
        )
