"""Positions that the rules of a game read, by compiled code once there is any."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from empile.engine.compiled import json_reader as reader
from empile.engine.compiled.completion import defines
from empile.engine.compiled.json_writer import END, MESSAGE, text_of
from empile.engine.errors import PositionError, Reason
from empile.engine.state import State
from empile.engine.strict_json import is_list, is_object

if TYPE_CHECKING:
    from empile.engine.compiled.layout import StructArray
    from empile.engine.game import Game

_TOKENS: Final = 256
_BITS: Final = 31
_DEEPEST: Final = 16
"""What is nested more deeply is a node without items."""
_PLACE: Final = "{}"


class Encoded:
    """A JSON value as words, see ``compiled.json_reader``; objects that are not JSON are ``OTHER``.

    :param texts: the texts with a token.

    Example::

        >>> Encoded({"seat": 1}, ["seat"]).words
        [7, 14, 1, 5, 8, 4, 0, 115, 101, 97, 116, 4, 3, 1]
    """

    def __init__(self, value: object, texts: Sequence[str]) -> None:
        self.words: list[int] = []
        self.values: dict[int, Any] = {}
        """Values by node."""
        self._tokens = {text: token for token, text in enumerate(texts)}
        self._append(value, _DEEPEST)

    def _append(self, value: Any, depth: int) -> None:
        words, node = self.words, len(self.words)
        self.values[node] = value
        if isinstance(value, str):
            words += [reader.STRING, 0, len(value), self._tokens.get(value, -1), *map(ord, value)]
        elif type(value) is int and abs(value) >> _BITS == 0:
            words += [reader.INT, 0, value]
        elif is_list(value) and depth:
            words += [reader.LIST, 0, len(value)]
            for item in value:
                self._append(item, depth - 1)
        elif is_object(value) and depth:
            words += [reader.OBJECT, 0, len(value)]
            for key, item in value.items():
                self._append(str(key), depth - 1)
                self._append(item, depth - 1)
        else:
            plain = (None, reader.NULL), (False, reader.FALSE), (True, reader.TRUE)
            words += [next((kind for one, kind in plain if value is one), reader.OTHER), 0]
        words[node + 1] = len(words) - node


class Fault(NamedTuple):
    """Why a value is refused."""

    text: str
    reasons: list[Reason]


def fault_of(tokens: Sequence[int], texts: Sequence[str], encoded: Encoded) -> Fault:
    """Return the fault that the rules have written as tokens.

    Example: ``fault_of([texts.index("the position has no '{}'"), 3], texts, encoded).text``.
    """
    messages: list[Reason] = []
    rest = list(tokens)
    while rest and rest[0] == MESSAGE:
        end = rest.index(END) + 1
        parts = [_said(token, texts, encoded, is_quoted=True) for token in rest[:end]]
        messages.append(Reason(**json.loads("".join(parts))))
        del rest[:end]
    rest.reverse()
    sentence = ""
    while rest:
        sentence += _sentence(rest, texts, encoded)
    return Fault(sentence, messages)


def _sentence(rest: list[int], texts: Sequence[str], encoded: Encoded) -> str:
    """Return the text of the last token, with the values that its places take from those before."""
    token = rest.pop()
    if not 0 <= token < reader.SHOWN:
        return _said(token, texts, encoded)
    first, *others = texts[token].split(_PLACE)
    return first + "".join(_sentence(rest, texts, encoded) + part for part in others)


def _said(token: int, texts: Sequence[str], encoded: Encoded, *, is_quoted: bool = False) -> str:
    """Return the text of one token; ``is_quoted`` in a string of JSON."""
    if token < reader.SHOWN:
        return text_of([token], texts)
    node, is_bare = divmod(token - reader.SHOWN, 2)
    value = encoded.values[node]
    if is_bare and not is_quoted:
        return str(value)
    text = json.dumps(value, ensure_ascii=False)
    return text[1:-1] if is_bare else text


_Filled: TypeAlias = "tuple[StructArray, list[int]]"
"""A struct, and the tokens of a fault."""


class Setup:
    """What the rules read before a game begins.

    Example::

        >>> game = empile.load("blox")
        >>> game.setup.defines("read_position")
        True
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rules = type(game).rules

    def defines(self, name: str) -> bool:
        """Return whether the rules have the function ``name``. Example: ``setup.defines("read_position")``."""
        return defines(self._rules, name)

    def state_from_position(self, position: dict[str, Any]) -> State:
        """Return the state that ``read_position`` reads; raises ``PositionError`` with the reason.

        Example: ``game.setup.state_from_position(state.position())``.
        """
        return self._state(position)

    def compile(self, state: State) -> None:
        """Load or compile the code; a game can begin from ``state``."""
        if self.defines("read_position"):
            self._state(state.position(), compiles=True)

    def _state(self, position: dict[str, Any], *, compiles: bool = False) -> State:
        texts: list[str] = self._rules.SETUP_TEXTS.all
        code = self._game.compiled.setup
        params, encoded = self._game.params_array, Encoded(position, texts)

        def by_code(read: Callable[..., int]) -> _Filled:
            words = np.array(encoded.words, np.int32)
            return self._filled(lambda states, tokens: read(params, states, 0, words, tokens))

        def as_python() -> _Filled:
            read = code.python("read_position")
            return self._filled(
                lambda states, tokens: read(params[0], states[0], encoded.words, tokens)
            )

        if compiles:
            states, tokens = code.compile("position", by_code)
        else:
            states, tokens = code.run("position", by_code, as_python)
        if tokens:
            text, reasons = fault_of(tokens, texts, encoded)
            raise PositionError(text, reasons[0] if reasons else None)
        return State(self._game, states)

    def _filled(self, read: Callable[[StructArray, Any], int]) -> _Filled:
        """Return the state that ``read`` fills; it gets room for the tokens."""
        room = _TOKENS
        while True:
            states, tokens = np.zeros(1, self._rules.STATE), np.empty(room, np.int32)
            count = read(states, tokens)
            if count <= room:
                return states, tokens[:count].tolist()
            room = count
