"""On Top: rhombi that close circles of colours, and towers of pawns on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.engine.level import Level
from empile.engine.options import Option, choice, data, flag
from empile.games.on_top import (
    bot,
    checking,
    notation,
    picture,
    pieces,
    rules,
    tables,
    telling,
    text,
    view,
    why,
)


class OnTop(Game):
    """On Top (Kosmos 2008, Günter Burkhardt) for 2 to 4 seats, four also in teams."""

    name = "on-top"
    rules_version = 1
    reasons = ("last-pawn", "neutral-out", "board-full")
    reads_exactly = True
    rules: ClassVar[ModuleType] = rules
    folder = Path(__file__).parent
    options_offered = (
        choice("players", (2, 3, 4), 2),
        data("board", checking.check_board, rare=True),
        flag("teams", default=False, needs={"players": (rules.MAX_SEATS,)}),
        Option(
            "start",
            "list",
            checking.check_start,
            lambda so_far: list(pieces.data_of(so_far["board"])["start"]),
            rare=True,
            depends=("board",),
        ),
    )

    def fill_box(self, box: Any) -> None:
        """Compute the tables of the board, and how it is set up."""
        self.board = pieces.board_of(self.options["board"])
        box.seats = self.num_players
        box.teams = self.options["teams"]
        box.side = [seat % 2 if box.teams else seat for seat in range(rules.MAX_SEATS)]
        tables.fill(box, self.board, self.options["start"])

    def action_text(self, state: State, action: int) -> str:
        """Return ``U22D12 BRWY``."""
        return notation.action_text(state, action, self.board)

    def read_action(self, state: State, text: str) -> int:
        """Return the action of ``U22D12 BRWY``."""
        return notation.read_action(state, text, self.board)

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the rule that the action breaks."""
        return why.why_illegal(state, action, self.board)

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return ``~BRWY``."""
        return notation.event_text(actions)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the tile of ``~BRWY``."""
        return notation.read_event(text)

    def position(self, state: State) -> dict[str, Any]:
        """Return the position object."""
        return view.position(state, self.board)

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return place and turn."""
        return view.parts(state, action, self.board)

    def brings(self, state: State, action: int) -> dict[str, Any]:
        """Return the circles that a move closes, and the holes that it makes."""
        return view.brings(state, action, self.board)

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message that tells a draw or a tile laid."""
        return telling.words_for(before, event, self.board)

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the board as SVG."""
        ranks = state.ranks() if state.is_terminal() else None
        return picture.picture(self.position(state), self.setting(), ranks)

    def text_picture(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the board as text."""
        tell = partial(self.words.say, language)
        return text.text_picture(self.position(state), self.setting(), tell, colour=colour)

    def bot_levels(self) -> tuple[Level, ...]:
        """Return the five levels."""
        return bot.LEVELS

    @property
    def possible_reasons(self) -> Sequence[str]:
        """Without ``neutral-out`` where every colour has a seat."""
        neutral = self.num_players < rules.MAX_SEATS
        return tuple(reason for reason in self.reasons if neutral or reason != "neutral-out")

    def setting(self) -> dict[str, Any]:
        """Return the board, its tiles, where black triangles begin, and the seats' colours.

        ``filled`` are the cells filled before the first turn: the start and the holes it makes.
        """
        board = pieces.data_of(self.options["board"])
        filled, bare = tables.filled_at_start(self.board, self.options["start"])
        return {
            "cells": list(self.board.cells),
            "points": [str(point) for point in self.board.points],
            "golden": [str(point) for point in self.board.points if point in self.board.golden],
            "start": list(self.options["start"]),
            "filled": sorted(filled + bare),
            "tiles": {name: board["tiles"].get(name, 0) for name in pieces.TILES},
            "triangles": pieces.TRIANGLES,
            "colours": [
                {"letter": letter, "name": name, "seat": seat if seat < self.num_players else None}
                for seat, (letter, name) in enumerate(
                    zip(pieces.COLOURS, pieces.COLOUR_NAMES, strict=True)
                )
            ],
            "teams": self.options["teams"],
        }


GAME = OnTop
