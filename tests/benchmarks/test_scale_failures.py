"""Failures of several processes, in short form."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from empile.server.store.opening import prepare
from empile.server.wire import events
from tests.benchmarks.conftest import Program
from tests.server.processes import Nursery
from tests.support.postgres_server import PostgresServer


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """A process that starts servers."""
    with Nursery() as found:
        yield found


@pytest.fixture(scope="module")
def failures(program: Program) -> Any:
    """The program."""
    return program("scale.failures")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path, for sockets."""
    with tempfile.TemporaryDirectory(prefix="em", dir="/tmp") as name:
        yield Path(name)


@pytest.fixture
def pair(
    request: pytest.FixtureRequest, program: Program, folder: Path, postgres: PostgresServer
) -> Iterator[Any]:
    """PostgreSQL, which is started by the run; with a replica if the parameter says so."""
    assert postgres, "skips the test if PostgreSQL is not installed"
    found = program("scale.postgres_pair").PostgresPair(folder, with_replica=request.param)
    yield found
    found.stop()


def test_run_finds_no_fault_whatever_fails(failures: Any, nursery: Nursery, folder: Path) -> None:
    kinds = ["kill redis", "restart web", "kill worker", "pause web"]
    running = failures.run(nursery, folder, kinds, tables=4, web=2, workers=2, seed=1)
    result = asyncio.run(running)
    assert result.faults == []
    assert result.failures == dict.fromkeys(kinds, 1)
    assert result.moves > 20
    assert result.outages
    assert result.analyses


@pytest.mark.parametrize(
    ("pair", "kinds"),
    [
        (False, ["kill postgresql", "pause worker", "pause postgresql"]),
        (True, ["promote replica"]),
    ],
    indirect=["pair"],
    ids=["alone", "replica"],
)
def test_run_on_postgresql_finds_no_fault(
    failures: Any, nursery: Nursery, folder: Path, pair: Any, kinds: list[str]
) -> None:
    running = failures.run(nursery, folder, kinds, tables=4, web=2, workers=2, seed=1, pair=pair)
    result = asyncio.run(running)
    assert result.faults == []
    assert result.failures == dict.fromkeys(kinds, 1)
    assert result.moves > 20


def test_report_sums_up_runs(failures: Any) -> None:
    one = failures.Result({"kill web": 2}, 10, 20, 3, 1, [0.5, 2.0], [])
    other = failures.Result({"kill web": 1, "pause redis": 1}, 5, 9, 0, 0, [], ["a table is stuck"])
    text = failures.report([one, other])
    assert "| kill web | 3 |" in text
    assert "| all | 4 |" in text
    assert "Acknowledged moves: 15, events in the logs: 29." in text
    assert "longer than 5 s): 1." in text
    assert "2.00 s at most" in text
    assert "FAULT: a table is stuck" in text


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
