"""``empile games``, ``picture``, ``warm`` and ``bench``."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import empile
from empile import Game, Record
from empile.engine.discovery import game_class
from tests.cli.conftest import Empile

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record_file(empile_cli: Empile, tmp_path: Path) -> Path:
    """A finished two-player game in a file."""
    path = tmp_path / "game.json"
    path.write_text(empile_cli("random", "block-ness", "--seed", "1").out, "utf-8")
    return path


def test_games_lists_options_and_levels(empile_cli: Empile) -> None:
    done = empile_cli("games")
    assert done.status == 0
    for name in empile.game_names():
        assert f"{name}  (rules version" in done.out
    assert "--option players=2|3|4  (default: 2)" in done.out
    assert "--option variant=base|expert  (default: base)" in done.out
    assert "--option lake=FILE  (default: house)" in done.out
    assert "--option goal=3..5  (default: 4)" in done.out
    assert "--level  1 Beginner, 2 Casual, 3 Intermediate, 4 Expert, 5 Master" in done.out


def test_picture_prints_the_last_position(empile_cli: Empile, record_file: Path) -> None:
    done = empile_cli("picture", record_file)
    assert (done.status, done.err) == (0, "")
    assert ElementTree.fromstring(done.out).tag == f"{SVG}svg"
    final = Record.from_json(record_file.read_bytes()).final_state()
    assert done.out == final.to_svg() + "\n"


def test_picture_of_a_ply_is_the_position_before_the_move(
    empile_cli: Empile, record_file: Path
) -> None:
    states = [state for state, _ in Record.from_json(record_file.read_bytes()).replay()]
    for ply in (0, 3, len(states) - 1):
        assert empile_cli("picture", record_file, "--ply", str(ply)).out == (
            states[ply].to_svg() + "\n"
        )
    assert empile_cli("picture", record_file, "--ply", str(len(states))).out == (
        empile_cli("picture", record_file).out
    )


def test_picture_counts_moves_without_chance(empile_cli: Empile) -> None:
    text = empile_cli("random", "cairn", "--seed", "2").out
    moves = [(s, e) for s, e in Record.from_json(text).replay() if e.seat >= 0]
    done = empile_cli("picture", "-", "--ply", "2", "--seat", "2", stdin=text)
    assert done.out == moves[2][0].to_svg(1) + "\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--ply", "99"], "ply 99"), (["--ply", "-1"], "-1"), (["--seat", "3"], "seat 3")],
)
def test_picture_rejects_missing_plies_and_seats(
    empile_cli: Empile, record_file: Path, words: list[str], said: str
) -> None:
    empile_cli("picture", record_file, *words).refused(said)


@pytest.mark.parametrize("game", ["block-ness", "block-out"])
def test_warm_reports_each_game(empile_cli: Empile, game: str) -> None:
    """With a referee, the probabilities decide instead."""
    done = empile_cli("warm", game)
    assert (done.status, done.err) == (0, "")
    assert done.lines[0] == f"{game} is ready"


def test_warm_rejects_an_unknown_game(empile_cli: Empile) -> None:
    empile_cli("warm", "no-such-game").refused("no-such-game")


def test_bench_rejects_invalid_arguments(empile_cli: Empile) -> None:
    empile_cli("bench", "no-such-game").refused("no-such-game")
    empile_cli("bench", "--seconds", "0").refused("0")


def test_bench_prints_measurements(empile_cli: Empile) -> None:
    done = empile_cli("bench", "block-ness", "--json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert found["game"] == "block-ness"
    assert found["random"][0]["games_per_second"] > 0
    assert found["cold_start"] > found["warm_start"] > 0


def test_games_lists_the_others_if_one_cannot_be_used(
    empile_cli: Empile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(name: str) -> Game:
        if name == "on-top":
            raise KeyError("height")
        return game_class(name)()

    monkeypatch.setattr(empile, "load", load)
    shown = empile_cli("games")
    assert "blox  (rules version 1)" in shown.lines
    (line,) = (line for line in shown.lines if line.startswith("on-top"))
    assert line.startswith("on-top  (cannot be used: KeyError: 'height' (")
