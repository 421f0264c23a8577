"""``empile games``, ``picture``, ``warm`` and ``bench``."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import empile
from empile import Record

from .conftest import Empile

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record_file(empile_cli: Empile, tmp_path: Path) -> Path:
    """A finished game of two in a file."""
    path = tmp_path / "game.json"
    path.write_text(empile_cli("random", "block-ness", "--seed", "1").out, "utf-8")
    return path


def test_games_lists_all_with_options_and_levels(empile_cli: Empile) -> None:
    done = empile_cli("games")
    assert done.status == 0
    for name in empile.game_names():
        assert f"{name}  (rules version" in done.out
    assert "--option players=2|3|4  (default: 2)" in done.out
    assert "--option variant=base|expert  (default: base)" in done.out
    assert "--option lake=FILE  (default: house)" in done.out
    assert "--option goal=3..5  (default: 4)" in done.out
    assert "--level  1 Beginner, 2 Casual, 3 Intermediate, 4 Expert, 5 Master" in done.out


def test_picture_is_the_last_position_as_svg(empile_cli: Empile, record_file: Path) -> None:
    done = empile_cli("picture", record_file)
    assert (done.status, done.err) == (0, "")
    assert ElementTree.fromstring(done.out).tag == f"{SVG}svg"
    final = Record.from_json(record_file.read_bytes()).final_state()
    assert done.out == final.picture() + "\n"


def test_picture_of_a_ply_is_the_position_before_that_move(
    empile_cli: Empile, record_file: Path
) -> None:
    states = [state for state, _ in Record.from_json(record_file.read_bytes()).replay()]
    for ply in (0, 3, len(states) - 1):
        assert empile_cli("picture", record_file, "--ply", str(ply)).out == (
            states[ply].picture() + "\n"
        )
    assert empile_cli("picture", record_file, "--ply", str(len(states))).out == (
        empile_cli("picture", record_file).out
    )


def test_picture_counts_moves_and_not_chance(empile_cli: Empile) -> None:
    text = empile_cli("random", "cairn", "--seed", "2").out
    moves = [(s, e) for s, e in Record.from_json(text).replay() if e.seat >= 0]
    done = empile_cli("picture", "-", "--ply", "2", "--seat", "2", stdin=text)
    assert done.out == moves[2][0].picture(1) + "\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--ply", "99"], "ply 99"), (["--ply", "-1"], "-1"), (["--seat", "3"], "seat 3")],
)
def test_picture_of_what_is_not_there(
    empile_cli: Empile, record_file: Path, words: list[str], said: str
) -> None:
    empile_cli("picture", record_file, *words).refused(said)


@pytest.mark.parametrize("game", ["block-ness", "block-out"])
def test_warm_says_when_a_game_is_ready(empile_cli: Empile, game: str) -> None:
    """A game with a referee too: the odds play in its place."""
    done = empile_cli("warm", game)
    assert (done.status, done.err) == (0, "")
    assert done.lines[0] == f"{game} is ready"


def test_warm_of_an_unknown_game(empile_cli: Empile) -> None:
    empile_cli("warm", "no-such-game").refused("no-such-game")


def test_bench_of_an_unknown_game(empile_cli: Empile) -> None:
    empile_cli("bench", "no-such-game").refused("no-such-game")
    empile_cli("bench", "--seconds", "0").refused("0")


def test_bench_prints_figures(empile_cli: Empile) -> None:
    done = empile_cli("bench", "block-ness", "--json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert found["game"] == "block-ness"
    assert found["random"][0]["games_per_second"] > 0
    assert found["cold_start"] > found["warm_start"] > 0
