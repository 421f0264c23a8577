"""Times of analyses and hints at a server, with small searches."""

from __future__ import annotations

import asyncio
import runpy
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

import empile
from empile.bots import analysis
from empile.bots.analysis import Depth
from tests.conftest import ROOT
from tests.server.serving import serving
from tests.support.patience import PATIENCE


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    return runpy.run_path(str(ROOT / "benchmarks" / "analysis_speed.py"))


def test_times_of_an_analysis_and_of_hints(
    program: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    monkeypatch.setitem(analysis.DEPTHS, "quick", tiny)
    program["hint_time"].__globals__["_HINTS"] = 1
    record = program["played"](empile.load("cairn", players=2), 0, 1).to_dict()

    async def times(address: str) -> tuple[list[float], float]:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as rest:
            found = await program["analysis_times"](rest, record)
        return found, await program["hint_time"](address, "cairn", 2)

    with serving(tmp_path / "tables.sqlite3") as server:
        found, hint = asyncio.run(times(server.address))
    first, positions, complete, again = found
    assert 0 < first <= positions <= complete
    assert again > 0
    assert hint > 0
