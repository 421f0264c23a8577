"""Priorities of threads that search: what a program does at the same time comes first."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import Final

SEARCHES: Final = 10
"""The nice value of searches, simulations and hashes of passwords that people wait for."""


def lower_priority(nice: int) -> None:
    """Set the nice value of this thread, on Linux."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
