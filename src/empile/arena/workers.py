"""Worker processes. A function that hangs or crashes its process loses the game."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

import msgspec

from empile.arena.errors import ArenaError, FaultError, FaultKind
from empile.arena.plan import Plan, Tokens
from empile.arena.result import GameResult, lost_by
from empile.arena.schedule import Seating
from empile.arena.seats import too_slow
from empile.arena.subprocess_io import end_group
from empile.arena.worker import Done, Ended, Ready, Refused, Said, Seated, Started, Thinks

SLACK = 2.0
"""Seconds beyond the time limit before the process is killed."""
PATIENCE = 6.0
"""Seconds for a process to exit by itself."""
_LONGEST_LINE = 1 << 26

_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class _GoneError(Exception):
    def __init__(self, kind: FaultKind, why: str) -> None:
        super().__init__(why)
        self.kind: FaultKind = kind


class Worker:
    def __init__(self, plan: Plan, tokens: Tokens = ()) -> None:
        self._plan = plan
        self._tokens = tokens
        self._process: asyncio.subprocess.Process | None = None
        self._programs: set[int] = set()
        self._thinking: int | None = None
        self._seated: Seated | None = None
        """The table at the server that hosts the game."""

    async def play(self, number: int) -> GameResult:
        """Play a game; raises :class:`ArenaError` if it failed without a player's fault."""
        try:
            process = self._process or await self._start()
            assert process.stdin is not None
            with suppress(OSError):  # a dead process is detected below
                process.stdin.write(b"%d\n" % number)
                await process.stdin.drain()
            said = await self._hear(process)
        except _GoneError as gone:
            seat = self._thinking
            await self.close()
            if seat is None:
                raise ArenaError(f"the worker process of game {number} failed: {gone}") from None
            fault = FaultError(seat, gone.kind, str(gone))
            seconds = [0.0] * self._plan.loaded.num_players
            seats = await self._resign(seat)
            return lost_by(self._plan, number, fault, [], seconds, seats)
        finally:
            self._seated = None
        if isinstance(said, Done):
            return said.played
        assert isinstance(said, Refused)
        raise ArenaError(said.why)

    async def _resign(self, seat: int) -> Seating | None:
        """Resign at the server for a function that ended its process; return the seats there."""
        if self._seated is None:
            return None
        from empile.arena.at_server import resign_at_server

        seats = self._seated.seats
        await resign_at_server(self._plan, self._tokens[seats[seat]] or "", self._seated.table)
        return seats

    async def close(self) -> None:
        process, self._process, self._thinking = self._process, None, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(0.0 if process.returncode is not None else PATIENCE):
                await process.wait()
        except TimeoutError:
            pass
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            for pid in self._programs:
                end_group(pid)
            self._programs.clear()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # files in the working folder do not shadow modules
            "-c",
            "from empile.arena.worker import main; main()",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
        )
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(self._plan) + b"\n")
        # Not in the arguments or the environment, which others can read.
        process.stdin.write(msgspec.json.encode(self._tokens) + b"\n")
        said = await self._hear(process)
        if isinstance(said, Refused):
            raise ArenaError(said.why)
        return process

    async def _hear(self, process: asyncio.subprocess.Process) -> Ready | Refused | Done:
        assert process.stdout is not None
        while True:
            limit = None if self._thinking is None else self._plan.time_limit + SLACK
            try:
                async with asyncio.timeout(limit):
                    line = await process.stdout.readline()
            except TimeoutError:
                process.kill()
                raise _GoneError("timeout", too_slow(self._plan.time_limit)) from None
            if not line.endswith(b"\n"):
                status = await process.wait()
                ended = f"signal {-status}" if status < 0 else f"exit status {status}"
                raise _GoneError("crash", f"its process ended with {ended}")
            said = _decoder.decode(line)
            match said:
                case Thinks():
                    self._thinking = said.seat
                case Seated():
                    self._seated = said
                case Started():
                    self._programs.add(said.pid)
                case Ended():
                    self._programs.discard(said.pid)
                case Ready() | Refused() | Done():
                    return said
