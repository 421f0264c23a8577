"""Analyses the games of fair play reports in the background, one after another.

Each takes its turn among the analyses that players ask for, and begins when none of them waits. What
is found is stored by game, so a process that stops loses one analysis at most, and the next request
for the report goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from empile.community.clock import now_ms
from empile.community.database import Database
from empile.community.fairplay import samples
from empile.community.fairplay.game_log import read_game
from empile.community.fairplay.measures import SeatMeasured, encoded_measures
from empile.community.fairplay.report import Gathered, encoded_report
from empile.community.fairplay.samples import GameKey
from empile.server.background.analyses import Analyses, analysis_input_of_table
from empile.server.background.analysis_schemas import AnalysisInput, JobState
from empile.server.background.compute import SEARCH_COST, Compute
from empile.server.wire.errors import CommandError

GROUP: Final = "fair play"
"""In whose turn the analyses wait; no group of addresses has this name."""
LOOK_SECONDS: Final = 0.5
"""Interval of asking how far an analysis is, and whether others wait."""
_RETRY_SECONDS: Final = 30.0
_TRIES: Final = 2
_REPORT_COST: Final = 1000.0
"""In events that take as long to replay."""

log = logging.getLogger("empile.community")


class _Seen(Struct, frozen=True):
    """An ``AnalysisResponse`` whose analysis is not decoded."""

    state: JobState
    analysis: msgspec.Raw


class FairPlayService:
    """Makes fair play reports; created on the event loop."""

    def __init__(self, database: Database, analyses: Analyses, compute: Compute) -> None:
        self._database = database
        self._analyses = analyses
        self._compute = compute
        self._wanted: dict[GameKey, None] = {}
        self._task: asyncio.Task[None] | None = None

    async def report(self, found: Gathered) -> bytes:
        """Return an encoded report as far as its games are analysed, and let the others be."""
        missing = found.missing
        if missing:
            self._wanted.update(dict.fromkeys(missing))
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._work())
        body = msgspec.msgpack.encode(found)
        return await self._compute.run(encoded_report, body, group=GROUP, cost=_REPORT_COST)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        tries = 0
        while self._wanted:
            key = next(iter(self._wanted))
            while self._analyses.waiting > 0:
                await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._measure(key)
            except CommandError as error:
                tries = tries + 1 if error.code == "failed" else 0
                if error.code == "bad_record" or tries == _TRIES:  # too long, or it crashes
                    await self._store(key, [])
                else:
                    log.warning("a game of a fair play report waits: %s", error)
                    await asyncio.sleep(_RETRY_SECONDS)
                    continue
            except Exception:
                log.exception("a game of a fair play report cannot be analysed")
                await self._store(key, [])
            del self._wanted[key]
            tries = 0

    async def _measure(self, key: GameKey) -> None:
        number, game = key
        found = await self._database.read(lambda connection: read_game(connection, number, game))
        seats: list[SeatMeasured] = []
        if found is not None:
            events = len(found.seconds)
            body = await self._compute.run(
                analysis_input_of_table, found.snapshot, "quick", group=GROUP, cost=events
            )
            wanted = msgspec.json.decode(body, type=AnalysisInput)
            analysis = await self._analysed(wanted)
            measured = await self._compute.run(
                encoded_measures,
                bytes(wanted.record),
                analysis,
                found.seconds,
                group=GROUP,
                cost=SEARCH_COST,
            )
            seats = msgspec.json.decode(measured, type=list[SeatMeasured])
        await self._store(key, seats)

    async def _analysed(self, wanted: AnalysisInput) -> bytes:
        """Return a complete analysis. Raises ``CommandError``."""
        if not await self._analyses.known(wanted.name, GROUP):
            await self._analyses.begin(wanted, GROUP)
        while True:
            body = await self._analyses.seen(wanted.name, GROUP)
            seen = msgspec.json.decode(body, type=_Seen)
            if seen.state == "done":
                return bytes(seen.analysis)
            if seen.state == "failed":
                raise CommandError("failed", "the analysis failed")
            await asyncio.sleep(LOOK_SECONDS)

    async def _store(self, key: GameKey, seats: list[SeatMeasured]) -> None:
        def store(connection: Connection) -> None:
            samples.store(connection, key, seats, now_ms())

        with contextlib.suppress(CommandError):  # it is analysed again
            await self._database.write(store)
