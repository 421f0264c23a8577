"""Kills, pauses and restarts processes that serve the same tables, and checks that nothing is lost.

``python -m benchmarks.scale.failures --postgres --rounds 50 --json runs.jsonl``: four web processes
and two workers on PostgreSQL play through one Redis. In each round a web process, a worker, Redis or
PostgreSQL is killed, paused for longer than leases last, or restarted, at a random moment, while
people and bots play, hints are asked for and games analysed; with ``--replica`` a synchronous
replica is promoted after the primary was fenced. Clients come back at another process. In the end
each acknowledged move must be in the log exactly once, no move may be there that nobody made, every
log must be readable, every table must go on, and every client must have been back within five
seconds, counted from the store's return if it was away. With ``--clock SECONDS`` each player has so
much time for a game, nobody may run out of it, and no move may cost more than four seconds: players
move at once. ``--report`` sums up several runs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from empile.client import Rest
from empile.server.bus.redis_connection import TTL
from empile.server.store.location import read_location
from empile.server.wire.clocks.settings import RealClock
from tests.server.processes import Nursery

from .check_clocks import MOST_MS, check_clocks
from .check_log import check
from .players import Journal, Player, analyse_games
from .postgres_pair import PostgresPair
from .site import KINDS, POSTGRES_KINDS, REPLICA_KINDS, Site

BACK_SECONDS: Final = 5.0
"""Longest time in which a client must be back."""
_SETTLE: Final = 1.5
_PATIENCE: Final = 30.0
"""How long a table may stand still on a machine that other programs keep busy."""


@dataclass
class Result:
    """What came of a run."""

    failures: dict[str, int]
    moves: int
    events: int
    advice: int
    analyses: int
    outages: list[float]
    """Seconds until clients were back."""
    faults: list[str]
    costs: list[int] = field(default_factory=list[int])
    """Milliseconds of their clocks that moves cost; none without clocks."""
    stopped: int = 0
    """The outages in the logs, during which clocks stood still."""


async def run(
    nursery: Nursery,
    folder: Path,
    kinds: Sequence[str],
    *,
    tables: int,
    seed: int,
    web: int = 4,
    workers: int = 2,
    pair: PostgresPair | None = None,
    minutes: float = float("inf"),
    clock: int = 0,
) -> Result:
    """Let one failure after another happen; none begins after ``minutes``.

    Games have a clock of so many seconds for each player, or none.
    """
    journal = Journal()
    site = Site(nursery, folder, journal, web=web, workers=workers, pair=pair)
    clients = [asyncio.create_task(journal.watch_stalls())]
    done: Counter[str] = Counter()
    try:
        await site.start()
        clients += await _players(site, journal, tables, clock)
        clients.append(asyncio.create_task(analyse_games(site.addresses, journal, seed)))
        chosen = random.Random(seed)
        until = time.monotonic() + minutes * 60
        for kind in kinds:
            if time.monotonic() > until:
                break
            await asyncio.sleep(chosen.uniform(0.2, 0.8))
            await site.fail(kind, chosen)
            done[kind] += 1
        await asyncio.sleep(_SETTLE + TTL)
        journal.faults += await _stuck(journal)
        journal.faults += await _unanswered(journal)
        for task in clients:
            if task.done():
                journal.faults.append(f"a client failed: {task.exception()!r}")
    finally:
        for task in clients:
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await asyncio.to_thread(site.stop)
    logged, wrong = await asyncio.to_thread(check, read_location(site.store), journal)
    cost, stopped = [], 0
    if clock:
        found = await asyncio.to_thread(check_clocks, read_location(site.store))
        cost, stopped = found.moves, found.outages
        wrong += found.faults
    slow = [f"a client was back after {one:.1f} s" for one in journal.outages if one > BACK_SECONDS]
    return Result(
        dict(done),
        len(journal.acknowledged),
        logged,
        journal.advice,
        journal.analyses,
        [round(one, 2) for one in journal.outages],
        [*journal.faults, *wrong, *slow],
        cost,
        stopped,
    )


async def _stuck(journal: Journal) -> list[str]:
    """Return the tables at which nothing happens any more."""
    before = dict(journal.seqs)
    until = time.monotonic() + _PATIENCE
    stuck = set(before)
    while stuck and time.monotonic() < until:
        await asyncio.sleep(0.1)
        stuck = {table for table, seq in before.items() if journal.seqs[table] <= seq}
    return [f"table {table} is stuck at event {before[table]}" for table in sorted(stuck)]


async def _unanswered(journal: Journal) -> list[str]:
    """Wait until a game has been analysed; return a fault if none is."""
    until = time.monotonic() + _PATIENCE
    while not journal.analyses and time.monotonic() < until:
        await asyncio.sleep(0.1)
    return [] if journal.analyses else ["no analysis was finished"]


async def _players(
    site: Site, journal: Journal, tables: int, seconds: int
) -> list[asyncio.Task[None]]:
    clock = RealClock(seconds) if seconds else None
    players: list[asyncio.Task[None]] = []
    async with Rest(site.addresses[0]) as rest:
        for number in range(tables):
            with_bot = number % 2 == 0
            places = ["person", "bot:1" if with_bot else "open"]
            made = await rest.make_table("block-ness", places, clock=clock)
            tokens = [made.token]
            if not with_bot:
                tokens.append((await rest.join(made.table, "Bea")).token)
            for place, token in enumerate(tokens):
                first = number // 2 + place
                player = Player(site.addresses, made.table, token, journal, first)
                players.append(asyncio.create_task(player.play()))
    return players


def report(results: Sequence[Result]) -> str:
    """Return what came of several runs, in Markdown."""
    failures: Counter[str] = Counter()
    for result in results:
        failures.update(result.failures)
    outages = sorted(one for result in results for one in result.outages)
    lines = [
        "# Failures of several processes",
        "",
        "Four web processes and two workers on PostgreSQL and Redis, while people and bots play, ask"
        " for hints and have games analysed; written by `python -m benchmarks.scale.failures`."
        " A pause lasts longer than a lease. A replica is promoted after the primary was killed.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, shared with the clients;"
        f" {len(results)} runs.",
        "",
        "| failure | times |",
        "| --- | ---: |",
    ]
    lines += [f"| {kind} | {count} |" for kind, count in sorted(failures.items())]
    lines += [
        f"| all | {failures.total()} |",
        "",
        f"- Acknowledged moves: {sum(one.moves for one in results)}, events in the logs:"
        f" {sum(one.events for one in results)}.",
        f"- Hints given: {sum(one.advice for one in results)}, games analysed:"
        f" {sum(one.analyses for one in results)}.",
        f"- Faults (lost, doubled or invented events, tables that are stuck, clients that were"
        f" away for longer than {BACK_SECONDS:.0f} s): {sum(len(one.faults) for one in results)}.",
    ]
    if outages:
        middle, late = outages[len(outages) // 2], outages[int(len(outages) * 0.99)]
        lines.append(
            f"- Clients came back {len(outages)} times: after {middle:.2f} s at the median,"
            f" {late:.2f} s at the 99th percentile, {outages[-1]:.2f} s at most."
        )
    costs = sorted(one for result in results for one in result.costs)
    if costs:
        late = costs[int(len(costs) * 0.99)]
        lines.append(
            f"- In the logs are {sum(one.stopped for one in results)} outages, in which clocks stood"
            f" still. {len(costs)} moves cost {late / 1000:.2f} s at the 99th percentile, {costs[-1] / 1000:.2f} s at most."
            f" A flag, and a move that cost more than {MOST_MS / 1000:.0f} s, would be a fault."
        )
    lines += [f"- FAULT: {fault}" for result in results for fault in result.faults]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the rounds, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="failures of each kind")
    parser.add_argument("--kinds", nargs="*", help="only these, such as 'kill web'")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--web", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", type=int, default=0, help="seconds for each player and game")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL")
    parser.add_argument("--replica", action="store_true", help="promote a replica of PostgreSQL")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after these")
    parser.add_argument("--json", type=Path, help="append the result to this file")
    parser.add_argument("--report", type=Path, help="only sum up the results of this file")
    arguments = parser.parse_args()
    if arguments.report is not None:
        lines = arguments.report.read_text("utf-8").splitlines()
        sys.stdout.write(report([Result(**json.loads(line)) for line in lines]))
        return
    offered = POSTGRES_KINDS if arguments.postgres else KINDS
    if arguments.replica:
        offered = REPLICA_KINDS
    kinds = list(arguments.kinds or offered) * arguments.rounds
    random.Random(arguments.seed).shuffle(kinds)
    with ExitStack() as stack:
        nursery = stack.enter_context(Nursery())
        # The path of a socket must be short.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="em", dir="/tmp")))
        pair = None
        if arguments.postgres or arguments.replica:
            pair = PostgresPair(folder, with_replica=arguments.replica)
            stack.callback(pair.stop)
        result = asyncio.run(
            run(
                nursery,
                folder,
                kinds,
                tables=arguments.tables,
                seed=arguments.seed,
                web=arguments.web,
                workers=arguments.workers,
                pair=pair,
                minutes=arguments.minutes,
                clock=arguments.clock,
            )
        )
    if arguments.json is not None:
        with arguments.json.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
    sys.stdout.write(report([result]))
    raise SystemExit(bool(result.faults))


if __name__ == "__main__":
    main()
