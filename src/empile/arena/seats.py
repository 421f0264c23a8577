"""Players of a game's seats: bots, functions and programs."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from operator import index
from typing import Protocol, cast

from empile.arena.entrants import Entrant, address_of, network_of, read_network
from empile.arena.errors import ArenaError, FaultError, FaultKind
from empile.arena.subprocess_io import (
    MessageStream,
    MessageTooLongError,
    ProcessListener,
    StreamClosedError,
    connect_program,
    start_program,
)
from empile.arena.table import BYE, PONG, BadMessageError, GameTable, read_message
from empile.bots.policy import any_move, choose, evaluator_move
from empile.bots.sprt import Chooser
from empile.engine.contracts.level import Level
from empile.engine.errors import IllegalActionError
from empile.engine.game import Event, Game, State
from empile.engine.random import Stream
from empile.engine.search.search import resampled
from empile.networks.network import Network
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError

START_SECONDS = 60.0
"""Seconds for a program to start and send its hello."""


class Watch(ProcessListener, Protocol):
    def thinks(self, seat: int | None) -> None:
        """Handle a call of a seat's function, or its return (None)."""
        ...

    def seated(self, table: str, seats: tuple[int, ...]) -> None:
        """Handle a new table of a server, with the entrant's number by seat."""
        ...


class Choosing(Protocol):
    """Chooses moves in this process."""

    def choose(self, state: State) -> Event:
        """Return a move; raises :class:`FaultError`. Blocks."""
        ...


class Seat(Protocol):
    """A player of one seat in one game; methods raise :class:`FaultError`."""

    async def begin(self) -> None: ...

    async def move(self, state: State) -> Event: ...

    async def end(self) -> None: ...


class FunctionSeat:
    """Plays by a trusted function, e.g. a bot level."""

    def __init__(self, chooser: Chooser, stream: Stream) -> None:
        self._chooser, self._stream = chooser, stream

    async def begin(self) -> None:
        """No-op."""

    def choose(self, state: State) -> Event:
        return _event(state, self._chooser(state, self._stream))

    async def move(self, state: State) -> Event:
        return self.choose(state)

    async def end(self) -> None:
        """No-op."""


class PythonSeat:
    """Plays by an entrant's function, on determinizations."""

    def __init__(
        self, seat: int, chooser: Chooser, stream: Stream, time_limit: float, watch: Watch
    ) -> None:
        self._seat, self._chooser, self._stream = seat, chooser, stream
        self._limit, self._watch = time_limit, watch

    async def begin(self) -> None:
        """No-op."""

    async def move(self, state: State) -> Event:
        return self.choose(state)

    def choose(self, state: State) -> Event:
        seen = resampled(state, self._seat, self._stream)
        self._watch.thinks(self._seat)
        began = time.monotonic()
        try:
            found = index(self._chooser(seen, self._stream))
        except (Exception, SystemExit) as error:
            raise FaultError(self._seat, "crash", _last_line(error)) from error
        finally:
            self._watch.thinks(None)
        if time.monotonic() - began > self._limit:
            raise FaultError(self._seat, "timeout", too_slow(self._limit))
        if found not in state.legal_actions():
            raise FaultError(self._seat, "illegal", _why_illegal(state, found))
        return _event(state, found)

    async def end(self) -> None:
        """No-op."""


class ProgramSeat:
    """Plays by a program, with the messages of a server table."""

    def __init__(
        self,
        seat: int,
        opened: Callable[[], Awaitable[MessageStream]],
        table: GameTable,
        time_limit: float,
    ) -> None:
        self._seat, self._open, self._table, self._limit = seat, opened, table, time_limit
        self._stream: MessageStream | None = None
        self._full = True

    async def begin(self) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                self._stream = await self._open()
                message = await self._read(self._stream)
        except TimeoutError:
            raise self._fault("timeout", f"no hello in {START_SECONDS:g} s") from None
        except StreamClosedError as error:
            raise self._fault("crash", str(error)) from None
        if not isinstance(message, wire.Hello) or message.updates == "none":
            detail = "the first message must be a hello that asks for updates"
            refused = CommandError("bad_hello", detail)
            self._stream.send(self._table.refusal(refused, None))
            raise self._fault("garbage", str(refused))
        self._full = message.updates == "full"
        self._stream.send(self._table.welcome(self._seat, message))

    async def move(self, state: State) -> Event:
        stream = self._stream
        assert stream is not None
        self.send_news()
        try:
            async with asyncio.timeout(self._limit):
                while True:
                    event = self._answer(stream, await self._read(stream))
                    if event is not None:
                        return event
        except TimeoutError:
            raise self._fault("timeout", too_slow(self._limit)) from None
        except StreamClosedError as error:
            raise self._fault("crash", str(error)) from None

    def send_news(self) -> None:
        news = None if self._stream is None else self._table.news(self._seat, full=self._full)
        if self._stream is not None and news is not None:
            self._stream.send(news)

    async def end(self) -> None:
        if self._stream is not None:
            self.send_news()
            self._stream.send(BYE)
            await self._stream.close()

    async def _read(self, stream: MessageStream) -> wire.ClientMessage:
        try:
            return read_message(await stream.receive())
        except MessageTooLongError as error:
            stream.send(self._table.refusal(CommandError("too_large", str(error)), None))
            raise self._fault("garbage", str(error)) from None
        except BadMessageError as error:
            stream.send(self._table.refusal(CommandError("bad_message", str(error)), None))
            raise self._fault("garbage", str(error)) from None

    def _answer(self, stream: MessageStream, message: wire.ClientMessage) -> Event | None:
        about = cast(str, message.__struct_config__.tag)
        try:
            match message:
                case wire.Act():
                    return self._table.read_move(self._seat, message)
                case wire.Ping():
                    stream.send(PONG)
                    return None
                case wire.Resign():
                    raise self._fault("resigned", "it resigned")
                case _:
                    raise CommandError("not_now", "this message is not available in a tournament")
        except CommandError as refused:
            stream.send(self._table.refusal(refused, about))
            if refused.code == "illegal":
                raise self._fault("illegal", str(refused)) from None
            return None

    def _fault(self, kind: FaultKind, why: str) -> FaultError:
        if self._stream is None or kind == "resigned":
            return FaultError(self._seat, kind, why)
        return FaultError(self._seat, kind, why, *self._stream.last_output())


def seat_of(
    seat: int,
    entrant: Entrant,
    stream: Stream,
    table: GameTable | None,
    time_limit: float,
    watch: Watch,
) -> Seat:
    """Create a player; raises :class:`ArenaError`."""
    if is_program(entrant):
        assert table is not None
        return ProgramSeat(seat, opener_of(entrant, watch), table, time_limit)
    return chooser_of(seat, entrant, stream, time_limit, watch)


def chooser_of(
    seat: int, entrant: Entrant, stream: Stream, time_limit: float, watch: Watch
) -> FunctionSeat | PythonSeat:
    """Create a player that is no program; raises :class:`ArenaError`."""
    if entrant.kind == "python":
        return PythonSeat(seat, function_of(entrant), stream, time_limit, watch)
    if entrant.kind == "network":
        return FunctionSeat(_network_chooser(entrant.what), stream)
    if entrant.level is None:
        return FunctionSeat(any_move, stream)
    level = Level(**entrant.level)
    return FunctionSeat(lambda state, own: choose(state, level, own), stream)


def opener_of(entrant: Entrant, watch: Watch) -> Callable[[], Awaitable[MessageStream]]:
    """Return what starts a program, or connects to it."""
    if entrant.kind == "program":
        return lambda: start_program(entrant.what, watch)
    return lambda: connect_program(*address_of(entrant))


def is_program(entrant: Entrant) -> bool:
    return entrant.kind in ("program", "socket")


def function_of(entrant: Entrant) -> Chooser:
    """Load a function, also from the working folder; raises :class:`ArenaError`."""
    module, _, name = entrant.what.partition(":")
    if not {"", os.getcwd()} & {*sys.path}:
        sys.path.append(os.getcwd())
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise ArenaError(f"{entrant.name}: {_last_line(error)}") from error
    if not callable(found):
        raise ArenaError(f"{entrant.name}: {name} is not callable")
    return cast(Chooser, found)


def too_slow(limit: float) -> str:
    return f"no move in {limit:g} s"


@lru_cache(maxsize=64)
def _loaded_network(what: str, game: Game) -> tuple[Network, int]:
    file, simulations = network_of(what)
    return read_network(file, game), simulations


def _network_chooser(what: str) -> Chooser:
    """Return a player that searches with a network."""

    def chooser(state: State, stream: Stream) -> int:
        network, simulations = _loaded_network(what, state.game)
        return evaluator_move(state, stream, network, simulations)

    return chooser


def _event(state: State, action: int) -> Event:
    return Event(state.current_player(), (action,), state.action_to_text(action))


def _why_illegal(state: State, action: int) -> str:
    try:
        state.clone().apply_action(action)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError("a legal move is no fault")


def _last_line(error: BaseException) -> str:
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    own = [
        frame
        for frame in frames
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    return f"{said} ({own[-1].filename}, line {own[-1].lineno})" if own else said
