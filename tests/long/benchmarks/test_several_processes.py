"""The measurement of several processes: its players and its report."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def spread(program: Program) -> Any:
    """The program."""
    return program("several_processes")


def test_player_sees_several_turns_in_one_message(spread: Any) -> None:
    async def scene() -> Any:
        turns = [spread.Turn(b"", b'"seq":%d,' % seq, is_move=True) for seq in (4, 5, 6, 9)]
        player = spread.SpreadPlayer("ws://127.0.0.1:1/ws", spread.Load(), iter(turns), 99)
        player.received(b'{"events":[{"seq":4,"a":1},{"seq":5,"a":1},{"seq":6,"a":1}]}')
        return player

    assert asyncio.run(scene()).turns == 3


def test_report_compares_ways(spread: Any) -> None:
    lines: list[dict[str, Any]] = []
    for turn in range(3):
        for way in [*spread.WAYS, *spread.CONTROLS]:
            factor = 1.4 if way.store == "PostgreSQL" else 1.0
            cost = 100.0 * factor * (1.1 if way.processes == 4 else 1.0) + turn
            lines.append(asdict(spread.Figures(way, 1000, cost, 20.0, 5.0, 1.0, 9.5, 40.0, 0.2)))
    for number, way in enumerate(spread.COUNTED):
        lines.append(asdict(spread.Work(way, 200.0 + 10 * number, 80.0, 40.0)))
    lines.append(asdict(spread.Memory(1000, 50, 100.0, 120.0)))
    text = spread.report(lines)
    assert "Medians of 3 runs" in text
    assert "| PostgreSQL | 1 |  | 141 | 1.00 | 1.40 | 20 | 5 | 40 | 1000 | 1.0 | 9.5 |" in text
    assert "| SQLite | 4 | round robin | 111 | 1.10 | 1.00 |" in text
    assert "| SQLite | four servers that share nothing | 111 | 1.10 | 40 | 0.20 | 1.0 |" in text
    assert "| PostgreSQL | 4 | hashed | 40 | 220 | 80 | 1.10 |" in text
    assert "at most 1.40 times as much with PostgreSQL" in text
    assert "| 1000 | 50 | 100 | 20 | 20.5 |" in text
