"""Something was asked for that cannot be: nothing changes, and who asked is told why."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import EmpileError, OptionError, Reason
from empile.server.bodies import Refusal
from empile.server.protocol import ErrorCode, Message


class RefusedError(EmpileError):
    """``code`` is for programs, ``str()`` for people, ``reason`` a message of the game's.

    ``reasons`` are all faults of options, as messages of the game's.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Reason | None = None,
        reasons: Sequence[Reason] = (),
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.reason = None if reason is None else words_of(reason)
        self.reasons = [words_of(one) for one in reasons]

    @classmethod
    def of_options(cls, error: OptionError) -> RefusedError:
        """Return the refusal of options that do not hold together."""
        return cls("bad_options", str(error), reasons=error.reasons)

    def body(self) -> Refusal:
        """Return what REST answers."""
        return Refusal(self.code, str(self), self.reason, self.reasons)


def words_of(reason: Reason) -> Message:
    """Return a message key with its arguments as it goes over the wire."""
    return Message(reason.key, dict(reason.args))
