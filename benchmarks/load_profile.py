"""Processor time of a move by stage of the server; writes ``results/load_profile.md``.

Plays prepared games at many tables without a pause, as ``load_test.py`` does. Measuring stages makes
a move cost about half as much again as in the load test: compare stages, not their sums.

    python benchmarks/load_profile.py --tables 300
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import signal
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import uvloop
from load.measuring import measure_sizes
from load.players import Load
from load.processes import first_line, stop
from load.staged_server import STAGES
from load.tables import Detail, Tables, start_server

RESULTS = Path(__file__).parent / "results" / "load_profile.md"
GAMES = ("block-ness", "blox", "on-top", "block-out")
DETAILS: tuple[Detail, ...] = ("full", "moves")
_LOOP = "MainThread"
_THREADS = {"store": "store: commits", "frames": "frames: writes to sockets"}


@dataclass(frozen=True)
class Profile:
    """Processor time per move in us."""

    game: str
    detail: Detail
    stages: dict[str, float]
    """By stage, on the event loop."""
    loop: float
    """Of the event loop in all."""
    threads: dict[str, float]
    """Of the other threads."""


def measured(game: str, detail: Detail, tables: int, seconds: float) -> Profile:
    """Start a server, load it, stop it."""
    with tempfile.TemporaryDirectory(prefix="empile-load-") as folder:
        server = start_server(Path(folder), module="load.staged_server")

        def told() -> dict[str, dict[str, float]]:
            server.send_signal(signal.SIGUSR2)
            answer: dict[str, dict[str, float]] = json.loads(first_line(server, "{"))
            return answer

        async def play() -> Profile:
            load = Load()
            made = Tables(server, game, detail, load)
            try:
                playing = asyncio.create_task(
                    measure_sizes(made, load, game=game, sizes=[tables], seconds=seconds)
                )
                while not load.counting:
                    await asyncio.sleep(0.01)
                before = await asyncio.to_thread(told)
                begun = len(load.latencies)
                await asyncio.sleep(seconds * 0.8)
                moves, after = len(load.latencies) - begun, await asyncio.to_thread(told)
                await playing
                return profile_of(game, detail, moves, before, after)
            finally:
                await made.close()

        try:
            return uvloop.run(play())
        finally:
            stop(server)


def profile_of(
    game: str,
    detail: Detail,
    moves: int,
    before: dict[str, dict[str, float]],
    after: dict[str, dict[str, float]],
) -> Profile:
    """Return the difference of two answers of the server, per move."""
    used = {
        kind: {
            name: (seconds - before[kind].get(name, 0)) / moves * 1e6
            for name, seconds in after[kind].items()
        }
        for kind in ("stages", "threads")
    }
    threads = used["threads"]
    return Profile(game, detail, used["stages"], threads.pop(_LOOP), threads)


def report(found: Sequence[Profile], tables: int, note: str) -> str:
    """Return the results as Markdown."""
    head = [f"{one.game} {one.detail}" for one in found]
    rows = [(stage, [one.stages.get(stage, 0) for one in found]) for stage in STAGES]
    rest = [one.loop - sum(one.stages.values()) for one in found]
    rows.append(("event loop and sockets: the rest", rest))
    for thread, title in _THREADS.items():
        rows.append((title, [one.threads.get(thread, 0) for one in found]))
    rows.append(("**in all**", [one.loop + sum(one.threads.values()) for one in found]))
    return "\n".join(
        (
            "# Where the processor time of a move goes\n",
            f"Written by `benchmarks/load_profile.py`: {tables} tables without a pause, two connections"
            " each; us of processor time per move, measured on the event loop but for the two threads."
            " The measuring itself adds about half: compare stages, and see `load.md` for the sums.\n",
            f"| stage | {' | '.join(head)} |",
            f"| --- |{' --- |' * len(head)}",
            *(
                f"| {title} | {' | '.join(f'{value:.0f}' for value in values)} |"
                for title, values in rows
            ),
            f"\n{note}\n",
        )
    )


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    gc.disable()  # of the load generator: it would delay moves
    note = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python {platform.python_version()}."
    )
    found = [
        measured(game, detail, chosen.tables, chosen.seconds)
        for game in chosen.games_of
        for detail in DETAILS
    ]
    text = report(found, chosen.tables, note)
    print(text)
    chosen.results.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
