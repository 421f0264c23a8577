"""Patterns of moves as compiled code: from a code to its verb, the values of its parts and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.cells import Near
from empile.engine.board.json.texts import plain
from empile.engine.board.moves import MOST_PARTS, Moves, names_of, pieces
from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import MessageTexts, Tokens, put

_NONE = -1


class Patterns(NamedTuple):
    """Compiled functions of ``Moves``, and the rows of their texts."""

    verb_of: Callable[[int], int]
    """Returns the number of the verb of a code, -1 for a greater one."""
    value_of: Callable[[int, int, int], int]
    """Returns the value of a part, by code, verb and number of the part; -1 outside the board."""
    put_text: Callable[[int, Tokens, int], int]
    """Appends the text of a code on the board; returns the next offset."""
    parts: NDArray[np.int32]
    """By verb: how many there are."""
    names: NDArray[np.int32]
    """By verb and part: the row with the name of the value 0; the other values follow."""


class _Table(NamedTuple):
    """Facts of the parts, by verb and part."""

    size: NDArray[np.int32]
    stride: NDArray[np.int32]
    neighbours: NDArray[np.int32]
    """Of a part near another: where its neighbours begin in ``cells``."""
    line: NDArray[np.int32]
    """The parts from one that is near no other to this one; then -1."""
    names: NDArray[np.int32]
    cells: NDArray[np.int16]
    """Tables of neighbours, one after the other."""


def patterns_of(moves: Moves, texts: MessageTexts) -> Patterns:
    """Return the functions of ``moves``, whose texts are added to ``texts``.

    Raises ``WriterError`` if a text is not the same within JSON. Example:
    ``patterns_of(Moves("{cell}", cell=CELLS), new_texts()).put_text``.
    """
    table = _table(moves, texts)
    size, stride, neighbours, line, names, cells = table
    tokens, starts = _tokens(moves, texts)
    first = np.array([*(moves.code(verb).offset for verb in moves.verbs), moves.actions], np.int32)
    actions = moves.actions

    @inline
    def verb_of(action: int) -> int:
        if action >= actions:
            return -1
        verb = 0
        while action >= int(first[verb + 1]):
            verb += 1
        return verb

    @inline
    def value_of(action: int, verb: int, part: int) -> int:
        code = action - int(first[verb])
        value = 0
        for k in range(MOST_PARTS):
            step = int(line[verb, part, k])
            if step >= 0 and value >= 0:
                digit = code // int(stride[verb, step]) % int(size[verb, step])
                if k:
                    at = int(neighbours[verb, step]) + value * int(size[verb, step]) + digit
                    value = int(cells[at])
                else:
                    value = digit
        return value

    @inline
    def put_text(action: int, out: Tokens, at: int) -> int:
        verb = verb_of(action)
        for k in range(int(starts[verb]), int(starts[verb + 1])):
            token = int(tokens[k])
            if token < 0:
                part = -1 - token
                token = int(names[verb, part]) + value_of(action, verb, part)
            at = put(out, at, token)
        return at

    parts = np.array([len(moves.parts_of(verb)) for verb in moves.verbs], np.int32)
    return Patterns(verb_of, value_of, put_text, parts, names)


def _tokens(moves: Moves, texts: MessageTexts) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the tokens of the patterns, ``-1 - part`` for a part; and where each verb's begin."""
    tokens: list[int] = []
    starts = [0]
    for verb in moves.verbs:
        parts = moves.parts_of(verb)
        for is_part, piece in pieces(moves.patterns[verb]):
            if piece:
                tokens.append(-1 - parts.index(piece) if is_part else texts.add(plain(piece)))
        starts.append(len(tokens))
    return np.array(tokens, np.int32), np.array(starts, np.int32)


def _table(moves: Moves, texts: MessageTexts) -> _Table:
    shape = len(moves.verbs), MOST_PARTS
    size, stride, neighbours, names = (np.ones(shape, np.int32) for _ in range(4))
    line = np.full((*shape, MOST_PARTS), _NONE, np.int32)
    cells = np.zeros(0, np.int16)
    rows: dict[tuple[str, ...], int] = {}
    for verb, name in enumerate(moves.verbs):
        parts, code = moves.parts_of(name), moves.code(name)
        for k, part in enumerate(parts):
            size[verb, k], stride[verb, k] = code.sizes[k], code.strides[k]
            steps = [*_line(moves, parts, part)]
            line[verb, k, : len(steps)] = steps
            values = moves.values[part]
            known = names_of(values)
            if known not in rows:
                rows[known] = texts.add(*map(plain, known))
            names[verb, k] = rows[known]
            if isinstance(values, Near):
                neighbours[verb, k] = len(cells)
                cells = np.concatenate((cells, values.table.reshape(-1)))
    return _Table(size, stride, neighbours, line, names, cells)


def _line(moves: Moves, parts: Sequence[str], part: str) -> Iterator[int]:
    values = moves.values[part]
    if isinstance(values, Near):
        yield from _line(moves, parts, values.part)
    yield parts.index(part)
