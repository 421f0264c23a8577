"""Worker process of a tournament.

Reads a plan, the tokens of its entrants and then numbers of games from standard input, writes lines of :data:`Said`. At the
end of input it kills its programs and exits.
"""

from __future__ import annotations

import asyncio
import os
import queue
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO

import msgspec

from empile.arena.errors import ArenaError
from empile.arena.game import play_game
from empile.arena.plan import Plan, Tokens
from empile.arena.result import GameResult
from empile.arena.seats import function_of
from empile.arena.subprocess_io import StreamClosedError, end_group
from empile.engine.compiled.warm import warm
from empile.engine.errors import EmpileError


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Functions are loaded and the rules compiled."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    why: str


class Thinks(msgspec.Struct, frozen=True, tag="thinks"):
    """A seat's function was called; None: it returned."""

    seat: int | None


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """A game began at a table of a server."""

    table: str
    seats: tuple[int, ...]


class Started(msgspec.Struct, frozen=True, tag="started"):
    pid: int
    """Process group of a program."""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    pid: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    played: GameResult


Said = Ready | Refused | Thinks | Seated | Started | Ended | Done

_STARTING_SECONDS = 4.0

_encoder = msgspec.json.Encoder()


class _Worker:
    def __init__(self, input_: BinaryIO, output: BinaryIO) -> None:
        self._input, self._output = input_, output
        self._numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._programs: set[int] = set()
        self._starting = 0
        self._is_ending = False
        self._lock = threading.Lock()

    def thinks(self, seat: int | None) -> None:
        self._say(Thinks(seat))

    def seated(self, table: str, seats: tuple[int, ...]) -> None:
        self._say(Seated(table, seats))

    def starting(self) -> None:
        with self._lock:
            if self._is_ending:
                raise StreamClosedError("the tournament is over")
            self._starting += 1

    def started(self, pid: int | None) -> None:
        if pid is not None:
            self._programs.add(pid)
            self._say(Started(pid))
        with self._lock:
            self._starting -= 1

    def ended(self, pid: int) -> None:
        self._programs.discard(pid)
        self._say(Ended(pid))

    def work(self) -> None:
        plan = msgspec.json.decode(self._input.readline(), type=Plan)
        tokens = msgspec.json.decode(self._input.readline(), type=Tokens)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            for entrant in plan.entrants:
                if entrant.kind == "python":
                    function_of(entrant)
            # Compile before thinking time is measured.
            warm(plan.loaded)
        except EmpileError as error:
            self._say(Refused(str(error)))
            return
        self._say(Ready())
        with asyncio.Runner() as runner:
            while True:
                number = self._numbers.get()
                try:
                    self._say(Done(runner.run(self._play(plan, tokens, number))))
                except ArenaError as error:
                    self._say(Refused(str(error)))

    async def _play(self, plan: Plan, tokens: Tokens, number: int) -> GameResult:
        if plan.server is None:
            return await play_game(plan, number, self)
        # Needs the extra `client`.
        from empile.arena.at_server import play_at_server

        return await play_at_server(plan, tokens, number, self)

    def _say(self, message: Said) -> None:
        with suppress(OSError):  # the parent is gone
            self._output.write(_encoder.encode(message) + b"\n")

    def _listen(self) -> None:
        for line in self._input:
            self._numbers.put(int(line))
        # The other thread may be starting a program whose process ID is not known yet.
        with self._lock:
            self._is_ending = True
        until = time.monotonic() + _STARTING_SECONDS
        while self._starting and time.monotonic() < until:
            time.sleep(0.01)
        for pid in tuple(self._programs):
            end_group(pid)
        os._exit(0)


def main() -> None:
    input_, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    # Keep entrants' functions away from the protocol.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    # The parent handles Ctrl-C. Not SIG_IGN, which programs would inherit.
    signal.signal(signal.SIGINT, lambda _number, _frame: None)
    _Worker(input_, output).work()
