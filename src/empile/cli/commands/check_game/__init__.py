"""``empile check-game``: what a game lacks, in the order in which an author writes it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError

if TYPE_CHECKING:
    from empile.checks import Step, StepDone

ABOUT = """\
Check a game: its class, rules, notation, positions, hidden information, worked cases, pictures,
messages, README, lessons, golden games and records. Each lack is one sentence with the file to write
and an example. A step that needs an unfinished one is not checked. The exit status is 1 if anything
is lacking.

Without --all, slow checks are left out and others look at a few random games. The evidence of a game
(variants.json, test_cases.py, perft.json, golden/, corpus/) is in tests/games/<folder> of its
project, the nearest folder above with a pyproject.toml; a game without one has it in its own folder.

examples:
  empile check-game block-ness
  empile check-game block-ness --only rules notation
  empile check-game block-ness --all --json
  empile check-game block-ness --write-golden
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="NAME", help="a game, or the folder of one that is half built"
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="STEP", help="show only these steps, e.g. rules"
    )
    parser.add_argument(
        "--all", action="store_true", help="also the slow checks, with all variants and more games"
    )
    parser.add_argument("--first", action="store_true", help="stop at the first lack")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each lack")
    parser.add_argument(
        "--evidence", metavar="FOLDER", type=Path, help="where variants.json and the others are"
    )
    parser.add_argument(
        "--write-golden",
        action="store_true",
        help="write the golden games, and records of missing endings, instead of checking",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.checks.suite import STEPS, check_game

    unknown = [one for one in arguments.only if one not in [step.name for step in STEPS]]
    if unknown:
        known = ", ".join(step.name for step in STEPS)
        raise CommandError(f"there is no step '{unknown[0]}': the steps are {known}")
    name = _name(arguments)
    if name is None:
        return 1
    if arguments.write_golden:
        return _write_golden(name)
    began, lacks, left_out = time.perf_counter(), 0, 0
    for done in check_game(
        name, only=arguments.only, whole=arguments.all, first=arguments.first, begin=_show
    ):
        lacks += len(done.lacks)
        left_out += done.left_out
        if arguments.json:
            for found in done.lacks:
                print(json.dumps(found._asdict(), ensure_ascii=False), flush=True)
        else:
            _print(done)
    if not arguments.json:
        _print_end(name, lacks, left_out, time.perf_counter() - began)
    return 1 if lacks else 0


def _name(arguments: argparse.Namespace) -> str | None:
    """Return the name of the game; print why and return None if it cannot be imported."""
    from empile.checks.evidence import use_evidence
    from empile.checks.sentences import Found, import_error
    from empile.engine.discovery import game_class, skipped_games
    from empile.engine.errors import UnknownGameError

    name: str = arguments.game.replace("_", "-")
    try:
        game_class(name)
    except UnknownGameError as error:
        skipped = next((one for one in skipped_games() if one.name == name), None)
        if skipped is None:
            raise CommandError(str(error)) from None
        if skipped.error is None:
            found = Found("game", "is_imported", name, skipped.reason, "", "__init__.py", "")
        else:
            found = import_error(skipped.error, name)
        if arguments.json:
            print(json.dumps(found._asdict(), ensure_ascii=False))
        else:
            print(f"game: {found}")
            print("other steps: not checked, they need a game that can be imported")
        return None
    if arguments.evidence is not None:
        use_evidence(name, arguments.evidence)
    return name


def _write_golden(name: str) -> int:
    from empile.checks.evidence import shown
    from empile.checks.steps.golden import missing_ends, write_golden

    for path in write_golden(name):
        print(f"wrote {shown(path)}")
    missing = missing_ends(name)
    for seats, reason in missing:
        print(
            f"found no random game that ends by '{reason}' with {seats} seats: keep a record of one"
        )
    return 1 if missing else 0


def _print(done: StepDone) -> None:
    _erase()
    if done.needs:
        print(f"{done.step.name}: not checked, it needs '{done.needs}'", flush=True)
        return
    for found in done.lacks:
        print(f"{done.step.name}: {found}", flush=True)
    for missing in done.missing:
        print(f"{done.step.name}: not checked, {missing}", flush=True)
    if not done.lacks and done.checked:
        print(f"{done.step.name}: good, {done.checked} checks in {done.seconds:.1f} s", flush=True)


def _print_end(name: str, lacks: int, left_out: int, seconds: float) -> None:
    found = "nothing is lacking" if not lacks else f"{lacks} lack{'s' if lacks > 1 else ''}"
    rest = f"; {left_out} slow checks were left out: --all" if left_out else ""
    print(f"{name}: {found}, in {seconds:.0f} s{rest}")


def _show(step: Step) -> None:
    """Show on a terminal which step is checked; the first time, its code is compiled."""
    if sys.stderr.isatty():
        print(f"{step.name}: {step.about} ...", end="", file=sys.stderr, flush=True)


def _erase() -> None:
    """Remove the line of progress on a terminal."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
