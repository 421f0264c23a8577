"""Positions, pictures and messages of On Top."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import msgspec

from empile.engine.compiled.json_writer import Texts
from empile.engine.contracts.presenter import Presenter
from empile.engine.errors import Reason
from empile.engine.game import Event, Game, State
from empile.games.on_top.rules import components, json_view
from empile.games.on_top.show import board_setup, from_position, svg, view
from empile.games.on_top.text import illegal, log_messages, terminal
from empile.games.on_top.text.closed_circles import Closed

_circles: msgspec.json.Decoder[list[Closed]] = msgspec.json.Decoder(list[Closed])


class OnTopPresenter(Presenter):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._board = components.board_of(game.options["board"])

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state, self._board)

    def state_from_position(self, position: dict[str, Any]) -> State:
        return from_position.state_from_position(self.game, position, self._board)

    def board_setup(self) -> dict[str, Any]:
        return board_setup.board_setup(self.game, self._board)

    @cached_property
    def _setup(self) -> dict[str, Any]:
        """The board for drawing, which changes nothing in it."""
        return self.board_setup()

    def json_texts(self) -> Texts:
        return json_view.texts_of(self._board)

    def to_svg(self, state: State, seat: int | None = None) -> str:
        ranks = state.ranks() if state.is_terminal() else None
        return svg.to_svg(self.position(state), self._setup, ranks)

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        translate = partial(self.catalogue.format, language)
        return terminal.to_text(self.position(state), self._setup, translate, colour=colour)

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        if event.seat < 0:
            return log_messages.draw_message(before, event)
        # Compiled, unlike `move_effects`: servers send a message with every move.
        _, begins, rest = self.json.move(before, event.actions[0]).partition(b'"circles":')
        circles = _circles.decode(rest[: rest.index(b"]") + 1]) if begins else []
        return log_messages.lay_message(event, circles)

    def explain_illegal(self, state: State, action: int) -> Reason:
        return illegal.explain_illegal(state, action, self._board)

    def move_parts(self, state: State, action: int) -> dict[str, str]:
        return view.move_parts(state, action, self._board)

    def event_parts(self, before: State, event: Event) -> dict[str, str]:
        return view.event_parts(event)

    def move_effects(self, state: State, action: int) -> dict[str, Any]:
        return view.move_effects(state, action, self._board)
