"""``empile warm``: compiles the rules of all games."""

from __future__ import annotations

import argparse

from empile.cli.progress import progress

ABOUT = """\
Compile the rules of all games, or of the given ones, in advance. The machine code is stored in your
cache folder or in EMPILE_CACHE. Run this after installing Empile, and before starting several
processes at the same time.

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
    from empile.engine.compiled.warm import warm

    for game in [empile.load(name) for name in arguments.games or empile.game_names()]:
        with progress(f"compiling {game.name}") as update:
            warm(game, update)
        print(f"{game.name} is ready")
    print(f"The machine code is in {cache_root()}.")
    return 0
