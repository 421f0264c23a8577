"""A process that plays games of a tournament, one after another; :mod:`.workers` starts it.

On the first line of its input is the plan, on each other one the number of a game. What it says are
lines of :data:`Said`. When its input ends, in the middle of whatever it does, it ends its programs and
then itself. What a function of an entrant's prints goes to the error stream.
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
from empile.arena.lines import LinesError, end_group
from empile.arena.plan import Plan
from empile.arena.played import Played
from empile.arena.playing import play
from empile.arena.seats import function_of
from empile.engine.errors import EmpileError
from empile.engine.warm import warm


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The plan was understood, everybody's function found, and the rules are compiled."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The plan cannot be played."""

    why: str


class Thinks(msgspec.Struct, frozen=True, tag="thinks"):
    """The function of ``seat`` was called; ``None``: it came back."""

    seat: int | None


class Started(msgspec.Struct, frozen=True, tag="started"):
    """A program was started; ``pid`` is its process group's number."""

    pid: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A program has ended, and everything that it started."""

    pid: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A game was played."""

    played: Played


Said = Ready | Refused | Thinks | Started | Ended | Done

_STARTING_SECONDS = 4.0

_encoder = msgspec.json.Encoder()


class _Worker:
    """What is told to who started the process; also the watch of its games."""

    def __init__(self, told: BinaryIO, said: BinaryIO) -> None:
        self._told, self._said = told, said
        self._numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._programs: set[int] = set()
        self._starting = 0
        self._is_ending = False
        self._lock = threading.Lock()

    def thinks(self, seat: int | None) -> None:
        self._say(Thinks(seat))

    def starting(self) -> None:
        with self._lock:
            if self._is_ending:
                raise LinesError("the tournament is over")
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
        """Play what is asked for, until the process ends."""
        plan = msgspec.json.decode(self._told.readline(), type=Plan)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            for entrant in plan.entrants:
                if entrant.kind == "python":
                    function_of(entrant)
            # What is compiled or loaded now takes nobody's time to think.
            warm(plan.loaded)
        except EmpileError as error:
            self._say(Refused(str(error)))
            return
        self._say(Ready())
        with asyncio.Runner() as runner:
            while True:
                number = self._numbers.get()
                try:
                    self._say(Done(runner.run(play(plan, number, self))))
                except ArenaError as error:
                    self._say(Refused(str(error)))

    def _say(self, message: Said) -> None:
        with suppress(OSError):  # nobody listens any more: the other thread is about to end it all
            self._said.write(_encoder.encode(message) + b"\n")

    def _listen(self) -> None:
        for line in self._told:
            self._numbers.put(int(line))
        # Nobody wants anything any more, whatever the other thread is at. A program that it is just
        # starting may run already, and its number not be known yet.
        with self._lock:
            self._is_ending = True
        until = time.monotonic() + _STARTING_SECONDS
        while self._starting and time.monotonic() < until:
            time.sleep(0.01)
        for pid in tuple(self._programs):
            end_group(pid)
        os._exit(0)


def main() -> None:
    """Work for who started this process."""
    told, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    # Functions of others run here: the lines are not theirs.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    # Ctrl-C goes to everybody at a terminal; who started this process decides what comes of it.
    # No SIG_IGN, which programs would inherit.
    signal.signal(signal.SIGINT, lambda _number, _frame: None)
    _Worker(told, said).work()
