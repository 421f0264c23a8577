"""Long work in threads: it reports progress, and ends soon after its request is cancelled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, TypeVar

Found = TypeVar("Found")

Tell: TypeAlias = Callable[[float], Awaitable[None]]
"""Reports the progress of a request, from 0 to 1."""

TICK_SECONDS: Final = 0.5
"""Between reports of progress."""


class Work:
    """What a thread needs to know of its request."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self.progress = 0.0
        """From 0 to 1, set by the thread."""

    def is_stopped(self) -> bool:
        """Return whether the request was cancelled; searches poll this."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the work soon."""
        self._stopped.set()


class Workers:
    """Runs functions in threads, a few at a time.

    Example: ``await Workers(2).run(lambda work: search(state, stop=work.is_stopped), tell)``.
    """

    def __init__(self, threads: int) -> None:
        self._free = asyncio.Semaphore(threads)

    async def run(
        self, function: Callable[[Work], Found], tell: Tell, seconds: float | None = None
    ) -> Found:
        """Return the function's result; a cancelled call stops the work and does not wait for it.

        :param seconds: how long it will take at most, to report progress by time
        """
        async with self._free:
            work, begun, told = Work(), time.monotonic(), 0.0
            running = asyncio.get_running_loop().run_in_executor(None, function, work)
            try:
                while not (await asyncio.wait({running}, timeout=TICK_SECONDS))[0]:
                    progress = work.progress
                    if seconds is not None:
                        progress = min(0.99, (time.monotonic() - begun) / seconds)
                    if progress > told:  # the protocol wants it to increase
                        told = progress
                        await tell(progress)
                return running.result()
            finally:
                work.stop()
