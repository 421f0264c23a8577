"""Positions, pictures and messages of Block Ness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.game import Event, Game, State
from empile.games.block_ness.rules import components, json_view, messages
from empile.games.block_ness.show import svg, view
from empile.games.block_ness.text import terminal


class BlockNessPresenter(Presenter):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._lake = components.lake_of(game.options["lake"])

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state, self._lake)

    def json_texts(self) -> Texts:
        return json_view.texts()

    def message_texts(self) -> Sequence[str]:
        return messages.TEXTS.all

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        position = self.position(state)
        setup = self.start_setup(position) if self.game.needs_start else self._setup
        return svg.to_svg(position, setup, ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        return terminal.to_text(state, self._lake, colour=colour, language=language)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action)

    def event_parts(self, before: State, event: Event) -> dict[str, str]:
        return view.event_parts(event)
