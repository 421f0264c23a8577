"""C++ baselines of the compiled rules: random games, perft and copies.

A baseline has the name of its game. If that one is a plain algorithm, a second one may be optimized:
``GAME-tables`` uses the lookup tables of our rules, ``GAME-bits`` a bit board for each height. Shared code and the command line are in ``harness.hpp``.
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
"""Suffix of the names of baselines with our tables."""
BITS = "-bits"
"""Suffix of the names of baselines with bit boards. They list moves in another order than our rules."""
NATIVE = "-march=native"
FLAGS = ("-O3", "-std=c++20", "-Wall", "-Wextra", "-pthread")


@dataclass(frozen=True)
class CppBaseline:
    """A compiled baseline. ``variant`` is the name of a variant: ``base``, ``expert``."""

    program: Path

    def random_games(
        self,
        seats: int,
        variant: str,
        games: int,
        seed: int,
        threads: int,
        *,
        by_lists: bool = True,
    ) -> dict[str, Any]:
        """Play random games; return ``games``, ``moves``, ``seconds``, ``cpu_seconds``, ``wins``.

        ``by_lists`` lists the legal moves at each turn, even if the program can choose without. ``moves`` includes drawn cards. Further figures (rings, points) depend on the game.
        """
        arguments = ("listing" if by_lists else "random", seats, variant, games, seed, threads)
        answer: dict[str, Any] = json.loads(self._run(*arguments))
        return answer

    def perft(self, seats: int, variant: str, depth: int, seed: int = 0) -> int:
        """Count the leaves ``depth`` moves below the start; ``seed`` determines chance."""
        return int(self._run("perft", seats, variant, depth, seed))

    def clone(self, seats: int, variant: str, copies: int) -> dict[str, Any]:
        """Copy a state ``copies`` times; return its ``bytes`` and the ``nanoseconds`` per copy."""
        answer: dict[str, Any] = json.loads(self._run("clone", seats, variant, copies))
        return answer

    def _run(self, *arguments: object) -> str:
        command = [str(self.program), *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def baselines_of(game: str) -> list[str]:
    """Return the names of the C++ programs of ``game``; may be empty."""
    return [name for name in (game, game + TABLES, game + BITS) if _source(name).exists()]


def compiler() -> str | None:
    """Return the C++ compiler of this machine, or None."""
    return shutil.which("g++") or shutil.which("clang++")


def build(name: str, folder: Path, *, native: bool = True) -> CppBaseline:
    """Compile a baseline by its name into ``folder``; raises if compilation fails.

    ``native``: for this processor, with its wide vectors, else for every x86-64.
    """
    found = compiler()
    if found is None:
        raise FileNotFoundError("no C++ compiler (g++ or clang++) is installed")
    source = _source(name)
    program = folder / (source.stem if native else f"{source.stem}_any")
    flags = (*FLAGS, NATIVE) if native else FLAGS
    subprocess.run([found, *flags, str(source), "-o", str(program)], check=True)
    return CppBaseline(program)


def _source(name: str) -> Path:
    return FOLDER / f"{name.replace('-', '_')}.cpp"
