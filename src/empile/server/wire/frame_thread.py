"""The thread of a :class:`~empile.server.wire.frame_writer.FrameWriter`."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from empile.engine.compiled.descriptors import (
    DESCRIPTOR,
    LENGTH,
    STOP,
    WRITTEN,
    load_write_batches,
    write_batches,
)
from empile.engine.compiled.jit import jit_is_on
from empile.engine.compiled.machine_code import NotCompiledError, loading_only

_SLOTS: Final = 4
_FRAMES: Final = 24
"""Frames of a slot: few, so that the thread starts early."""
_BYTES: Final = 256 * 1024
"""Bytes of a slot."""
_LEAST: Final = 8
"""Fewer frames are not worth waking the thread."""


def is_compiled() -> bool:
    """Load the code of the thread; return False if it is not compiled."""
    if not jit_is_on():
        return False
    with loading_only():
        try:
            load_write_batches()
        except NotCompiledError:
            return False
    return True


class Writable(Protocol):
    """A transport to which the thread may write."""

    @property
    def descriptor(self) -> int:
        """Its file descriptor, in non-blocking mode."""
        ...

    def write_rest(self, rest: bytes) -> None:
        """Write the end of a frame, which the thread could not write."""


class FrameThread:
    """Writes added frames in order. All its methods are called in one other thread.

    From ``add`` to the end of ``finish`` the descriptor must stay open, and no other code may write
    to it. A transport may have one frame at a time.
    """

    def __init__(self) -> None:
        self.batch = 0
        """Rises when ``finish`` returns: frames that were added before are written."""
        self._counts = np.zeros(_SLOTS, np.int64)
        self._jobs = np.zeros((_SLOTS, 3, _FRAMES), np.int64)
        data = np.zeros((_SLOTS, _BYTES), np.uint8)
        # Setting items of views takes a fifth of the time that it takes for arrays.
        self._bytes = [slot.data for slot in data]
        self._frames: list[tuple[Writable, bytes]] = []
        """Frames that are not handed over yet."""
        self._used = 0
        """Their bytes."""
        self._slot = 0
        """The next slot."""
        self._in_flight: deque[tuple[int, list[tuple[Writable, bytes]]]] = deque()
        """Slots that the thread has not finished, in order, with their frames."""
        self._wake_read, self._wake = os.pipe()
        self._done, self._done_write = os.pipe()
        pipes = self._wake_read, self._done_write
        signal = np.zeros(1, np.uint8)
        self._thread = threading.Thread(
            target=write_batches,
            args=(*pipes, self._counts, self._jobs, data, signal),
            name="frames",
            daemon=True,
        )
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._counts[:] = STOP
        os.write(self._wake, b"\0")
        self._thread.join()
        for pipe in (self._wake_read, self._wake, self._done, self._done_write):
            os.close(pipe)

    def add(self, transport: Writable, frame: bytes) -> bool:
        """Write a frame before ``finish`` returns; return False if it is too long for that."""
        used = self._used + len(frame)
        if used > _BYTES or len(self._frames) == _FRAMES:
            if len(frame) > _BYTES:
                return False
            self._hand_over()
            used = len(frame)
        self._used = used
        self._frames.append((transport, frame))
        return True

    def finish(self) -> None:
        """Wait until all added frames are written, or given back to their transports."""
        if self._in_flight or len(self._frames) >= _LEAST:
            self._hand_over()
        else:
            frames, self._frames, self._used = self._frames, [], 0
            _give_back(frames, [0] * len(frames))
        while self._in_flight:
            self._settle()
        self.batch += 1

    def _hand_over(self) -> None:
        """Give the frames to the thread."""
        frames, slot = self._frames, self._slot
        if not frames:
            return
        # All at once: setting single items of arrays is slow.
        self._bytes[slot][: self._used] = b"".join([frame for _, frame in frames])
        jobs, count = self._jobs[slot], len(frames)
        jobs[DESCRIPTOR, :count] = [transport.descriptor for transport, _ in frames]
        jobs[LENGTH, :count] = [len(frame) for _, frame in frames]
        self._counts[slot] = count
        self._in_flight.append((slot, frames))
        os.write(self._wake, b"\0")
        if len(self._in_flight) == _SLOTS:
            self._settle()
        self._slot = (slot + 1) % _SLOTS
        self._frames, self._used = [], 0

    def _settle(self) -> None:
        """Wait for the oldest slot in flight."""
        os.read(self._done, 1)
        slot, frames = self._in_flight.popleft()
        jobs = self._jobs[slot, :, : len(frames)]
        if (jobs[WRITTEN] != jobs[LENGTH]).any():
            _give_back(frames, jobs[WRITTEN].tolist())


def _give_back(frames: Sequence[tuple[Writable, bytes]], written: Sequence[int]) -> None:
    for (transport, frame), count in zip(frames, written, strict=True):
        if count < len(frame):
            # After an error nothing was written: the transport tries again, and handles it.
            transport.write_rest(frame[max(count, 0) :])
