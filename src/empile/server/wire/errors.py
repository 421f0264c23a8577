"""Errors returned to the client; the table is unchanged."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import (
    EmpileError,
    IllegalActionError,
    NotationError,
    OptionError,
    PositionError,
    Reason,
)
from empile.server.wire.codes import ERRORS, status_of, type_of
from empile.server.wire.messages import ErrorCode, Message
from empile.server.wire.schemas import Problem


class CommandError(EmpileError):
    """An error answer to a client: ``code`` for programs, ``str()`` for people.

    ``reason`` is the game's message; ``reasons`` are all faults of options. ``retry_after`` are the
    seconds after which the same request may succeed, if they are known.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Reason | None = None,
        reasons: Sequence[Reason] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.code: ErrorCode = code
        self.reason = None if reason is None else words_of(reason)
        self.reasons = [words_of(one) for one in reasons]

    @classmethod
    def of_options(cls, error: OptionError) -> CommandError:
        return cls("bad_options", str(error), reasons=error.reasons)

    @classmethod
    def of_move(cls, error: IllegalActionError | NotationError) -> CommandError:
        reason = error.reason if isinstance(error, IllegalActionError) else None
        return cls("illegal", str(error), reason)

    @classmethod
    def of_position(cls, error: PositionError) -> CommandError:
        return cls("bad_position", str(error), error.reason)

    @classmethod
    def of_problem(cls, problem: Problem) -> CommandError:
        error = cls(problem.code, problem.detail)
        error.reason, error.reasons = problem.reason, problem.reasons
        return error

    def problem(self) -> Problem:
        return problem_of(self.code, str(self), self.reason, self.reasons)


def problem_of(
    code: ErrorCode,
    detail: str,
    reason: Message | None = None,
    reasons: Sequence[Message] = (),
) -> Problem:
    """Return the body of an error response.

    >>> problem_of("no_table", "there is no such table").status
    404
    """
    return Problem(
        type_of(code), ERRORS[code].title, status_of(code), detail, code, reason, list(reasons)
    )


def words_of(reason: Reason) -> Message:
    args = reason.args
    return Message(reason.key, args if isinstance(args, dict) else dict(args))
