"""``empile new-game``: a folder with a small game that runs, to begin with."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from empile.cli.errors import CommandError
from empile.cli.program import program_name

ABOUT = """\
Write the folder of a new game: a small placing game that can be played in the terminal and in the
browser and passes its checks. Change its rules, its words and its pictures step by step.

Inside a checkout of Empile the game becomes a part of it; elsewhere, or with --package, it becomes a
package of its own, which `pip install -e .` makes known.

--hidden gives each seat a hand of cards that the others do not see. As cards are drawn by chance,
--chance adds nothing to it.

examples:
  empile new-game tic-tac-toe --board 3x3
  empile new-game hex-land --board hex --seats 2-4 --points
  empile new-game dice-heap --board none --chance
  empile new-game card-duel --hidden --package --into ~/games
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="lower-case words with hyphens: tic-tac-toe")
    parser.add_argument(
        "--board",
        default="5x5",
        metavar="BOARD",
        help="columns x rows, hex or none (default: 5x5)",
    )
    parser.add_argument(
        "--seats", default="2", metavar="N", help="a number or a range, as in 2-4 (default: 2)"
    )
    parser.add_argument("--chance", action="store_true", help="with a die")
    parser.add_argument("--hidden", action="store_true", help="with hidden hands of cards")
    parser.add_argument("--points", action="store_true", help="seats score points")
    parser.add_argument(
        "--package", action="store_true", help="a package of its own, also in a checkout"
    )
    parser.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="where to write it: the checkout, or the folder for the package (default: here)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.scaffold import make_plan, write_game
    from empile.scaffold.writer import checkout_of

    into: Path = (arguments.into or Path.cwd()).expanduser().resolve()
    if not into.is_dir():
        raise CommandError(f"there is no folder {into}")
    checkout = None if arguments.package else checkout_of(into)
    plan = make_plan(
        arguments.name,
        board=arguments.board,
        seats=arguments.seats,
        chance=arguments.chance,
        hidden=arguments.hidden,
        points=arguments.points,
        package=checkout is None,
    )
    files = write_game(plan, checkout or into)
    for path in files:
        print(_shown(path))
    program = program_name()
    print("\nNext:")
    if plan.package:
        print(f"  cd {shlex.quote(_shown(into / plan.name))}")
        print("  pip install -e . --group test")
    print(f"  {program} check-game {plan.name}")
    print(f"  {program} play {plan.name}")
    print(f"  {program} serve --open")
    rules = next(path for path in files if path.name == "rules.py")
    print(f"\nThen edit {_shown(rules)}")
    return 0


def _shown(path: Path) -> str:
    """Return a path as short as possible."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
