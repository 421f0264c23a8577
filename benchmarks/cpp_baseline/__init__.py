"""The same games in C++, to measure Empile's compiled rules against.

A baseline is called as its game is. Where that one plays by a plain algorithm there may be another,
``GAME-tables``, which plays by the tables of our rules. What they share is in ``harness.hpp``, which
tells what a program is asked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
TABLES = "-tables"
"""What the name of a baseline with our tables ends in."""
FLAGS = ("-O3", "-march=native", "-std=c++20", "-Wall", "-Wextra", "-pthread")


@dataclass(frozen=True)
class CppBaseline:
    """A compiled baseline. ``variant`` below is as the program takes it: ``base``, ``expert``."""

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


def baselines_of(game: str) -> list[str]:
    """Return the names of the C++ programs of ``game``; none where nobody wrote one."""
    return [name for name in (game, game + TABLES) if _source(name).exists()]


def compiler() -> str | None:
    """Return the C++ compiler of this machine, ``None`` where there is none."""
    return shutil.which("g++") or shutil.which("clang++")


def build(name: str, folder: Path) -> CppBaseline:
    """Compile a baseline by its name into ``folder``; raises where it does not compile."""
    found = compiler()
    if found is None:
        raise FileNotFoundError("no C++ compiler (g++ or clang++) is installed")
    source = _source(name)
    program = folder / source.stem
    subprocess.run([found, *FLAGS, str(source), "-o", str(program)], check=True)
    return CppBaseline(program)


def _source(name: str) -> Path:
    return FOLDER / f"{name.replace('-', '_')}.cpp"
