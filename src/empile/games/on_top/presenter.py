"""Positions, pictures and messages of On Top."""

from __future__ import annotations

from functools import partial
from typing import Any

from empile.engine.contracts.presenter import Presenter
from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.games.on_top.rules import components, tables
from empile.games.on_top.show import svg, view
from empile.games.on_top.text import illegal, log_messages, terminal


class OnTopPresenter(Presenter):
    """Everything is public: every seat sees the same."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._board = components.board_of(game.options["board"])

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state, self._board)

    def board_setup(self) -> dict[str, Any]:
        """Return the board, its tiles, where black triangles begin, and the seats' colours.

        ``filled`` are the cells filled before the first turn: the start and the holes it makes.
        """
        board, game = self._board, self.game
        data = components.data_of(game.options["board"])
        filled, bare = tables.filled_at_start(board, game.options["start"])
        return {
            "cells": list(board.cells),
            "points": [str(point) for point in board.points],
            "golden": [str(point) for point in board.points if point in board.golden],
            "start": list(game.options["start"]),
            "filled": sorted(filled + bare),
            "tiles": {name: data["tiles"].get(name, 0) for name in components.TILES},
            "triangles": components.TRIANGLES,
            "colours": [
                {"letter": letter, "name": name, "seat": seat if seat < game.num_players else None}
                for seat, (letter, name) in enumerate(
                    zip(components.COLOURS, components.COLOUR_NAMES, strict=True)
                )
            ],
            "teams": game.options["teams"],
        }

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.position(state), self.board_setup(), ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        say = partial(self.catalogue.format, language)
        return terminal.to_text(self.position(state), self.board_setup(), say, colour=colour)

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        return log_messages.event_message(before, event, self._board)

    def explain_illegal(self, state: State, action: int) -> Reason:
        return illegal.explain_illegal(state, action, self._board)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action, self._board)

    def move_effects(self, state: State, action: int) -> dict[str, Any]:
        return view.move_effects(state, action, self._board)
