"""``empile solo``, driven through pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.cli.solo_progress import SoloProgress, default_file
from empile.games.block_ness.solo.contract import BlockNessSolo
from empile.games.block_ness.solo.levels import GRADES, load_levels
from tests.cli.conftest import Empile


@pytest.fixture(autouse=True)
def progress_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "solo.json"
    monkeypatch.setenv("EMPILE_SOLO", str(path))
    return path


def moves_of(level: str) -> list[str]:
    (found,) = [one for one in load_levels() if one.id == level]
    moves = BlockNessSolo().solution(found.state())
    assert moves is not None
    return moves


def test_solo_plays_levels_and_keeps_progress(empile_cli: Empile, progress_file: Path) -> None:
    typed = "\n".join([*moves_of("1-01"), *moves_of("1-02"), "quit"]) + "\n"
    done = empile_cli("solo", "--language", "en", stdin=typed)
    assert (done.status, done.err) == (0, "")
    assert "Level 1-01: First lake (Basic)" in done.out
    assert "Level 1-03" in done.out
    assert done.out.count("Solved!") == 2
    assert json.loads(progress_file.read_text("utf-8")) == {"solved": ["1-01", "1-02"]}
    again = empile_cli("solo", "--next", "--language", "en", stdin="quit\n")
    assert "Level 1-03: First lake (Basic)" in again.out
    assert "Level 1-01" not in again.out
    listed = empile_cli("solo", "--list", "--language", "en")
    assert "First lake: 2 of 50 solved" in listed.out
    assert "*1-02" in listed.out
    assert " 1-03" in listed.out


def test_solo_lists_all_levels(empile_cli: Empile) -> None:
    done = empile_cli("solo", "--list", "--language", "en")
    assert done.status == 0
    for level in load_levels():
        assert level.id in done.out
    for grade in GRADES:
        reason = empile.engine.errors.Reason(f"solo.grade.{grade}")
        name = empile.load("block-ness").presenter.catalogue.format("en", reason)
        assert f"{name}: 0 of 50 solved" in done.out


def test_solo_takes_back_without_limit(empile_cli: Empile, progress_file: Path) -> None:
    first, second = moves_of("1-20")[:2]
    typed = [first, second, "undo", "undo", "undo", first, "reset", "reset", *moves_of("1-20")]
    done = empile_cli("solo", "1-20", "--language", "en", stdin="\n".join(typed) + "\n")
    assert done.status == 0
    assert done.out.count("You have no move to take back.") == 2
    assert done.out.count("Solved!") == 1
    assert SoloProgress(progress_file).solved == {"1-20"}


def test_solo_hints_tell_more_and_more(empile_cli: Empile) -> None:
    moves = moves_of("3-05")
    typed = ["hint"] * 5 + ["solution", moves[0], "hint", "quit"]
    done = empile_cli("solo", "3-05", "--language", "en", stdin="\n".join(typed) + "\n")
    assert done.out.count("Extend the monster at its") == 2
    assert done.out.count("Take the ring of length") == 1
    assert done.out.count("Put its first foot into") == 1
    assert done.out.count(f"The move is {moves[0]}.") == 2
    assert " ".join(moves) in done.out


def test_solo_tells_how_many_moves_to_take_back(empile_cli: Empile) -> None:
    level = next(one for one in load_levels() if one.grade == 3)
    state = level.state()
    wrong = next(move for move in state.legal_texts() if _is_wrong(state, move))
    done = empile_cli("solo", level.id, "--language", "en", stdin=f"{wrong}\nsolution\nquit\n")
    assert "There is no solution from here. Take back your last move." in done.out


def _is_wrong(state: empile.State, move: str) -> bool:
    after = state.clone()
    after.apply_text(move)
    return BlockNessSolo().solution(after) is None


def test_solo_says_when_it_is_stuck(empile_cli: Empile, progress_file: Path) -> None:
    level = next(one for one in load_levels() if one.share < 0.4)
    state, moves = level.state(), list[str]()
    while not state.is_terminal():
        wrong = [move for move in state.legal_texts() if _is_wrong(state, move)]
        moves.append((wrong or state.legal_texts())[0])
        state.apply_text(moves[-1])
    typed = "\n".join([*moves, "Hz9", "quit"]) + "\n"
    done = empile_cli("solo", level.id, "--language", "en", stdin=typed)
    assert done.out.count("No move is left. Type undo, reset or hint.") == 2
    assert "only undo and reset help here" in done.out
    assert not progress_file.exists()


def test_solo_explains_what_is_no_move(empile_cli: Empile) -> None:
    done = empile_cli("solo", "--language", "en", stdin="hello\nmoves Z\nhelp\nboard\nnext\n")
    assert "“hello” is not a move in Block Ness" in done.out
    assert "No legal moves start with Z." in done.out
    assert "solution        show the rest of a solution" in done.out
    assert "Level 1-02" in done.out


def test_last_level_ends_the_series(empile_cli: Empile) -> None:
    last = load_levels()[-1].id
    done = empile_cli("solo", last, "--language", "en", stdin="\n".join(moves_of(last)) + "\n")
    assert "That was the last level." in done.out


def test_progress_that_cannot_be_saved(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv("EMPILE_SOLO", str(tmp_path / "file" / "solo.json"))
    typed = "\n".join(moves_of("1-01")) + "\n"
    done = empile_cli("solo", "--language", "en", stdin=typed)
    assert done.status == 0
    assert "Your progress could not be saved" in done.out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"solved": 3}', '{"solved": [1, "1-01"]}'])
def test_damaged_progress_counts_as_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "solo.json"
    path.write_text(text, "utf-8")
    progress = SoloProgress(path)
    assert progress.solved <= {"1-01"}
    progress.add("2-01")
    assert "2-01" in SoloProgress(path).solved


def test_progress_of_two_processes_is_joined(tmp_path: Path) -> None:
    one, other = SoloProgress(tmp_path / "solo.json"), SoloProgress(tmp_path / "solo.json")
    one.add("1-01")
    other.add("1-02")
    assert SoloProgress(tmp_path / "solo.json").solved == {"1-01", "1-02"}


def test_progress_is_in_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMPILE_SOLO")
    assert default_file().name == "solo.json"
    assert "empile" in default_file().parts


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_solo_supports_every_language(empile_cli: Empile, language: str) -> None:
    typed = "help\nhint\nquit\n"
    done = empile_cli("solo", "--language", language, stdin=typed)
    assert done.status == 0
    reason = empile.engine.errors.Reason("solo.grade.1")
    assert empile.load("block-ness").presenter.catalogue.format(language, reason) in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9-99"], "there is no level '9-99': they are 1-01 to 6-50"),
        (["1-01", "--list"], "choose a level, --list or --next"),
        (["--list", "--next"], "--next"),
        (["--language", "xx"], "xx"),
    ],
)
def test_solo_rejects_invalid_arguments(empile_cli: Empile, words: list[str], said: str) -> None:
    empile_cli("solo", *words).refused(said)


def test_help_does_not_import_the_games() -> None:
    program = (
        "import sys; from empile.cli import main\n"
        "try: main(['solo', '--help'])\n"
        "except SystemExit: pass\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ)
