"""The rules in a page repeat native games: the long form of the tests in ``tests/long/engine/wasm``.

    python benchmarks/rules_equality.py [--games block-ness] [--played 200]

Each game and each version of its rules plays ``--played`` games in Node with the same seeds, with every number
of seats, every value of each option and boards drawn at random in turn: states, legal moves, views, messages,
event texts, results, searches and moves of levels must be equal byte for byte. Node also reads positions and
options, whole and damaged. Exits with 1 at the first difference. Takes 20 minutes; writes
``benchmarks/results/rules-equality.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import empile  # noqa: E402
from empile.engine.random import new_stream  # noqa: E402
from empile.engine.wasm import bundle, rules_module  # noqa: E402
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


def repeated(name: str, version: int, count: int, folder: Path) -> Counter[str]:
    """Let Node repeat games, and return what it counted; raises ``SystemExit`` if something differs."""
    games = games_of(name, version)
    (folder / "rules.wasm").write_bytes(rules_module(games[0]))
    for number, game in enumerate(games):
        bundle(game).write(folder, f"bundle-{number}")
    with (folder / "trace.ndjson").open("w", encoding="utf-8") as out:
        for seed in range(count):
            number = seed % len(games)
            line: dict[str, Any] = {"bundle": number, **played(games[number], seed)}
            out.write(json.dumps(line) + "\n")
    return Counter(_run(folder, "repeat.ts")) + Counter({"sets": len(games)})


def read(name: str, folder: Path) -> Counter[str]:
    """Let Node read positions and options, and return what it counted."""
    lines = [*positions_read(name), *options_read(name)]
    text = "\n".join(json.dumps(line) for line in lines)
    (folder / "read.ndjson").write_text(text, "utf-8")
    counts = Counter(_run(folder, "read.ts"))
    del counts["refusals"]  # others than of moves
    return counts


def _run(folder: Path, script: str) -> dict[str, int]:
    done = repeat(folder, script)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def report(rows: Sequence[tuple[str, int, Counter[str]]]) -> str:
    """Return the results as Markdown."""
    heads = ("game", "rules", "sets of options", *_COUNTED)
    lines = [
        "# Rules in a page are those of Python",
        "",
        "Written by `benchmarks/rules_equality.py`: what Node has repeated byte for byte.",
        "",
        f"| {' | '.join(heads)} |",
        f"|{' --- |' * len(heads)}",
    ]
    for name, version, counts in rows:
        figures = [counts["sets"], *(counts[kind] for kind in _COUNTED)]
        lines.append(f"| {name} | {version} | {' | '.join(f'{count:,}' for count in figures)} |")
    return "\n".join((*lines, ""))


def main() -> None:
    """Compare all games and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", help="by default all that pages can play")
    parser.add_argument(
        "--played", type=int, default=200, help="games for each version of the rules"
    )
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    rows: list[tuple[str, int, Counter[str]]] = []
    for name in chosen.games or playable():
        for version in versions(name):
            with tempfile.TemporaryDirectory(prefix="empile-equality-") as temporary:
                counts = repeated(name, version, chosen.played, Path(temporary))
                if version == empile.game_class(name).rules_version:
                    counts += read(name, Path(temporary))
            rows.append((name, version, counts))
            print(name, version, dict(counts), flush=True)
    chosen.results.write_text(report(rows), "utf-8")


if __name__ == "__main__":
    main()
