"""Views and legal moves as JSON, written by compiled code once there is any.

A view for pages is the presenter's view; if the game has no board of its own on the page, it also has
the key ``picture``: the SVG document of what the seat sees, from which the page makes a generic board.
Position objects, records and ``State.view`` never contain it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.json_writer import Texts
from empile.engine.compiled.machine_code import NotCompiledError, loading_only
from empile.engine.compiled.rules_code import RETRY_SECONDS

if TYPE_CHECKING:
    from empile.engine.compiled.layout import StructArray
    from empile.engine.contracts.presenter import Presenter
    from empile.engine.state import State

_TOKENS = 4096
_BYTES_OF_A_TOKEN = 8
_ALL_MOVES = -1
_PICTURES = 128
"""Pictures that are kept, of some tens of kilobytes each."""

PICTURE: Final = "picture"
"""The key of the SVG document in a view for pages."""

_MODELS: Final = ("model/index.ts", "dist/model.js")
"""A game's own board, below its folder ``web``: in the page's sources, or built in its package."""


class JsonViews:
    """The JSON of a game's views and moves: the presenter's, or the same by compiled code.

    The code takes seconds to compile, which ``empile warm`` and the server do apart: until then the
    presenter is used.

    Example::

        >>> state = empile.load("block-out").new_state()
        >>> state.game.presenter.json.view(state, None)[:28]
        b'{"stage":"play","seat":0,"di'
    """

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter
        self._game = presenter.game
        self._texts = presenter.json_texts()
        self._ready: Texts | None = None
        """The texts, once the code is loaded."""
        self._next_try = 0.0
        self._pictures: dict[tuple[bytes, int | None], str] = {}

    @cached_property
    def board_setup(self) -> bytes:
        """The static data of the board; it depends on the game alone."""
        return encode(self._presenter.board_setup())

    @cached_property
    def sends_picture(self) -> bool:
        """Whether the page has no board of this game, and shows ``to_svg`` instead."""
        web = self._game.folder / "web"
        return not any((web / path).is_file() for path in _MODELS)

    @cached_property
    def _params(self) -> StructArray:
        return self._game.params_array

    @cached_property
    def _write_view(self) -> Callable[..., int]:
        return cast(Callable[..., int], self._game.compiled.template("view").view)

    @cached_property
    def _write_moves(self) -> Callable[..., int]:
        return cast(Callable[..., int], self._game.compiled.template("view").moves)

    def view(self, state: State, seat: int | None) -> bytes:
        """Return :meth:`page_view` as JSON."""
        texts = self._load(state) if self._ready is None else self._ready
        if texts is None:
            return encode(self.page_view(state, seat))
        written = self._written(self._write_view, texts, state, -1 if seat is None else seat)
        if not self.sends_picture:
            return written
        picture = encode({PICTURE: self._picture(state, seat)})
        return b"%b,%b" % (written[:-1], picture[1:])

    def page_view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return what a page shows to a seat, None for a spectator: the view, and maybe a picture.

        Example::

            >>> state = empile.load("blox").new_state()
            >>> json_views = state.game.presenter.json
            >>> json_views.page_view(state, 0) == state.view(0)  # Blox has a model
            True
        """
        return self.with_picture(self._presenter.view(state, seat), state, seat)

    def with_picture(
        self, position: dict[str, Any], state: State, seat: int | None
    ) -> dict[str, Any]:
        """Return a position object of ``state`` with the picture for a seat, if the page needs it.

        Example: ``json_views.with_picture(state.position(), state, None)``.
        """
        if not self.sends_picture:
            return position
        return {**position, PICTURE: self._picture(state, seat)}

    def _picture(self, state: State, seat: int | None) -> str:
        """Return the SVG document, drawn once for all clients that see the same."""
        key = state.array.tobytes(), seat
        known = self._pictures.get(key)
        if known is None:
            known = self._presenter.to_svg(state, seat)
            if len(self._pictures) >= _PICTURES:
                self._pictures.clear()
            self._pictures[key] = known
        return known

    def move(self, state: State, action: int) -> bytes:
        """Return one of the legal moves, without listing the others."""
        texts = self._load(state) if self._ready is None else self._ready
        if texts is None:
            return encode(self._move(state, action))
        return self._written(self._write_moves, texts, state, action)[1:-1]

    def moves(self, state: State) -> bytes:
        """Return the legal moves, sorted by text."""
        texts = self._load(state) if self._ready is None else self._ready
        if texts is None:
            moves = [self._move(state, action) for action in state.legal_actions()]
            return encode(sorted(moves, key=lambda move: str(move["text"])))
        return self._written(self._write_moves, texts, state, _ALL_MOVES)

    def compile(self, state: State) -> None:
        """Load or compile the code."""
        if self._texts is not None:
            self._written(self._write_view, self._texts, state, 0)
            self._written(self._write_moves, self._texts, state, _ALL_MOVES)
            self._ready = self._texts

    def _load(self, state: State) -> Texts | None:
        """Return the texts if the code can be loaded. Tries again after some seconds."""
        if self._texts is not None and time.monotonic() >= self._next_try:
            try:
                with loading_only():
                    self.compile(state)
            except NotCompiledError:
                self._next_try = time.monotonic() + RETRY_SECONDS
        return self._ready

    def _move(self, state: State, action: int) -> dict[str, Any]:
        move: dict[str, Any] = {
            "text": state.action_to_text(action),
            "parts": self._presenter.move_parts(state, action),
        }
        effects = self._presenter.move_effects(state, action)
        return {**move, "effects": effects} if effects else move

    def _written(self, write: Callable[..., int], texts: Texts, state: State, which: int) -> bytes:
        """Return what ``write`` writes of ``state`` for the viewer or the action ``which``."""
        return written_by(write, self._params, state.array, 0, which, texts)


def without_picture(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view for pages as the presenter's view.

    Example::

        >>> without_picture({"seat": 0, "picture": "<svg/>"})
        {'seat': 0}
    """
    return {key: value for key, value in view.items() if key != PICTURE}


def written_by(write: Callable[..., int], *arguments: Any) -> bytes:
    """Return what a compiled writer writes, with buffers as its last arguments that are large enough.

    Example: ``written_by(compiled.template("view").view, params, states, 0, seat, texts)``.
    """
    length = with_buffers(write, *arguments)
    return _buffers.given[2][:length].tobytes()


def with_buffers(call: Callable[..., int], *arguments: Any) -> int:
    """Return what a call returns, with buffers as its last arguments that are large enough.

    Example: ``with_buffers(template.read_chance, params, states, 0, text, actions, texts)``.
    """
    tokens, text, _ = _buffers.given
    while (result := call(*arguments, tokens, text)) < 0:
        tokens, text, _ = _buffers.grow(2 * len(tokens))
    return result


_Given: TypeAlias = "tuple[NDArray[np.int32], NDArray[np.uint8], memoryview]"
"""Tokens, text, and a view of the text."""


class _Buffers(threading.local):
    """Buffers of a thread, for all games; they grow if something does not fit."""

    def __init__(self) -> None:
        self.grow(_TOKENS)

    def grow(self, tokens: int) -> _Given:
        text = np.empty(tokens * _BYTES_OF_A_TOKEN, np.uint8)
        # Slicing a view takes half the time of slicing an array.
        self.given = np.empty(tokens, np.int32), text, text.data
        return self.given


_buffers = _Buffers()


def encode(data: Any) -> bytes:
    """Return JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
