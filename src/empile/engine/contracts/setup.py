"""Options and positions that the rules of a game read, and its board, by compiled code once there is any."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from empile.engine.compiled import json_reader as reader
from empile.engine.compiled.completion import defines
from empile.engine.compiled.json_writer import END, MESSAGE, text_of
from empile.engine.errors import OptionError, PositionError, Reason
from empile.engine.i18n import FALLBACK, Catalog
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
_MOST_LETTERS: Final = 20
"""In a message a value of the input is cut."""


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
            kinds = (None, reader.NULL), (False, reader.FALSE), (True, reader.TRUE)
            kind = next((kind for constant, kind in kinds if value is constant), reader.OTHER)
            words += [kind, 0]
        words[node + 1] = len(words) - node


class Said(NamedTuple):
    """What the rules say of a value. If they refuse it, the text is a sentence in English."""

    text: str
    reasons: list[Reason]


def said_of(
    tokens: Sequence[int],
    texts: Sequence[str],
    encoded: Encoded,
    english: Callable[[Reason], str],
) -> Said:
    """Return what the rules have written as tokens.

    :param english: says a message.

    Example: ``said_of([texts.index("the position has no '{}'"), 3], texts, encoded, say).text``.
    """
    reasons: list[Reason] = []
    rest = list(tokens)

    def said(token: int, *, is_quoted: bool = False) -> str:
        """Return the text of one token, ``is_quoted`` in a string of JSON."""
        if token == reader.SAID:
            return "; ".join(map(english, reasons))
        if token < reader.SHOWN:
            return text_of([token], texts)
        node, is_bare = divmod(token - reader.SHOWN, 2)
        value = encoded.values[node]
        text = value if is_bare and isinstance(value, str) else _json(value)
        if not is_quoted:
            return text
        return _json(text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…")[1:-1]

    def sentence() -> str:
        """Return the text of the next token, with a value for each place from those that follow."""
        token = rest.pop(0)
        if not 0 <= token < reader.SAID:
            return said(token)
        first, *others = texts[token].split(_PLACE)
        return first + "".join(sentence() + part for part in others)

    while rest and rest[0] == MESSAGE:
        end = rest.index(END) + 1
        message = "".join(said(token, is_quoted=True) for token in rest[:end])
        reasons.append(Reason(**json.loads(message)))
        del rest[:end]
    parts: list[str] = []
    while rest:
        parts.append(sentence())
    return Said("".join(parts), reasons)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Setup:
    """What the rules read before a game begins: options and positions.

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

    def check_option(self, so_far: Mapping[str, Any]) -> Any:
        """Return the last of some options as it is kept; raises ``OptionError`` with the reasons.

        Example: ``game.setup.check_option({"layout": layout})``.
        """
        *_, value = so_far.values()
        self._checked("check_option", self._with_boards(so_far), tuple)
        return self._ordered(value)

    def fill_params(self) -> None:
        """Compute the parameters from the options; raises ``OptionError``.

        Example: ``game.setup.fill_params()``.
        """
        params = self._game.params_array
        (filled,) = self._checked(
            "fill_params", self._with_boards(self._game.options), lambda: (params.copy(),)
        )
        params[:] = filled

    def state_from_position(self, position: dict[str, Any]) -> State:
        """Return the state that ``read_position`` reads; raises ``PositionError`` with the reason.

        Example: ``game.setup.state_from_position(state.position())``.
        """
        params, dtype = self._game.params_array, self._rules.STATE
        (_, state), fault = self._run(
            "read_position", position, lambda: (params, np.zeros(1, dtype))
        )
        if fault is not None:
            raise PositionError(fault.text, fault.reasons[0] if fault.reasons else None)
        return State(self._game, state)

    def board_setup(self, start: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return what ``write_setup`` writes of a game that begins from ``start``, unless it is None.

        Example: ``game.setup.board_setup()``.
        """
        params, value = self._game.params_array, self._with_start(start)
        _, said = self._run("write_setup", value, lambda: (params,))
        return {} if said is None else json.loads(said.text)

    def _with_start(self, start: dict[str, Any] | None) -> list[Any]:
        return [self._with_boards(self._game.options), start]

    def compile(self, state: State) -> None:
        """Load or compile the code of what the rules define; a game can begin from ``state``."""
        options = self._with_boards(self._game.options)
        params, dtype = self._game.params_array, self._rules.STATE
        values: dict[str, tuple[Any, Callable[[], _Arrays]]] = {
            "write_setup": (self._with_start(None), lambda: (params,)),
            "check_option": (options, tuple),
            "fill_params": (options, lambda: (params.copy(),)),
            "read_position": (state.position(), lambda: (params, np.zeros(1, dtype))),
        }
        for function, (value, arrays) in values.items():
            if self.defines(function):
                self._run(function, value, arrays, compiles=True)

    def _with_boards(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with the data of ``"house"``."""
        completed = dict(options)
        for option in self._game.options_offered:
            if option.house is not None and completed.get(option.name) == "house":
                completed[option.name] = option.house()
        return completed

    def _ordered(self, value: Any) -> Any:
        """Return a copy of an option, with its keys in the order of the texts."""
        if is_list(value):
            return [self._ordered(item) for item in value]
        if not is_object(value):
            return value
        places = {text: place for place, text in enumerate(self._rules.SETUP_TEXTS.all)}
        keys = sorted(value, key=lambda key: places.get(key, len(places)))
        return {key: self._ordered(value[key]) for key in keys}

    def _checked(self, function: str, value: Any, arrays: Callable[[], _Arrays]) -> _Arrays:
        filled, fault = self._run(function, value, arrays)
        if fault is not None:
            raise OptionError(fault.text, fault.reasons)
        return filled

    def _run(
        self,
        function: str,
        value: Any,
        arrays: Callable[[], _Arrays],
        *,
        compiles: bool = False,
    ) -> tuple[_Arrays, Said | None]:
        """Return ``arrays``, filled by a function from ``value``, and what it says."""
        texts: list[str] = self._rules.SETUP_TEXTS.all
        code, encoded = self._game.compiled.setup, Encoded(value, texts)

        def by_code(read: Callable[..., int]) -> _Filled:
            words = np.array(encoded.words, np.int32)
            return _filled(arrays, lambda structs, tokens: read(*structs, words, tokens))

        def as_python() -> _Filled:
            read = code.python(function)
            return _filled(
                arrays,
                lambda structs, tokens: read(
                    *(array[0] for array in structs), encoded.words, tokens
                ),
            )

        if compiles:
            filled, tokens = code.compile(function, by_code)
        else:
            filled, tokens = code.run(function, by_code, as_python)
        if not tokens:
            return filled, None
        # Not the presenter's: it may need options that are not read yet.
        english = partial(_catalogue(self._game.folder).format, FALLBACK)
        return filled, said_of(tokens, texts, encoded, english)


_Arrays: TypeAlias = "tuple[StructArray, ...]"
_Filled: TypeAlias = "tuple[_Arrays, list[int]]"
"""Structs, and the tokens of what is said."""


@lru_cache(maxsize=32)
def _catalogue(folder: Path) -> Catalog:
    return Catalog(folder / "locales")


def _filled(arrays: Callable[[], _Arrays], read: Callable[[_Arrays, Any], int]) -> _Filled:
    """Return new arrays that ``read`` fills; it gets room for its tokens."""
    room = _TOKENS
    while True:
        structs, tokens = arrays(), np.empty(room, np.int32)
        count = read(structs, tokens)
        if count <= room:
            return structs, tokens[:count].tolist()
        room = count
