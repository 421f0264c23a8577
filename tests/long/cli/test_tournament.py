"""``empile tournament``."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from empile.arena import Standing
from empile.arena.errors import FaultKind
from empile.arena.ratings import Rating
from empile.cli.tournament_table import TournamentText
from tests.cli.conftest import Empile, Outcome

GAME = ("tournament", "cairn", "--processes", "1")
TWO = ("--entrant", "random", "--entrant", "level:1")


def rows(done: Outcome) -> dict[str, list[str]]:
    """Return the cells of the table by entrant."""
    lines = [line for line in done.lines if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {row[0]: row[1:] for row in cells}


def test_tournament_prints_ratings(empile_cli: Empile, tmp_path: Path) -> None:
    kept = ("--results", tmp_path / "results.jsonl", "--seed", "3")
    done = empile_cli(*GAME, *TWO, "--rounds", "2", *kept)
    assert (done.status, done.err) == (0, "")
    assert done.lines[0] == "| player | games | score | Elo | forfeits |"
    found = rows(done)
    assert set(found) == {"random", "level:1"}
    for games, _, elo, faults in found.values():
        assert (games, faults) == ("4", "–")
        assert " ± " in elo
    assert done.lines[-1].startswith("4 games.")
    # The same command plays nothing and prints the same; another round resumes.
    before = (tmp_path / "results.jsonl").read_bytes()
    assert empile_cli(*GAME, *TWO, "--rounds", "2", *kept).out == done.out
    assert (tmp_path / "results.jsonl").read_bytes() == before
    longer = empile_cli(*GAME, *TWO, "--rounds", "3", *kept)
    assert rows(longer)["random"][0] == "6"
    assert (tmp_path / "results.jsonl").read_bytes().startswith(before)


def test_tournament_draws_a_table_at_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Names are not interpreted as markup."""
    row = Standing(
        "[bold]deep[/]", 12, 0.625, Rating(-12.4, 80.0), Counter[FaultKind]({"timeout": 2})
    )
    TournamentText("fr").show([row])
    out = capsys.readouterr().out
    for cell in ("[bold]deep[/]", "62,5\u00a0%", "\u221212 ± 80", "2 temps dépassés"):
        assert cell in out


def test_tournament_reports_faults_with_reasons(empile_cli: Empile, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit('I cannot find my head')", "utf-8")
    entrant = ("--entrant", f"a|b=program:{sys.executable} {bot}")
    done = empile_cli(*GAME, *entrant, "--entrant", "random", "--rounds", "4")
    assert done.status == 0
    assert "8 crashes" in done.out
    assert r"a\|b" in done.out
    told = [line for line in done.lines if line.startswith("Game ")]
    assert told[0] == "Game 0, a|b: it ended with exit status 1: I cannot find my head"
    assert done.lines[-1] == "and 3 more forfeits"


def test_tournament_reports_the_last_output_of_a_crash(empile_cli: Empile, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("print('thinking', flush=True)\nraise KeyError('pawn')", "utf-8")
    entrant = ("--entrant", f"bot=program:{sys.executable} {bot}")
    done = empile_cli(*GAME, *entrant, "--entrant", "random", "--rounds", "1")
    assert done.status == 0
    assert "    stdout: thinking" in done.lines


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["participant", "\u00a0%", "2 parties. Elo relatif"]),
        ("de", ["Teilnehmer", "2 Partien."]),
        ("es", ["participante", "2 partidas."]),
    ],
)
def test_tournament_uses_the_chosen_language(
    empile_cli: Empile, language: str, words: list[str]
) -> None:
    done = empile_cli(*GAME, "--players", "2", *TWO, "--language", language)
    for word in words:
        assert word in done.out


def test_plot_draws_ratings(empile_cli: Empile, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = empile_cli(*GAME, *TWO, "--plot", tmp_path / "plot.svg", "--language", "de")
    assert done.status == 0
    assert "Elo, der Mittelwert aller ist 0" in (tmp_path / "plot.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "at least two"),
        (("--entrant", "random"), "at least two"),
        (("--entrant", "random", "--entrant", "level:99"), "no level 99"),
        ((*TWO, "--time-limit", "0"), "seconds"),
        ((*TWO, "--time-limit", "nan"), "seconds"),
        ((*TWO, "--rounds", "0"), "0"),
        ((*TWO, "--processes", "0"), "0"),
        ((*TWO, "--plot", "plot.doc"), ".svg"),
        ((*TWO, "--results", "no-such-folder/results.jsonl"), "no-such-folder"),
        (("--entrant", "random", "--entrant", "python:no_such_module:play"), "no_such_module"),
    ],
)
def test_tournament_rejects_invalid_arguments(
    empile_cli: Empile, words: tuple[str, ...], said: str
) -> None:
    empile_cli(*GAME, *words).refused(said)


def test_results_of_another_tournament_are_rejected(empile_cli: Empile, tmp_path: Path) -> None:
    kept = ("--results", tmp_path / "results.jsonl")
    assert empile_cli(*GAME, *TWO, *kept).status == 0
    empile_cli(*GAME, *TWO, *kept, "--seed", "1").refused("seed: 0 there, 1 now")


def test_tournament_uses_probabilities_for_placements(empile_cli: Empile) -> None:
    empile_cli("tournament", "block-out", *TWO, "--option", "referee=people").refused(
        "referee=odds"
    )
