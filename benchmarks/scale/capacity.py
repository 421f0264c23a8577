"""Machines for 1,000, 10,000 and 100,000 tables at once; writes ``docs/reference/capacity.md``.

``python -m benchmarks.scale.capacity``: calculates from measured costs (``results/capacity.json``, by
``costs.py``, and ``results/load_memory.md``) and :class:`Assumptions` how many processes, workers
and machines are needed, and checks it by a discrete-event simulation (``simulation.py``) with the
same costs. Takes half a minute.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .simulation import Load, Outcome, Site, simulate

ROOT: Final = Path(__file__).parents[2]
COSTS: Final = ROOT / "benchmarks" / "results" / "capacity.json"
MEMORY: Final = ROOT / "benchmarks" / "results" / "load_memory.md"
PAGE: Final = ROOT / "docs" / "reference" / "capacity.md"
SIZES: Final = (1_000, 10_000, 100_000)
SIMULATED_MOVES: Final = 30_000
"""About so many moves are simulated for each size."""


@dataclass(frozen=True)
class Assumptions:
    """What is not measured."""

    moves_per_minute: float = 4.0
    """Moves of a table, of people and bots."""
    bot_share: float = 1 / 3
    connections: int = 2
    """Open connections of a table."""
    cores: int = 8
    """Cores of a machine."""
    memory_gib: float = 16.0
    busy: float = 0.5
    """Share of a core that web processes, PostgreSQL and Redis may use on average: the rest is for
    peaks, and for the tables of a machine that fails."""
    workers_busy: float = 0.7
    """The same for workers, for which somebody may wait a moment."""


@dataclass(frozen=True)
class Costs:
    """Measured costs. Processor time is in seconds per move."""

    web_alone: float
    """Of the web process, without Redis."""
    web: float
    """Of the web process, if a table's people are at one process."""
    web_spread: float
    """Of both web processes, if they are at two."""
    postgres: float
    postgres_spread: float
    redis: float
    redis_spread: float
    started_mib: float
    """Memory of a web process before its first table."""
    process_mib: float
    """The same once it has loaded games, without the tables."""
    table_kib: float
    """Memory of a table with two connections in mid-game."""
    bots: tuple[tuple[float, ...], ...]
    """Processor time of a bot's move, for each game and level: means of equal groups."""

    @property
    def bot(self) -> float:
        """The mean processor time of a bot's move, over all games and levels."""
        return statistics.mean(map(statistics.mean, self.bots))


def read_costs() -> Costs:
    """Read the measured costs."""
    found: dict[str, Any] = json.loads(COSTS.read_text("utf-8"))
    alone, by_table, two = (
        found["moves"][name] for name in ("one process", "by table", "two processes")
    )
    tables = re.findall(r"^\| \S+ \| full \| \d+ \| \d+ \| (\d+) \|$", MEMORY.read_text(), re.M)
    table = max(map(float, tables))
    return Costs(
        web_alone=alone["web"] / 1e6,
        web=by_table["web"] / 1e6,
        web_spread=two["web"] / 1e6,
        postgres=by_table["postgres"] / 1e6,
        postgres_spread=two["postgres"] / 1e6,
        redis=max(0.0, by_table["redis"]) / 1e6,
        redis_spread=max(0.0, two["redis"]) / 1e6,
        started_mib=by_table["MiB empty"],
        process_mib=by_table["MiB"] - found["tables"] * table / 1024,
        table_kib=table,
        bots=tuple(tuple(times) for times in found["bots"].values()),
    )


@dataclass(frozen=True)
class Need:
    """What a number of tables needs."""

    tables: int
    moves: float
    """Moves a second."""
    web_load: float
    """Cores that web processes use on average."""
    webs: int
    worker_load: float
    workers: int
    postgres_load: float
    redis_load: float
    web_gib: float
    machines: int
    """Machines for web processes and workers."""


def need(tables: int, costs: Costs, assumed: Assumptions, *, by_table: bool) -> Need:
    """Calculate the need of a number of tables."""
    moves = tables * assumed.moves_per_minute / 60

    def cost(together: float, spread: float, processes: int) -> float:
        """Return the cost if people choose processes at random: some are at one process anyway."""
        share = 0.0 if by_table else 1 - 1 / processes
        return together + share * max(0.0, spread - together)

    webs = 1
    while moves * cost(costs.web, costs.web_spread, webs) > webs * assumed.busy:
        webs += 1
    together = 1.0 if by_table else 2 - 1 / webs
    """Processes in which a table is loaded."""
    gib = (webs * costs.process_mib + tables * together * costs.table_kib / 1024) / 1024
    worker_load = moves * assumed.bot_share * costs.bot
    workers = max(1, math.ceil(worker_load / assumed.workers_busy))
    by_cores = math.ceil((webs + workers) / assumed.cores)
    by_memory = math.ceil(gib / (assumed.memory_gib * 0.75))
    return Need(
        tables,
        moves,
        moves * cost(costs.web, costs.web_spread, webs),
        webs,
        worker_load,
        workers,
        moves * cost(costs.postgres, costs.postgres_spread, webs),
        moves * cost(costs.redis, costs.redis_spread, webs),
        gib,
        max(by_cores, by_memory),
    )


def simulated(found: Need, costs: Costs, assumed: Assumptions) -> Outcome:
    """Simulate a number of tables, by table, with the processes that were calculated."""
    return simulate(
        Site(
            webs=found.webs,
            workers=found.workers,
            postgres=math.ceil(found.postgres_load / assumed.busy),
            web=costs.web,
            commit=costs.postgres,
            redis=costs.redis,
            bots=costs.bots,
        ),
        Load(
            tables=found.tables,
            pause=60 / assumed.moves_per_minute,
            bot_share=assumed.bot_share,
            seconds=max(10.0, min(600.0, SIMULATED_MOVES / found.moves)),
        ),
    )


_HEAD: Final = """\
# Capacity

How many processes and machines a number of tables needs, calculated from measured costs, and checked by a simulation.
Written by `benchmarks/scale/capacity.py`. To set them up: [recipes](../how-to/recipes.md).

## Assumptions

- Each table has {connections} connections and {moves:.0f} moves a minute. Bots make {bots:.0%} of them, of all games and levels alike.
- A machine has {cores} cores and {memory:.0f} GiB; three quarters of the memory are for web processes.
- Web processes, PostgreSQL and Redis use {busy:.0%} of a core on average, workers {workers:.0%}. The rest is for peaks, and for the
  tables of a machine that fails.
- All cores are as fast as those of the measurement. Hints, analyses, replays, placements by hand, page loads and TLS are
  not included.
- Most commits store one move, as in the measurement. At high rates several share a commit, which costs less
  (`benchmarks/results/stores.md`).

## Measured costs

{about} Games of {game}, two people at each of {tables} tables, about {rate:.0f} moves a
second in all. The load generator and all servers share the machine.

| people of a table | web processes, µs/move | PostgreSQL, µs/move | Redis, µs/move |
| --- | ---: | ---: | ---: |
{costs}

A bot's move takes {bot:.1f} ms of processor time on average over games and levels, at the strongest level of Block Ness
{strong:.0f} ms. A web process has {started:.0f} MiB at its start and {loaded:.0f} MiB once it has loaded games, and {table:.0f} KiB more for each
table with two connections in mid-game (the most in `benchmarks/results/load_memory.md`).

## Need

| tables | proxy | moves/s | web processes | workers | cores of PostgreSQL | core of Redis | memory, GiB | machines |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{needs}

Machines are those for web processes and workers. PostgreSQL needs one more with the cores of the column, its replica the
same, and Redis a share of a core. If one machine may fail, two are the least.
{limits}

## Simulation

The same tables, by table, in a discrete-event simulation (SimPy). People think for an exponentially distributed time. Each web
process does one thing at a time, PostgreSQL has as many cores as calculated, and searches take times drawn from the measured
ones. *Load* is the share of time in which a process is busy: as calculated, and as simulated. *Wait* is the time until a move is
processed, and until a bot's search ends. It has queues and processor time, but no disks and no network.

| tables | moves | load of web | load of workers | load of PostgreSQL | wait of a move, p50 and p99, ms | wait for a bot, p50 and p99, ms |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{simulated}
"""


def page() -> str:
    """Return the page."""
    costs, assumed = read_costs(), Assumptions()
    found: dict[str, Any] = json.loads(COSTS.read_text("utf-8"))
    needs = [need(tables, costs, assumed, by_table=True) for tables in SIZES]
    turns = [need(tables, costs, assumed, by_table=False) for tables in SIZES]
    ways = {
        "at one process, without Redis": found["moves"]["one process"],
        "at one process (by table)": found["moves"]["by table"],
        "at two processes": found["moves"]["two processes"],
    }
    return _HEAD.format(
        connections=assumed.connections,
        moves=assumed.moves_per_minute,
        bots=assumed.bot_share,
        cores=assumed.cores,
        memory=assumed.memory_gib,
        busy=assumed.busy,
        workers=assumed.workers_busy,
        about=f"{found['about']}.",
        game=found["game"],
        tables=found["tables"],
        rate=ways["at one process (by table)"]["moves a second"],
        costs="\n".join(
            f"| {name} | {way['web']:.0f} | {way['postgres']:.0f} | {_redis(name, way['redis'])} |"
            for name, way in ways.items()
        ),
        bot=1000 * costs.bot,
        strong=1000 * statistics.mean(found["bots"]["block-ness 5"]),
        started=costs.started_mib,
        loaded=costs.process_mib,
        table=costs.table_kib,
        needs="\n".join(
            f"| {one.tables:,} | {name} | {one.moves:,.0f} | {one.webs} | {one.workers} |"
            f" {one.postgres_load / assumed.busy:.2f} | {one.redis_load:.1%} |"
            f" {one.web_gib:.1f} | {one.machines} |"
            for pair in zip(needs, turns, strict=True)
            for name, one in zip(("by table", "in turn"), pair, strict=True)
        ),
        limits=_limits(needs, turns, assumed),
        simulated="\n".join(_simulated_row(one, costs, assumed) for one in needs),
    )


def _redis(name: str, cost: float) -> str:
    return "" if "without" in name else f"{max(0.0, cost):.0f}"


def _simulated_row(one: Need, costs: Costs, assumed: Assumptions) -> str:
    ran = simulated(one, costs, assumed)
    cores = math.ceil(one.postgres_load / assumed.busy)
    return (
        f"| {one.tables:,} | {ran.moves:,} | {one.web_load / one.webs:.1%}, {ran.web:.1%} |"
        f" {one.worker_load / one.workers:.1%}, {ran.workers:.1%} |"
        f" {one.postgres_load / cores:.1%}, {ran.postgres:.1%} |"
        f" {ran.move_p50 * 1e3:.1f}, {ran.move_p99 * 1e3:.1f} |"
        f" {ran.bot_p50 * 1e3:.1f}, {ran.bot_p99 * 1e3:.0f} |"
    )


def _limits(needs: list[Need], turns: list[Need], assumed: Assumptions) -> str:
    """Say whether one Redis suffices, which uses one core."""
    over = [
        f"{one.tables:,} tables {name}"
        for name, found in (("by table", needs), ("in turn", turns))
        for one in found
        if one.redis_load > assumed.busy
    ]
    if not over:
        return "One Redis, which uses one core, suffices for all of them."
    return f"One Redis, which uses one core, is not enough for {' and '.join(over)}."


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
