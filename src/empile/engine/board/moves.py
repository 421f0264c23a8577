"""Moves as patterns over named values, and their codes: whole numbers by mixed radix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, NamedTuple, TypeAlias, cast

from empile.engine.board.cells import Cells, Near
from empile.engine.compiled.jit import inline
from empile.engine.errors import NotationError

Values: TypeAlias = "Cells | Near | Sequence[object]"
"""Values of a part: cells, neighbours of the cell of another part, or anything with a text."""

MOVE = "move"
"""The verb of moves with a single pattern."""

_PART = re.compile(r"\{(\w+)\}")
MOST_PARTS = 4
"""Of a pattern."""


class Move(NamedTuple):
    """A move in words."""

    verb: str
    parts: dict[str, str]
    """Values by name, in the order of the pattern."""


class Code(NamedTuple):
    """The codes of a verb: ``offset`` + sum of value * stride. A constant for compiled code."""

    offset: int
    """The first code."""
    size: int
    """How many codes there are."""
    sizes: tuple[int, ...]
    """Number of values of each part, in the order of the pattern."""
    strides: tuple[int, ...]
    """Difference of the codes of one value and the next, of each part."""


class Moves:
    """The moves of a game: a pattern for each verb, with the values of its parts.

    The part ``to`` may take the neighbours of the part ``from`` as values, see ``Cells.near``.

    Example::

        >>> cells = Cells.grid(columns=3, rows=3)
        >>> moves = Moves(place="{cell}", slide="{from}-{to}",
        ...     parts={"cell": cells, "from": cells, "to": cells.near("from")})
        >>> moves.actions, moves.text(9), moves.parse("a1-b1"), moves.code("slide").strides
        (81, 'a1-b1', [9], (8, 1))
    """

    def __init__(
        self,
        pattern: str | None = None,
        /,
        *,
        parts: Mapping[str, Values] | None = None,
        **named: str | Values,
    ) -> None:
        """Take one ``pattern`` with the values of its parts, or a pattern for each verb and ``parts``.

        Raises ``ValueError`` for parts without values.
        """
        values: dict[str, Values] = dict(parts or {})
        patterns: dict[str, str] = {}
        if pattern is None:
            patterns = cast(dict[str, str], named)
        else:
            patterns[MOVE] = pattern
            values.update(named)
        self.patterns: Mapping[str, str] = patterns
        """By verb."""
        self.values: Mapping[str, Values] = values
        """By part."""
        self._verbs = {verb: _Verb(verb, text, values) for verb, text in patterns.items()}
        if not self._verbs:
            raise ValueError("moves need a pattern, such as '{cell}'")
        self._codes: dict[str, Code] = {}
        offset = 0
        for name, verb in self._verbs.items():
            self._codes[name] = verb.code(offset)
            offset += self._codes[name].size
        self._moves: dict[int, Move | None] = {}
        """Decoded so far."""
        self._texts: dict[int, str | None] = {}
        self.actions = offset
        """Codes are below this number."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The names of the patterns, in the order of their codes."""
        return tuple(self._verbs)

    def parts_of(self, verb: str) -> tuple[str, ...]:
        """Return the names of the parts, in the order of the pattern."""
        return self._verbs[verb].parts

    @cached_property
    def cell_parts(self) -> dict[str, Cells]:
        """The parts whose values are cells."""
        found: dict[str, Cells] = {}
        for name, values in self.values.items():
            if isinstance(values, Cells):
                found[name] = values
            elif isinstance(values, Near):
                found[name] = values.cells
        return found

    def code(self, verb: str = MOVE) -> Code:
        """Return the codes of a verb. Example: ``PLACE = MOVES.code("place").offset``."""
        return self._codes[verb]

    def encoder(self, verb: str = MOVE) -> Callable[..., int]:
        """Return a compiled function from the values of the parts to the code.

        Example: ``slide = MOVES.encoder("slide")``, then ``out[count] = slide(start, direction)``.
        """
        code = self._codes[verb]
        return _ENCODERS[len(code.sizes)](code)

    def decoder(self, verb: str = MOVE) -> Callable[[int], tuple[int, ...]]:
        """Return a compiled function from a code to the values of the parts, at least two.

        With one part the value is ``code - offset``. Example: ``start, direction = parts_of(action)``.
        """
        code = self._codes[verb]
        if len(code.sizes) < 2:
            raise ValueError("with one part the value is the action less MOVES.code(verb).offset")
        return _DECODERS[len(code.sizes)](code)

    def verb_of(self, action: int) -> str:
        """Return the verb of a code. Raises ``ValueError`` for other numbers."""
        for verb, code in self._codes.items():
            if code.offset <= action < code.offset + code.size:
                return verb
        raise ValueError(f"codes are 0 to {self.actions - 1}, not {action}")

    def decode(self, action: int) -> Move | None:
        """Return the move of a code, not to be changed; None if it leaves the board.

        Example: ``moves.decode(9).parts["to"]``.
        """
        if action not in self._moves:
            verb = self.verb_of(action)
            values = self._verbs[verb].names_of(_digits(action, self._codes[verb]))
            self._moves[action] = None if values is None else Move(verb, values)
        return self._moves[action]

    def encode(self, verb: str, parts: Mapping[str, str]) -> int | None:
        """Return the code of a move; None if no code has these parts.

        Example: ``moves.encode("slide", {"from": "a1", "to": "b1"})``.
        """
        digits = self._verbs[verb].digits_of(parts)
        if digits is None:
            return None
        code = self._codes[verb]
        return code.offset + sum(
            digit * stride for digit, stride in zip(digits, code.strides, strict=True)
        )

    def text(self, action: int) -> str | None:
        """Return the text of a code; None if it leaves the board."""
        if action not in self._texts:
            move = self.decode(action)
            self._texts[action] = (
                None if move is None else self.patterns[move.verb].format(**move.parts)
            )
        return self._texts[action]

    def parse(self, text: str) -> list[int]:
        """Return the codes with this text: several if patterns of verbs are alike.

        An empty list if it has the form of a move, but its cells are no neighbours. Raises
        ``NotationError`` for another form.
        """
        found: list[int] = []
        fits = False
        for name, verb in self._verbs.items():
            for parts in verb.readings(text):
                fits = True
                action = self.encode(name, parts)
                if action is not None:
                    found.append(action)
        if not fits:
            raise NotationError(f"'{text}' is not a move: write one like {self.example}")
        return found

    @property
    def example(self) -> str:
        """The text of the first code on the board."""
        texts = (self.text(action) for action in range(self.actions))
        return next(text for text in texts if text is not None)


class _Verb:
    """A pattern and the values of its parts."""

    def __init__(self, name: str, pattern: str, values: Mapping[str, Values]) -> None:
        self.parts = tuple(_PART.findall(pattern))
        """In the order of the pattern."""
        if len(set(self.parts)) != len(self.parts) or len(self.parts) > MOST_PARTS:
            raise ValueError(f"'{pattern}' must have up to {MOST_PARTS} parts, each once")
        if pattern.startswith("~") or not pattern.isprintable():
            raise ValueError(f"'{pattern}' must be printable and not begin with ~")
        for part in self.parts:
            if part not in values:
                raise ValueError(f"'{pattern}' names {{{part}}}: give its values, {part}=CELLS")
        self._values = {part: values[part] for part in self.parts}
        self._names = {part: names_of(each) for part, each in self._values.items()}
        self._order = _resolved(self._values)
        self._regex = re.compile(
            "".join(
                f"({'|'.join(map(re.escape, sorted(self._names[piece], key=len, reverse=True)))})"
                if odd
                else re.escape(piece)
                for odd, piece in pieces(pattern)
            )
        )

    def code(self, offset: int) -> Code:
        sizes = tuple(_count(self._values[part]) for part in self.parts)
        strides = tuple(prod(sizes[k + 1 :]) for k in range(len(sizes)))
        return Code(offset, prod(sizes), sizes, strides)

    def readings(self, text: str) -> Iterator[dict[str, str]]:
        """Yield the parts of ``text`` if it fits the pattern."""
        match = self._regex.fullmatch(text)
        if match is not None:
            yield dict(zip(self.parts, match.groups(), strict=True))

    def names_of(self, digits: Sequence[int]) -> dict[str, str] | None:
        """Return the names of values; None outside the board."""
        value = dict(zip(self.parts, digits, strict=True))
        for part in self._order:
            values = self._values[part]
            if isinstance(values, Near):
                value[part] = int(values.table[value[values.part], value[part]])
                if value[part] < 0:
                    return None
        return {part: self._names[part][value[part]] for part in self.parts}

    def digits_of(self, parts: Mapping[str, str]) -> list[int] | None:
        """Return the values of names; None if there are none."""
        digits: list[int] = []
        for part in self.parts:
            values, names = self._values[part], self._names[part]
            if parts.get(part) not in names:
                return None
            digit = names.index(parts[part])
            if isinstance(values, Near):
                row = values.table[values.cells.index(parts[values.part])].tolist()
                if digit not in row:
                    return None
                digit = row.index(digit)
            digits.append(digit)
        return digits


def pieces(pattern: str) -> Iterator[tuple[bool, str]]:
    """Yield the pieces of a pattern: whether it is the name of a part, and the piece.

    Example: ``list(pieces("{from}-{to}"))``.
    """
    for number, piece in enumerate(_PART.split(pattern)):
        yield number % 2 == 1, piece


def names_of(values: Values) -> tuple[str, ...]:
    """Return the texts of the values of a part. Example: ``names_of(range(1, 4))``."""
    if isinstance(values, Cells):
        return values.names
    if isinstance(values, Near):
        return values.cells.names
    names = tuple(str(value) for value in values)
    if len(set(names)) != len(names) or not all(name and name.isprintable() for name in names):
        raise ValueError("the values of a part need different, printable texts")
    return names


def _count(values: Values) -> int:
    return values.table.shape[1] if isinstance(values, Near) else len(values)


def _resolved(values: Mapping[str, Values]) -> list[str]:
    """Return the parts in an order in which each follows the part that it is near."""
    ordered: list[str] = []
    waiting = dict(values)
    while waiting:
        ready = [
            part
            for part, each in waiting.items()
            if not isinstance(each, Near) or each.part in ordered
        ]
        if not ready:
            raise ValueError(f"the parts {', '.join(waiting)} are near none that is known")
        ordered += ready
        for part in ready:
            del waiting[part]
    return ordered


def _digits(action: int, code: Code) -> list[int]:
    rest = action - code.offset
    return [rest // stride % size for stride, size in zip(code.strides, code.sizes, strict=True)]


def _encode_0(code: Code) -> Callable[..., int]:
    offset = code.offset

    @inline
    def encode() -> int:
        return offset

    return encode


def _encode_1(code: Code) -> Callable[..., int]:
    offset = code.offset

    @inline
    def encode(a: int) -> int:
        return offset + a

    return encode


def _encode_2(code: Code) -> Callable[..., int]:
    offset, strides = code.offset, code.strides

    @inline
    def encode(a: int, b: int) -> int:
        return offset + a * strides[0] + b

    return encode


def _encode_3(code: Code) -> Callable[..., int]:
    offset, strides = code.offset, code.strides

    @inline
    def encode(a: int, b: int, c: int) -> int:
        return offset + a * strides[0] + b * strides[1] + c

    return encode


def _encode_4(code: Code) -> Callable[..., int]:
    offset, strides = code.offset, code.strides

    @inline
    def encode(a: int, b: int, c: int, d: int) -> int:
        return offset + a * strides[0] + b * strides[1] + c * strides[2] + d

    return encode


def _decode_2(code: Code) -> Callable[[int], tuple[int, ...]]:
    offset, strides = code.offset, code.strides

    @inline
    def decode(action: int) -> tuple[int, int]:
        rest = action - offset
        return rest // strides[0], rest % strides[0]

    return decode


def _decode_3(code: Code) -> Callable[[int], tuple[int, ...]]:
    offset, strides, sizes = code.offset, code.strides, code.sizes

    @inline
    def decode(action: int) -> tuple[int, int, int]:
        rest = action - offset
        return rest // strides[0], rest // strides[1] % sizes[1], rest % sizes[2]

    return decode


def _decode_4(code: Code) -> Callable[[int], tuple[int, ...]]:
    offset, strides, sizes = code.offset, code.strides, code.sizes

    @inline
    def decode(action: int) -> tuple[int, int, int, int]:
        rest = action - offset
        return (
            rest // strides[0],
            rest // strides[1] % sizes[1],
            rest // strides[2] % sizes[2],
            rest % sizes[3],
        )

    return decode


_ENCODERS: Sequence[Callable[[Code], Callable[..., int]]] = (
    _encode_0,
    _encode_1,
    _encode_2,
    _encode_3,
    _encode_4,
)
_DECODERS: Mapping[int, Callable[[Code], Callable[[int], Any]]] = {
    2: _decode_2,
    3: _decode_3,
    4: _decode_4,
}
