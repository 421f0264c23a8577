"""Failures of several processes, in short form."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from empile.server.store.opening import prepare
from empile.server.wire import events
from tests.benchmarks.conftest import Program
from tests.server.processes import Nursery


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """A process that starts servers."""
    with Nursery() as found:
        yield found


@pytest.fixture(scope="module")
def failures(program: Program) -> Any:
    """The program."""
    return program("scale.failures")


def test_run_finds_no_fault_whatever_fails(failures: Any, nursery: Nursery, tmp_path: Path) -> None:
    running = failures.run(nursery, tmp_path, failures.KINDS, tables=4, processes=2, seed=1)
    result = asyncio.run(running)
    assert result.faults == []
    assert result.moves > 20
    assert result.returns > 0


def test_check_finds_lost_and_invented_moves(failures: Any, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    prepare(file)
    log: list[Any] = [
        events.Created(
            game="block-ness", rules=1, options={}, places=[], code="", allow_spectators=False,
            language="", hints=False, assist=False, listed=False, start=None,
        ),
        events.Started(game_number=1, seats=[0]),
        events.Moved(seat=0, text="a1"),
        events.Moved(seat=0, text="b2"),
    ]  # fmt: skip
    with closing(sqlite3.connect(file)) as store:
        store.execute("INSERT INTO tables (number, id, code, made) VALUES (1, 'T', NULL, 0)")
        for seq, event in enumerate(log, 1):
            values = (1, seq, 0, events.encode(event))
            store.execute("INSERT INTO log (number, seq, at, body) VALUES (?, ?, ?, ?)", values)
        store.commit()
    journal = failures.Journal({("T", 3): "a1"}, {("T", "a1"), ("T", "b2")})
    assert failures.check(file, journal) == (4, [])
    journal.attempted.remove(("T", "b2"))
    journal.acknowledged["T", 5] = "c3"
    count, faults = failures.check(file, journal)
    assert count == 4
    assert len(faults) == 2
    assert "c3 is lost" in faults[0]
    assert "nobody made the move 4 b2" in faults[1]
