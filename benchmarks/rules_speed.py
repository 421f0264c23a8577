"""Compiled rules by turns with those of another checkout, and with the fastest C++ program of each game.

    git worktree add /tmp/before COMMIT
    python benchmarks/rules_speed.py --before /tmp/before [--games block-ness] [--rounds 9] [--seconds 0.1]

Measures processor time: of lists of the legal moves in random games, without applying moves; of random games
as fast as moves can be chosen, and with a list at each turn; of simulations of the strongest level. Both
checkouts have a process each, and take turns with the C++ program, so that load on the machine affects
all. Figures are of the best round, ratios are medians of the rounds' ratios: many short rounds
(``--rounds 700 --seconds 0.01``, with ``taskset -c 1``) tell a difference of one per cent. Both play the same
games, which is checked. Writes ``benchmarks/results/rules-speed.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from cpp_baseline import BITS, TABLES, CppBaseline, baselines_of, build, compiler
from rich.console import Console

RESULTS = Path(__file__).parent / "results" / "rules-speed.md"
SEATS = {"block-ness": (2, 3, 4), "on-top": (2, 4), "blox": (2, 4)}
VARIANTS = {"block-ness": ("base", "expert")}
LISTS = 30_000
LIST, LISTING, RANDOM, SEARCH = "list", "listing", "random", "search"
WHAT = {
    LIST: "lists of moves",
    LISTING: "random games, with lists",
    RANDOM: "random games",
    SEARCH: "simulations",
}

_HEAD = """# Speed of the compiled rules

Written by `benchmarks/rules_speed.py`: by turns with an earlier version and with the C++ of
`benchmarks/cpp_baseline`, thousands per second of processor time on one core. Lists of moves are those of random
games, without the time to apply moves. Ratios are medians of the rounds' ratios.

| game | seats | | before | now | now : before | C++ | now : C++ |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


class Task(NamedTuple):
    """What a worker measures."""

    game: str
    seats: int
    variant: str
    what: str
    number: int
    """Of lists, games or simulations."""


class Row(NamedTuple):
    """Thousands per second; 0 without an earlier version or a C++ program."""

    task: Task
    now: float
    before: float
    ratio: float
    cpp: float
    cpp_ratio: float


class Worker:
    """A process with one version of Empile."""

    def __init__(self, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, __file__, "--worker"]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, task: Task) -> tuple[float, list[int]]:
        """Return seconds of processor time, and a digest of what was done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(task), file=self._process.stdin, flush=True)
        seconds, digest = json.loads(self._process.stdout.readline())
        return seconds, digest

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def serve() -> None:
    """Answer the tasks of standard input."""
    ready: dict[Task, Callable[[int], tuple[float, list[int]]]] = {}
    for line in sys.stdin:
        task = Task(*json.loads(line))
        kind = task._replace(number=0)
        if kind not in ready:
            ready[kind] = prepare(task)
            ready[kind](1)
        print(json.dumps(ready[kind](task.number)), flush=True)


def timed(run: Callable[[int], list[int]]) -> Callable[[int], tuple[float, list[int]]]:
    """Return a function that measures the processor time of ``run``."""

    def measure(number: int) -> tuple[float, list[int]]:
        begun = time.process_time()
        digest = run(number)
        return time.process_time() - begun, digest

    return measure


def prepare(task: Task) -> Callable[[int], tuple[float, list[int]]]:
    """Return a function that does ``number`` of a task; returns seconds and a digest."""
    import empile
    from empile.engine.playouts import random_games
    from empile.engine.random import new_stream
    from empile.engine.search.search import search

    options: dict[str, Any] = {"players": task.seats}
    if task.variant:
        options["variant"] = task.variant
    game = empile.load(task.game, **options)
    if task.what == LIST:
        return lister(game)
    if task.what == SEARCH:
        state = opening(game)
        params = game.bots.levels[-1].search_params

        def simulate(number: int) -> list[int]:
            found = search(state, stream=new_stream(1), simulations=number, params=params)
            return [found.simulations, found.best]

        return timed(simulate)
    by_lists = task.what == LISTING

    def play(number: int) -> list[int]:
        played = random_games(game, number, stream=new_stream(1), by_lists=by_lists)
        return [played.actions, *played.wins]

    return timed(play)


def opening(game: Any) -> Any:
    """Return a state at a seat's turn, some moves from the start."""
    from empile.engine.match import Match
    from empile.engine.random import below, new_stream

    match, stream = Match(game), new_stream(5)
    for _ in range(4):
        match.resolve_chance(stream)
        legal = match.state.legal_actions()
        match.play_action(int(legal[below(stream, len(legal))]))
    match.resolve_chance(stream)
    return match.state


def lister(game: Any) -> Callable[[int], tuple[float, list[int]]]:
    """Return a function that measures the lists of ``LISTS`` turns of random games, ``number`` times.

    The games are played again with and without lists; the difference is what lists take. Listing the
    same few positions again and again would teach the processor their branches.
    """
    from empile.engine.random import new_stream

    rules = game.rules
    record, replay = compile_lister(rules)
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    out, weights = np.zeros(room, np.int32), np.zeros(rules.MAX_OUTCOMES, np.int64)
    work, start = np.zeros(1, rules.STATE), game.new_state().array
    actions = np.zeros(10 * LISTS, np.int32)
    common = game.params_array, start, work
    count = int(record(*common, new_stream(1), out, weights, actions, LISTS))
    without = timed(lambda number: [int(replay(*common, actions, count, out, number, False))])
    with_lists = timed(lambda number: [int(replay(*common, actions, count, out, number, True))])

    def measure(number: int) -> tuple[float, list[int]]:
        seconds, digest = with_lists(number)
        return seconds - without(number)[0], digest

    return measure


@cache
def compile_lister(rules: Any) -> tuple[Any, Any]:
    """Return compiled functions that record the actions of random games and play them again."""
    from empile.engine.compiled.dispatchers import EntryDispatcher
    from empile.engine.random import below, pick

    def record(
        params_array: Any,
        start: Any,
        work: Any,
        stream: Any,
        out: Any,
        weights: Any,
        actions: Any,
        turns: int,
    ) -> int:
        params = params_array[0]
        count = 0
        while turns > 0:
            work[0] = start[0]
            s = work[0]
            actor = rules.current(params, s)
            while actor != rules.TERMINAL and turns > 0:
                if actor >= 0:
                    turns -= 1
                    action = int(out[below(stream, rules.legal(params, s, out))])
                else:
                    action = int(out[pick(stream, weights, rules.chance(params, s, out, weights))])
                rules.apply(params, s, action)
                actions[count] = action
                count += 1
                actor = rules.current(params, s)
        return count

    def replay(
        params_array: Any,
        start: Any,
        work: Any,
        actions: Any,
        count: int,
        out: Any,
        rounds: int,
        lists: bool,
    ) -> int:
        params = params_array[0]
        found = 0
        for _ in range(rounds):
            work[0] = start[0]
            s = work[0]
            for k in range(count):
                actor = rules.current(params, s)
                if actor == rules.TERMINAL:
                    work[0] = start[0]
                    actor = rules.current(params, s)
                if lists and actor >= 0:
                    found += rules.legal(params, s, out)
                rules.apply(params, s, int(actions[k]))
        return found

    return EntryDispatcher(record, nogil=True), EntryDispatcher(replay, nogil=True)


def compare(
    task: Task,
    workers: list[Worker],
    cpp: CppBaseline | None,
    rounds: int,
    seconds: float,
    *,
    other_rules: bool = False,
) -> Row:
    """Measure a task by turns; the last worker is the present version."""
    for worker in workers:
        worker.measure(task._replace(number=1))
    took, _ = workers[-1].measure(task)
    task = task._replace(number=max(1, int(task.number * seconds / max(took, 1e-4))))
    times: list[list[float]] = []
    for _ in range(rounds):
        found = [worker.measure(task) for worker in workers]
        same = all(digest == found[0][1] for _, digest in found)
        assert same or other_rules, f"not the same games: {task}"
        row = [took for took, _ in found]
        if cpp is not None and task.what in (LISTING, RANDOM):
            played = cpp.random_games(
                task.seats,
                task.variant or "base",
                task.number,
                1,
                1,
                by_lists=task.what == LISTING,
            )
            row.append(played["cpu_seconds"])
        times.append(row)
    now = len(workers) - 1
    work = task.number * (LISTS if task.what == LIST else 1) / 1e3

    def speed(column: int) -> float:
        return work / min(row[column] for row in times)

    def ratio(column: int) -> float:
        return median(row[column] / row[now] for row in times)

    has_cpp = len(times[0]) > len(workers)
    return Row(
        task,
        speed(now),
        speed(0) if now else 0.0,
        ratio(0) if now else 0.0,
        speed(now + 1) if has_cpp else 0.0,
        ratio(now + 1) if has_cpp else 0.0,
    )


def report(rows: list[Row], before: str) -> str:
    """Return the rows as Markdown."""
    lines: list[str] = []
    for row in rows:
        game = f"{row.task.game} {row.task.variant}".strip()
        cells = [
            game,
            str(row.task.seats),
            WHAT[row.task.what],
            _figure(row.before),
            _figure(row.now),
            f"{row.ratio:.2f}" if row.ratio else "",
            _figure(row.cpp),
            f"{row.cpp_ratio:.2f}" if row.cpp_ratio else "",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return _HEAD + "\n".join(lines) + (f"\n\nBefore: {before}.\n" if before else "\n")


def _figure(thousands: float) -> str:
    return f"{thousands:,.1f}" if thousands else ""


def main() -> None:
    """Measure, print and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--games", nargs="+", choices=SEATS, default=list(SEATS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1, help="per round and program")
    parser.add_argument("--other-rules", action="store_true", help="games may end otherwise before")
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    if chosen.worker:
        serve()
        return
    here = Path(__file__).parents[1]
    checkouts: list[Path] = [*([chosen.before] if chosen.before else []), here]
    workers = [Worker(checkout) for checkout in checkouts]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="empile-baseline-") as folder:
        for name in chosen.games:
            strong = [one for one in baselines_of(name) if one.endswith((BITS, TABLES))]
            cpp = build(strong[0], Path(folder)) if strong and compiler() else None
            for variant in VARIANTS.get(name, ("",)):
                for seats in SEATS[name]:
                    for what in WHAT:
                        task = Task(name, seats, variant, what, 10)
                        rows.append(
                            compare(
                                task,
                                workers,
                                cpp,
                                chosen.rounds,
                                chosen.seconds,
                                other_rules=chosen.other_rules,
                            )
                        )
                        Console(stderr=True).print(rows[-1])
    for worker in workers:
        worker.close()
    chosen.output.write_text(report(rows, _commit(chosen.before)), "utf-8")
    print(chosen.output.read_text("utf-8"))


def _commit(checkout: Path | None) -> str:
    if checkout is None:
        return ""
    shown = ["git", "-C", str(checkout), "show", "-s", "--format=%h (%s)"]
    return subprocess.run(shown, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
