"""Play whole games in the frameworks for language models, each in its own environment.

    python benchmarks/llm_frameworks.py [--seconds 1] [--rounds 3]

Installs each framework anew with ``scripts/frameworks.sh``, without the cache of uv (``--keep``: unless it is
installed), and lets
``llm_framework_runner.py`` play the four games in it. Writes ``benchmarks/results/llm-frameworks.md``: versions, the
seconds of the installation, and for each game the whole games that were played and answers per second of processor
time, next to the text environment without a framework. Speeds are medians of the rounds.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import other_environment

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results" / "llm-frameworks.md"
ENVIRONMENTS = ROOT / "build" / "frameworks"
LOCKS = ROOT / "requirements" / "frameworks"
ALONE = "text-environment"
"""The runner's name of games without a framework."""
GAMES = ("block-ness", "block-out", "blox", "on-top")


class Row(NamedTuple):
    """A framework and a game."""

    framework: str
    game: str
    games: int
    answers: int
    bad: int
    a_second: float
    """Answers per second of processor time."""


class Installed(NamedTuple):
    """An environment of a framework."""

    name: str
    version: str
    packages: int
    seconds: float
    megabytes: float


def install(name: str, keep: bool) -> Installed:
    """Install a framework, anew unless it is to be kept; return what it took."""
    folder = ENVIRONMENTS / name
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
    script = ROOT / "scripts" / "frameworks.sh"
    subprocess.run([script, name], check=True, env={**os.environ, "UV_NO_CACHE": "1"})
    pins = re.findall(r"^[\w.-]+==", (LOCKS / f"{name}.txt").read_text("utf-8"), re.MULTILINE)
    size = sum(path.stat().st_size for path in folder.rglob("*") if not path.is_symlink())
    seconds = float((folder / "seconds").read_text("utf-8"))
    return Installed(name, locked(name), len(set(pins)), seconds, size / 1e6)


def locked(name: str) -> str:
    """Return the version of a framework that is locked."""
    found = re.search(
        rf"^{name}==([\w.]+)", (LOCKS / f"{name}.txt").read_text("utf-8"), re.MULTILINE
    )
    assert found is not None
    return found[1]


def measure(frameworks: Sequence[str], game: str, rounds: int, seconds: float) -> list[Row]:
    """Let the text environment alone and in frameworks take turns at one game."""
    runner = HERE / "llm_framework_runner.py"
    rows: list[Row] = []
    for name in (ALONE, *frameworks):
        place = ENVIRONMENTS / name if name != ALONE else Path(sys.prefix)
        games = answers = bad = 0
        speeds: list[float] = []
        with other_environment.program(name, place, runner, name, game) as work:
            for _ in range(rounds):
                found = work(seconds)
                games, answers = games + found["games"], answers + found["answers"]
                bad += found["bad"]
                speeds.append(found["answers"] / found["cpu"])
        rows.append(Row(name, game, games, answers, bad, median(speeds)))
    return rows


def report(installed: Sequence[Installed], rows: Sequence[Row]) -> str:
    """Return the tables as Markdown."""
    lines = [
        "# Text environments in frameworks for language models",
        "",
        "Written by `python benchmarks/llm_frameworks.py` on"
        f" {platform.machine()} with Python {platform.python_version()}. Frameworks were installed from their lock files, without a"
        " cache; packages include the engine with its compiler.",
        "",
        "| framework | version | packages | installation, s | size, MB |",
        "| --- | --- | ---: | ---: | ---: |",
        *(
            f"| {one.name} | {one.version} | {one.packages} | {one.seconds:.1f} | {one.megabytes:,.0f} |"
            for one in installed
        ),
        "",
        "Whole games of two seats, by a model that chooses a listed move at random and answers at once. Where one seat is the model's, a"
        " random bot has the other. Inspect and verifiers send eight earlier turns along, and keep all. Speeds are answers of the model per"
        " second of processor time, on one core.",
        "",
        "| game | framework | whole games | answers | bad answers | answers per second |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {row.game} | {'none' if row.framework == ALONE else row.framework} | {row.games} | {row.answers:,} | {row.bad}"
            f" | {row.a_second:,.0f} |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Install, measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="per framework, game and round")
    frameworks = sorted(path.stem for path in LOCKS.glob("*.txt"))
    parser.add_argument("--framework", nargs="+", choices=frameworks, default=frameworks)
    parser.add_argument("--game", nargs="+", default=GAMES)
    parser.add_argument("--keep", action="store_true", help="install what is missing only")
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    installed = [install(name, chosen.keep) for name in chosen.framework]
    rows = [
        row
        for game in chosen.game
        for row in measure(chosen.framework, game, chosen.rounds, chosen.seconds)
    ]
    chosen.output.write_text(report(installed, rows), "utf-8")
    print(chosen.output.read_text("utf-8"))


if __name__ == "__main__":
    main()
