"""``empile play``, driven through pipes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile import Record
from empile.cli.evaluation_text import percent
from empile.engine.errors import Reason
from tests.cli.conftest import Empile
from tests.support.patience import PATIENCE

SEEDED = ["--seed", "1"]


def test_hint_moves_finish_a_game_against_a_bot(empile_cli: Empile, tmp_path: Path) -> None:
    """Type each hint as the next move until the game ends."""
    path = tmp_path / "game.json"
    moves: list[str] = []
    while True:
        done = empile_cli(
            "play", "block-ness", *SEEDED, stdin="\n".join([*moves, f"save {path}", "hint"])
        )
        assert (done.status, done.err) == (0, "")
        hinted = re.findall(r"^Try (\S+)", done.out, re.MULTILINE)
        if not hinted:
            break
        moves.append(hinted[-1])
        assert len(moves) <= 10, "a seat has ten rings"
    assert "The game is over" in done.out
    assert re.search(r"^  1\. (You|Computer 2 \(\w+\)), \d+ points?$", done.out, re.MULTILINE)
    # The record saved before the last move replays.
    record = Record.from_json(path.read_bytes())
    assert [name.split(" ")[0] for name in record.seats] == ["You", "Computer"]
    mine = [event.text for _, event in record.replay() if event.seat == 0]
    assert mine == moves[: len(mine)]


def test_play_ranks_teams_with_their_sums(empile_cli: Empile) -> None:
    """Two equal tiles fill the board: the person's side completes the first circle."""
    board = {
        "cells": ["U11", "D11", "D01", "U02", "U12"],
        "golden": [],
        "start": ["U11"],
        "tiles": {"BWRY": 5},
    }
    options = ("--players", "4", "--option", "teams=true", "--option", f"board={json.dumps(board)}")
    done = empile_cli("play", "on-top", *SEEDED, *options, stdin="U02D01 BWRY\n")
    ranks = re.findall(r"^  (\d)\. (.*), (-?\d+) points?$", done.out, re.MULTILINE)
    mine, theirs = sorted(ranks, key=lambda rank: "You" not in rank[1])
    assert re.fullmatch(r"You \+ Computer 3 \([\w ]+\)", mine[1])
    assert re.fullmatch(r"Computer 2 \([\w ]+\) \+ Computer 4 \([\w ]+\)", theirs[1])
    assert int(mine[2]) <= -32, "no more than a point for each circle of the side"
    assert (mine[0] == "1") == (int(mine[2]) >= int(theirs[2]))


def test_play_without_points_ranks_names_alone(
    empile_cli: Empile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(empile.load("block-ness")), "has_points", False)
    moves: list[str] = []
    while True:
        done = empile_cli("play", "block-ness", *SEEDED, stdin="\n".join([*moves, "hint"]))
        hinted = re.findall(r"^Try (\S+)", done.out, re.MULTILINE)
        if not hinted:
            break
        assert "point" not in done.out
        moves.append(hinted[-1])
    assert re.search(r"^  1\. (You|Computer 2 \(\w+\))$", done.out, re.MULTILINE)


def test_play_shows_the_board_and_the_turn(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin="d5-d7\nquit\n")
    assert "> 1 O orange" in done.out
    assert "O1H" in done.out
    assert re.search(r"^You: d5-d7 \(.*tail on d5, head on d7\)$", done.out, re.MULTILINE)
    assert "\x1b" not in done.out  # no colours unless at a terminal


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("d5-d8", "2 holes apart"),
        ("a1-a3", "a1 is not in the deep water"),
        ("hello", "“hello” is not a move in Block Ness"),
        ("Hd5-d8^4", "all start rings must be placed first"),
    ],
)
def test_play_explains_illegal_moves(empile_cli: Empile, typed: str, said: str) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin=f"{typed}\nquit\n")
    assert said in done.out
    assert done.status == 0


def test_moves_lists_and_filters(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin="moves\nmoves d5\nd5\nmoves z\nquit\n")
    assert "192 legal moves:" in done.out
    assert "and 72 more" in done.out
    _, *narrowed = done.out.split("3 legal moves:")
    assert re.findall(r"\S+-\S+", narrowed[0].split("Your move")[0]) == ["d5-d3", "d5-d7", "d5-f5"]
    assert "Moves starting with d5:" in done.out
    assert "No legal moves start with z." in done.out


def test_play_ignores_case(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin="D5-D7\nquit\n")
    assert "You: d5-d7" in done.out


def test_undo_takes_back_the_bots_reply(empile_cli: Empile, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = ["undo", "d5-d7", "undo", "e5-e7", f"save {path}", "quit"]
    done = empile_cli("play", "block-ness", *SEEDED, stdin="\n".join(lines))
    assert "You have no move to take back." in done.out
    assert "Taken back." in done.out
    record = Record.from_json(path.read_bytes())
    assert len(record.events) == 2
    assert record.events[0] == "e5-e7"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["block-ness"], r"about \d+% to win, about \d+ points? to \d+"),
        (
            ["block-ness", "--players", "3"],
            r"expected rank: about [123]\.\d of 3, about \d+ points? to \d+ : \d+",
        ),
        (["blox"], r"about \d+% to win, about \d+ points? to \d+"),
        (["on-top"], r"about \d+% to win, about \d+ points? to \d+"),
        (
            ["on-top", "--players", "4", "--option", "teams=true"],
            r"about \d+% to win, about \d+ points? to \d+",
        ),
    ],
)
def test_hint_shows_the_expected_result(
    empile_cli: Empile, words: list[str], expected: str
) -> None:
    done = empile_cli("play", *words, *SEEDED, stdin="hint\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert re.search(rf"^(.*: )?Try .+\.\n  {expected}$", done.out, re.MULTILINE), done.out


@pytest.mark.parametrize(
    ("value", "chance"), [(0.0, 50), (0.24, 62), (1.0, 100), (0.999, 99), (-0.999, 1), (-1.0, 0)]
)
def test_percent_is_certain_only_for_certain_results(value: float, chance: int) -> None:
    assert percent(value) == chance


def test_hint_does_not_change_the_game(empile_cli: Empile, tmp_path: Path) -> None:
    told: list[str] = []
    for name, lines in (("a", ["d5-d7"]), ("b", ["hint", "hint", "d5-d7"])):
        path = tmp_path / name
        empile_cli("play", "block-ness", *SEEDED, stdin="\n".join([*lines, f"save {path}"]))
        told.append(path.read_text("utf-8"))
    assert told[0] == told[1]


def test_help_lists_the_commands(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin="help\nquit\n")
    for command in ("moves", "board", "hint", "undo", "save", "quit"):
        assert f"  {command}" in done.out


def test_play_ends_with_the_input(empile_cli: Empile) -> None:
    done = empile_cli("play", "block-ness", *SEEDED, stdin="d5-d7\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("You left the game. It stays as it is.\n")


def test_save_failure_does_not_end_the_game(empile_cli: Empile, tmp_path: Path) -> None:
    lines = ["save", f"save {tmp_path}", "d5-d7", "quit"]
    done = empile_cli("play", "block-ness", *SEEDED, stdin="\n".join(lines))
    assert "Type save and a file name." in done.out
    assert "Could not write the file" in done.out
    assert "You: d5-d7" in done.out


def test_play_with_several_people_and_bots(empile_cli: Empile) -> None:
    words = ["--players", "3", "--seat", "1", "--seat", "3", "--level", "1"]
    done = empile_cli("play", "block-ness", *SEEDED, *words, stdin="d5-d7\nmoves\nquit\n")
    assert "Player 1: d5-d7" in done.out
    assert "Computer 2 (" in done.out
    assert "Player 3’s move: " in done.out


LEFT = {
    "de": "Partie abgebrochen.",
    "en": "You left the game. It stays as it is.",
    "es": "Partida interrumpida.",
    "fr": "Vous avez quitté la partie.",
}


@pytest.mark.parametrize("language", LEFT)
def test_play_uses_the_chosen_language(empile_cli: Empile, language: str) -> None:
    typed = "help\nhello\na1-a3\nd5-d7\nmoves\nhint\nquit\n"
    done = empile_cli("play", "block-ness", *SEEDED, "--language", language, stdin=typed)
    assert (done.status, done.err) == (0, "")
    assert done.lines[-1].endswith(LEFT[language])
    words = empile.load("block-ness").presenter.catalogue
    for key in ("illegal.not_deep", "log.start"):
        told = words.format(language, Reason(key, {"hole": "a1", "tail": "d5", "head": "d7"}))
        assert told in done.out
    for other, left in LEFT.items():
        assert (left in done.out) == (other == language)


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LC_ALL", "de_AT.UTF-8", "de"),
        ("LC_ALL", "es", "es"),
        ("LC_ALL", "ja_JP.UTF-8", "en"),
        ("LC_MESSAGES", "fr_CA.UTF-8", "fr"),
        ("LANG", "fr_FR", "fr"),
    ],
)
def test_play_uses_the_language_of_the_terminal(
    empile_cli: Empile, monkeypatch: pytest.MonkeyPatch, name: str, value: str, language: str
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(name, value)
    done = empile_cli("play", "block-ness", *SEEDED, stdin="quit\n")
    assert done.lines[-1].endswith(LEFT[language])


def test_play_rejects_unknown_languages(empile_cli: Empile) -> None:
    empile_cli("play", "block-ness", "--language", "tlh").refused("tlh")


@pytest.mark.parametrize("game", empile.game_names())
def test_play_starts_every_game(empile_cli: Empile, game: str) -> None:
    done = empile_cli("play", game, *SEEDED, stdin="help\nboard\nhint\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert "A move looks like" in done.out
    assert "Try " in done.out


def test_play_repeats_with_the_same_seed(empile_cli: Empile) -> None:
    first = empile_cli("play", "block-ness", *SEEDED, stdin="d5-d7\nquit\n")
    assert first.out == empile_cli("play", "block-ness", *SEEDED, stdin="d5-d7\nquit\n").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "99"], "level 99"),
        (["--level", "0"], "0"),
        (["--seat", "3"], "seat 3"),
        (["--seat", "0"], "0"),
    ],
)
def test_play_rejects_missing_levels_and_seats(
    empile_cli: Empile, words: list[str], said: str
) -> None:
    empile_cli("play", "block-ness", *words).refused(said)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_terminal_completes_with_tab_and_shows_colours() -> None:
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "empile", "play", "block-ness", *SEEDED],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = ""

        def wait_for(text: str) -> None:
            nonlocal shown
            while text not in shown:
                shown += os.read(ours, 4096).decode()
            shown = shown.partition(text)[2]

        wait_for("Your move: ")
        os.write(ours, b"d10-f\t\n")
        wait_for("You: d10-f10")
        wait_for("\x1b[38;5;208m")
        wait_for("Your move: ")
        os.write(ours, b"quit\n")
        wait_for("It stays as it is")
        os.close(ours)
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Nothing is placed by hand in a terminal"),
        ("fr", "Dans un terminal, on ne pose rien à la main"),
        ("de", "Im Terminal setzt keine Hand die Steine"),
        ("es", "En un terminal nada se coloca con la mano"),
    ],
)
def test_play_says_if_probabilities_replace_placements(
    empile_cli: Empile, language: str, said: str
) -> None:
    def begun(*referee: str) -> str:
        options = ("--language", language, *referee)
        done = empile_cli("play", "block-out", *SEEDED, *options, stdin="quit\n")
        assert (done.status, done.err) == (0, "")
        return done.out

    assert begun("--option", "referee=physics").count(said) == 1
    for quiet in ((), ("--option", "referee=odds"), ("--option", "referee=people")):
        assert said not in begun(*quiet)
