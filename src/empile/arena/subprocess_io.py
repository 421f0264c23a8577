"""Line-based communication with programs, over pipes or sockets."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from contextlib import suppress
from typing import NamedTuple, Protocol

from empile.arena.table import MOST_BYTES

GRACE = 1.0
"""Seconds for a program to exit by itself."""
_DRAIN_SECONDS = 0.2
"""Seconds to wait for the last output after an exit."""
_KEPT_BYTES = 2_000
"""Bytes kept of the end of each output."""
_MOST_LINES = 5
_MOST_CHARACTERS = 200


class StreamClosedError(Exception):
    """The program ended or could not be reached; ``str()`` is the reason."""

    unfinished = b""
    """The line that it did not end."""


class MessageTooLongError(Exception):
    """A line exceeds :data:`MOST_BYTES`."""


class ProcessListener(Protocol):
    def starting(self) -> None:
        """Handle a start; raises :class:`StreamClosedError` to prevent it."""
        ...

    def started(self, pid: int | None) -> None:
        """Handle a process group ID, or None if the start failed."""
        ...

    def ended(self, pid: int) -> None: ...


class LastOutput(NamedTuple):
    """The last lines that a program wrote, printable and of bounded length."""

    stdout: list[str]
    stderr: list[str]


class MessageStream(Protocol):
    def send(self, message: bytes) -> None:
        """Send a message, unless the program is gone."""
        ...

    async def receive(self) -> bytes:
        """Return a line; raises :class:`StreamClosedError` or :class:`MessageTooLongError`."""
        ...

    async def close(self) -> None:
        """Close, within :data:`GRACE` seconds."""
        ...

    def last_output(self) -> LastOutput:
        """Return what the program wrote last, as far as it was read."""
        ...


class SubprocessStream:
    def __init__(
        self,
        process: Process,
        transport: asyncio.SubprocessTransport,
        exited: asyncio.Event,
        listener: ProcessListener,
    ) -> None:
        self._process = process
        self._transport = transport
        self._exited = exited
        self._listener = listener
        self._error_output = b""
        self._output = b""
        self._listening = asyncio.create_task(self._listen())

    def send(self, message: bytes) -> None:
        writer = self._process.stdin
        assert writer is not None
        if not writer.is_closing():
            writer.write(message + b"\n")

    async def receive(self) -> bytes:
        reader = self._process.stdout
        assert reader is not None
        reading = asyncio.create_task(_line(reader))
        exiting = asyncio.create_task(self._exited.wait())
        try:
            # Child processes may hold the output open.
            await asyncio.wait((reading, exiting), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((reading,), timeout=_DRAIN_SECONDS)
            if not reading.done():
                raise StreamClosedError
            line = reading.result()
            self._output = _end_of(self._output + line + b"\n")
            return line
        except StreamClosedError as error:
            self._output = _end_of(self._output + error.unfinished)
            raise StreamClosedError(await self._why()) from None
        finally:
            reading.cancel()
            exiting.cancel()

    async def close(self) -> None:
        process = self._process
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await self._exited.wait()
        except TimeoutError:
            pass
        finally:
            end_group(process.pid)
            self._listening.cancel()
            # Do not wait for the pipes to close: a process that left the group may hold them.
            self._transport.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await self._exited.wait()
            self._listener.ended(process.pid)

    async def _listen(self) -> None:
        errors = self._process.stderr
        assert errors is not None
        while heard := await errors.read(4096):
            self._error_output = _end_of(self._error_output + heard)

    def last_output(self) -> LastOutput:
        return LastOutput(last_lines(self._output), last_lines(self._error_output))

    async def _why(self) -> str:
        try:
            async with asyncio.timeout(GRACE):
                await self._exited.wait()
        except TimeoutError:
            return "it closed its output"
        await asyncio.wait((self._listening,), timeout=_DRAIN_SECONDS)
        status = self._transport.get_returncode() or 0
        ended = f"signal {-status}" if status < 0 else f"exit status {status}"
        said = last_lines(self._error_output)
        return f"it ended with {ended}{f': {said[-1]}' if said else ''}"


class _Protocol(SubprocessStreamProtocol):
    """Signals the exit even if other processes hold the pipes."""

    def __init__(self, limit: int, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(limit, loop)
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set()


class SocketStream:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._output = b""

    def send(self, message: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(message + b"\n")

    async def receive(self) -> bytes:
        try:
            line = await _line(self._reader)
            self._output = _end_of(self._output + line + b"\n")
            return line
        except StreamClosedError as error:
            self._output = _end_of(self._output + error.unfinished)
            raise StreamClosedError("it hung up") from None

    async def close(self) -> None:
        try:
            async with asyncio.timeout(GRACE):
                await self._writer.drain()
                self._writer.close()
                await self._writer.wait_closed()
        except (TimeoutError, OSError):
            self._writer.transport.abort()

    def last_output(self) -> LastOutput:
        return LastOutput(last_lines(self._output), [])


async def start_program(command: str, listener: ProcessListener) -> SubprocessStream:
    """Start a program; raises :class:`StreamClosedError`."""
    loop = asyncio.get_running_loop()
    pid: int | None = None
    listener.starting()
    try:
        # Like `asyncio.create_subprocess_exec`, which does not return the transport.
        transport, protocol = await loop.subprocess_exec(
            lambda: _Protocol(limit=MOST_BYTES, loop=loop),
            *shlex.split(command),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
        )
        pid = transport.get_pid()
    except OSError as error:
        raise StreamClosedError(f"it could not be started: {error.strerror or error}") from None
    finally:
        listener.started(pid)
    return SubprocessStream(
        Process(transport, protocol, loop), transport, protocol.exited, listener
    )


async def connect_program(host: str, port: int) -> SocketStream:
    """Connect to a program; raises :class:`StreamClosedError`."""
    try:
        streams = await asyncio.open_connection(host, port, limit=MOST_BYTES)
    except OSError as error:
        raise StreamClosedError(
            f"no answer from {host}:{port}: {error.strerror or error}"
        ) from None
    return SocketStream(*streams)


def end_group(pid: int) -> None:
    """Kill a program and the processes that it started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return (await reader.readuntil(b"\n")).rstrip(b"\r\n")
    except asyncio.LimitOverrunError:
        raise MessageTooLongError(f"a message has at most {MOST_BYTES} bytes") from None
    except asyncio.IncompleteReadError as error:
        closed = StreamClosedError()
        closed.unfinished = error.partial
        raise closed from None
    except OSError:
        raise StreamClosedError from None


def _end_of(output: bytes) -> bytes:
    return output[-_KEPT_BYTES:]


def last_lines(output: bytes) -> list[str]:
    """Return the last lines of an output, without control characters, and cut to a length.

    Example::

        >>> last_lines(bytes([65, 10, 27, 66]))[0]
        'A'
    """
    text = output.decode(errors="backslashreplace")
    lines = [line.strip() for line in text.replace("\r", "\n").split("\n")]
    return [_printable(line) for line in lines if line][-_MOST_LINES:]


def _printable(line: str) -> str:
    escaped = "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in line
    )
    if len(escaped) <= _MOST_CHARACTERS:
        return escaped
    return escaped[: _MOST_CHARACTERS - 1] + "…"
