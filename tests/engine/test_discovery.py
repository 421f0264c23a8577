"""Games are found by being there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.engine.discovery import game_class, game_names, load
from empile.engine.errors import OptionError, UnknownGameError


def test_installed_games_and_those_of_other_folders_are_found() -> None:
    assert {"block-ness", "cairn"} <= set(game_names())
    assert game_names() == sorted(game_names())


def test_load_rejects_an_unknown_game_or_version() -> None:
    with pytest.raises(UnknownGameError, match=r"no game 'chess'; the games are .*cairn"):
        load("chess")
    with pytest.raises(UnknownGameError, match="cairn has no rules version 3"):
        game_class("cairn", 3)


def test_load_takes_the_newest_rules_by_default() -> None:
    assert game_class("cairn").rules_version == 2
    assert game_class("cairn", 1).rules_version == 1
    assert load("cairn", rules_version=1, players=3).num_players == 3


def test_options_are_passed_on() -> None:
    assert empile.load("block-ness", players=3).num_players == 3
    with pytest.raises(OptionError, match="has no option 'name'"):
        load("block-ness", name="x")


def test_a_folder_without_game_is_none(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "__init__.py").write_text('"""No game."""\n')
    code = "import empile; print(empile.game_names())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"EMPILE_GAMES": f"{tmp_path}:{tmp_path / 'missing'}", "PATH": "", "HOME": "/tmp"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "block-ness" in done.stdout
    assert "cairn" not in done.stdout


GAME = """
from pathlib import Path
from empile.games.block_ness import GAME as BASE

class Renamed(BASE):
    name = "{name}"
    folder = Path(__file__).parent

GAME = Renamed
"""


def make_package(folder: Path, module: str, code: str, entry: str = "") -> None:
    """Write a package, and the metadata of its distribution if it has an entry point."""
    (folder / module).mkdir(parents=True)
    (folder / module / "__init__.py").write_text(code)
    if entry:
        info = folder / f"{module}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[empile.games]\n{entry} = {module}\n")


def run_python(code: str, folder: Path, games: Path | str = "") -> tuple[str, str]:
    """Run Python with the packages in ``folder``; return its output and errors."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"EMPILE_GAMES": str(games), "PYTHONPATH": str(folder), "PATH": "", "HOME": "/tmp"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def test_game_class_imports_the_game_of_a_distribution_and_no_other(tmp_path: Path) -> None:
    make_package(tmp_path, "hexes", GAME.format(name="hex-land"), "hex-land")
    make_package(tmp_path, "loud", "print('imported')\n" + GAME.format(name="loud"), "loud")
    code = (
        "import empile, pickle, sys\n"
        "game = empile.load('hex-land', players=3)\n"
        "state = pickle.loads(pickle.dumps(game.new_state()))\n"
        "print(type(state.game) is type(game), 'empile.games.blox' in sys.modules)\n"
        "print(empile.game_names())"
    )
    out, err = run_python(code, tmp_path)
    assert out.splitlines()[:2] == ["True False", "imported"]
    assert out.splitlines()[2].startswith("['block-ness', 'block-out', 'blox', 'hex-land', 'loud',")
    assert err == ""


def test_skipped_games_says_why_and_others_work(tmp_path: Path) -> None:
    games = tmp_path / "games"
    make_package(games, "half_built", "import missing_module\n")
    make_package(games, "blox", GAME.format(name="blox"))
    make_package(games, "fine", GAME.format(name="fine"))
    make_package(tmp_path, "again", GAME.format(name="fine"), "fine")
    make_package(tmp_path, "empty", "", "empty")
    make_package(tmp_path, "leaves", "raise SystemExit('no')\n", "leaves")
    make_package(tmp_path, "other", GAME.format(name="another"), "other")
    make_package(tmp_path, "no_class", "GAME = 7\n", "no-class")
    make_package(tmp_path, "bad_name", GAME.format(name="Bad_Name"), "Bad_Name")
    code = (
        "import empile\n"
        "from empile.engine.discovery import skipped_games\n"
        "print(empile.game_names())\n"
        "for skipped in sorted(skipped_games()): print(skipped)\n"
        "try: empile.load('half-built')\n"
        "except empile.UnknownGameError as error: print(error, '|', repr(error.__cause__))"
    )
    out, err = run_python(code, tmp_path, games)
    names, *said, refused = out.splitlines()
    assert names == "['block-ness', 'block-out', 'blox', 'fine', 'on-top']"
    half_built = (
        f"the game 'half-built' of the folder {games} is skipped: ModuleNotFoundError: No module"
        f" named 'missing_module' ({games}/half_built/__init__.py, line 1)"
    )
    assert said == [
        "the game 'Bad_Name' of the package bad_name 1.2 is skipped: a name has lower-case letters,"
        " digits and single hyphens, as in 'tic-tac-toe'",
        f"the game 'blox' of the folder {games} is skipped: Empile has a game of this name; remove"
        " one of them",
        "the game 'empty' of the package empty 1.2 is skipped: the module empty does not define GAME",
        f"the game 'fine' of the package again 1.2 is skipped: the folder {games} has a game of this"
        " name; remove one of them",
        half_built,
        "the game 'leaves' of the package leaves 1.2 is skipped: SystemExit: no"
        f" ({tmp_path}/leaves/__init__.py, line 1)",
        "the game 'no-class' of the package no_class 1.2 is skipped: GAME must be a subclass of"
        " empile.Game",
        "the game 'other' of the package other 1.2 is skipped: its GAME.name is 'another', but its"
        " entry point says 'other'",
    ]
    assert refused == f"{half_built} | ModuleNotFoundError(\"No module named 'missing_module'\")"
    assert sorted(err.splitlines()) == sorted(said)


def test_games_of_a_folder_are_known_as_long_as_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nim").mkdir()
    text = "from tests.support.nim import Nim as GAME\n\n__all__ = ['GAME']\n"
    (tmp_path / "nim" / "__init__.py").write_text(text, "utf-8")
    before = empile.game_names()
    with monkeypatch.context() as patched:
        patched.setenv("EMPILE_GAMES", f"{os.environ['EMPILE_GAMES']}{os.pathsep}{tmp_path}")
        assert empile.game_names() == sorted([*before, "nim"])
    assert empile.game_names() == before
