"""Presentation of a game: positions as data, SVG, text and messages."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

from empile.engine.i18n import Catalog

if TYPE_CHECKING:
    from empile.engine.errors import Reason
    from empile.engine.game import Game
    from empile.engine.state import Event, State


class Presenter(ABC):
    """Positions, SVG, terminal text and messages of a game.

    ``seat`` is the viewer, None for a spectator. If two states differ only in what the viewer
    cannot see, every method returns the same for both.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def catalogue(self) -> Catalog:
        """The game's message catalogue, one file per language.

        Example::

            >>> "fr" in empile.load("blox").presenter.catalogue.languages
            True
        """
        return Catalog(self.game.folder / "locales")

    # -- Positions -----------------------------------------------------------------------------

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """Return the position object with full information: plain data, ready for JSON.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> state.game.presenter.position(state) == state.position()
            True
        """

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object as ``seat`` sees it.

        Override it for imperfect information. Add what is visible; never delete from a full object.

        Example::

            >>> state = empile.load("blox").new_state()
            >>> view = state.game.presenter.view(state, 0)
        """
        return self.position(state)

    def state_from_view(self, view: dict[str, Any]) -> State:
        """Return a state whose :meth:`view` for the seat to act is ``view``.

        Required of games with imperfect information, so that clients can search from views. Hidden
        facts get any consistent value: searches sample them
        (:func:`empile.engine.search.search.resampled`). Undefined if no seat is to act.

        Example::

            state = game.presenter.state_from_view(message.position)
            action = empile.choose(state, level, stream)
        """
        raise NotImplementedError(f"{self.game.name} has perfect information: follow its events")

    def board_setup(self) -> dict[str, Any]:
        """Return the static data that a client needs to draw the board. Default: none.

        Example::

            >>> empile.load("block-ness").presenter.board_setup()["columns"]
            12
        """
        return {}

    # -- Pictures ------------------------------------------------------------------------------

    @abstractmethod
    def to_svg(self, state: State, seat: int | None = None) -> str:
        """Return the position as an SVG document.

        Example::

            >>> state = empile.load("on-top").new_state()
            >>> state.game.presenter.to_svg(state)[:4]
            '<svg'
        """

    def to_text(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the position as lines of text for a terminal.

        ``colour`` allows ANSI sequences; colour never carries information alone. ``language`` is
        one of the catalogue's. Default: the view, one key a line.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> print(state.game.presenter.to_text(state))  # doctest: +SKIP
        """
        return "\n".join(
            f"{key}: {json.dumps(value, ensure_ascii=False)}"
            for key, value in self.view(state, seat).items()
        )

    # -- Messages ------------------------------------------------------------------------------

    @abstractmethod
    def event_message(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the log message for ``event``, which happened in ``before``, as ``seat`` sees it.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> event = state.read_text("d4-f4")
            >>> state.game.presenter.event_message(state, event, None).key
            'log.start'
        """

    @abstractmethod
    def explain_illegal(self, state: State, action: int) -> Reason:
        """Return why ``action`` is illegal in ``state``, as exactly as possible.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> action = state.game.notation.read_action(state, "a1-c1")
            >>> state.game.presenter.explain_illegal(state, action).key
            'illegal.not_deep'
        """

    # -- Moves ---------------------------------------------------------------------------------

    @abstractmethod
    def move_parts(self, state: State, action: int) -> dict[str, str]:
        """Return the choices that make a legal move, by name.

        Any two legal moves differ in at least one part. Clients offer parts in any order and filter
        the legal moves, without knowing the rules.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> state.game.presenter.move_parts(state, state.legal_actions()[0])["near"]
            'c3'
        """

    def move_effects(self, state: State, action: int) -> dict[str, Any]:
        """Return immediate effects of a legal move (points scored, blocks that fall), for previews.

        JSON data of the game's own that the seat to act may know. Must be fast: it is called for
        every legal move. Default: none.

        Example::

            >>> state = empile.load("block-ness").new_state()
            >>> state.game.presenter.move_effects(state, state.legal_actions()[0])
            {}
        """
        return {}
