"""Writes the frames of many tables in a second thread, while the first builds the next ones.

Writing to a socket takes the system about 12 us. With the writes in a thread that does not hold the
GIL, a server makes up to a third more moves (measured with ``benchmarks/load_test.py``).
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import socket
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from empile.server.wire.frame_thread import FrameThread

_RETRY_SECONDS: Final = 5.0

log = logging.getLogger("empile.frames")


class FrameWriter:
    """Writes frames to the transports of a loop within ``batch``, and elsewhere not at all.

    All frames are written when ``batch`` ends, so no descriptor can be closed and used again
    while the thread writes to it: :class:`FramedTransport` waits before it closes its own.

    Until the thread's code is compiled, and on systems without it, transports write themselves.
    """

    def __init__(self) -> None:
        self.open: FrameThread | None = None
        """The thread, within ``batch``."""
        self._thread: FrameThread | None = None
        self._loader: threading.Thread | None = None
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start the thread, once its code is compiled."""
        if sys.platform != "win32":
            self._loader = threading.Thread(target=self._load, name="frames-loader", daemon=True)
            self._loader.start()

    def wait_loaded(self) -> None:
        """Wait until the thread runs, or cannot run."""
        if self._loader is not None:
            self._loader.join()

    def stop(self) -> None:
        """End the thread. Call it outside ``batch``."""
        self._stopping.set()
        self.wait_loaded()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.stop()

    def _load(self) -> None:
        try:
            # Imports the engine, which the server loads after its page.
            module: Any = importlib.import_module("empile.server.wire.frame_thread")
            while not module.is_compiled():
                if self._stopping.wait(_RETRY_SECONDS):
                    return
            self._thread = module.FrameThread()
        except Exception:
            log.exception("frames are written without a thread of their own")

    @contextmanager
    def batch(self) -> Generator[None]:
        """Write the frames of the body; return when all are written."""
        self.open = self._thread
        try:
            yield
        finally:
            if self.open is not None:
                self.open.finish()
            self.open = None


class FramedTransport(asyncio.Transport):
    """A transport whose frames a :class:`FrameWriter` may write.

    It has the methods that protocols use. Bytes keep their order, however they are written.
    """

    def __init__(self, transport: asyncio.Transport, writer: FrameWriter) -> None:
        super().__init__()
        self._transport = transport
        self._writer = writer
        self._batch = -1
        """The batch of the thread to which the last frame was added."""
        self.descriptor = -1
        """That of the socket, or -1 if it must not be written to directly."""
        found: socket.socket | None = transport.get_extra_info("socket")
        if found is not None and transport.get_extra_info("sslcontext") is None:
            self.descriptor = found.fileno()

    def write_frame(self, frame: bytes) -> None:
        """Write a frame now or, within ``FrameWriter.batch``, before it ends."""
        thread = self._writer.open
        if thread is not None and self.descriptor >= 0:
            if self._batch == thread.batch:
                thread.finish()  # the system may take only a part of the earlier frame
            if not self._transport.get_write_buffer_size() and thread.add(self, frame):
                self._batch = thread.batch
                return
        self._transport.write(frame)

    def write_rest(self, rest: bytes) -> None:
        """Write the end of a frame, which the thread could not write."""
        self._transport.write(rest)

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self._wait()
        self._transport.write(data)

    def close(self) -> None:
        self._wait()
        self._transport.close()

    def abort(self) -> None:
        self._wait()
        self._transport.abort()

    def _wait(self) -> None:
        thread = self._writer.open
        if thread is not None and self._batch == thread.batch:
            thread.finish()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._transport.set_write_buffer_limits(high, low)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._transport.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._transport.get_protocol()
