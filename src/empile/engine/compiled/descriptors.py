"""Writes to many file descriptors in a thread that does not hold the GIL.

A thread in Python would get the GIL back after each write only when another one lets go of it.
"""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import Intrinsic, compiled

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

DESCRIPTOR: Final = 0
LENGTH: Final = 1
WRITTEN: Final = 2
"""Rows of the jobs."""
STOP: Final = -1

_write_bytes: Any = Intrinsic("write_bytes")
_read_bytes: Any = Intrinsic("read_bytes")


@compiled
def write_batches(
    wake: int, done: int, counts: Numbers, jobs: Numbers, data: Bytes, signal: Bytes
) -> int:
    """Write batches of bytes until ``STOP``; return the number of batches.

    Batches go through slots in turn: ``counts`` is int64 (slots), ``jobs`` int64 (slots, 3, jobs),
    ``data`` uint8 (slots, bytes), ``signal`` uint8 (1,). A byte in the pipe ``wake`` says that the
    next slot has ``counts[slot]`` jobs, or ``STOP``. A job is a column: descriptor, length in
    ``data[slot]``, in which the jobs follow each other, and, afterwards, the number of bytes that
    the system took, -1 after an error. Each descriptor must be in non-blocking mode and stay open
    until its batch is finished. A byte in the pipe ``done`` says that a batch is finished.
    """
    batches = 0
    while True:
        woken = _read_bytes(wake, signal, 0, 1)
        if woken < 0:
            continue  # interrupted by a signal
        slot = batches % len(counts)
        count = counts[slot]
        if woken == 0 or count == STOP:
            return batches
        start = 0
        for k in range(count):
            length = jobs[slot, LENGTH, k]
            taken = _write_bytes(jobs[slot, DESCRIPTOR, k], data[slot], start, length)
            jobs[slot, WRITTEN, k] = taken
            start += length
        batches += 1
        _write_bytes(done, signal, 0, 1)


def load_write_batches() -> None:
    """Load or compile ``write_batches``, which ``loading_only`` limits to loading."""
    wake, end = os.pipe()
    os.close(end)  # so that there is nothing to read, however often it is tried
    try:
        jobs, data = np.zeros((1, 3, 1), np.int64), np.zeros((1, 1), np.uint8)
        write_batches(wake, end, np.full(1, STOP), jobs, data, data[0])
    finally:
        os.close(wake)
