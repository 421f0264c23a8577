"""Positions, pictures and messages of Block Out!."""

from __future__ import annotations

from functools import partial
from typing import Any

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.block_out.rules import json_view
from empile.games.block_out.show import board_setup, from_position, from_view, svg, view
from empile.games.block_out.text import illegal, log_messages, terminal


class BlockOutPresenter(Presenter):
    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def state_from_position(self, position: dict[str, Any]) -> State:
        return from_position.state_from_position(self.game, position)

    def state_from_view(self, view: dict[str, Any]) -> State:
        return from_view.state_from_view(self.game, view)

    def board_setup(self) -> dict[str, Any]:
        return board_setup.board_setup()

    def json_texts(self) -> Texts:
        return json_view.texts()

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.view(state, seat), ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        translate = partial(self.catalogue.format, language)
        return terminal.to_text(self.view(state, seat), translate, colour=colour)

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        if event.seat >= 0:
            return log_messages.move_message(event.actions[0])
        return log_messages.chance_message(before, event, seat)

    def explain_illegal(self, state: State, action: int) -> Reason:
        return illegal.explain_illegal(state, action)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(action)
