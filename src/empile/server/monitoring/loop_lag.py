"""Measures how late the event loop runs its timers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

_SECONDS: Final = 0.25


async def measure_lag(observe: Callable[[float], None], seconds: float = _SECONDS) -> None:
    """Report the delay of a timer, again and again, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        observe(max(0.0, loop.time() - due))
