"""Errors of the engine. Each message is one sentence for the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reason:
    """A key of a message catalogue and its arguments.

    Example: ``Reason("log.start", {"tail": "c3"})``.
    """

    key: str
    """The message's key in the catalogue."""
    args: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
    """Arguments of the message by name."""


LONGEST_MESSAGE = 600
"""Longer messages are cut in the middle."""


class EmpileError(Exception):
    """Base class of errors that the caller can correct; ``str()`` is one printable line."""

    def __init__(self, message: str) -> None:
        super().__init__(_one_line(message))


class ArgumentError(EmpileError, ValueError):
    """An argument of a function that has a wrong type or is out of its range."""


class OptionError(EmpileError):
    """An unknown option, a wrong type or inconsistent data.

    ``reasons`` are the faults as messages; their argument ``cells`` lists the cells, with commas.
    """

    def __init__(self, message: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class EvaluatorError(EmpileError):
    """What an evaluator returned cannot be used: its shape, its type, or not a number."""


class NotationError(EmpileError):
    """A text that is not the exact form of a move or chance event."""


class IllegalActionError(EmpileError):
    """An action that is illegal in this state; ``reason`` is its message, if there is one."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class PositionError(EmpileError):
    """A position object that does not hold together, or from which no game can begin.

    ``reason`` is its message, if the game has one.
    """

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(EmpileError):
    """An invalid record; ``event`` is the index of the event at fault, or None."""

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


class PickleError(EmpileError, ValueError):
    """A pickle whose bytes are damaged or belong to other rules."""


class UnknownGameError(EmpileError):
    """No such game or rules version is installed."""


def _one_line(message: str) -> str:
    if len(message) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        message = f"{message[:half]} ... {message[-half:]}"
    if message.isprintable():
        return message
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in message
    )
