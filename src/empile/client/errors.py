"""What a server's refusal becomes."""

from __future__ import annotations

from empile.engine.errors import EmpileError
from empile.server.protocol import ErrorCode, Words


class RefusedError(EmpileError):
    """The server refused something; ``code`` is for programs, ``str()`` for people."""

    def __init__(self, code: ErrorCode, message: str, reason: Words | None = None) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.reason = reason
