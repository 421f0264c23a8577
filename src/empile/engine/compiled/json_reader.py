"""JSON values in compiled code: positions from which a game begins, and options.

A host encodes a value as *words*, without knowing what it means: its nodes in order, each with its
kind, the number of its words, and what the kind has:

========== ===================================================================================
kind       words
========== ===================================================================================
``NULL``   ``kind, 2``; so are ``FALSE``, ``TRUE`` and ``OTHER``, e.g. a number with a fraction
``INT``    ``kind, 3, value``; an integer of 32 bits
``STRING`` ``kind, size, length, token, code points...``; the token is -1 if no text equals it
``LIST``   ``kind, size, length, items...``
``OBJECT`` ``kind, size, length, key, value, key, value...``; keys are strings
========== ===================================================================================

A *node* is the offset of its first word; that of the whole value is ``ROOT``. Tokens are rows of the
rules' ``SETUP_TEXTS``: a key or a name is compared by its token.

Checks return 0, or the number of tokens of a *fault* that they have written, so that
``check_keys(...) or check_int(...)`` is the first fault. A fault has messages, made with
``json_writer.begin_message``, then a sentence in English: a text with ``{}`` takes a value for each
from the tokens that follow it, which may be such a text again. :func:`shown` is the token of a value of
the input. All functions also run as Python.

Example, of a position with the keys ``seat`` and ``at``::

    TEXTS = SetupTexts()
    _KEYS = TEXTS.add("seat", "at")
    _SEAT, _AT = range(_KEYS, _KEYS + 2)
    _TAKEN = TEXTS.add("two pieces are on {}, not {}")

    @outlined
    def read_position(params, s, words, out):
        fault = (
            check_keys(words, _KEYS, 2, out)
            or check_seat(words, _SEAT, int(params.seats), out)
            or check_ints(words, _AT, 2, 0, 7, out)
        )
        if fault:
            return fault
        first = first_of(member(words, ROOT, _AT))
        second = after(words, first)
        if int_of(words, first) == int_of(words, second):
            return say(out, 0, _TAKEN, number(int_of(words, first)), shown(second))
        s.seat = int_of(words, member(words, ROOT, _SEAT))
        ...
        return 0
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_writer import COMMA, MessageTexts, Tokens, number, put

Words = NDArray[np.int32]

NULL, FALSE, TRUE, OTHER, INT, STRING, LIST, OBJECT = range(8)
ROOT: Final = 0

VALUE: Final = 2
"""Offset in a node of the value of an integer, or of the length of what has one."""
TOKEN: Final = 3
LETTERS: Final = 4
"""Offsets in a string."""
ITEMS: Final = 3
"""Offset in a list or an object."""

SHOWN: Final = 1 << 29
"""Tokens from here show a value of the input: its node, times two; the odd ones a string as it is.

In a message they show no more than 20 letters.
"""
SAID: Final = SHOWN - 1
"""The token of what the messages of a fault say in English, with semicolons."""

_SENTENCES: Final = (
    "the position has no '{}'",
    "a position of this game has no member '{}'",
    "'{}' must be a whole number from {} to {}, not {}",
    "'{}' must be true or false, not {}",
    "'{}' must be one of {}, not {}",
    "a game begins at a move: '{}' must be the seat to act, not null",
    "'{}' must be a list, not {}",
    "'{}' must be a list of {} items, not {}",
    "'{}' must contain texts only, not {}",
    "'{}' must contain whole numbers from {} to {} only, not {}",
    "'{}' must be an object, not {}",
    "'{}' must have exactly the keys {}",
    "'{}' must have whole numbers from 0 to {}, not {} for {}",
    "{}, {}",
    '"{}"',
)


class SetupTexts(MessageTexts):
    """Numbers the texts of ``SETUP_TEXTS``; each text has one token.

    Example::

        >>> texts = SetupTexts()
        >>> seat, hand = texts.add("seat"), texts.add("hand")
        >>> texts.add("seat") == seat, hand == seat + 1
        (True, True)
    """

    def __init__(self) -> None:
        super().__init__()
        self.add(*_SENTENCES)

    def add(self, *texts: str) -> int:
        """Append texts; return the token of the first, which the others follow.

        A text that is known has its token already. Raises ``ValueError`` if it is one of several.
        """
        if len(texts) == 1 and texts[0] in self.all:
            return self.all.index(texts[0])
        twice = [text for text in texts if text in self.all or texts.count(text) > 1]
        if twice:
            raise ValueError(f"these texts have a token: {', '.join(twice)}")
        return super().add(*texts)


_FIRST = SetupTexts().add(_SENTENCES[0])
(
    _NO_KEY,
    _STRANGE_KEY,
    _NO_INT,
    _NO_FLAG,
    _NO_CHOICE,
    _NO_SEAT,
    _NO_LIST,
    _NO_LIST_OF,
    _NO_TEXTS,
    _NO_INTS,
    _NO_OBJECT,
    _NO_SUCH_KEYS,
    _NO_COUNT,
    _AND,
    _QUOTED,
) = range(_FIRST, _FIRST + len(_SENTENCES))


@outlined
def kind_of(words: Words, node: int) -> int:
    """Return the kind of a node. Example: ``kind_of(words, node) == STRING``."""
    return int(words[node])


@outlined
def after(words: Words, node: int) -> int:
    """Return the node that follows: after a key its value, after an item the next."""
    return node + int(words[node + 1])


@outlined
def int_of(words: Words, node: int) -> int:
    """Return the value of an integer."""
    return int(words[node + VALUE])


@outlined
def length_of(words: Words, node: int) -> int:
    """Return how many letters, items or members a string, list or object has."""
    return int(words[node + VALUE])


@outlined
def first_of(node: int) -> int:
    """Return the first item of a list, or the first key of an object."""
    return node + ITEMS


@outlined
def item(words: Words, node: int, place: int) -> int:
    """Return an item of a list by its number, from 0."""
    at = first_of(node)
    for _ in range(place):
        at = after(words, at)
    return at


@outlined
def letter(words: Words, node: int, place: int) -> int:
    """Return a code point of a string by its number, from 0."""
    return int(words[node + LETTERS + place])


@outlined
def text_at(words: Words, node: int) -> int:
    """Return the token of a string, -1 for another string or another kind."""
    return int(words[node + TOKEN]) if int(words[node]) == STRING else -1


@outlined
def member(words: Words, node: int, key: int) -> int:
    """Return the value of an object at the token of its key, ``ROOT`` without one."""
    at = first_of(node)
    for _ in range(length_of(words, node)):
        value = after(words, at)
        if int(words[at + TOKEN]) == key:
            return value
        at = after(words, value)
    return ROOT


@outlined
def is_int(words: Words, node: int, least: int, greatest: int) -> bool:
    """Return whether a node is an integer from ``least`` to ``greatest``."""
    return int(words[node]) == INT and least <= int_of(words, node) <= greatest


@outlined
def shown(node: int) -> int:
    """Return the token of a value of the input as JSON."""
    return SHOWN + 2 * node


@outlined
def bare(node: int) -> int:
    """Return the token of a string of the input without quotes, or of another value as JSON."""
    return SHOWN + 2 * node + 1


@outlined
def say(out: Tokens, at: int, *tokens: int) -> int:
    """Append tokens, of a sentence and its values; return the next offset."""
    for token in tokens:
        at = put(out, at, token)
    return at


@outlined
def put_item(place: int, token: int, out: Tokens, at: int) -> int:
    """Append a string of a list of strings by its number, from 0; return the next offset.

    Example: ``for k in range(count): at = put_item(k, NAMES + k, out, at)``.
    """
    if place:
        at = put(out, at, COMMA)
    return say(out, at, _QUOTED, token)


@outlined
def name_all(first: int, count: int, out: Tokens, at: int) -> int:
    """Append the texts of ``count`` tokens with commas, as one value of a sentence."""
    for name in range(first, first + count - 1):
        at = say(out, at, _AND, name)
    return put(out, at, first + count - 1)


@outlined
def check_keys(words: Words, first: int, count: int, optional: int, out: Tokens) -> int:
    """Check that the position has exactly the keys of ``count`` tokens, perhaps ``optional`` more."""
    for key in range(first, first + count):
        if member(words, ROOT, key) == ROOT:
            return say(out, 0, _NO_KEY, key)
    at = first_of(ROOT)
    for _ in range(length_of(words, ROOT)):
        if not first <= text_at(words, at) < first + count + optional:
            return say(out, 0, _STRANGE_KEY, bare(at))
        at = after(words, after(words, at))
    return 0


@outlined
def check_int(
    words: Words, key: int, least: int, greatest: int, out: Tokens, owner: int = ROOT
) -> int:
    """Check that the member of ``owner`` is a whole number from ``least`` to ``greatest``."""
    value = member(words, owner, key)
    if is_int(words, value, least, greatest):
        return 0
    return say(out, 0, _NO_INT, key, number(least), number(greatest), shown(value))


@outlined
def check_flag(words: Words, key: int, out: Tokens) -> int:
    """Check that the member is true or false."""
    value = member(words, ROOT, key)
    if kind_of(words, value) in (FALSE, TRUE):
        return 0
    return say(out, 0, _NO_FLAG, key, shown(value))


@outlined
def check_choice(words: Words, key: int, first: int, count: int, out: Tokens) -> int:
    """Check that the member is a text of ``count`` tokens."""
    value = member(words, ROOT, key)
    if first <= text_at(words, value) < first + count:
        return 0
    at = say(out, 0, _NO_CHOICE, key)
    for name in range(first, first + count - 1):
        at = say(out, at, _AND, _QUOTED, name)
    return say(out, at, _QUOTED, first + count - 1, shown(value))


@outlined
def check_seat(words: Words, key: int, seats: int, out: Tokens) -> int:
    """Check that the member is the seat to act; a game cannot begin without one."""
    if kind_of(words, member(words, ROOT, key)) == NULL:
        return say(out, 0, _NO_SEAT, key)
    return check_int(words, key, 0, seats - 1, out)


@outlined
def check_list(words: Words, key: int, length: int, out: Tokens) -> int:
    """Check that the member is a list, of ``length`` items unless that is -1."""
    value = member(words, ROOT, key)
    is_list = kind_of(words, value) == LIST
    if is_list and (length < 0 or length_of(words, value) == length):
        return 0
    if length < 0:
        return say(out, 0, _NO_LIST, key, shown(value))
    return say(out, 0, _NO_LIST_OF, key, number(length), shown(value))


@outlined
def check_texts(words: Words, key: int, length: int, out: Tokens) -> int:
    """Check that the member is a list of strings, of ``length`` unless that is -1."""
    fault = check_list(words, key, length, out)
    if fault:
        return fault
    value = member(words, ROOT, key)
    at = first_of(value)
    for _ in range(length_of(words, value)):
        if kind_of(words, at) != STRING:
            return say(out, 0, _NO_TEXTS, key, shown(at))
        at = after(words, at)
    return 0


@outlined
def check_ints(words: Words, key: int, length: int, least: int, greatest: int, out: Tokens) -> int:
    """Check that the member is a list of ``length`` whole numbers."""
    fault = check_list(words, key, length, out)
    if fault:
        return fault
    at = first_of(member(words, ROOT, key))
    for _ in range(length):
        if not is_int(words, at, least, greatest):
            return say(out, 0, _NO_INTS, key, number(least), number(greatest), shown(at))
        at = after(words, at)
    return 0


@outlined
def check_object(words: Words, key: int, out: Tokens) -> int:
    """Check that the member is an object."""
    value = member(words, ROOT, key)
    if kind_of(words, value) == OBJECT:
        return 0
    return say(out, 0, _NO_OBJECT, key, shown(value))


@outlined
def check_counts(words: Words, key: int, first: int, count: int, most: int, out: Tokens) -> int:
    """Check that the member is an object with a number up to ``most`` for each of ``count`` tokens."""
    fault = check_object(words, key, out)
    if fault:
        return fault
    value = member(words, ROOT, key)
    known = 0
    for name in range(first, first + count):
        known += member(words, value, name) != ROOT
    if known != count or length_of(words, value) != count:
        return name_all(first, count, out, say(out, 0, _NO_SUCH_KEYS, key))
    at = first_of(value)
    for _ in range(count):
        amount = after(words, at)
        if not is_int(words, amount, 0, most):
            return say(out, 0, _NO_COUNT, key, number(most), shown(amount), bare(at))
        at = after(words, amount)
    return 0
