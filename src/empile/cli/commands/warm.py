"""``empile warm``: compiles the rules of all games."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor

from empile.cli.progress import progress

ABOUT = """\
Compile the rules of all games, or of the given ones, in advance, for the processor of this machine.
The machine code is stored in your cache folder or in EMPILE_CACHE. Run this after installing Empile,
and before starting several processes at the same time.

examples:
  empile warm
  EMPILE_CACHE=/var/cache/empile empile warm
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="name of a game (default: all games)"
    )


def run(arguments: argparse.Namespace) -> int:
    import empile
    from empile.engine.compiled.cache import cache_root
    from empile.engine.compiled.warm import STEPS, warm_apart

    names = [empile.game_class(name).name for name in arguments.games or empile.game_names()]
    finished = dict.fromkeys(names, 0)
    with progress("compiling") as update, ThreadPoolExecutor(os.cpu_count()) as pool:

        def compile_game(name: str) -> bool:
            def count(done: int, _: int) -> None:
                finished[name] = done
                update(sum(finished.values()), len(names) * len(STEPS))

            return warm_apart(name, count, natively=True)

        succeeded = dict(zip(names, pool.map(compile_game, names), strict=True))
    for name, is_ready in succeeded.items():
        print(f"{name} is ready" if is_ready else f"{name} cannot be compiled")
    print(f"The machine code is in {cache_root()}.")
    return 0 if all(succeeded.values()) else 1
