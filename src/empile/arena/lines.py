"""Lines to and from a program: one that is started for a game, or one that is connected to.

What was started is ended with its game, with all that it has started itself, whatever it does.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from contextlib import suppress
from typing import Protocol

from empile.arena.table import MOST_BYTES

GRACE = 1.0
"""Seconds in which a program may end by itself when its game is over."""
_UNDER_WAY = 0.2
"""Seconds in which what a program said before it ended arrives."""
_LAST_WORDS = 2_000
"""Bytes of a program's error stream that are looked at for why it ended."""


class LinesError(Exception):
    """There is nobody there any more, or never was; ``str()`` tells why."""


class TooLongError(Exception):
    """A line came that is longer than a message may be."""


class Programs(Protocol):
    """Who is told which programs run, to end them where nobody here can."""

    def starting(self) -> None:
        """Hear that a program is about to be started; ``started`` follows.

        Raises :class:`LinesError` where none is to be started any more.
        """
        ...

    def started(self, pid: int | None) -> None:
        """Hear that a program runs, by the number of its process group, or could not be started."""
        ...

    def ended(self, pid: int) -> None:
        """Hear that a program and all that it started have ended."""
        ...


class Lines(Protocol):
    """Two ways of lines."""

    def send(self, message: bytes) -> None:
        """Send a message; what cannot be taken now waits. Sends nothing where nobody is there."""
        ...

    async def receive(self) -> bytes:
        """Return the next line; raises :class:`LinesError` and :class:`TooLongError`."""
        ...

    async def close(self) -> None:
        """End it, at the latest after :data:`GRACE` seconds."""
        ...


class ProgramLines:
    """A program that was started, by its standard input and output; made by :func:`start_program`."""

    def __init__(
        self,
        process: Process,
        transport: asyncio.SubprocessTransport,
        exited: asyncio.Event,
        programs: Programs,
    ) -> None:
        self._process = process
        self._transport = transport
        self._exited = exited
        self._programs = programs
        self._last_words = b""
        self._listening = asyncio.create_task(self._listen())

    def send(self, message: bytes) -> None:
        """Send a message."""
        writer = self._process.stdin
        assert writer is not None
        if not writer.is_closing():
            writer.write(message + b"\n")

    async def receive(self) -> bytes:
        """Return the next line."""
        reader = self._process.stdout
        assert reader is not None
        reading = asyncio.create_task(_line(reader))
        exiting = asyncio.create_task(self._exited.wait())
        try:
            # What it has started may hold its output open: its end is heard of otherwise too.
            await asyncio.wait((reading, exiting), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((reading,), timeout=_UNDER_WAY)
            if not reading.done():
                raise LinesError
            return reading.result()
        except LinesError:
            raise LinesError(await self._why()) from None
        finally:
            reading.cancel()
            exiting.cancel()

    async def close(self) -> None:
        """Wait a moment for the program to end, then end it and whatever it has started."""
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
            # Somebody who left the group may have its pipes still: nobody waits for their ends.
            self._transport.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await self._exited.wait()
            self._programs.ended(process.pid)

    async def _listen(self) -> None:
        errors = self._process.stderr
        assert errors is not None
        while heard := await errors.read(4096):
            self._last_words = (self._last_words + heard)[-_LAST_WORDS:]

    async def _why(self) -> str:
        """Return why the program said nothing more."""
        try:
            async with asyncio.timeout(GRACE):
                await self._exited.wait()
        except TimeoutError:
            return "it closed its output"
        await asyncio.wait((self._listening,), timeout=_UNDER_WAY)
        status = self._transport.get_returncode() or 0
        ended = f"signal {-status}" if status < 0 else f"exit status {status}"
        said = self._last_words.decode(errors="backslashreplace").strip().splitlines()
        return f"it ended with {ended}{f': {said[-1].strip()}' if said else ''}"


class _Protocol(SubprocessStreamProtocol):
    """Tells when the process has ended, though others may have its pipes still."""

    def __init__(self, limit: int, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(limit, loop)
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set()


class SocketLines:
    """A program that was connected to; made by :func:`connect_program`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def send(self, message: bytes) -> None:
        """Send a message."""
        if not self._writer.is_closing():
            self._writer.write(message + b"\n")

    async def receive(self) -> bytes:
        """Return the next line."""
        try:
            return await _line(self._reader)
        except LinesError:
            raise LinesError("it hung up") from None

    async def close(self) -> None:
        """Hang up, once it has read all or a moment has passed."""
        try:
            async with asyncio.timeout(GRACE):
                await self._writer.drain()
                self._writer.close()
                await self._writer.wait_closed()
        except (TimeoutError, OSError):
            self._writer.transport.abort()


async def start_program(command: str, programs: Programs) -> ProgramLines:
    """Start a program; raises :class:`LinesError`."""
    loop = asyncio.get_running_loop()
    pid: int | None = None
    programs.starting()
    try:
        # What `asyncio.create_subprocess_exec` does, but that it keeps the transport for itself.
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
        raise LinesError(f"it could not be started: {error.strerror or error}") from None
    finally:
        programs.started(pid)
    return ProgramLines(Process(transport, protocol, loop), transport, protocol.exited, programs)


async def connect_program(host: str, port: int) -> SocketLines:
    """Connect to a program; raises :class:`LinesError`."""
    try:
        streams = await asyncio.open_connection(host, port, limit=MOST_BYTES)
    except OSError as error:
        raise LinesError(f"nobody answered at {host}:{port}: {error.strerror or error}") from None
    return SocketLines(*streams)


def end_group(pid: int) -> None:
    """End a program that was started, and what it has started, at once."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return (await reader.readuntil(b"\n")).rstrip(b"\r\n")
    except asyncio.LimitOverrunError:
        raise TooLongError(f"a message has at most {MOST_BYTES} bytes") from None
    except (asyncio.IncompleteReadError, OSError):
        raise LinesError from None
