"""The same games in plain C++, one program a game, to measure Empile's compiled rules against.

What they share is in ``harness.hpp``, which tells what a program is asked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-std=c++20", "-Wall", "-Wextra", "-pthread")


@dataclass(frozen=True)
class Yardstick:
    """A compiled yardstick. ``variant`` below is as the program takes it: ``base``, ``expert``."""

    program: Path

    def random_games(
        self, seats: int, variant: str, games: int, seed: int, threads: int
    ) -> dict[str, Any]:
        """Play random games; return ``games``, ``moves``, ``seconds``, ``cpu_seconds``, ``wins``.

        ``moves`` counts cards drawn too. Further figures (rings laid, points) are by game.
        """
        arguments = ("random", seats, variant, games, seed, threads)
        answer: dict[str, Any] = json.loads(self._run(*arguments))
        return answer

    def perft(self, seats: int, variant: str, depth: int, seed: int = 0) -> int:
        """Count the leaves ``depth`` moves below the start; chance draws by ``seed``."""
        return int(self._run("perft", seats, variant, depth, seed))

    def clone(self, seats: int, variant: str, copies: int) -> dict[str, Any]:
        """Copy a state so many times; return ``bytes`` of one and ``nanoseconds`` for a copy."""
        answer: dict[str, Any] = json.loads(self._run("clone", seats, variant, copies))
        return answer

    def _run(self, *arguments: object) -> str:
        command = [str(self.program), *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def has_yardstick(game: str) -> bool:
    """Return whether there is a C++ program of ``game``."""
    return _source(game).exists()


def compiler() -> str | None:
    """Return the C++ compiler of this machine, ``None`` where there is none."""
    return shutil.which("g++") or shutil.which("clang++")


def build(game: str, folder: Path) -> Yardstick:
    """Compile the yardstick of ``game`` into ``folder``; raises where it does not compile."""
    found = compiler()
    if found is None:
        raise FileNotFoundError("no C++ compiler (g++ or clang++) is installed")
    source = _source(game)
    program = folder / source.stem
    subprocess.run([found, *FLAGS, str(source), "-o", str(program)], check=True)
    return Yardstick(program)


def _source(game: str) -> Path:
    return FOLDER / f"{game.replace('-', '_')}.cpp"
