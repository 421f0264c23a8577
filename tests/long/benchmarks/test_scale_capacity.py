"""The page about capacity: what the script computes, and what the simulation knows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def capacity(program: Program) -> Any:
    """The program."""
    return program("scale.capacity")


@pytest.fixture(scope="module")
def simulation(program: Program) -> Any:
    """The simulation."""
    return program("scale.simulation")


def test_page_is_what_the_script_computes(capacity: Any) -> None:
    assert capacity.PAGE.read_text("utf-8") == capacity.page()


def test_loads_of_the_page_agree_with_the_simulation(capacity: Any) -> None:
    text = capacity.PAGE.read_text("utf-8")
    rows = re.findall(r"^\| ([\d,]+) \| [\d,]+ \| (\d.*) \|$", text, re.MULTILINE)
    assert [int(row[0].replace(",", "")) for row in rows] == list(capacity.SIZES)
    for _, cells in rows:
        loads = re.findall(r"([\d.]+)%, ([\d.]+)%", cells)
        assert len(loads) == 3
        for calculated, simulated in loads:
            assert float(simulated) == pytest.approx(float(calculated), rel=0.1, abs=0.5)
        waits = [float(one) for one in re.findall(r" ([\d.]+), ([\d.]+) \|", cells + " |")[0]]
        assert waits[1] < 50  # milliseconds, of 99 of 100 moves


def test_need_grows_with_tables_and_keeps_processes_below_their_load(capacity: Any) -> None:
    costs, assumed = capacity.read_costs(), capacity.Assumptions()
    webs = 1
    for tables in capacity.SIZES:
        hashed = capacity.need(tables, costs, assumed, by_table=True)
        in_turn = capacity.need(tables, costs, assumed, by_table=False)
        assert hashed.web_load <= hashed.webs * assumed.busy
        assert hashed.webs == 1 or hashed.web_load > (hashed.webs - 1) * assumed.busy
        assert hashed.worker_load <= hashed.workers * assumed.workers_busy
        assert in_turn.webs >= hashed.webs
        assert hashed.webs >= webs
        webs = hashed.webs
    double = replace(assumed, moves_per_minute=2 * assumed.moves_per_minute)
    once, twice = (
        capacity.need(100_000, costs, one, by_table=True).web_load for one in (assumed, double)
    )
    assert twice == pytest.approx(2 * once)


def test_simulate_a_single_queue_as_theory_says(simulation: Any) -> None:
    """One server with Poisson arrivals and constant service: half as long a wait as M/M/1."""
    site = simulation.Site(
        webs=1, workers=1, postgres=1, web=0.0, commit=0.01, redis=0.0, bots=[[0.0]]
    )
    load = simulation.Load(tables=2000, pause=40.0, bot_share=0.5, seconds=400.0)
    found = simulation.simulate(site, load)
    assert found.postgres == pytest.approx(0.5, abs=0.02)
    # M/D/1 at a load of one half: the median wait is nearly the service alone, 99 % below 4.5.
    assert 0.01 <= found.move_p50 < 0.015
    assert 0.03 < found.move_p99 < 0.05
    assert simulation.simulate(site, load) == found


def test_simulate_an_overload_waits_ever_longer(simulation: Any) -> None:
    site = simulation.Site(
        webs=1, workers=1, postgres=8, web=0.012, commit=0.001, redis=0.0, bots=[[0.001]]
    )
    load = simulation.Load(tables=2000, pause=20.0, bot_share=0.3, seconds=60.0)
    found = simulation.simulate(site, load)
    assert found.web > 0.98
    assert found.move_p99 > 1.0
