"""Plays one game of a tournament."""

from __future__ import annotations

import asyncio
import time

from empile.arena.entrants import Entrant
from empile.arena.errors import FaultError
from empile.arena.plan import Plan
from empile.arena.result import GameResult, lost_by
from empile.arena.seats import Seat, Watch, is_program, seat_of
from empile.arena.table import GameTable
from empile.engine.game import Event
from empile.engine.match import Match
from empile.engine.random import split


async def play_game(plan: Plan, number: int, watch: Watch) -> GameResult:
    """Play game ``number``; raises :class:`ArenaError` if a function cannot be loaded."""
    under_way = _Game(plan, number, watch)
    try:
        return await under_way.play()
    finally:
        await asyncio.shield(under_way.end())


class _Game:
    def __init__(self, plan: Plan, number: int, watch: Watch) -> None:
        self._plan, self._number = plan, number
        self._match = Match(plan.loaded)
        self._stream = plan.stream(number)
        self._chance = split(self._stream, 0)
        entrants = [plan.entrants[entrant] for entrant in plan.seating(number)]
        self._table = _table_of(plan, number, entrants)
        self._seats: list[Seat] = [
            seat_of(
                seat, entrant, split(self._stream, 1 + seat), self._table, plan.time_limit, watch
            )
            for seat, entrant in enumerate(entrants)
        ]
        self._seconds = [0.0] * len(self._seats)

    async def play(self) -> GameResult:
        match = self._match
        try:
            self._settle()
            await self._begin()
            while not match.state.is_terminal():
                seat = match.state.current_player()
                began = time.monotonic()
                try:
                    event = await self._seats[seat].move(match.state)
                finally:
                    self._seconds[seat] += time.monotonic() - began
                self._push_event(event)
                self._settle()
        except FaultError as fault:
            if self._table is not None:
                self._table.give_up(fault.seat)
            events = [event.text for event in match.events]
            return lost_by(self._plan, self._number, fault, events, self._thought())
        result = match.state.result()
        assert result is not None
        return GameResult(
            self._number,
            self._plan.seating(self._number),
            tuple(result.ranks),
            [event.text for event in match.events],
            self._thought(),
            result.scores,
            result.reason,
        )

    async def end(self) -> None:
        await asyncio.gather(*(seat.end() for seat in self._seats))

    async def _begin(self) -> None:
        found = await asyncio.gather(
            *(seat.begin() for seat in self._seats), return_exceptions=True
        )
        for failed in found:  # deterministic: the first seat's error counts
            if failed is not None:
                raise failed

    def _settle(self) -> None:
        for event in self._match.resolve_chance(self._chance, also_external=True):
            if self._table is not None:
                self._table.push_event(event)

    def _push_event(self, event: Event) -> None:
        self._match.push_event(event)
        if self._table is not None:
            self._table.push_event(event)

    def _thought(self) -> list[float]:
        return [round(seconds, 3) for seconds in self._seconds]


def _table_of(plan: Plan, number: int, entrants: list[Entrant]) -> GameTable | None:
    programs = {seat for seat, entrant in enumerate(entrants) if is_program(entrant)}
    if not programs:
        return None
    places = [
        (entrant.name, int(entrant.what) if entrant.kind == "level" else None)
        for entrant in entrants
    ]
    return GameTable(f"game-{number}", plan.loaded, places, programs, time_limit=plan.time_limit)
