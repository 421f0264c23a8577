"""``empile analyse`` of a position: its picture and the best moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import empile
from empile.bots.lines import best_lines
from empile.engine.match import Match
from empile.engine.random import new_stream
from tests.cli.conftest import Empile
from tests.support.games import begun_match, random_match

QUICK = ("--simulations", "300")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.parametrize("name", empile.game_names())
def test_analyse_prints_a_position_and_its_lines(
    empile_cli: Empile, tmp_path: Path, name: str
) -> None:
    match = begun_match(name, events=4, seed=3)
    start = tmp_path / "position.json"
    start.write_text(json.dumps(match.position_before(len(match.events))), "utf-8")
    done = empile_cli("analyse", name, "--start", start, *QUICK)
    assert (done.status, done.err) == (0, "")
    state = Match.from_position(match.game, json.loads(start.read_text("utf-8"))).state
    seat = state.current_player()
    assert done.out.startswith(match.game.presenter.to_text(state, seat))
    assert f"Best moves for Player {seat + 1}:" in done.lines
    found = best_lines(state, stream=new_stream(0), simulations=300)
    told = done.out.split(f"Best moves for Player {seat + 1}:\n")[1]
    for rank, line in enumerate(found.lines, 1):
        assert f"{rank}. {line.move}" in told
        if len(line.events) > 1:
            assert f"then: {', '.join(line.events[1:])}\n" in told
    assert told.endswith(f"Depth {found.depth}, {found.simulations} simulations\n")


def test_analyse_hides_what_the_seat_cannot_see(empile_cli: Empile, tmp_path: Path) -> None:
    match = begun_match("blox", events=6, seed=3)
    seat = match.state.current_player()
    start = tmp_path / "position.json"
    printed = set[str]()
    for seed in range(4):
        other = empile.resampled(match.state, seat, new_stream(seed))
        start.write_text(json.dumps(other.position()), "utf-8")
        printed.add(empile_cli("analyse", "blox", "--start", start, *QUICK).out)
    assert len(printed) == 1


def test_analyse_json_prints_the_lines(empile_cli: Empile) -> None:
    done = empile_cli(
        "analyse", "block-ness", "--after", "d5-d7 f9-i9", "--count", "2", "--json", *QUICK
    )
    (line,) = done.lines
    found = json.loads(line)
    match = Match(empile.load("block-ness"))
    match.play("d5-d7")
    match.play("f9-i9")
    assert found["position"] == match.state.position()
    expected = best_lines(match.state, stream=new_stream(0), simulations=300, count=2)
    assert [one["move"] for one in found["lines"]] == [one.move for one in expected.lines]
    assert [one["events"] for one in found["lines"]] == [one.events for one in expected.lines]
    assert (found["seat"], found["depth"]) == (expected.seat, expected.depth)


def test_analyse_takes_a_line_of_a_trace(empile_cli: Empile, tmp_path: Path) -> None:
    record, line = tmp_path / "game.json", tmp_path / "line.json"
    record.write_text(empile_cli("random", "blox", "--seed", "1").out, "utf-8")
    line.write_text(empile_cli("trace", record).lines[2], "utf-8")
    shown = json.loads(line.read_text("utf-8"))
    done = empile_cli("analyse", "blox", "--start", line, "--count", "1", "--json", *QUICK)
    found = json.loads(done.out)
    assert found["position"] == shown["position"]
    assert found["lines"][0]["move"] in shown["legal"]


def test_analyse_of_a_position_takes_options_and_a_language(empile_cli: Empile) -> None:
    done = empile_cli(
        *("analyse", "block-ness", "--after", "d5-d7", "--players", "3", "--language", "fr"),
        *QUICK,
    )
    assert "Meilleurs coups pour Joueur 2\u00a0:" in done.lines
    assert "sur 3" in done.out


def test_analyse_rejects_positions_without_a_move(empile_cli: Empile) -> None:
    empile_cli("analyse", "blox", "--after", "").refused("chance event", "--after")
    match = random_match(empile.load("block-ness"), 1)
    moves = ";".join(event.text for event in match.events)
    empile_cli("analyse", "block-ness", "--after", moves).refused("the game is over")


def test_analyse_rejects_bad_positions_and_arguments(empile_cli: Empile, tmp_path: Path) -> None:
    start = tmp_path / "position.json"
    empile_cli("analyse", "block-ness", "--start", start).refused("there is no file")
    start.write_text("{", "utf-8")
    empile_cli("analyse", "block-ness", "--start", start).refused("not valid JSON")
    start.write_text('{"stage": "x"}', "utf-8")
    empile_cli("analyse", "block-ness", "--start", start).refused("the position has no")
    empile_cli("analyse", "none", "--after", "").refused("none")
    empile_cli("analyse", "block-ness", "--after", "z9").refused("--after", "z9")
    empile_cli("analyse", "block-ness", "--after", "", "--deep").refused("--simulations")
    empile_cli("analyse", "block-ness", "--after", "", "--count", "0").refused("at least 1")
    empile_cli("analyse", "game.json", "--count", "3").refused("--count", "--start")
