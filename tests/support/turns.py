"""Turns of tests: many run side by side in several processes, those marked ``alone`` by themselves.

A readers-writer lock that prefers writers, of file locks, which the system releases if a process ends.
"""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


class Turns:
    """The turns of all processes that name the same folder."""

    def __init__(self, folder: Path) -> None:
        self._gate = (folder / "gate").open("w")
        self._room = (folder / "room").open("w")
        self._stays = False

    @contextmanager
    def turn(self, *, alone: bool, stays: bool = False) -> Generator[None]:
        """Wait for a turn; it ends with the block, or ``stays`` until the next one has ended."""
        if not self._stays:
            # Who waits to be alone keeps the gate shut, so that others cannot go on without end.
            fcntl.flock(self._gate, fcntl.LOCK_EX)
            fcntl.flock(self._room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            fcntl.flock(self._gate, fcntl.LOCK_UN)
        try:
            yield
        finally:
            self._stays = stays
            if not stays:
                fcntl.flock(self._room, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the files."""
        self._gate.close()
        self._room.close()
