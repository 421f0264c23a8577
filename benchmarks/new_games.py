"""Write each kind of game that ``empile new-game`` offers, and check it.

    python -m benchmarks.new_games            lines of each, without checks
    python -m benchmarks.new_games --check    also checks, which takes some minutes

Each line has the arguments, the lines of Python with and without blank lines, comments and docstrings, and with
``--check`` the seconds and what is lacking.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from empile.scaffold import Plan, make_plan, write_game
from empile.scaffold.writer import file_texts

BOARDS = ("5x5", "3x9", "hex", "none")
SEATS = ("2", "2-4")
LUCK = ("", "chance", "hidden")


def plans() -> Iterator[tuple[str, Plan]]:
    """Yield the arguments and the plan of each kind."""
    for board, seats, luck, points in product(BOARDS, SEATS, LUCK, (False, True)):
        flags = [f"--{luck}"] * bool(luck) + ["--points"] * points
        plan = make_plan(
            "new-land",
            board=board,
            seats=seats,
            chance=luck == "chance",
            hidden=luck == "hidden",
            points=points,
            package=True,
        )
        yield " ".join(["--board", board, "--seats", seats, *flags]), plan


def lines_of(plan: Plan) -> tuple[int, int]:
    """Return the lines of a game's Python, and those that are code."""
    texts = [
        text
        for path, text in file_texts(plan).items()
        if path.parts[0] == "src" and path.suffix == ".py"
    ]
    return sum(len(text.splitlines()) for text in texts), sum(map(code_lines, texts))


def code_lines(text: str) -> int:
    """Return the number of lines of code, without comments and docstrings."""
    code: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not is_docstring:
            code.add(node.lineno)
            if not hasattr(node, "body"):
                code.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(code)


def check(plan: Plan) -> tuple[float, str]:
    """Write and check a game; return the seconds, and what it lacks."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        write_game(plan, Path(folder))
        games = str(Path(folder, plan.name, "src"))
        done = subprocess.run(
            [sys.executable, "-m", "empile", "check-game", plan.name],
            env={**os.environ, "EMPILE_GAMES": games},
            capture_output=True,
            text=True,
            check=False,
        )
    lacks = [line for line in done.stdout.splitlines() if ": good" not in line]
    return time.perf_counter() - begun, " / ".join(lacks) or done.stderr


def main() -> None:
    """Print a line for each kind of game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    checks = parser.parse_args().check
    for arguments, plan in plans():
        lines, code = lines_of(plan)
        print(f"{arguments:<45} {lines:>4} {code:>4}", end="", flush=True)
        if checks:
            seconds, said = check(plan)
            print(f" {seconds:6.1f} s  {said}", end="")
        print()


if __name__ == "__main__":
    main()
