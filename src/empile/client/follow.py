"""Keeping the rules oneself: the game of a table, from its events alone."""

from __future__ import annotations

from collections.abc import Iterable

from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.match import Match
from empile.server import protocol as wire


class Follower:
    """Follows the current game of a table; for games in which this connection sees everything."""

    def __init__(self, table: wire.TableInfo) -> None:
        self.game: Game = game_class(table.game, table.rules)(**table.options)
        self.match = Match(self.game)
        self.seats: list[int] = []
        """The place of seat 0, 1, ...; empty before the first game."""
        self.over = False

    @property
    def state(self) -> State:
        """The state now."""
        return self.match.state

    @property
    def place_to_act(self) -> int | None:
        """The place whose turn it is."""
        seat = self.state.current_player()
        return None if self.over or not self.seats or seat < 0 else self.seats[seat]

    def take(self, events: Iterable[wire.LogEvent]) -> None:
        """Follow events of the log, oldest first."""
        for event in events:
            match event:
                case wire.Started(seats=seats):
                    self.match = Match(self.game)
                    self.seats = seats
                    self.over = False
                case wire.Moved(text=text) | wire.Chanced(text=text):
                    self.match.play(text)
                case wire.TakenBack(to=to):
                    self.match.take_back(len(self.match.events) - to)
                case wire.Over():
                    self.over = True
                case _:
                    pass
