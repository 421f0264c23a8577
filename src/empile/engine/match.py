"""A match: one game under way, with all that happened in it."""

from __future__ import annotations

from empile.engine.game import CHANCE, OVER, Event, Game, State
from empile.engine.random import Stream
from empile.engine.record import Record


class Match:
    """One game under way: its state, its events, and the states between them.

    The match is driven from outside: :meth:`play` takes moves and events as texts,
    :meth:`settle` lets chance decide by an explicit stream of random numbers.
    """

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.game = game
        self._states = [start or game.new_state()]
        self._events: list[Event] = []

    @property
    def state(self) -> State:
        """The state now. Not to be changed: use :meth:`play`."""
        return self._states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(self._events)

    def state_before(self, index: int) -> State:
        """Return the state in which event ``index`` happened; the current one at the end."""
        return self._states[index]

    def play(self, text: str) -> Event:
        """Let a move or a chance event happen; raises as :meth:`State.read_text` does."""
        return self.happen(self.state.read_text(text))

    def play_action(self, action: int) -> Event:
        """Let the seat to act make the legal move ``action``."""
        if action not in self.state.legal_actions():
            self.state.clone().apply_action(action)  # raises, with the reason
        return self.play(self.state.action_to_text(action))

    def happen(self, event: Event) -> Event:
        """Let an event happen that :meth:`State.read_text` or ``draw_event`` gave for this state."""
        after = self.state.clone()
        after.apply_event(event)
        self._states.append(after)
        self._events.append(event)
        return event

    def settle(self, stream: Stream, *, also_outside: bool = False) -> list[Event]:
        """Let chance decide until a seat (or a referee) is to act; return what happened.

        With ``also_outside`` the odds decide in the referee's place too.
        """
        happened: list[Event] = []
        while True:
            player = self.state.current_player()
            if player >= 0 or player == OVER or (player != CHANCE and not also_outside):
                return happened
            happened.append(self.happen(self.state.draw_event(stream)))

    def take_back(self, events: int) -> None:
        """Undo the last ``events`` events."""
        if not 0 <= events <= len(self._events):
            raise ValueError(f"cannot take back {events} of {len(self._events)} events")
        if events:
            del self._events[-events:]
            del self._states[-events:]

    def record(self, seats: list[str] | None = None) -> Record:
        """Return the record of the match so far; ``seats`` are the names, by default numbers."""
        return Record.of_game(
            self.game,
            seats=seats,
            events=[event.text for event in self._events],
            result=self.state.result(),
        )

    def record_seen(self, seat: int | None, seats: list[str] | None = None) -> Record:
        """Return the record as ``seat`` (``None``: a spectator) may see it.

        When the game is over everyone may have the full record, and this is it.
        """
        if self.state.is_terminal():
            return self.record(seats)
        return Record.of_game(
            self.game,
            seats=seats,
            events=[
                self.game.text_seen(before, event, seat)
                for before, event in zip(self._states, self._events, strict=False)
            ],
            result=None,
            view=seat,
        )
