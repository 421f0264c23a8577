"""Kills of a server that is played on, in the short form."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program
from tests.support.patience import PATIENCE


def test_acknowledged_events_survive_kills(
    program: Program, servers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = program("kills")
    monkeypatch.setattr(kills, "_PATIENCE", PATIENCE)
    counts, faults = kills.run(servers, tmp_path, kills=6, seed=3)
    assert faults == []
    assert counts["kills"] == 6
    assert counts["acknowledged moves"] > 0
    assert counts["connections resumed"] > 0


def test_lost_and_invented_events_are_found(program: Program, servers: Any, tmp_path: Path) -> None:
    kills, processes = program("kills"), program("servers")
    campaign = kills.Campaign(tmp_path, random.Random(1))
    start = processes.Start(str(campaign.data), str(tmp_path / "log"), unlimited=True)
    started = servers.start(start)
    asyncio.run(campaign.live(servers, started.address, started.pid))
    campaign.check()
    assert campaign.faults == []

    def changed(statement: str) -> list[str]:
        with contextlib.closing(sqlite3.connect(campaign.data)) as file, file:
            assert file.execute(statement).rowcount > 0
        campaign.faults = []
        campaign.check()
        found: list[str] = campaign.faults
        return found

    moves = [one for one in campaign.heard if one.moves]
    table, last = moves[0].table, max(moves[0].events)
    of_table = f"number = (SELECT number FROM tables WHERE id = '{table}')"
    copied = "INSERT INTO log (number, seq, at, body) SELECT number, seq + {}, at, body FROM log"
    move = f"WHERE {of_table} AND CAST(body AS TEXT) LIKE '%move%' ORDER BY seq LIMIT 1"
    invented = changed(copied.format(10_000) + f" {move}")
    assert any("stored" in fault for fault in invented)
    assert any("without gaps" in fault for fault in invented)
    lost = changed(f"DELETE FROM log WHERE {of_table} AND seq >= {last}")
    assert f"table {table}: event {last} was acknowledged, the last one is {last - 1}" in lost
