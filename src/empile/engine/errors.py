"""The errors that the engine raises; each message is a sentence for the person who caused it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reason:
    """Why something was refused, as a key of a message catalogue and its arguments.

    ``key`` is looked up in the catalogue of the game (``words/<language>.json``), so that a
    page can say the reason in its reader's language. ``args`` fill the places of the message.
    """

    key: str
    args: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])


LONGEST_MESSAGE = 600
"""Longer messages lose their middle: what is quoted in them may be of any length."""


class EmpileError(Exception):
    """The base of all errors that are the caller's to mend. ``str()`` is one plain sentence.

    It is one line that any terminal can print, whatever a file quoted in it holds: line ends and
    what cannot be printed are written as escapes.
    """

    def __init__(self, message: str) -> None:
        super().__init__(_one_line(message))


class OptionError(EmpileError):
    """An option of a game is unknown, ill-typed, or its data does not hold together.

    ``reasons`` tell the same as message keys, one for each fault, where the game has messages for
    them. A reason whose fault lies in certain places names them in its argument ``cells``, with
    commas between.
    """

    def __init__(self, message: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class NotationError(EmpileError):
    """A text is not the one exact form of a move or of a chance event."""


class IllegalActionError(EmpileError):
    """An action is not legal in the state it was offered to.

    ``reason`` carries the same sentence as a message key, or ``None`` where the text could not
    even be read as a move.
    """

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(EmpileError):
    """A record cannot be read or replayed.

    ``event`` is the index (from 0) of the event at fault, ``None`` where the fault lies elsewhere.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


class UnknownGameError(EmpileError):
    """No game of that name (or of that rules version) is installed."""


def _one_line(message: str) -> str:
    if len(message) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        message = f"{message[:half]} ... {message[-half:]}"
    if message.isprintable():
        return message
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in message
    )
