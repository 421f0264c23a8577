"""The texts that the writers of games on cells share."""

from __future__ import annotations

import json

from empile.engine.compiled.json_writer import MessageTexts

_MARKS = ("{", "}", "[", "]", ",", '"', " ", "null", "false", "true")
_FIRST = len(MessageTexts().all)
OPEN, CLOSE, BEGIN, END, COMMA, QUOTE, SPACE, NULL, FALSE, TRUE = range(
    _FIRST, _FIRST + len(_MARKS)
)
"""The tokens of braces, brackets and so on."""


class WriterError(Exception):
    """The code of a writer does not follow from the board and the patterns; the text says why."""


def new_texts() -> MessageTexts:
    """Return texts that begin with the ones above. Example: ``new_texts().add("a1")``."""
    texts = MessageTexts()
    texts.add(*_MARKS)
    return texts


def rows_of(texts: MessageTexts, *added: str) -> range:
    """Add texts; return their tokens.

    Example: ``begin, end = rows_of(texts, "<", ">")``.
    """
    first = texts.add(*added)
    return range(first, first + len(added))


def quoted(text: str) -> str:
    """Return a text as JSON. Example: ``quoted("a1")``."""
    return json.dumps(text, ensure_ascii=False)


def plain(text: str) -> str:
    """Return a text that is the same within JSON. Raises ``WriterError``. Example: ``plain("a1")``."""
    if quoted(text) != f'"{text}"':
        raise WriterError("texts of moves have quotation marks or backslashes")
    return text
