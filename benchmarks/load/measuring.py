"""Measurements of a server while prepared games are played at its tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from load.players import Load
from load.processes import processor_seconds, resident_mb

_WARM_TURNS = 16
"""Table n rests after (n modulo this) turns first, so that games are not in step."""
_FULL_LOAD = 0.9
"""Processor time / time from which a process is the limit. 1 is one core."""


class Tables(Protocol):
    """Tables of a server."""

    name: str
    pid: int

    async def add(self, number: int, hold_at: int) -> None:
        """Begin to play at table ``number``, until ``hold_at`` turns were played."""


@dataclass(frozen=True)
class Figures:
    """The result of one window."""

    server: str
    game: str
    tables: int
    seconds: float
    moves: int
    moves_per_second: int
    server_us_per_move: float
    """Processor time of the server."""
    driver_us_per_move: float
    """Processor time of the load generator."""
    server_load: float
    """Used processor time / time. 1 is one core."""
    driver_load: float
    p50_ms: float
    p99_ms: float
    memory_mb: float
    """Resident memory of the server before the window."""
    table_kib: float
    """Growth of the resident memory from the first to all tables, in mid-game, per table."""
    store_us_per_move: float = 0.0
    """Processor time of other processes that store moves."""

    @property
    def limited_by_driver(self) -> bool:
        """Whether the load generator and not the server was the limit."""
        return self.driver_load >= _FULL_LOAD and self.driver_load > self.server_load

    @property
    def limited_by_neither(self) -> bool:
        """Whether the disk or other work on the machine was the limit."""
        return max(self.driver_load, self.server_load) < _FULL_LOAD


async def measure_sizes(
    tables: Tables,
    load: Load,
    *,
    game: str,
    sizes: Sequence[int],
    seconds: float,
    run_in_seconds: float = 0.5,
    store_seconds: Callable[[], float] = lambda: 0.0,
) -> list[Figures]:
    """Measure with each number of tables of ``sizes``, ascending. Raises ``SystemExit`` after errors."""
    found: list[Figures] = []
    await tables.add(0, _WARM_TURNS)
    await load.rest(1)  # the game is loaded, and its code too
    memory, made = resident_mb(tables.pid), 1
    for size in sizes:
        for number in range(made, size):
            await tables.add(number, number * 7 % _WARM_TURNS)
        await load.rest(size)
        grown = resident_mb(tables.pid) - memory
        load.resume()
        await asyncio.sleep(run_in_seconds)
        stored = store_seconds()
        figures = await _window(tables, load, game, size, seconds, grown / max(1, size - 1) * 1024)
        stored = store_seconds() - stored
        found.append(replace(figures, store_us_per_move=round(stored / figures.moves * 1e6, 1)))
        load.pause()
        await load.rest(size)
        made = size
    return found


async def _window(
    tables: Tables, load: Load, game: str, size: int, seconds: float, table_kib: float
) -> Figures:
    memory = resident_mb(tables.pid)
    load.latencies.clear()
    load.counting = True
    used, driver, began = processor_seconds(tables.pid), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    load.counting = False
    took = time.perf_counter() - began
    used, driver = processor_seconds(tables.pid) - used, time.process_time() - driver
    ordered = sorted(load.latencies)
    moves = len(ordered)
    if load.errors or not moves:
        raise SystemExit(f"the server refused: {load.errors[0]}" if load.errors else "no move")
    return Figures(
        server=tables.name,
        game=game,
        tables=size,
        seconds=round(took, 2),
        moves=moves,
        moves_per_second=round(moves / took),
        server_us_per_move=round(used / moves * 1e6, 1),
        driver_us_per_move=round(driver / moves * 1e6, 1),
        server_load=round(used / took, 2),
        driver_load=round(driver / took, 2),
        p50_ms=round(ordered[moves // 2] * 1e3, 2),
        p99_ms=round(ordered[int(moves * 0.99)] * 1e3, 2),
        memory_mb=round(memory, 1),
        table_kib=round(table_kib, 1),
    )
