"""Workers that call functions off the event loop: in a process, or in a thread.

Functions and arguments are pickled, and results are bytes, so both kinds behave alike. Only a
process leaves the server's interpreter lock free.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from empile.bots.priority import lower_priority
from empile.server.background import worker_process as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import Problem

log = logging.getLogger("empile.workers")

OnPart = Callable[[bytes], None]
MOST_CALLS: Final = 200
"""A process is replaced after so many calls, which bounds its memory."""
IDLE_SECONDS: Final = 600.0
"""A process that is idle for so long ends."""
if sys.platform == "win32":  # which has no nice values
    _CREATION_FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    _CREATION_FLAGS = 0
_FAILED: Final = "the server could not compute this"
_STOPPING: Final = "the server is stopping"


class Call(NamedTuple):
    kind: bytes
    body: bytes
    on_part: OnPart = lambda _: None


class Worker:
    """Runs one call at a time, in a thread.

    Calls raise the function's ``CommandError``, or one with the code ``failed``.
    """

    def __init__(self, name: str, nice: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, name, initializer=partial(lower_priority, nice))
        self._stop = threading.Event()
        self._closed = False

    async def call(self, function: Callable[..., bytes], *arguments: Any) -> bytes:
        """Return ``function(*arguments)``; the function must be importable."""
        return await self.run(Call(wire.CALL, pickled(function, *arguments)))

    async def stream(self, function: Callable[..., Any], *arguments: Any, on_part: OnPart) -> None:
        """Pass on what ``function(*arguments, stop=...)`` yields; called on the event loop."""

        def pass_on(part: bytes) -> None:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(on_part, part)

        await self.run(Call(wire.STREAM, pickled(function, *arguments), pass_on))

    async def run(self, call: Call) -> bytes:
        if self._closed:
            raise CommandError("unavailable", _STOPPING)
        self._stop.clear()
        try:
            return await self._loop.run_in_executor(self._thread, self._exchange, call)
        except CommandError:
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise CommandError("unavailable", _STOPPING) from None  # closed before it began
        except Exception:
            log.exception("a computation failed")
            raise CommandError("failed", _FAILED) from None

    def stop(self) -> None:
        """Ask the running stream to end."""
        self._stop.set()

    def kill(self) -> None:
        """Refuse further calls, and end the running one if possible."""
        self._closed = True
        self.stop()

    async def close(self) -> None:
        self.kill()
        await asyncio.to_thread(self._thread.shutdown, wait=True, cancel_futures=True)

    def _exchange(self, call: Call) -> bytes:
        function, arguments = pickle.loads(call.body)
        if call.kind == wire.CALL:
            result: bytes = function(*arguments)
            return result
        for part in function(*arguments, stop=self._stop.is_set):
            call.on_part(part)
        return b""


class ProcessWorker(Worker):
    """A worker in a process, which starts at the first call and ends with the server.

    A call that takes longer than ``seconds`` ends the process; the next call starts another.
    """

    def __init__(self, name: str, nice: int, seconds: float | None = None) -> None:
        super().__init__(name, 0)
        self._nice = nice
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._calls = 0
        self._writing = threading.Lock()
        self._idle: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        process = self._process
        return None if process is None else process.pid

    async def run(self, call: Call) -> bytes:
        if self._idle is not None:
            self._idle.cancel()
        limit = None if self._seconds is None else self._loop.call_later(self._seconds, self._end)
        try:
            return await super().run(call)
        finally:
            if limit is not None:
                limit.cancel()
            if not self._closed:
                self._idle = self._loop.call_later(IDLE_SECONDS, self._rest)

    def stop(self) -> None:
        super().stop()
        process = self._process
        if process is not None and process.stdin is not None:
            with self._writing, suppress(OSError, ValueError):
                wire.write(process.stdin, wire.STOP)

    def kill(self) -> None:
        super().kill()
        self._end()

    async def close(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        await super().close()
        self._discard()

    def _end(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    def _rest(self) -> None:
        self._thread.submit(self._discard)

    # -- In the thread -----------------------------------------------------------------------------

    def _exchange(self, call: Call) -> bytes:
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with self._writing:
                wire.write(process.stdin, call.kind, call.body)
            if self._stop.is_set():
                self.stop()
            while (message := wire.read(process.stdout)) is not None:
                if message.kind != wire.PART:
                    return _result(message)
                call.on_part(message.body)
        except OSError as error:
            log.warning("a worker process cannot be reached: %s", error)
        status = self._discard()
        if not self._closed:
            log.error("a worker process ended during a computation, with status %s", status)
        raise CommandError("failed", _FAILED)

    def _started(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is not None and (self._calls >= MOST_CALLS or process.poll() is not None):
            self._discard()
        if self._process is None:
            self._calls = 0
            self._process = subprocess.Popen(
                # Modules of the current folder do not hide others.
                [sys.executable, "-P", "-m", wire.__name__, str(self._nice)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=_CREATION_FLAGS,
            )
            if self._closed:  # `kill` has not seen it
                self._process.kill()
        self._calls += 1
        return self._process

    def _discard(self) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unwritten data
                    pipe.close()
        return process.wait()


def _result(message: wire.Message) -> bytes:
    if message.kind == wire.REFUSED:
        raise CommandError.of_problem(msgspec.json.decode(message.body, type=Problem))
    if message.kind == wire.FAILED:
        log.error("a computation failed in a worker process:\n%s", message.body.decode())
        raise CommandError("failed", _FAILED)
    return message.body


def pickled(function: Callable[..., Any], *arguments: Any) -> bytes:
    """Return a call. Raises ``CommandError`` if the arguments are nested too deeply."""
    try:
        return pickle.dumps((function, arguments))
    except RecursionError:
        raise CommandError("bad_request", "the request is nested too deeply") from None
