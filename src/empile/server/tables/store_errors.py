"""Failures of the store, as errors for clients."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, Literal

from empile.server.store.interface import Fault, StoreFailedError
from empile.server.wire.errors import CommandError

_RETRY_SECONDS: Final = 5.0
"""A full disk, or a long lock, rarely ends sooner."""


@contextmanager
def store_errors() -> Generator[None]:
    """Turn :class:`StoreFailedError` into ``CommandError``."""
    try:
        yield
    except StoreFailedError as error:
        raise store_error(error.fault) from error


def store_error(fault: Fault | Literal["unknown"] = "failed") -> CommandError:
    if fault == "unknown":
        return CommandError(
            "outcome_unknown",
            "the server lost its database while it stored this; it may have been stored",
        )
    if fault == "damaged":
        return CommandError("failed", "the server's data file is damaged; nothing changed")
    return CommandError(
        "unavailable",
        "the server cannot store anything now; nothing changed",
        retry_after=_RETRY_SECONDS,
    )
