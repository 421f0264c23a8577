"""Positions, pictures and messages of On Top."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.game import Event, Game, State
from empile.games.on_top.rules import components, json_view, messages
from empile.games.on_top.show import svg, view
from empile.games.on_top.text import terminal


class OnTopPresenter(Presenter):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._board = components.board_of(game.options["board"])

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state, self._board)

    def json_texts(self) -> Texts:
        return json_view.texts()

    def message_texts(self) -> Sequence[str]:
        return messages.TEXTS.all

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.position(state), self._setup, ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        translate = partial(self.catalogue.format, language)
        return terminal.to_text(self.position(state), self._setup, translate, colour=colour)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action, self._board)

    def event_parts(self, before: State, event: Event) -> dict[str, str]:
        return view.event_parts(event)

    def move_effects(self, state: State, action: int) -> dict[str, Any]:
        return view.move_effects(state, action, self._board)
