"""Presentation of a game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from empile.engine.contracts.json_views import JsonViews
from empile.engine.contracts.notation import Notation
from empile.engine.errors import PositionError
from empile.engine.i18n import Catalog
from empile.engine.pictures.drawing import Sheet

if TYPE_CHECKING:
    from empile.engine.compiled.json_writer import Texts
    from empile.engine.errors import Reason
    from empile.engine.game import Game
    from empile.engine.state import Event, State


WRITERS = ("write_view", "write_move", "write_event", "write_refusal", "write_chance")
"""Functions of the rules that write what pages show; see ``empile.engine.compiled.templates.rules``."""


class Presenter(ABC):
    """Positions, SVG, terminal text and messages of a game.

    ``seat`` is the viewer, None a spectator. States that it cannot distinguish give equal results.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def catalogue(self) -> Catalog:
        """The messages in the game's folder ``locales``."""
        return Catalog(self.game.folder / "locales")

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """Return the position object with full information, as JSON data.

        Example: ``presenter.position(state)``.
        """

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object as ``seat`` sees it.

        With imperfect information, add what is visible; never delete from a full object.

        Example: ``presenter.view(state, 0)``.
        """
        return self.position(state)

    def state_from_position(self, position: dict[str, Any]) -> State:
        """Return the state whose position object is ``position``, with a seat to act.

        The inverse of ``position``: equal moves, views, chances and ranks from there on. If the
        seat to act has no legal move, the game's rule for that applies at once. What the object
        does not contain starts fresh. Whether the position could arise in play is not checked.

        Raises ``PositionError`` with the reason for pieces that the box does not have, unknown or
        missing keys, or no seat to act. By default what the rules' ``read_position`` reads; in
        Python with ``empile.engine.contracts.position_reader``.

        Example: ``presenter.state_from_position(state.position()) == state``.
        """
        setup = self.game.setup
        if not setup.defines("read_position"):
            raise PositionError(f"{self.game.name} cannot begin from a position")
        return setup.state_from_position(position)

    def state_from_view(self, view: dict[str, Any]) -> State:
        """Return a state whose ``view`` for the seat to act is ``view``.

        Required with imperfect information, for clients that search. Hidden facts get any
        consistent value.

        Example: ``state = presenter.state_from_view(message.position)``.
        """
        raise NotImplementedError(f"{self.game.name} has perfect information: follow its events")

    def start_setup(self, start: dict[str, Any]) -> dict[str, Any]:
        """Return ``board_setup`` of a game that begins from the position object ``start``.

        By default what the rules' ``write_setup`` writes. Example:
        ``presenter.start_setup(position)["zone"]``.
        """
        setup = self.game.setup
        return setup.board_setup(start) if setup.defines("write_setup") else self.board_setup()

    def board_setup(self) -> dict[str, Any]:
        """Return the static data with which clients draw the board.

        By default what the rules' ``write_setup`` writes; without it, it must not depend on the options
        if pages play the game. Example: ``presenter.board_setup()["columns"]``.
        """
        setup = self.game.setup
        return setup.board_setup() if setup.defines("write_setup") else {}

    @cached_property
    def _setup(self) -> dict[str, Any]:
        """The board for drawing, which changes nothing in it."""
        return self.board_setup()

    def json_texts(self) -> Texts | None:
        """Return the texts of ``write_view`` and ``write_move`` of the rules; None without these.

        They are the same for all options. With them, a server sends positions ten times faster. Example:
        ``return text_rows(['{"seat":', "}"])``.
        """
        return None

    def message_texts(self) -> Sequence[str]:
        """Return the texts of the messages and chance events that the rules write, none without these.

        They are the same for all options. Example: ``return messages.TEXTS.all``.
        """
        return ()

    def lack(self, writer: str) -> str:
        """Return why the rules' function ``writer`` does not write what is shown here; empty if it does.

        Games without chance need no ``write_chance``; a ``redacted_text`` of the game's own shows
        something else. Example: ``presenter.lack("write_view")``.
        """
        is_of_chance = writer == "write_chance"
        if is_of_chance and not self.game.has_chance:
            return ""
        if not self.game.writers.defines(writer):
            return f"the rules do not define '{writer}'"
        return own_method(self.game.notation, Notation, ("redacted_text",) if is_of_chance else ())

    @property
    def server_reason(self) -> str:
        """Why pages need a server for this game, as a clause; empty if compiled code writes all they show.

        Example: ``empile.load("blox").presenter.server_reason == ""``.
        """
        return next((lack for name in WRITERS if (lack := self.lack(name))), "")

    @cached_property
    def json(self) -> JsonViews:
        """``view`` and the legal moves as JSON.

        Example: ``json.loads(presenter.json.view(state, 0)) == presenter.view(state, 0)``.
        """
        return JsonViews(self)

    @abstractmethod
    def to_svg(self, state: State, seat: int | None = None) -> str:
        """Return the position as an SVG document.

        Example: ``presenter.to_svg(state)``.
        """

    @cached_property
    def sheet(self) -> Sheet:
        """The picture of all views as one drawing, if ``to_svg`` draws it.

        Example: ``presenter.sheet.drawing``.
        """
        return Sheet(None, f"{type(self).__name__} has a method 'to_svg' of its own")

    @property
    def picture_reason(self) -> str:
        """Why only a server draws what pages show, as a clause; empty if pages have a drawing or need none.

        Example: ``empile.load("blox").presenter.picture_reason == ""``.
        """
        return self.sheet.lack if self.json.sends_picture else ""

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the position as text for a terminal; by default the view, one key a line.

        ``colour`` allows ANSI sequences, never as the only information. Example:
        ``print(presenter.to_text(state, colour=True))``.
        """
        return "\n".join(
            f"{key}: {json.dumps(value, ensure_ascii=False)}"
            for key, value in self.view(state, seat).items()
        )

    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the log message for ``event`` in ``before``, as ``seat`` sees it.

        By default that of the rules' ``write_event``. Example:
        ``presenter.event_message(state, event, None).key``.
        """
        return self.game.writers.event(before, event, seat)

    def explain_illegal(self, state: State, action: int) -> Reason:
        """Return why ``action`` is illegal, as exactly as possible.

        By default what the rules' ``write_refusal`` says. Example:
        ``presenter.explain_illegal(state, action).key``.
        """
        return self.game.writers.refusal(state, action)

    @abstractmethod
    def move_parts(self, state: State, action: int) -> dict[str, str]:
        """Return the choices that make a legal move, by name; any two legal moves differ in one.

        Example: ``presenter.move_parts(state, action)["near"]``.
        """

    def event_parts(self, before: State, event: Event) -> dict[str, str]:
        """Return ``move_parts`` of a move that was played in ``before``.

        Overrides may use only the event's text, for speed. Example:
        ``presenter.event_parts(state, event)["near"]``.
        """
        return self.move_parts(before, event.actions[0])

    def move_effects(self, state: State, action: int) -> dict[str, Any]:
        """Return immediate effects of a legal move for previews (points, falling blocks).

        JSON data that the seat to act may know. Must be fast: called for every legal move.

        Example: ``presenter.move_effects(state, action).get("over")``.
        """
        return {}


def own_method(part: object, default: type, methods: Sequence[str]) -> str:
    """Return which of ``methods`` is not that of the ``default`` class, as a clause; empty: none.

    Example: ``own_method(game.notation, CellNotation, ("action_text",))``.
    """
    for method in methods:
        if getattr(type(part), method) is not getattr(default, method):
            return f"{type(part).__name__} has a method '{method}' of its own"
    return ""
