"""Errors that the server returns."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import EmpileError
from empile.server.wire.messages import Closing, ErrorCode, Message


class CommandError(EmpileError):
    """The server refused a request; ``code`` is for programs, ``str()`` for people.

    ``reason`` is a message of the game; ``reasons`` lists all faults of options. ``retry_after``
    is how many seconds to wait before another attempt, if the server says so.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Message | None = None,
        reasons: Sequence[Message] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.reason = reason
        self.reasons = list(reasons)
        self.retry_after = retry_after


class ClosedError(EmpileError):
    """The connection is closed; ``bye`` is the server's last message, or None."""

    def __init__(self, bye: Closing | None) -> None:
        super().__init__("the connection was lost" if bye is None else bye.detail)
        self.bye = bye
