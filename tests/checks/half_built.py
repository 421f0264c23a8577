"""Copies of Cairn, each broken in one place: ``python -m tests.checks.half_built`` checks them all.

It prints what ``empile check-game`` prints for each, as JSON, and runs in another process without
the compiler: every copy has rules of its own.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from empile.checks import Lack, chosen_subjects
from empile.checks.steps.rules import begins_and_ends
from empile.cli import main
from tests.games.test_suite import cases

CAIRN = Path(__file__).parents[1] / "games" / "cairn"


class Break(NamedTuple):
    """A change of one file of Cairn, and what must be said about it."""

    step: str
    file: str
    old: str
    """What is replaced; empty: the file or folder is removed."""
    new: str
    said: str
    """A part of the sentence."""
    write: str
    """A part of the file to write."""
    example: str = ""
    """A part of the example."""


BREAKS = {
    "syntax": Break("game", "rules.py", "count = 0\n", "count = = 0\n", "is not Python", "rules.py"),
    "import": Break("game", "view.py", "DEAL, DRAW", "DEAL, DRAWN", "cannot import name", "view.py"),
    "no_options": Break(
        "game", "__init__.py", "options_offered = (", "options = (", "does not declare 'options_offered'",
        "__init__.py", "options_offered = (",
    ),
    "options": Break(
        "game", "__init__.py", '"players", (2, 3, 4), 2', '"stones", (2, 3, 4), 2',
        "the first option is not the choice 'players'", "__init__.py", 'choice("players"',
    ),
    "no_variants": Break(
        "game", "variants.json", "", "", "no variants are named", "variants.json",
        '{"2": {"players": 2}, "3"',
    ),
    "variants_json": Break(
        "game", "variants.json", '"3 high":', '"3 high"', "variants.json is not JSON", "variants.json"
    ),
    "variant_option": Break(
        "game", "variants.json", '"goal": 5', '"goal": 9', "variant '3 high': option 'goal'",
        "variants.json",
    ),
    "seats": Break(
        "game", "variants.json", '"3 high": {"players": 3', '"2 high": {"players": 2',
        "no variant has 3 players", "variants.json", '{"3": {"players": 3}}',
    ),
    "no_ranks": Break(
        "game", "rules.py", "def ranks(", "def places(", "the rules do not define 'ranks'", "rules",
        "@inline def ranks",
    ),
    "raises": Break(
        "rules", "rules.py", "    count = 0\n    if int(s.stage) == PLAY:",
        "    count = 1 // int(s.stage * 0)\n    if int(s.stage) == PLAY:",
        "legal raised ZeroDivisionError", "rules.py",
    ),
    "twice": Break(
        "rules", "rules.py", "out[count + 1] = SWAP + kind", "out[count + 1] = LAY + kind",
        "writes a move twice", "rules",
    ),
    "gain": Break(
        "rules", "rules.py", "action - LAY) if action", "action - LAY) + 1 if action",
        "a move's 'gain' is", "rules",
    ),
    "ranks": Break(
        "rules", "rules.py", "rank = 1\n", "rank = 2\n", "best is 1, ties share a rank", "rules"
    ),
    "same_text": Break(
        "notation", "notation.py", 'f"swap {LETTERS[kind] *', 'f"swap {LETTERS[0] *',
        "", "notation",
    ),
    "same_parts": Break(
        "notation", "presenter.py", '{"stone": stone[0], "verb": verb}', '{"stone": stone[0]}',
        "'move_parts' of", "notation",
    ),
    "inverse": Break(
        "positions", "view.py", '"turns": state.field("turns"),', '"turns": 12,',
        "PositionError: 'turns' must be", "from_position.py",
    ),
    "leak": Break(
        "hidden", "view.py", "stones(hand) if other == seat", "stones(hand) if other >= 0",
        "view and to_svg and to_text must not differ", "view",
    ),
    "declared": Break(
        "hidden", "__init__.py", "imperfect_information = True", "imperfect_information = False",
        "declare imperfect_information = True", "view",
    ),
    "observed": Break(
        "hidden", "rules.py", "if stage in (DEAL, DRAW) and", "if stage == DEAL and",
        "'observed_action' distinguishes what 'redacted_text' hides", "view",
    ),
    "no_cases": Break(
        "cases", "test_cases.py", "", "", "no worked cases", "test_cases.py", "def test_three"
    ),
    "perft": Break(
        "perft", "perft.json", "", "[]", "remove perft.json", "perft.json"
    ),
    "svg_title": Break(
        "pictures", "svg.py", "<title>Cairn {seen['cairn'] or 'not begun'}</title>", "",
        "no title, which screen readers read", "svg", 'role="img"',
    ),
    "svg_form": Break(
        "pictures", "svg.py", '"</svg>"', '"</g></svg>"', "the picture is not well formed", "svg"
    ),
    "message": Break(
        "messages", "locales/fr.json", '  "log.swap": "échange {stone}",\n', "",
        "'fr' has no message 'log.swap'", "locales/fr.json",
    ),
    "argument": Break(
        "messages", "locales/fr.json", "échange {stone}", "échange {stones}",
        "the message 'log.swap' of locales/fr.json has the arguments", "locales",
    ),
    "no_locales": Break(
        "messages", "locales", "", "", "no messages in the language 'en'", "locales/en.json",
        "log.move",
    ),
    "presenter": Break(
        "messages", "presenter.py", 'return Reason(f"log.{name}")', "raise NotImplementedError",
        "event_message raised NotImplementedError: it is not written yet", "presenter.py",
    ),
    "no_readme": Break(
        "readme", "README.md", "", "", "the rules are not written down", "README.md", "## The rules"
    ),
    "lesson": Break(
        "lessons", "lessons/01-own-kind.json", '{"right": ["lay A"]', '{"right": ["lay D"]',
        "a lesson is invalid, lessons/01-own-kind.json: step 1: no legal move matches 'lay D'",
        "lessons",
    ),
    "lesson_message": Break(
        "lessons", "lessons/01-own-kind.json", "", "", "which belong to no lesson", "locales"
    ),
    "golden_text": Break(
        "golden", "golden/2.txt", "", "", "no golden game of the variant '2'", "golden/2.txt",
        "empile check-game golden-text --write-golden",
    ),
    "golden_other": Break(
        "golden", "golden/2.txt", "[1] ", "[one] ", "goes otherwise from line", "golden/2.txt"
    ),
    "golden_end": Break(
        "golden", "golden/3-dusk.json", "", "", "no golden game ends by 'dusk' with 3 seats",
        "golden/3-dusk.json", "--write-golden",
    ),
    "corpus": Break(
        "corpus", "corpus", "", "", "no record that must replay", "corpus/good-1.json",
        "empile random corpus --seed 1",
    ),
    "corpus_bad": Break(
        "corpus", "corpus/good-2.json", '"events": [', '"events": ["swap A", ', "does not replay",
        "corpus/good-2.json",
    ),
    "plane": Break(
        "tensors", "rules.py", "_total(s.deck) / stones", "2 * _total(s.deck) / stones",
        "plane \"deck\" has values from", "rules",
    ),
}  # fmt: skip


WHOLE = ("game", "rules", "notation", "positions", "pictures", "messages", "lessons", "golden")
"""The steps that are checked in a copy that is not broken; the suite checks all of Cairn itself."""


def build(folder: Path, case: str, broken: Break | None) -> None:
    """Write a copy of Cairn by the name of the case, broken or as it is."""
    copy = folder / case
    shutil.copytree(CAIRN, copy, ignore=shutil.ignore_patterns("__pycache__", "test_[pr]*"))
    name = case.replace("_", "-")
    for path in copy.rglob("*"):
        if path.suffix in (".py", ".json", ".txt"):
            text = path.read_text("utf-8")
            for before in ("name = ", '"game": ', '"game":', "load("):
                text = text.replace(f'{before}"cairn"', f'{before}"{name}"')
            path.write_text(re.sub("^cairn, ", f"{name}, ", text), "utf-8")
    if broken is not None:
        change(copy / broken.file, broken)


def change(path: Path, broken: Break) -> None:
    """Make the change of a case."""
    if broken.old:
        text = path.read_text("utf-8")
        assert broken.old in text, f"{path} has no {broken.old!r}"
        path.write_text(text.replace(broken.old, broken.new, 1), "utf-8")
    elif broken.new:
        path.write_text(broken.new, "utf-8")
    elif path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def said(*words: str) -> list[str]:
    """Return the lines that a command prints, and its exit status."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main(words)
    return [*out.getvalue().splitlines(), str(status)]


def _has_subjects(name: str) -> bool:
    try:
        return bool(chosen_subjects(begins_and_ends, name, whole=True))
    except Lack:
        return False


def lines() -> dict[str, list[str]]:
    """Return what is printed about each case, and the games whose tests are collected."""
    found = {
        case: said("check-game", case.replace("_", "-"), "--json", "--first", "--only", broken.step)
        for case, broken in BREAKS.items()
    }
    found["whole"] = said("check-game", "whole", "--only", *WHOLE)
    found["half"] = said("check-game", "raises")
    found["collected"] = sorted({str(case.values[1]) for case in cases()})
    found["unreadable"] = [name for name in found["collected"] if not _has_subjects(name)]
    return found


if __name__ == "__main__":
    games = Path(sys.argv[1])
    os.environ["EMPILE_GAMES"] = str(games)
    for case, broken in (*BREAKS.items(), ("whole", None)):
        build(games, case, broken)
    print(json.dumps(lines()))
