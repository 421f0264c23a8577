"""A table in this process: the client against bots, or against itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from empile.bots.analysis import DEPTHS, Analysis, analyse
from empile.bots.analysis_results import DepthName, MoveAnalysed
from empile.bots.evaluation import Evaluator, StoppedError
from empile.bots.hints import Advice, advise
from empile.bots.policy import choose
from empile.engine.contracts.level import Level
from empile.engine.random import Stream, split
from empile.envs.text import TextEnv
from empile.envs.text.words import seat_name
from empile.mcp.errors import RequestError
from empile.mcp.table import Table, read_move
from empile.mcp.texts import analysis_text, hint_text, own_moves_text
from empile.mcp.work import Tell, Work, Workers

_BOTS, _HINTS, _ANALYSES = 0, 1, 2
"""Children of a table's stream."""

_MANY_MOVES = 20
"""Own moves that are analysed in full; more share the work of these."""


class LocalTable(Table):
    """A game of a text environment.

    :param env: of which no seat but those of the client and of ``levels`` is to act
    :param levels: the bots, by seat; the client plays all other seats
    """

    def __init__(
        self, env: TextEnv, levels: Mapping[int, Level], stream: Stream, workers: Workers
    ) -> None:
        self._env, self._levels, self._stream, self._workers = env, levels, stream, workers
        self.seats = [seat for seat in range(env.game.num_players) if seat not in levels]
        """The seats that the client plays."""
        self._seat = self.seats[0]
        self._lock = asyncio.Lock()

    # -- What the client sees ------------------------------------------------------------------

    def introduction(self) -> str:
        """Return the game, its options and who plays."""
        bots = [
            f"{self._name(seat)}: bot level {level.number}" for seat, level in self._levels.items()
        ]
        own = " You play all these seats." if not bots else f" {', '.join(bots)}."
        return self._env.introduction(self._seat) + own

    async def observe(self, tell: Tell) -> str:
        """Return what the client sees, at its turn if possible."""
        async with self._lock:
            await self._advance(tell)
            return self._observed()

    async def view(self, tell: Tell) -> dict[str, Any]:
        """Return the position as JSON data."""
        async with self._lock:
            await self._advance(tell)
            return self._env.state.view(self._seat)

    async def svg(self) -> str:
        """Return the position as SVG."""
        async with self._lock:
            return self._env.picture(self._seat).decode()

    async def legal_moves(self, tell: Tell) -> Sequence[str]:
        """Return the legal moves."""
        async with self._lock:
            await self._advance(tell)
            self._check_turn()
            return self._env.state.legal_texts()

    async def record(self) -> dict[str, Any]:
        """Return the record, redacted until the end."""
        async with self._lock:
            names = [self._name(seat) for seat in range(self._env.game.num_players)]
            return self._env.record_for(self._seat, names).to_dict()

    # -- Moves ---------------------------------------------------------------------------------

    async def act(self, move: str, tell: Tell) -> str:
        """Play a move; return it in exact notation."""
        async with self._lock:
            await self._advance(tell)
            self._check_turn()
            _, text = read_move(move, self._env.state)
            self._env.step(text)
            return text

    async def resign(self, tell: Tell) -> None:
        """Resign."""
        async with self._lock:
            await self._advance(tell)
            self._check_turn()
            self._env.resign()

    async def close(self) -> None:
        """Nothing to release: the table is garbage."""

    # -- Searches ------------------------------------------------------------------------------

    async def hint(self, seconds: float, tell: Tell) -> str:
        """Search for the best moves."""
        async with self._lock:
            await self._advance(tell)
            self._check_turn()
            state = self._env.state.clone()
            stream = split(split(self._stream, _HINTS), len(self._env.match.events))

            def found(work: Work) -> Advice:
                return advise(state, stream=stream, seconds=seconds, stop=work.is_stopped)

            advice = await self._workers.run(found, tell, seconds)
            return hint_text(advice, len(set(self._env.game.teams)))

    async def analyse(self, depth: DepthName, tell: Tell) -> str:
        """Analyse the game; with hidden information, before the end only the own moves."""
        async with self._lock:
            await self._advance(tell)
            match = self._env.match
            if not any(event.seat >= 0 for event in match.events):
                raise RequestError("There is nothing to analyse yet: no move was played.")
            names = [self._name(seat) for seat in range(self._env.game.num_players)]
            moves = [index for index, event in enumerate(match.events) if event.seat >= 0]
            if self._env.done or not self._env.game.imperfect_information:
                analysis = await self._workers.run(lambda work: self._whole(depth, work), tell)
                return analysis_text(analysis, names, moves)
            found = await self._workers.run(lambda work: self._own_moves(depth, work), tell)
            return own_moves_text(found, self._seat, names, self._env.game.teams, moves)

    def _whole(self, depth: DepthName, work: Work) -> Analysis:
        last: Analysis | None = None
        record = self._env.match.record()
        for last in analyse(record, depth=depth, stop=work.is_stopped, threads=1):
            work.progress = last.progress
        if last is None:
            raise RequestError("The analysis was stopped.")
        return last

    def _own_moves(self, depth: DepthName, work: Work) -> list[MoveAnalysed]:
        """Evaluate the moves of the seat to act, each by what it knew.

        The work depends on the number of these moves alone: nothing else is known to the seat.
        """
        match, seat = self._env.match, self._seat
        events = match.events
        states = [match.state_before(index) for index in range(len(events))]
        own = [index for index, event in enumerate(events) if event.seat == seat]
        effort = DEPTHS[depth].scaled(min(1.0, _MANY_MOVES / max(1, len(own))))
        evaluator = Evaluator(states, events, effort, work.is_stopped)
        stream = split(self._stream, _ANALYSES)
        found: list[MoveAnalysed] = []
        try:
            for number, index in enumerate(own):
                found.append(evaluator.move(index, split(stream, number)).move)
                work.progress = (number + 1) / len(own)
        except StoppedError:
            raise RequestError("The analysis was stopped.") from None
        return found

    # -- Parts ---------------------------------------------------------------------------------

    async def _advance(self, tell: Tell) -> None:
        """Let the bots move until the client is to act, has resigned, or the game is over."""
        env = self._env
        while env.current_seat is not None and env.current_seat in self._levels and self._plays():
            state, level = env.state.clone(), self._levels[env.current_seat]
            stream = split(split(self._stream, _BOTS), len(env.match.events))

            def chosen(
                work: Work, state: Any = state, level: Level = level, stream: Stream = stream
            ) -> int:
                return choose(state, level, stream, stop=work.is_stopped)

            action = await self._workers.run(chosen, tell)
            env.step(env.state.action_to_text(action))
        if env.current_seat in self.seats:
            self._seat = env.current_seat

    def _plays(self) -> bool:
        return not set(self.seats) <= set(self._env.resigned)

    def _check_turn(self) -> None:
        if self._env.done:
            raise RequestError("The game is over.")
        if not self._plays():
            raise RequestError("You have resigned this game.")

    def _observed(self) -> str:
        if self._env.done or self._plays():
            return self._env.turn(self._seat)
        return f"You have resigned; the game was not played on.\n\n{self._env.turn(self._seat)}"

    def _name(self, seat: int) -> str:
        return seat_name(self._env.game, seat, "en")
