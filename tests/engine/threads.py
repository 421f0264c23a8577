"""Whether machine code lets other threads run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

_TRIES = 100
"""On a busy machine the other thread may come too late for one try."""
_NEVER = 1000.0
"""Seconds for which a thread keeps the interpreter, unless it waits or releases it."""


def lets_others_run(work: Callable[[], object]) -> bool:
    """Return whether this thread ran while another one was in the machine code of ``work``.

    Threads are not made to take turns meanwhile, so this one runs only where the other releases the
    global interpreter lock.
    """
    interval = sys.getswitchinterval()
    sys.setswitchinterval(_NEVER)
    try:
        return any(_ran_beside(work) for _ in range(_TRIES))
    finally:
        sys.setswitchinterval(interval)


def _ran_beside(work: Callable[[], object]) -> bool:
    at_work: list[bool] = []

    def do() -> None:
        at_work.append(True)
        work()
        at_work.clear()

    thread = threading.Thread(target=do)
    thread.start()
    ran = bool(at_work)
    thread.join()
    return ran
