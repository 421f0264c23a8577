"""Tests of the files of new games: they are clean, run, and lack nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from empile.scaffold import PlanError, make_plan, write_game
from empile.scaffold.writer import checkout_of, file_texts, folders
from tests.conftest import ROOT
from tests.scaffold.test_plan import all_plans

FIRST_PARTY = 'lint.isort.known-first-party=["empile"]'


def run_python(*words: str | Path, games: Path | None = None, compiles: bool = False) -> str:
    """Run a module, by default without the compiler, which takes longer; return its output."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiles else "1"}
    if games is not None:
        environment["EMPILE_GAMES"] = str(games)
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make_checkout(folder: Path) -> Path:
    """Make a folder that looks like a checkout of Empile without games."""
    games = folder / "src" / "empile" / "games"
    games.mkdir(parents=True)
    (games / "__init__.py").touch()
    (folder / "pyproject.toml").write_text('[project]\nname = "empile"\n')
    return folder


@pytest.fixture(scope="module")
def all_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of all combinations of flags that need no computation."""
    made = tmp_path_factory.mktemp("made")
    for plan in all_plans(package=False):
        game, tests = folders(plan)
        for path, text in file_texts(plan).items():
            # Outside `empile`, so that the type checker looks at them in one run.
            below, of = (game, "game") if path.is_relative_to(game) else (tests, "cases")
            target = made / f"{of}_{plan.folder}" / path.relative_to(below)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    return made


def test_texts_of_all_combinations_are_formatted(all_games: Path) -> None:
    settings = ("--no-cache", "--config", ROOT / "pyproject.toml", "--config", FIRST_PARTY)
    run_python("ruff", "check", "-q", *settings, all_games)
    run_python("ruff", "format", "-q", "--check", *settings, all_games)


def test_texts_of_all_combinations_have_types(all_games: Path) -> None:
    run_python(
        "mypy",
        "--config-file",
        ROOT / "pyproject.toml",
        "--cache-dir",
        ROOT / ".mypy_cache",
        all_games,
    )


def test_open_games_are_short() -> None:
    texts = file_texts(make_plan("short-land", package=True))
    lines = [
        len(texts[path].splitlines())
        for path in texts
        if path.parts[0] == "src" and path.suffix == ".py"
    ]
    assert sum(lines) < 125


def test_package_declares_its_game(tmp_path: Path) -> None:
    files = write_game(make_plan("heap-land", board="none", package=True), tmp_path)
    names = {path.relative_to(tmp_path / "heap-land").as_posix() for path in files}
    assert {
        "pyproject.toml",
        ".github/workflows/check.yml",
        "src/heap_land/rules.py",
        "src/heap_land/locales/de.json",
        "src/heap_land/lessons/01-first.json",
        "tests/games/heap_land/golden/2.txt",
    } <= names
    project = (tmp_path / "heap-land" / "pyproject.toml").read_text("utf-8")
    assert '[project.entry-points."empile.games"]\nheap-land = "heap_land"\n' in project
    with pytest.raises(PlanError, match="exists: remove it, or choose another name"):
        write_game(make_plan("heap-land", package=True), tmp_path)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == files


def test_checkout_gets_a_game_and_its_evidence(tmp_path: Path) -> None:
    """A dice game with points, checked by what a newcomer runs."""
    checkout = make_checkout(tmp_path)
    plan = make_plan("dice-land", board="3x3", chance=True, points=True, seats="2-3")
    files = write_game(plan, checkout)
    parts = {path.relative_to(checkout).parts[:2] for path in files}
    assert parts == {("src", "empile"), ("tests", "games")}
    assert checkout_of(files[0]) == checkout
    said = run_python("empile", "check-game", "dice-land", games=checkout / "src/empile/games")
    assert "nothing is lacking" in said
    rows = json.loads((checkout / "tests/games/dice_land/perft.json").read_text("utf-8"))
    assert {row["variant"] for row in rows} == {"2", "3"}


@pytest.mark.parametrize(
    ("name", "options", "checks"),
    [
        ("open-land", {"board": "hex"}, 3),
        ("card-heap", {"board": "none", "hidden": True, "seats": "2-3"}, 4),
        ("card-land", {"board": "3x3", "hidden": True, "points": True}, 3),
    ],
)
def test_package_lacks_nothing(
    name: str, options: dict[str, object], checks: int, tmp_path: Path
) -> None:
    """With the compiler, which refuses code that runs in plain Python."""
    plan = make_plan(name, package=True, **options)  # type: ignore[arg-type]
    write_game(plan, tmp_path)
    games = tmp_path / name / "src"
    said = run_python("empile", "check-game", name, games=games, compiles=True)
    assert "nothing is lacking" in said
    assert f"page: good, {checks} checks" in said
    if name == "card-heap":  # with hidden hands, and two numbers of seats
        words = ("check-game", name, "--only", "page", "--all")
        said = run_python("empile", *words, games=games, compiles=True)
        assert "page: good, 6 checks" in said


def test_checkout_of_other_folders_is_none(tmp_path: Path) -> None:
    assert checkout_of(tmp_path) is None
    assert checkout_of(ROOT / "src") == ROOT
