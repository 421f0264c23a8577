"""JSON of positions, moves and messages, for what a server sends after every move.

The code of a game writes *tokens*: rows of a table of texts, and numbers. :func:`render` joins them.
This compiles ten times faster than code that writes bytes.

A message has a key and arguments, ``{"key":"log.draw","args":{"count":2}}``. Its code calls
:func:`begin_message`, functions for each argument, and :func:`end_message`; :class:`MessageTexts`
numbers its texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import Intrinsic, either, inline, outlined
from empile.engine.compiled.layout import StructRef

Tokens = NDArray[np.int32]
"""Rows of the texts, from 0, and numbers, which are negative: see :func:`number`."""
Texts = NDArray[np.uint8]
"""A text for each row: its length in bytes, then its UTF-8 bytes, filled up to whole blocks."""
Text = NDArray[np.uint8]

SPECTATOR: Final = -1
SEES_ALL: Final = -2
"""Viewers besides the seats: the second is shown the full text of a chance event."""
BLOCK_BYTES: Final = 16
"""Texts are copied in blocks: what is written after their end is overwritten by the next text."""
SLACK: Final = 2 * BLOCK_BYTES
"""Bytes that must be free at the end of a buffer."""
_KEY: Final = len('{"text":"')
_KEY_BYTES: Final = 7
"""Of the beginning of a text: as a number they are not negative."""
ZERO = 1 << 30
_QUOTE, _COMMA, _MINUS, _OPEN, _CLOSE = b'",-[]'
_FRAME: Final = ('{"key":"', '","args":{', '"', '":', '":"', ",", "}}")
MESSAGE, _ARGS, _NAME, _NUMBER, _STRING, COMMA, END = range(len(_FRAME))
"""The first rows of the texts of messages."""


def text_rows(texts: Sequence[str]) -> Texts:
    """Return ``texts`` as rows; each has at most 255 bytes.

    Example: ``text_rows(['{"seat":', "}"])``.
    """
    encoded = [text.encode() for text in texts]
    blocks = -(-max(map(len, encoded)) // BLOCK_BYTES)
    rows = np.zeros((len(texts), 1 + blocks * BLOCK_BYTES), np.uint8)
    for row, data in zip(rows, encoded, strict=True):
        row[: len(data) + 1] = [len(data), *data]
    return rows


_copy_block: Any = Intrinsic("copy_block")


@inline
def _copy_compiled(to: Text, at: int, source: NDArray[np.uint8], start: int, length: int) -> None:
    for i in range(0, length, BLOCK_BYTES):
        _copy_block(to, at + i, source, start + i)


def _copy_plain(to: Text, at: int, source: NDArray[np.uint8], start: int, length: int) -> None:
    to[at : at + length] = source.reshape(-1)[start : start + length]


copy = either(_copy_compiled, _copy_plain)
"""Copy bytes from the offset ``start`` of an array, and possibly up to a block after them."""


@inline
def put(out: Tokens, at: int, token: int) -> int:
    """Append a token; return the next offset. Tokens that do not fit are only counted."""
    if at < len(out):
        out[at] = token
    return at + 1


@inline
def sees(viewer: int, seat: int) -> bool:
    """Return whether ``viewer`` is shown what only ``seat`` sees: which card it draws.

    Viewers are seats, ``SPECTATOR`` and ``SEES_ALL``. Example: ``sees(viewer, int(s.seat))``.
    """
    if viewer == SEES_ALL:
        return True
    return viewer == seat


@inline
def number(value: int) -> int:
    """Return the token of a number of less than ``ZERO``, also a negative one."""
    return -1 - ZERO - value


@inline
def render(tokens: Tokens, count: int, texts: Texts, out: Text, at: int) -> int:
    """Append the text of ``count`` tokens; return the next offset, or -1 if it does not fit."""
    if count > len(tokens):
        return -1
    width = int(texts.shape[1])
    most = len(out) - max(SLACK, width)
    for k in range(count):
        if at > most:
            return -1
        token = int(tokens[k])
        if token >= 0:
            length = int(texts[token, 0])
            copy(out, at, texts, token * width + 1, length)
            at += length
        else:
            value = -1 - ZERO - token
            if value < 0:
                out[at] = _MINUS
                at += 1
                value = -value
            digits = 1
            limit = 10
            while value >= limit:
                digits += 1
                limit *= 10
            for i in range(digits):
                out[at + digits - 1 - i] = 48 + value % 10
                value //= 10
            at += digits
    return at


@outlined
def read_outcomes(
    write: Callable[..., int],
    most: int,
    params: StructRef,
    s: StructRef,
    text: Text,
    texts: Texts,
    tokens: Tokens,
    out: Text,
    actions: NDArray[np.int32],
) -> int:
    """Read the outcomes of chance, in the order of their text, with what writes them.

    :param write: ``write_chance`` of the rules.
    :param most: a number above all outcomes.
    :param actions: has a place more than outcomes are read, for where the rest of ``text`` begins.
    :return: how many outcomes ``text`` begins with, or -1 if what is written does not fit.

    At each step it is the outcome with which most of ``text`` is written.
    """
    count = 0
    end = 0
    while count + 1 < len(actions):
        longest = end
        best = -1
        for action in range(most):
            actions[count] = action
            written = write(params, s, SEES_ALL, actions[: count + 1], tokens)
            length = render(tokens, written, texts, out, 0)
            if length < 0:
                return -1
            if length > longest and _begins(text, out, length):
                longest = length
                best = action
        if best < 0:
            break
        actions[count] = best
        count += 1
        end = longest
    actions[count] = end
    return count


@inline
def _begins(text: Text, out: Text, length: int) -> bool:
    """Return whether ``text`` begins with so many bytes of ``out``."""
    if length > len(text):
        return False
    at = 0
    while at < length and text[at] == out[at]:
        at += 1
    return at == length


class MessageTexts:
    """Numbers the texts of messages: keys, names of arguments and their values.

    Example::

        >>> texts = MessageTexts()
        >>> drawn, cards = texts.add("log.draw"), texts.add("ace", "king")
        >>> texts.all[cards + 1]
        'king'
    """

    def __init__(self) -> None:
        self.all: list[str] = [*_FRAME]
        """By token."""

    def add(self, *texts: str) -> int:
        """Append texts; return the token of the first, which the others follow."""
        self.all += texts
        return len(self.all) - len(texts)


@outlined
def begin_message(key: int, out: Tokens, at: int = 0) -> int:
    """Begin a message with the token of its key; return the next offset, as all of these do."""
    return put(out, put(out, put(out, at, MESSAGE), key), _ARGS)


@outlined
def put_number(name: int, value: int, out: Tokens, at: int) -> int:
    """Append an argument that is a number."""
    return put(out, put(out, _put_name(name, out, at), _NUMBER), number(value))


@outlined
def put_string(name: int, text: int, out: Tokens, at: int) -> int:
    """Append an argument that is a string of one token."""
    return end_string(out, put(out, begin_string(name, out, at), text))


@outlined
def begin_string(name: int, out: Tokens, at: int) -> int:
    """Begin an argument that is a string of any tokens."""
    return put(out, _put_name(name, out, at), _STRING)


@outlined
def end_string(out: Tokens, at: int) -> int:
    """End a string."""
    return put(out, at, _NAME)


@outlined
def end_message(out: Tokens, at: int) -> int:
    """End a message; return the number of its tokens."""
    return put(out, at, END)


@outlined
def _put_name(name: int, out: Tokens, at: int) -> int:
    # What does not fit is only counted, with some comma too many.
    if at > len(out) or int(out[at - 1]) != _ARGS:
        at = put(out, at, COMMA)
    return put(out, put(out, at, _NAME), name)


def text_of(tokens: Sequence[int], texts: Sequence[str]) -> str:
    """Return what :func:`render` writes. Example: ``text_of([0], ["{}"])``."""
    return "".join(texts[token] if token >= 0 else str(-1 - ZERO - token) for token in tokens)


@inline
def insert(
    order: NDArray[np.int32],
    keys: NDArray[np.int64],
    count: int,
    starts: NDArray[np.int32],
    out: Text,
) -> None:
    """Insert ``count`` into ``order``, the numbers below it, sorted by the objects at ``starts``.

    Objects begin with the key ``text``; its value is a string without escapes that no other has.
    ``keys`` are the beginnings of these strings.
    """
    key = _sort_key(out, int(starts[count]) + _KEY)
    keys[count] = key
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        other = int(order[middle])
        is_before = key < keys[other]
        if key == keys[other]:
            is_before = _is_before(out, int(starts[count]) + _KEY, int(starts[other]) + _KEY)
        if is_before:
            high = middle
        else:
            low = middle + 1
    for k in range(count, low, -1):
        order[k] = order[k - 1]
    order[low] = count


@inline
def _sort_key(out: Text, at: int) -> int:
    """Return a number that is less for a string that is before another, or equal."""
    key = 0
    ended = False
    for i in range(_KEY_BYTES):
        letter = int(out[at + i])
        ended = ended or letter == _QUOTE
        key = key << 8 | (0 if ended else letter)
    return key


@inline
def _is_before(out: Text, a: int, b: int) -> bool:
    while out[a] == out[b]:
        a += 1
        b += 1
    # A text that ends is before those that it begins.
    return int(out[a]) == _QUOTE or (int(out[b]) != _QUOTE and out[a] < out[b])


@inline
def join(order: NDArray[np.int32], starts: NDArray[np.int32], found: Text, out: Text) -> int:
    """Write objects as an array in ``order``; return its length, or -1 if it does not fit.

    Object ``k`` are the bytes of ``found`` from ``starts[k]`` to ``starts[k + 1]``.
    """
    count = len(order)
    if int(starts[count]) + count + SLACK > len(out):
        return -1
    out[0] = _OPEN
    at = 1
    for k in range(count):
        if k:
            out[at] = _COMMA
            at += 1
        start, end = int(starts[order[k]]), int(starts[order[k] + 1])
        copy(out, at, found, start, end - start)
        at += end - start
    out[at] = _CLOSE
    return at + 1
