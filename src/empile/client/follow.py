"""Keeping the rules oneself: the game of a table, from what its connection is told."""

from __future__ import annotations

from collections.abc import Iterable

from empile.engine.discovery import game_class
from empile.engine.game import OUTSIDE, Game, State
from empile.engine.match import Match
from empile.server import protocol as wire


class Follower:
    """Follows the current game of a table.

    Where seats see everything the game is played along event by event. In a game that hides things
    the events as they are told do not make a state: there the views are followed, which are told
    with ``detail="full"``, and ``state`` is one that looks like the last of them.
    """

    def __init__(self, table: wire.TableInfo) -> None:
        self.game: Game = game_class(table.game, table.rules)(**table.options)
        self.match = Match(self.game)
        """The game with all that happened; in games that hide things it stays at the start."""
        self.texts: list[str] = []
        """The events of the game, ``?`` for what this connection may not see."""
        self.seats: list[int] = []
        """The place of seat 0, 1, ...; empty before the first game."""
        self.over = False
        self.seen: wire.StateView | None = None
        """The view that was told last, with ``detail="full"``."""

    @property
    def state(self) -> State:
        """The state now; in a game that hides things asked only where an own place is to act."""
        if not self.game.hides:
            return self.match.state
        if self.seen is None or not self.seen.mine:
            raise ValueError("what others see of a game that hides things is not known here")
        return self.game.state_from_view(self.seen.position)

    @property
    def place_to_act(self) -> int | None:
        """The place whose turn it is."""
        if self.over or not self.seats:
            return None
        if self.game.hides:
            seat = None if self.seen is None else self.seen.to_act
        else:
            seat = self.match.state.current_player()
        return None if seat is None or seat < 0 else self.seats[seat]

    @property
    def place_at_work(self) -> int | None:
        """The place whose hand is waited for."""
        if self.over or not self.seats:
            return None
        if self.game.hides:
            judging = None if self.seen is None else self.seen.judging
            return self.seats[judging.seat] if judging and judging.by == "hand" else None
        state = self.match.state
        if state.current_player() != OUTSIDE or self.game.judge(state) != "hand":
            return None
        return self.seats[self.game.hand_at(state)]

    def take(self, events: Iterable[wire.LogEvent], seen: wire.StateView | None = None) -> None:
        """Follow events of the log, oldest first, and the view that was told with them.

        Raises :class:`ValueError` without a view where the game hides things.
        """
        if self.game.hides and seen is None:
            raise ValueError('a game that hides things is followed with detail="full"')
        self.seen = seen
        for event in events:
            match event:
                case wire.Started(seats=seats):
                    self.match = Match(self.game)
                    self.texts.clear()
                    self.seats = seats
                    self.over = False
                case wire.Moved(text=text) | wire.ChanceResolved(text=text):
                    self.texts.append(text)
                    if not self.game.hides:
                        self.match.play(text)
                case wire.TakenBack(to=to):
                    del self.texts[to:]
                    if not self.game.hides:
                        self.match.take_back(len(self.match.events) - to)
                case wire.Over():
                    self.over = True
                case _:
                    pass
