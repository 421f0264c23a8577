"""What ``several_processes.py`` measures, and its page of results."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec


@dataclass(frozen=True)
class Way:
    """Processes on a store, and how a proxy spreads connections over them."""

    store: str
    processes: int
    spread: str
    """``hashed`` by table, ``round robin``, or ``apart``: hashed, each on a store of its own."""
    tables: int = 100
    has_bus: bool = False
    """Whether there is a bus, although there is only one process."""
    variation: str = ""
    """A change of the server, see :mod:`load.varied_server`."""


WAYS: Final = tuple(
    Way(store, processes, spread)
    for store in ("SQLite", "PostgreSQL")
    for processes in (1, 2, 4)
    for spread in (("hashed", "round robin") if processes > 1 else ("hashed",))
)


CONTROLS: Final = {
    Way("SQLite", 4, "apart"): "four servers that share nothing",
    Way("PostgreSQL", 1, "hashed", 25): "one process, with 25 tables",
    Way("PostgreSQL", 1, "hashed", has_bus=True): "one process, with Redis",
    Way("PostgreSQL", 4, "hashed", 400): "four processes, with 400 tables",
    Way("PostgreSQL", 4, "apart"): "four servers that share nothing",
    Way("PostgreSQL", 4, "hashed", variation="notices"): "four processes, with all notices",
    Way("PostgreSQL", 4, "hashed", variation="window"): "four processes, commits wait 3 ms",
    Way("PostgreSQL", 4, "hashed", variation="batch"): "four processes, as batch jobs",
}
"""What differs between one process and four, one thing at a time; and attempts to lessen it."""


COUNTED: Final = (
    Way("PostgreSQL", 1, "hashed"),
    Way("PostgreSQL", 2, "hashed"),
    Way("PostgreSQL", 4, "hashed"),
    Way("PostgreSQL", 4, "apart"),
    Way("PostgreSQL", 4, "round robin"),
)
"""The ways of which function calls are counted."""


@dataclass(frozen=True)
class Figures:
    """The result of one window; costs are processor time in microseconds per move."""

    way: Way
    moves_per_second: int
    web_us: float
    store_us: float
    redis_us: float
    p50_ms: float
    p99_ms: float
    commit_moves: float
    """Moves in a commit, on average."""
    waits: float
    """How often a web process waited for something, per move."""


@dataclass(frozen=True)
class Work:
    """Function calls of the event loops, per move."""

    way: Way
    calls: float
    in_c: float
    """Those of functions in C."""
    commit_moves: float


@dataclass(frozen=True)
class Memory:
    """Resident memory of a process with idle connections, in MiB."""

    connections: int
    tables: int
    before: float
    after: float


def report(lines: Sequence[dict[str, Any]]) -> str:
    """Return the page of results of several runs."""
    works = [msgspec.convert(one, Work) for one in lines if "calls" in one]
    figures = [msgspec.convert(one, Figures) for one in lines if "web_us" in one]
    memories = [msgspec.convert(one, Memory) for one in lines if "connections" in one]
    counts = sorted({sum(one.way == way for one in figures) for way in WAYS} - {0})
    turns = f"{counts[0]} to {counts[-1]}" if counts[1:] else str(counts[0])
    return "\n".join(
        [
            "# Several processes",
            "",
            "Durable moves of Block Ness at 100 tables of two, all views and no pause, in one, two and"
            " four processes, by turns; written by `benchmarks/several_processes.py`. Medians of"
            f" {turns} runs. Behind a proxy that hashes by table, the"
            " connections of a table are at one process; with round robin they are at two.",
            "",
            f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python"
            f" {platform.python_version()}, PostgreSQL over a Unix socket with `fsync=on`, Redis over a"
            " Unix socket. One process has no Redis; several have. All processes and the load generator"
            " share the cores: costs are comparable, moves a second and times are not those of a larger"
            " machine.",
            "",
            *_ways(figures),
            *_summary(figures, works),
            *_controls(figures),
            *_works(works),
            *_memories(memories),
            "",
        ]
    )


def _cost(figures: Sequence[Figures], way: Way) -> float:
    return statistics.median(one.web_us for one in figures if one.way == way)


def _median(figures: Sequence[Figures], way: Way, field: str) -> float:
    return float(statistics.median(getattr(one, field) for one in figures if one.way == way))


def _ways(figures: Sequence[Figures]) -> list[str]:
    text = [
        "| store | processes | proxy | web, µs/move | of one process | of SQLite's | store, µs/move"
        " | Redis, µs/move | moves of a commit | moves/s | p50, ms | p99, ms |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for way in WAYS:
        if not any(one.way == way for one in figures):
            continue
        alone = _cost(figures, Way(way.store, 1, "hashed"))
        file = _cost(figures, Way("SQLite", way.processes, way.spread))
        cost = _cost(figures, way)
        cells = [
            f"{_median(figures, way, field):.{digits}f}"
            for field, digits in (
                ("store_us", 0),
                ("redis_us", 0),
                ("commit_moves", 0),
                ("moves_per_second", 0),
                ("p50_ms", 1),
                ("p99_ms", 1),
            )
        ]
        text.append(
            f"| {way.store} | {way.processes} | {way.spread if way.processes > 1 else ''} |"
            f" {cost:.0f} | {cost / alone:.2f} | {cost / file:.2f} | {' | '.join(cells)} |"
        )
    return text


def _summary(figures: Sequence[Figures], works: Sequence[Work]) -> list[str]:
    found = {one.way for one in figures}
    if not found.issuperset([*WAYS, *CONTROLS]):
        return []

    def ratio(store: str, processes: int, spread: str = "hashed") -> str:
        cost = _cost(figures, Way(store, processes, spread))
        return f"{cost / _cost(figures, Way(store, 1, 'hashed')):.2f}"

    dearest = max(
        _cost(figures, way) / _cost(figures, Way("SQLite", way.processes, way.spread))
        for way in WAYS
        if way.store == "PostgreSQL"
    )
    text = [
        "",
        f"- A move costs web processes at most {dearest:.2f} times as much with PostgreSQL as with"
        " SQLite.",
        f"- Hashed by table, a move costs {ratio('SQLite', 2)} (SQLite) and {ratio('PostgreSQL', 2)}"
        f" (PostgreSQL) times as much with two processes as with one, and {ratio('SQLite', 4)} and"
        f" {ratio('PostgreSQL', 4)} with four. With four servers that share nothing it is"
        f" {ratio('SQLite', 4, 'apart')} and {ratio('PostgreSQL', 4, 'apart')}: on two cores, which"
        " the load generator and the database use as well, the rest is due to the machine and to"
        " smaller commits.",
    ]
    calls = {one.way: one.calls for one in works}
    if calls:
        one, four = (calls[Way("PostgreSQL", count, "hashed")] for count in (1, 4))
        text.append(
            f"- In function calls, which do not depend on the machine, it is {four / one:.2f} with four"
            " processes."
        )
    return text


def _controls(figures: Sequence[Figures]) -> list[str]:
    text = [
        "",
        "## One thing at a time",
        "",
        "Hashed by table. *Servers that share nothing* have a store each and no Redis: what they cost"
        " more than one is due to the machine, on which they and the load generator take turns. *All"
        " notices*: other processes are told of each event, as in earlier versions, although no client"
        " waits for it there. *Commits wait*: PostgreSQL gets appends together that arrive within 3 ms."
        " *Batch jobs*: processes do not interrupt others when they wake (`SCHED_BATCH`).",
        "",
        "| store | way | web, µs/move | of one process | moves of a commit | waits/move | p50, ms |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    plain = {
        Way(store, count, "hashed"): f"{name} process{'es' if count > 1 else ''}"
        for store in ("SQLite", "PostgreSQL")
        for count, name in ((1, "one"), (4, "four"))
    }
    found = {one.way for one in figures}
    rows = [(way, name) for way, name in (plain | CONTROLS).items() if way in found]
    if not any(way in CONTROLS for way, _ in rows):
        return []
    for way, name in sorted(rows, key=lambda row: row[0].store, reverse=True):
        cost = _cost(figures, way)
        text.append(
            f"| {way.store} | {name} | {cost:.0f} |"
            f" {cost / _cost(figures, Way(way.store, 1, 'hashed')):.2f} |"
            f" {_median(figures, way, 'commit_moves'):.0f} | {_median(figures, way, 'waits'):.2f} |"
            f" {_median(figures, way, 'p50_ms'):.1f} |"
        )
    return text


def _works(works: Sequence[Work]) -> list[str]:
    if not works:
        return []
    alone = next(one.calls for one in works if one.way == COUNTED[0])
    return [
        "",
        "## Work",
        "",
        "Calls of functions by the event loop, counted by cProfile: unlike processor time they do not"
        " depend on caches and on what else the machine does.",
        "",
        "| store | processes | proxy | moves of a commit | calls/move | of these in C | of one process |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {one.way.store} | {one.way.processes} |"
            f" {one.way.spread if one.way.processes > 1 else ''} | {one.commit_moves:.0f} |"
            f" {one.calls:.0f} | {one.in_c:.0f} | {one.calls / alone:.2f} |"
            for one in works
        ),
    ]


def _memories(memories: Sequence[Memory]) -> list[str]:
    if not memories:
        return []
    return [
        "",
        "## Idle connections",
        "",
        "Resident memory that spectators' connections add to one process, apart from the memory"
        " of the tables.",
        "",
        "| connections | tables | before, MiB | added, MiB | KiB per connection |",
        "| ---: | ---: | ---: | ---: | ---: |",
        *(
            f"| {one.connections} | {one.tables} | {one.before:.0f} |"
            f" {one.after - one.before:.0f} |"
            f" {(one.after - one.before) * 1024 / one.connections:.1f} |"
            for one in memories
        ),
    ]
