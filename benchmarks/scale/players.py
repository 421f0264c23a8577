"""Clients that play, ask and reconnect while processes fail, and what they remember."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
from websockets.exceptions import WebSocketException

import empile
from empile.client import TableConnection, connect
from empile.client.errors import ClosedError, CommandError
from empile.engine.random import below, new_stream
from empile.server.wire import messages as wire

SILENCE: Final = 1.5
"""A client that hears nothing for so long, not even an answer to a ping, connects elsewhere."""
LOST: Final = (OSError, TimeoutError, ClosedError, WebSocketException)
_STALL: Final = 0.5
_HINTS: Final = 0.1
"""How often a player asks for a hint before a move."""


@dataclass
class Journal:
    """What clients did and saw."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    """Moves by table and event number."""
    attempted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Tables and moves."""
    outages: list[float] = field(default_factory=list[float])
    """Seconds until clients were back, not counting those without a store."""
    seqs: dict[str, int] = field(default_factory=dict[str, int])
    """The last event of each table."""
    advice: int = 0
    analyses: int = 0
    faults: list[str] = field(default_factory=list[str])
    store_back_at: float = 0.0
    """When the store accepted writes again."""
    is_store_away: bool = False
    stalled_until: float = 0.0
    """When this program last stood still, because the machine did."""

    def back(self, lost_at: float) -> None:
        """Note that a client is back."""
        now = time.monotonic()
        begun = max(lost_at, self.store_back_at)
        if self.is_store_away or self.stalled_until > lost_at:
            return
        self.outages.append(now - begun)

    async def watch_stalls(self) -> None:
        """Note when the machine stands still, until cancelled."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.05)
            if time.monotonic() - began > 0.05 + _STALL:
                self.stalled_until = time.monotonic()


class Player:
    """A person who plays at random, and changes to another process when one is gone."""

    def __init__(
        self, addresses: Sequence[str], table: str, token: str, journal: Journal, first: int
    ) -> None:
        self._addresses = itertools.cycle(addresses)
        for _ in range(first % len(addresses)):
            next(self._addresses)
        self._table = table
        self._token = token
        self._journal = journal
        self._random = random.Random(f"{table} {first}")
        self._refused_at: float | None = None

    async def play(self) -> None:
        """Play until cancelled."""
        lost_at: float | None = None
        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    seat = await connect(next(self._addresses), self._table, self._token)
            except (*LOST, CommandError):
                lost_at = lost_at or time.monotonic()
                await asyncio.sleep(0.05)
                continue
            if lost_at is not None:
                self._journal.back(lost_at)
            heard_at = time.monotonic()
            try:
                while True:
                    await self._step(seat)
                    heard_at = time.monotonic()
            except LOST:
                lost_at = heard_at
            finally:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(seat.close(), 0.1)

    async def _step(self, seat: TableConnection) -> None:
        """Move if it is this person's turn, else wait for something to happen."""
        journal, table = self._journal, self._table
        journal.seqs[table] = max(seat.seq, journal.seqs.get(table, 0))
        if seat.table.status == "over" and self._random.random() < 0.5:
            await seat.send(wire.Rematch())
        if seat.table.status == "playing" and seat.state is not None and seat.state.mine:
            if self._random.random() < _HINTS:
                await seat.send(wire.Hint())
            await self._move(seat)
        else:
            await self._listen(seat)

    async def _move(self, seat: TableConnection) -> None:
        assert seat.state is not None
        journal, table = self._journal, self._table
        text = self._random.choice(seat.state.legal).text
        journal.attempted.add((table, text))
        try:
            async with asyncio.timeout(2 * SILENCE):
                happened = await seat.act(text)
        except CommandError as error:
            # Stale: another connection or an older request was first.
            if error.code in ("unavailable", "outcome_unknown"):
                self._refused_at = self._refused_at or time.monotonic()
                await asyncio.sleep(0.1)
            else:
                await self._listen(seat)
            return
        if self._refused_at is not None:
            journal.back(self._refused_at)
            self._refused_at = None
        for event in happened:
            if isinstance(event, wire.Moved) and event.text == text:
                known = journal.acknowledged.setdefault((table, event.seq), text)
                if known != text:
                    journal.faults.append(f"table {table}: event {event.seq} was {known}, {text}")
                break
        await asyncio.sleep(self._random.uniform(0.02, 0.1))

    async def _listen(self, seat: TableConnection) -> None:
        try:
            async with asyncio.timeout(0.3):
                message = await seat.receive()
        except TimeoutError:
            await seat.send(wire.Ping())
            async with asyncio.timeout(SILENCE):
                message = await seat.receive()
        self._journal.advice += isinstance(message, wire.Advice)


async def analyse_games(addresses: Sequence[str], journal: Journal, seed: int) -> None:
    """Let games be analysed, one after another, at changing processes, until cancelled."""
    chosen = random.Random(seed)
    async with httpx.AsyncClient(timeout=SILENCE) as http:
        for number in itertools.count(seed * 100_000):
            record, name = _record(number), ""
            found: dict[str, Any] = {}
            while found.get("state") != "done":
                address = chosen.choice(addresses)
                with contextlib.suppress(httpx.HTTPError, json.JSONDecodeError):
                    if not name or found.get("state") in (None, "failed"):
                        asked = await http.post(f"{address}/api/analyses", json={"record": record})
                        name = asked.json().get("id", "")
                    if name:
                        found = (await http.get(f"{address}/api/analyses/{name}")).json()
                await asyncio.sleep(0.2)
            if len(found["analysis"]["expected"]) != len(record["events"]) + 1:
                journal.faults.append(f"the analysis {name} is of another game")
            journal.analyses += 1


def _record(seed: int) -> dict[str, Any]:
    """Return the record of a random game."""
    match, stream = empile.Match(empile.load("block-ness")), new_stream(seed)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
    return match.record().to_dict()
