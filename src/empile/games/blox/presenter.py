"""Positions, pictures and messages of Blox."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.game import Event, State
from empile.games.blox.rules import json_view, messages
from empile.games.blox.show import from_view, svg, view
from empile.games.blox.text import terminal


class BloxPresenter(Presenter):
    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def state_from_view(self, view: dict[str, Any]) -> State:
        return from_view.state_from_view(self.game, view)

    def json_texts(self) -> Texts:
        return json_view.texts()

    def message_texts(self) -> Sequence[str]:
        return messages.TEXTS.all

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.view(state, seat), self._setup, ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        translate = partial(self.catalogue.format, language)
        return terminal.to_text(self.view(state, seat), self._setup, translate, colour=colour)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action)

    def event_parts(self, before: State, event: Event) -> dict[str, str]:
        return view.event_parts(event)
