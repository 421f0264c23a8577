"""A local copy of a table's game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from empile.engine.contracts.json_views import without_picture
from empile.engine.contracts.referee import referee_at
from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.server.wire import messages as wire


class GameTracker:
    """Tracks the current game of a table from its events.

    With hidden information, ``state`` is rebuilt from the last view, which needs ``updates="full"``.

    Example::

        tracker = GameTracker(seat.table)
        tracker.take(seat.welcome.events, seat.state)
        while not tracker.over:
            tracker.take(await seat.next_events(), seat.state)
    """

    def __init__(self, table: wire.TableInfo) -> None:
        self.game: Game = game_class(table.game, table.rules)(**table.options)
        self._match = None if self.game.needs_start else Match(self.game)
        self.texts: list[str] = []
        """Events, ``?`` if hidden."""
        self.seats: list[int] = []
        """The place of each seat; empty before the first game."""
        self.over = False
        self.seen: wire.StateView | None = None
        """The last view."""

    @property
    def match(self) -> Match:
        """The game so far; stays at the start with hidden information.

        Raises :class:`ValueError` before a game that begins from a position only.
        """
        if self._match is None:
            raise ValueError("the game has not started")
        return self._match

    @property
    def state(self) -> State:
        """The current state; raises :class:`ValueError` if it is hidden and not your turn."""
        if not self.game.imperfect_information:
            return self.match.state
        if self.seen is None or not self.seen.mine:
            raise ValueError("the state is hidden unless one of your places is to act")
        return self.game.presenter.state_from_view(without_picture(self.seen.position))

    @property
    def place_to_act(self) -> int | None:
        """The place to act, or None."""
        if self.over or not self.seats:
            return None
        if self.game.imperfect_information:
            seat = None if self.seen is None else self.seen.to_act
        else:
            seat = self.match.state.current_player()
        return None if seat is None or seat < 0 else self.seats[seat]

    @property
    def place_at_work(self) -> int | None:
        """The place that must place a piece by hand, or None."""
        if self.over or not self.seats:
            return None
        if self.game.imperfect_information:
            pending = None if self.seen is None else self.seen.pending_ruling
            return self.seats[pending.seat] if pending and pending.source == "hand" else None
        state = self.match.state
        referee = referee_at(state)
        if referee is None or referee.outcome_source(state) != "hand":
            return None
        return self.seats[referee.placing_seat(state)]

    def take(self, events: Iterable[wire.LogEvent], seen: wire.StateView | None = None) -> None:
        """Apply events and their view; raises :class:`ValueError` if a needed view is None."""
        if self.game.imperfect_information and seen is None:
            raise ValueError('a game with hidden information needs updates="full"')
        self.seen = seen
        for event in events:
            match event:
                case wire.Started(seats=seats, start=start):
                    self._match = self._new_match(start)
                    self.texts.clear()
                    self.seats = seats
                    self.over = False
                case wire.Moved(text=text) | wire.ChanceResolved(text=text):
                    self.texts.append(text)
                    if not self.game.imperfect_information:
                        self.match.play(text)
                case wire.TakenBack(to=to):
                    del self.texts[to:]
                    if not self.game.imperfect_information:
                        self.match.take_back(len(self.match.events) - to)
                case wire.Over():
                    self.over = True
                case _:
                    pass

    def _new_match(self, start: dict[str, Any] | None) -> Match:
        if start is None or self.game.imperfect_information:
            return Match(self.game)
        return Match.from_position(self.game, start)
