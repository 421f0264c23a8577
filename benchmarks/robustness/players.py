"""Random players over real sockets, which remember what the server acknowledged."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from servers import GAMES

from empile.client import ClosedError, CommandError, Rest, TableConnection, connect
from empile.server.wire import messages as wire

_PATIENCE = 60.0
"""Seconds in which an expected answer arrives at the latest."""


class WrongError(Exception):
    """The server did something that it must never do."""


@dataclass
class Acknowledged:
    """The events of a table that its players received."""

    table: str
    game: str
    events: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    """The kind and text of each event by number, as the first player to receive it saw them."""
    mark: Callable[[str, int], None] = lambda table, seq: None
    """Called with each new event."""
    moves: int = 0

    def hear(self, event: wire.LogEvent) -> None:
        """Remember an event. Raises :class:`WrongError` if its number had another one."""
        told = facts(event)
        known = self.events.get(event.seq)
        if known is None:
            self.events[event.seq] = told
            self.moves += told[0] == "move"
            self.mark(self.table, event.seq)
        elif not agree(known, told):
            raise WrongError(f"{self.table}: event {event.seq} was {known}, is {told}")


def facts(event: wire.LogEvent) -> tuple[str, str]:
    """Return the kind of an event and the text of a move or outcome."""
    text = event.text if isinstance(event, wire.Moved | wire.ChanceResolved) else ""
    return str(event.__struct_config__.tag), text


def agree(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether two views of an event can be of the same one.

    A hidden part is a ``?`` in the text, so texts with one are not compared.
    """
    return one[0] == other[0] and (one[1] == other[1] or "?" in one[1] + other[1])


@dataclass
class Player:
    """Plays random moves for the places of a token, whatever the game.

    ``play`` may be called again after a lost connection.
    """

    address: str
    token: str
    heard: Acknowledged
    luck: random.Random
    pause: Callable[[], float] = lambda: 0.0
    """Returns seconds to wait before a move."""
    seq: int = 0
    """The last event received."""
    pending: str | None = None
    """The move that was sent and not acknowledged."""
    delays: list[float] = field(default_factory=list[float])
    """Seconds from each move to its acknowledgement."""
    games: int = 0
    """Finished games."""
    welcomes: int = 0
    """How often it was connected."""
    _sent_at: float = 0.0
    _voted_at: int = 0

    async def play(self, games: float = float("inf")) -> None:
        """Play until ``games`` are over, or until the server closes the connection.

        Raises :class:`ClosedError`, ``OSError`` and :class:`WrongError`.
        """
        goal = self.games + games
        async with await connect(
            self.address, self.heard.table, self.token, since=self.seq
        ) as seat:
            self._take(seat.welcome.events, seat.welcome.seq)
            self.pending, self._voted_at = None, 0
            self.welcomes += 1
            while self.games < goal:
                await self._react(seat)
                async with asyncio.timeout(_PATIENCE):
                    message = await seat.receive()
                if isinstance(message, wire.Update):
                    self._take(message.events, seat.seq)
                elif isinstance(message, wire.Error) and message.code not in ("stale", "not_now"):
                    raise WrongError(f"{message.code}: {message.detail}")

    def _take(self, events: list[wire.LogEvent], last: int) -> None:
        if not events:
            if last < self.seq:
                raise WrongError(f"event {self.seq} was acknowledged, the last one is {last}")
            return
        follows = events[0].seq <= self.seq + 1 or self.seq == 0
        if not follows and not isinstance(events[0], wire.Started):
            raise WrongError(f"event {events[0].seq} follows {self.seq}")
        for number, event in enumerate(events, events[0].seq):
            if event.seq != number:
                raise WrongError(f"event {event.seq} is in the place of {number}")
            self.heard.hear(event)
            if isinstance(event, wire.Moved) and event.text == self.pending:
                self.delays.append(time.perf_counter() - self._sent_at)
                self.pending = None
            elif isinstance(event, wire.Over):
                self.games += event.seq > self.seq
            elif isinstance(event, wire.Frozen):
                raise WrongError(f"table {self.heard.table} is frozen: {event.detail}")
        self.seq = max(self.seq, events[-1].seq)

    async def _react(self, seat: TableConnection) -> None:
        state = seat.state
        if state is None or state.seq != seat.seq:
            return
        if seat.table.status == "over":
            proposed = any(ask.what == "rematch" for ask in state.asks)
            if (0 in seat.places) != proposed and self._voted_at < seat.seq:
                self._voted_at = seat.seq
                await seat.send(wire.Rematch())
        elif state.mine and self.pending is None:
            await asyncio.sleep(self.pause())
            self.pending = self.luck.choice(state.legal).text
            self._sent_at = time.perf_counter()
            await seat.send(wire.Act(seat.seq, self.pending))


async def seat_players(
    address: str,
    luck: random.Random,
    game: str | None = None,
    *,
    persons: int = 2,
    mark: Callable[[str, int], None] = lambda table, seq: None,
    pause: Callable[[], float] = lambda: 0.0,
) -> list[Player]:
    """Create a table for two seats; return its player or both players.

    With ``persons=1`` one player holds both seats.
    """
    game = game or luck.choice(list(GAMES))
    async with Rest(address) as rest:
        made = await rest.make_table(
            game, ["person", "open" if persons > 1 else "person"], GAMES[game]
        )
        heard = Acknowledged(made.table, game, mark=mark)
        mark(made.table, 1)
        tokens = [made.token]
        if persons > 1:
            tokens.append((await rest.join(made.table, "B")).token)
    return [Player(address, token, heard, random.Random(luck.random()), pause) for token in tokens]


def heard_by(players: Iterable[Player]) -> list[Acknowledged]:
    """Return what the players of each table heard."""
    return list({player.heard.table: player.heard for player in players}.values())


__all__ = [
    "GAMES",
    "Acknowledged",
    "ClosedError",
    "CommandError",
    "Player",
    "WrongError",
    "agree",
    "facts",
    "heard_by",
    "seat_players",
]
