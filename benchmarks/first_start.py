"""Times of the first start: an import, a first move, a first search and all code of a game.

    python benchmarks/first_start.py [--from source|objects|cache] [GAME ...]

Each game runs in a new process. ``source`` compiles into an empty cache, ``objects`` loads the objects
shipped with the package (``scripts/compile_objects.py``), ``cache`` starts a second time. Prints wall
and CPU seconds since the start of the process, as a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager

import empile

KINDS = ("source", "objects", "cache")
STAGES = ("import", "first move", "first search", "all")

_CHILD = """
import json, sys, time
import empile
seen = []
def reach():
    seen.append((time.time() - float(sys.argv[2]), time.process_time()))
game = empile.load(sys.argv[1])
reach()
stream = empile.new_stream(1)
match = empile.Match(game)
match.resolve_chance(stream, also_external=True)
match.play_action(match.state.legal_actions()[0])
match.resolve_chance(stream, also_external=True)
reach()
empile.search(match.state, stream=stream, simulations=10)
reach()
from empile.engine.compiled.warm import warm, warm_tensors
warm(game)
warm_tensors(game)
reach()
print(json.dumps(seen))
"""


def measure(game: str, cache: str, *, objects: bool) -> list[tuple[float, float]]:
    """Return wall and CPU seconds until each of ``STAGES``."""
    environment = {**os.environ, "EMPILE_CACHE": cache}
    environment.pop("EMPILE_OBJECTS", None)
    if not objects:
        environment["EMPILE_OBJECTS"] = ""
    command = [sys.executable, "-c", _CHILD, game, str(time.time())]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [(wall, cpu) for wall, cpu in json.loads(done.stdout)]


@contextmanager
def cache_for(kind: str, game: str) -> Generator[str]:
    """Provide an empty cache, or one in which ``game`` is compiled."""
    with tempfile.TemporaryDirectory(prefix="empile-first-start-") as folder:
        if kind == "cache":
            measure(game, folder, objects=False)
        yield folder


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the times of a first start.")
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--from", dest="kinds", choices=KINDS, action="append")
    chosen = parser.parse_args()
    print("Wall seconds (CPU seconds) since the start of the process.\n")
    print(f"| from | game | {' | '.join(STAGES)} |")
    print("| --- | --- " + "| ---: " * len(STAGES) + "|")
    for kind in chosen.kinds or KINDS:
        for game in chosen.games or empile.game_names():
            with cache_for(kind, game) as cache:
                reached = measure(game, cache, objects=kind == "objects")
            cells = " | ".join(f"{wall:.1f} ({cpu:.1f})" for wall, cpu in reached)
            print(f"| {kind} | {game} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
