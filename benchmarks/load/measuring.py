"""What a load generator counts, and the figures that it reports."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from load.processes import processor_seconds, resident_mb


@dataclass
class Counts:
    """Moves since the measurement began, shared by all connections."""

    latencies: list[float] = field(default_factory=list[float])
    """Seconds from sending a move until its mover has received it."""
    counting: bool = False
    stopping: bool = False
    errors: list[str] = field(default_factory=list[str])

    def add(self, sent: float) -> None:
        """Count a move that was sent at ``sent``."""
        if self.counting:
            self.latencies.append(time.perf_counter() - sent)


@dataclass(frozen=True)
class Figures:
    """The result of one run."""

    server: str
    game: str
    tables: int
    seconds: float
    moves: int
    moves_per_second: int
    server_processor_share: float
    """Used processor time / time. 1 is one core."""
    server_us_per_move: float
    p50_ms: float
    p99_ms: float
    memory_mb: float
    """Resident memory of the server at the end."""
    table_kib: float
    """Growth of the resident memory until all tables played, per table."""


async def measure(
    counts: Counts,
    *,
    pid: int,
    memory_before: float,
    server: str,
    game: str,
    tables: int,
    seconds: float,
    warm_seconds: float,
) -> Figures:
    """Measure while games are played in the running loop. Raises ``SystemExit`` after errors."""
    await asyncio.sleep(warm_seconds)
    grown = resident_mb(pid) - memory_before
    counts.counting = True
    used = processor_seconds(pid)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    counts.counting = False
    took = time.perf_counter() - began
    used = processor_seconds(pid) - used
    counts.stopping = True
    if counts.errors:
        raise SystemExit(f"the server refused: {counts.errors[0]}")
    ordered = sorted(counts.latencies)
    moves = len(ordered)
    if not moves:
        raise SystemExit("no move was made")
    return Figures(
        server=server,
        game=game,
        tables=tables,
        seconds=round(took, 2),
        moves=moves,
        moves_per_second=round(moves / took),
        server_processor_share=round(used / took, 2),
        server_us_per_move=round(used / moves * 1e6, 1),
        p50_ms=round(ordered[moves // 2] * 1e3, 2),
        p99_ms=round(ordered[int(moves * 0.99)] * 1e3, 2),
        memory_mb=round(resident_mb(pid), 1),
        table_kib=round(grown / tables * 1024, 1),
    )
