"""What a check finds: a lack of a game, as one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NoReturn, TypeVar

Argument = TypeVar("Argument")

_LONGEST = 160


class Lack(AssertionError):  # noqa: N818
    """Something that a game lacks or does wrong.

    ``said`` is the sentence, ``file`` what to write or correct, ``example`` how.

    Example: ``raise Lack("the lesson asks for nothing", "lessons/01-first.json")``.
    """

    def __init__(self, said: str, file: str = "", example: str = "") -> None:
        super().__init__(said, file, example)
        self.said, self.file, self.example = said, file, example

    def __str__(self) -> str:
        told = f"{self.said}: write {self.file}" if self.file else self.said
        return f"{told}, for example {self.example}" if self.example else told


def short(value: object) -> str:
    """Return a value as JSON if possible, cut in the middle."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"
    return text


def lacks(said: str, *values: object) -> NoReturn:
    """Raise :class:`Lack` with a sentence whose ``{}`` are filled with values."""
    raise Lack(said.format(*map(short, values)))


def expect(holds: object, said: str, *values: object) -> None:
    """Raise :class:`Lack` unless something holds; values are formatted only then.

    Example: ``expect(text, "action {} has an empty text", action)``.
    """
    if not holds:
        lacks(said, *values)


def equal(found: object, wanted: object, what: str, *values: object) -> None:
    """Raise :class:`Lack` with both values unless they are equal."""
    if found != wanted:
        lacks(f"{what} is {{}}, not {{}}", *values, found, wanted)


def close(found: float, wanted: float) -> bool:
    """Return whether two sums of floating point numbers are equal but for rounding."""
    return abs(found - wanted) <= 1e-6


def refused(
    call: Callable[[Argument], object],
    argument: Argument,
    errors: type[BaseException] | tuple[type[BaseException], ...],
    said: str,
    *values: object,
) -> BaseException:
    """Return the error that a call raises; raise :class:`Lack` if it raises none.

    Example: ``refused(state.read_text, "?", NotationError, "{} is read", "?")``.
    """
    try:
        call(argument)
    except errors as error:
        return error
    lacks(said, *values)


class Place:
    """Where a check looks right now: its errors say so."""

    def __init__(self) -> None:
        self.game = ""
        self.events: int | None = None

    def clear(self) -> None:
        """Forget the last check's place."""
        self.game, self.events = "", None

    def __str__(self) -> str:
        after = "" if self.events is None else f" after {self.events} events"
        return f"in {self.game}{after}" if self.game else ""


PLACE = Place()
"""Of this process; checks run one after the other."""
