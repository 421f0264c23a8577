"""What the stores share: limits, trial writes, and reports of failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from empile.server.store.interface import Fault

MOST_ANALYSES: Final = 2000
JOB_KEPT_MS: Final = 24 * 3600 * 1000
"""How long a job and its result are kept."""
FINAL_STATES: Final = "('done', 'refused', 'failed')"
TABLES_AT_ONCE: Final = 1000
"""Tables that are searched for listed ones in one statement, during which others may wait."""
LISTED_FLAG: Final = b'"listed":true'
"""Part of the first event of a listed table."""

_PROBE_SECONDS: Final = 1.0
"""How long the result of a trial write is reused."""
_REPORT_SECONDS: Final = 60.0
"""Interval of log messages while the store fails."""


class TrialWrites:
    """Trial writes, at most one a second however often they are asked for."""

    def __init__(self, probe: Callable[[], Awaitable[bool]]) -> None:
        self._probe = probe
        self._probed_at = -_PROBE_SECONDS
        self._probing: asyncio.Future[bool] | None = None

    async def succeed(self) -> bool:
        """Return whether the last trial write succeeded."""
        now = time.monotonic()
        if self._probing is None or (
            self._probing.done() and now - self._probed_at >= _PROBE_SECONDS
        ):
            self._probed_at = now
            self._probing = asyncio.ensure_future(self._probe())
        return await asyncio.shield(self._probing)


class FailureCounter:
    """Passes failures on to ``failed``, and limits how often they are logged."""

    def __init__(self, failed: Callable[[Fault], None] | None) -> None:
        self._failed = failed
        self._log_after = 0.0

    def count(self, fault: Fault) -> bool:
        """Count a failure; return whether to log it. The logs may be on the same full disk."""
        if self._failed is not None:
            self._failed(fault)
        now = time.monotonic()
        if now < self._log_after:
            return False
        self._log_after = now + _REPORT_SECONDS
        return True
