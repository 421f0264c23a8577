"""Errors returned to the client; the table is unchanged."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import EmpileError, OptionError, PositionError, Reason
from empile.server.wire.messages import ErrorCode, Message
from empile.server.wire.schemas import Refusal


class CommandError(EmpileError):
    """An error answer to a client: ``code`` for programs, ``str()`` for people.

    ``reason`` is the game's message; ``reasons`` are all faults of options. ``status`` is the HTTP
    status if it is not the usual one of ``code``.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Reason | None = None,
        reasons: Sequence[Reason] = (),
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code: ErrorCode = code
        self.reason = None if reason is None else words_of(reason)
        self.reasons = [words_of(one) for one in reasons]

    @classmethod
    def of_options(cls, error: OptionError) -> CommandError:
        return cls("bad_options", str(error), reasons=error.reasons)

    @classmethod
    def of_position(cls, error: PositionError) -> CommandError:
        return cls("bad_position", str(error), error.reason)

    @classmethod
    def of_refusal(cls, refusal: Refusal) -> CommandError:
        error = cls(refusal.code, refusal.message)
        error.reason, error.reasons = refusal.reason, refusal.reasons
        return error

    def body(self) -> Refusal:
        return Refusal(self.code, str(self), self.reason, self.reasons)


def words_of(reason: Reason) -> Message:
    return Message(reason.key, dict(reason.args))
