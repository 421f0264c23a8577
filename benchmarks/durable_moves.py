r"""Durable moves per second of the server, measured by a load generator in its own process.

Starts a server on a new data file, creates tables for two, and plays prepared random games at all
of them at once, with one connection per seat and no pause. A move counts when its mover has received
it, which is after its commit; that time is its latency. The server checks every move with the real
rules, and draws the chance events. Block Out! is played with estimated outcomes, without hands.

    python benchmarks/durable_moves.py --tables 100 --seconds 8
    python benchmarks/durable_moves.py --games-of block-ness,blox,on-top,block-out \
        --detail full moves --by-turns 3
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import load_test
from load.tables import Detail


def main() -> None:
    """Measure; print a line of JSON per run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500])
    parser.add_argument(
        "--games-of", type=lambda text: text.split(","), default=["block-ness"], metavar="GAMES"
    )
    parser.add_argument("--detail", choices=("moves", "full"), nargs="+", default=["moves"])
    parser.add_argument("--by-turns", type=int, default=1, help="repeat all runs so many times")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument(
        "--profile", type=Path, help="write the server's cProfile data to this file"
    )
    chosen = parser.parse_args()
    for _ in range(chosen.by_turns):
        for game in chosen.games_of:
            for tables in chosen.tables:
                for detail in chosen.detail:
                    found = measured(
                        game, tables, detail, seconds=chosen.seconds, profile=chosen.profile
                    )
                    print(json.dumps(found), flush=True)


def measured(
    game: str, tables: int, detail: Detail, *, seconds: float, profile: Path | None = None
) -> dict[str, Any]:
    """Start a server, load it, stop it; return the measurements."""
    command = [sys.executable]
    if profile is not None:
        command += ["-m", "cProfile", "-o", str(profile)]
    (figures,) = load_test.measured(game, detail, [tables], seconds, command)
    return {**asdict(figures), "cores": os.cpu_count(), "python": platform.python_version()}


if __name__ == "__main__":
    main()
