"""What a server's refusal becomes."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import EmpileError
from empile.server.protocol import ErrorCode, Message


class RefusedError(EmpileError):
    """The server refused something; ``code`` is for programs, ``str()`` for people.

    ``reason`` and ``reasons`` tell the same as messages of the game's: ``reasons`` all faults of
    options.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Message | None = None,
        reasons: Sequence[Message] = (),
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.reason = reason
        self.reasons = list(reasons)
