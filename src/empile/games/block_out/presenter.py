"""Positions, pictures and messages of Block Out!."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.game import State
from empile.games.block_out.physics.resting import check_poses
from empile.games.block_out.rules import json_view, messages
from empile.games.block_out.show import board_setup, from_view, svg, view
from empile.games.block_out.text import terminal


class BlockOutPresenter(Presenter):
    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def state_from_position(self, position: dict[str, Any]) -> State:
        """Check ``poses`` here: where blocks rest is no matter of the rules."""
        if "poses" not in position:
            return super().state_from_position(position)
        state = super().state_from_position({**position, "poses": True})
        check_poses(position)
        return state

    def state_from_view(self, view: dict[str, Any]) -> State:
        return from_view.state_from_view(self.game, view)

    def board_setup(self) -> dict[str, Any]:
        return board_setup.board_setup()

    def json_texts(self) -> Texts:
        return json_view.texts()

    def message_texts(self) -> Sequence[str]:
        return messages.TEXTS.all

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.view(state, seat), ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        translate = partial(self.catalogue.format, language)
        return terminal.to_text(self.view(state, seat), translate, colour=colour)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(action)
