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
from msgspec.structs import replace

from empile import load
from empile.server.store.opening import prepare
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire.clocks.settings import RealClock
from tests.long.benchmarks.conftest import Program
from tests.server.processes import Nursery
from tests.support.patience import PATIENCE, slowness
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


@pytest.fixture
def patient(failures: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow for the speed of the machine."""
    monkeypatch.setattr(failures, "BACK_SECONDS", failures.BACK_SECONDS * slowness())
    monkeypatch.setattr(failures, "_PATIENCE", PATIENCE)
    clocks = failures.check_clocks.__globals__
    monkeypatch.setitem(clocks, "MOST_MS", clocks["MOST_MS"] * slowness())


@pytest.mark.alone
@pytest.mark.usefixtures("patient")
def test_run_finds_no_fault_whatever_fails(failures: Any, nursery: Nursery, folder: Path) -> None:
    kinds = ["kill redis", "restart web", "kill worker", "pause web"]
    running = failures.run(nursery, folder, kinds, tables=4, web=2, workers=2, seed=1, clock=60)
    result = asyncio.run(running)
    assert result.faults == []
    assert result.failures == dict.fromkeys(kinds, 1)
    assert result.moves > 20
    assert result.outages
    assert result.analyses
    assert len(result.costs) > 20
    assert result.stopped


@pytest.mark.alone
@pytest.mark.usefixtures("patient")
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
    other = failures.Result(
        {"kill web": 1, "pause redis": 1}, 5, 9, 0, 0, [], ["a table is stuck"], [500, 1500], 4
    )
    text = failures.report([one, other])
    assert "| kill web | 3 |" in text
    assert "| all | 4 |" in text
    assert "Acknowledged moves: 15, events in the logs: 29." in text
    assert "longer than 5 s): 1." in text
    assert "2.00 s at most" in text
    assert "FAULT: a table is stuck" in text
    assert (
        "4 outages, in which clocks stood still. 2 moves cost 1.50 s at the 99th percentile" in text
    )


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


def test_check_clocks_finds_what_failures_cost(program: Program, tmp_path: Path) -> None:
    check_clocks = program("scale.check_clocks").check_clocks
    file = tmp_path / "tables.sqlite3"
    prepare(file)
    game = load("block-ness", players=2)
    places = [events.StoredPlace("person", name, key=name) for name in ("Ann", "Bea")]
    first = events.Created(
        game=game.name, rules=1, options=game.options, places=places, clock=RealClock(60),
        seq=1, at=0,
    )  # fmt: skip
    table = Table.read("T", 1, game, [first])
    log: list[Any] = [first]

    def append(at: int, entry: Any) -> None:
        log.append(replace(entry, seq=table.seq + 1, at=at))
        table.take(log[-1])

    def move(at: int) -> None:
        state, seat = table.state, table.seat_to_act
        assert state is not None
        assert seat is not None
        text = state.action_to_text(state.legal_actions()[0])
        append(at, events.Moved(seat=seat, text=text))

    append(0, events.Started(game_number=1, seats=[0, 1]))
    for at in (1_000, 2_000, 3_000, 9_000, 14_000):
        move(at)
    # The fourth move took six seconds, of which five were an outage; the fifth five seconds.
    append(14_500, events.Outage(since=3_500, until=8_500))
    append(15_000, events.Flagged(place=0))
    with closing(sqlite3.connect(file)) as store:
        store.execute("INSERT INTO tables (number, id, code, made) VALUES (1, 'T', NULL, 0)")
        for entry in log:
            values = (1, entry.seq, entry.at, events.encode(entry))
            store.execute("INSERT INTO log (number, seq, at, body) VALUES (?, ?, ?, ?)", values)
        store.commit()
    costs = check_clocks(file)
    assert costs.moves == [0, 0, 1_000, 1_000, 5_000]
    assert costs.outages == 1
    assert costs.faults == ["table T: event 9 is a flag", "table T: a move cost 5.0 s"]
