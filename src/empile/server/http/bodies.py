"""Checks of JSON bodies before anything reads them (I-JSON, RFC 7493).

The rules of a game may fail at data that JSON allows: nested a thousand times, or with integers of
a thousand digits.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from empile.server.wire.errors import CommandError

MOST_DEPTH: Final = 32
"""Objects and arrays inside each other; records and options have far fewer."""
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""An unfinished string ends with the body, so that the search takes linear time."""
_LARGE_NUMBER = re.compile(rb"(?<![\d.eE+-])-?\d{16,}+(?![.eE])|[eE]\+?0*+\d{3}")
"""Integers that parsers read differently (beyond 2**53), and exponents of three digits."""
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_STEPS: Final = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""1 or -1 as signed bytes."""


def check_body(body: bytes, most_depth: int = MOST_DEPTH) -> None:
    """Raise ``CommandError`` unless a body is UTF-8 with numbers and nesting in bounds."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise CommandError("bad_request", f"the body is not UTF-8: {error.reason}") from None
    bare = _STRING.sub(b'""', body)
    if _LARGE_NUMBER.search(bare):
        raise CommandError("bad_request", "the body has a number that is too large")
    if _is_deep(bare.translate(None, _NOT_BRACKETS), most_depth):
        raise CommandError("bad_request", f"the body is nested more than {most_depth} deep")


def _is_deep(brackets: bytes, most_depth: int) -> bool:
    steps = np.frombuffer(brackets.translate(_STEPS), np.int8)
    return bool(np.cumsum(steps, dtype=np.int32).max(initial=0) > most_depth)
