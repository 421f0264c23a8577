"""The rules in a page repeat native games: the long form of the tests in ``tests/long/engine/wasm``.

    python benchmarks/rules_equality.py [--games block-ness] [--played 200] [--browsers chromium firefox webkit]

Each game and each version of its rules plays ``--played`` games in Node with the same seeds, with every number
of seats, every value of each option and boards drawn at random in turn: states, legal moves, views, messages,
event texts, results, searches and moves of levels must be equal byte for byte. Node also reads positions and
options, whole and damaged. Then each of ``--browsers`` does the same in a worker, from the same files and with
the same code, so that its compiler is proved too. Exits with 1 at the first difference and names the game, the
step and what differs. Takes 20 minutes, an hour with browsers; writes ``benchmarks/results/rules-equality.md``.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import empile  # noqa: E402
from empile.engine.random import new_stream  # noqa: E402
from empile.engine.wasm import bundle, rules_module  # noqa: E402
from tests.browser.support.browsers import BROWSERS, opened, require  # noqa: E402
from tests.long.engine.wasm.browsers import UnequalError, compare, served  # noqa: E402
from tests.long.engine.wasm.files import write_lines  # noqa: E402
from tests.long.engine.wasm.setup_trace import options_read, positions_read  # noqa: E402
from tests.long.engine.wasm.test_equality import repeat  # noqa: E402
from tests.long.engine.wasm.trace import option_sets, played  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "rules-equality.md"
BOARDS = 8
"""Boards drawn at random, for games that have boards of their own."""

_COUNTED = (
    "games",
    "states",
    "views",
    "messages",
    "refusals",
    "texts",
    "searches",
    "chosen",
    "positions",
    "options",
)


def playable() -> list[str]:
    """Return the games that pages can play without a server."""
    names = empile.game_names()
    return [name for name in names if not empile.load(name).presenter.server_reason]


def versions(name: str) -> Iterator[int]:
    """Yield the versions of the rules of a game that are installed."""
    for version in range(1, empile.game_class(name).rules_version + 1):
        try:
            empile.game_class(name, version)
        except empile.UnknownGameError:
            continue
        yield version


def games_of(name: str, version: int) -> list[empile.Game]:
    """Return games with each set of options, and with boards of their own."""
    sets = option_sets(name, version)
    usual = len(sets)
    stream = new_stream(1)
    while len(sets) < usual + BOARDS:
        board = empile.game_class(name, version).draw_board(stream)
        if not board:
            break
        options = {**sets[len(sets) % 3], **board}
        try:
            empile.load(name, rules_version=version, **options)
        except empile.OptionError:
            continue
        sets.append(options)
    return [empile.load(name, rules_version=version, **options) for options in sets]


class Row(NamedTuple):
    """What Node or a browser has repeated of a version of the rules."""

    where: str
    game: str
    version: int
    counts: Counter[str]


def write_files(name: str, version: int, count: int, folder: Path) -> Counter[str]:
    """Write a module, bundles and traces; return how many sets of options, games and other lines there are."""
    folder.mkdir()
    games = games_of(name, version)
    (folder / "rules.wasm").write_bytes(rules_module(games[0]))
    for number, game in enumerate(games):
        bundle(game).write(folder, f"bundle-{number}")
    seeds = ((seed, seed % len(games)) for seed in range(count))
    lines = ({"bundle": number, **played(games[number], seed)} for seed, number in seeds)
    write_lines(folder, "trace", lines)
    others: list[dict[str, Any]] = []
    if version == empile.game_class(name).rules_version:
        others = [*positions_read(name), *options_read(name)]
        write_lines(folder, "read", others)
    return Counter({"sets": len(games), "games": count, "read": len(others)})


def compared(
    who: str, written: Counter[str], run: Callable[[str], Mapping[str, int]]
) -> Counter[str]:
    """Compare all files, and return counts; raises ``SystemExit`` if something differs."""
    counts = Counter({"sets": written["sets"]})
    try:
        counts += Counter(run("repeat"))
        if written["read"]:
            read = Counter(run("read"))
            del read["refusals"]  # others than of moves
            counts += read
    except UnequalError as error:
        raise SystemExit(f"{who}: {error}") from error
    done = Counter({**counts, "read": counts["positions"] + counts["options"]})
    if missing := written - done:
        raise SystemExit(f"{who}: {dict(missing)} were not compared")
    return counts


def run_in_node(folder: Path, script: str) -> Mapping[str, int]:
    """Run a comparison in Node."""
    done = repeat(folder, f"{script}.ts", seconds=None)
    if done.returncode != 0:
        raise UnequalError(done.stderr)
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def rows_of(
    name: str, version: int, count: int, browsers: Sequence[str], site: Path, address: str
) -> Iterator[Row]:
    """Compare a version of the rules in Node and in browsers; raises ``SystemExit`` if something differs."""
    folder = site / f"{name}-{version}"
    written = write_files(name, version, count, folder)
    rules = f"{name} {version}"
    counts = compared(f"{rules} in Node", written, partial(run_in_node, folder))
    yield Row("Node", name, version, counts)
    for browser in browsers:
        with (
            tempfile.TemporaryDirectory(prefix="empile-browser-") as temporary,
            opened(browser, Path(temporary) / browser) as page,
        ):
            where = f"{BROWSERS[browser]} {page.version}"
            run = partial(compare, page, address, folder.name)
            counts = compared(f"{rules} in {where}", written, run)
        yield Row(where, name, version, counts)
    shutil.rmtree(folder)


def report(rows: Sequence[Row]) -> str:
    """Return the results as Markdown."""
    in_browsers = [row for row in rows if row.where != "Node"]
    lines = [
        "# Rules in a page are those of Python",
        "",
        "Written by `benchmarks/rules_equality.py`: what Node has repeated byte for byte.",
        "",
        *_table(("game", "rules"), [row for row in rows if row.where == "Node"]),
    ]
    if in_browsers:
        lines += [
            "",
            "## In browsers",
            "",
            "What browsers have repeated in a worker, from the same files.",
            "",
            *_table(("browser", "game", "rules"), in_browsers),
        ]
    return "\n".join((*lines, ""))


def _table(names: Sequence[str], rows: Sequence[Row]) -> list[str]:
    heads = (*names, "sets of options", *_COUNTED)
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for row in rows:
        place = (row.where, row.game, str(row.version))[-len(names) :]
        figures = [row.counts["sets"], *(row.counts[kind] for kind in _COUNTED)]
        lines.append(f"| {' | '.join((*place, *(f'{count:,}' for count in figures)))} |")
    return lines


def main() -> None:
    """Compare all games and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", help="by default all that pages can play")
    parser.add_argument(
        "--played", type=int, default=200, help="games for each version of the rules"
    )
    parser.add_argument("--browsers", nargs="+", default=[], choices=[*BROWSERS])
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    for browser in chosen.browsers:
        try:
            require(browser)
        except pytest.skip.Exception as lack:
            parser.error(str(lack))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="empile-equality-") as temporary, ExitStack() as stack:
        site = Path(temporary)
        address = stack.enter_context(served(site)) if chosen.browsers else ""
        for name in chosen.games or playable():
            for version in versions(name):
                begun = time.monotonic()
                for row in rows_of(name, version, chosen.played, chosen.browsers, site, address):
                    rows.append(row)
                    seconds = time.monotonic() - begun
                    print(
                        name, version, row.where, dict(row.counts), f"{seconds:.0f} s", flush=True
                    )
    chosen.results.write_text(report(rows), "utf-8")


if __name__ == "__main__":
    main()
