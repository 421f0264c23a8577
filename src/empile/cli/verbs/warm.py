"""``empile warm``: compile all games' rules."""

from __future__ import annotations

import argparse

from empile.cli.progress import progress

ABOUT = """\
Compile the rules of all games (or of one), so that nothing later waits for it. The machine code
is kept in the user's cache folder, or where EMPILE_CACHE says; run this once after an installation
and before several processes are started side by side.

examples:
  empile warm
  EMPILE_CACHE=/var/cache/empile empile warm
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="a game's name (default: all games)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile."""
    import empile
    from empile.engine.cache import cache_root
    from empile.engine.warm import warm

    for game in [empile.load(name) for name in arguments.games or empile.game_names()]:
        with progress(f"compiling {game.name}") as told:
            warm(game, told)
        print(f"{game.name} is ready")
    print(f"The machine code lies in {cache_root()}.")
    return 0
