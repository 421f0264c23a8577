"""``empile analyse``: graph, turning points and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import empile
from empile import Record
from empile.bots import analysis
from empile.bots.analysis import Analysis, Depth, analyse
from empile.engine.random import below, new_stream
from tests.cli.conftest import Empile


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use tiny searches; results are tested elsewhere."""
    monkeypatch.setitem(
        analysis.DEPTHS, "quick", Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    )
    monkeypatch.setitem(
        analysis.DEPTHS, "deep", Depth(0.04, 0.02, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    )


def a_record(game: str = "block-ness", seed: int = 1, **options: Any) -> Record:
    """Return the record of a game with random moves."""
    match, stream = empile.Match(empile.load(game, **options)), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)
    return match.record()


@pytest.mark.parametrize(
    ("game", "options"), [("block-ness", {}), ("block-ness", {"players": 4}), ("cairn", {})]
)
def test_analyse_prints_each_position_and_turning_point(
    empile_cli: Empile, tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    record = a_record(game, **options)
    file = tmp_path / "game.json"
    file.write_text(record.to_json(), "utf-8")
    done = empile_cli("analyse", file)
    assert (done.status, done.err) == (0, "")
    *_, found = analyse(record)
    graph, players, told = done.out.split("\n\n")
    heading, *lines = graph.splitlines()
    assert all(name in heading for name in record.seats)
    assert len(lines) == len(record.events) + 1
    for at, line in enumerate(lines):
        assert line.split()[0] == str(at)
        percents = [f"{round((value + 1) * 50)}%" for value in found.expected[at]]
        assert line.split()[1 : len(percents) + 1] == percents
        if at:
            assert line.endswith(record.events[at - 1])
    symbols = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
    for move in found.moves:
        if move.grade in symbols:
            shown = lines[move.event + 1].removesuffix(move.move).split()
            assert shown[-1] == symbols[move.grade]
    for name, seat, line in zip(record.seats, found.seats, players.splitlines(), strict=True):
        assert line.startswith(name)
        assert seat.accuracy is not None
        assert f"accuracy {seat.accuracy:.0f}%" in line
        for grade, count in seat.grades.items():
            assert f"{count} {grade}" in line
        assert ("luck" in line) == found.has_chance
    assert told.count("better: ") == sum(bool(point.line) for point in found.turning_points)
    for point in found.turning_points:
        assert f"({point.kind})" in told
        if point.line:
            assert f"better: {', '.join(point.line)}" in told


def test_analyse_json_prints_everything(empile_cli: Empile) -> None:
    record = a_record("cairn")
    done = empile_cli("analyse", "-", "--json", stdin=record.to_json())
    assert len(done.lines) == 1
    *_, found = analyse(record)
    assert msgspec.convert(json.loads(done.out), Analysis) == found


def test_analyse_deep_searches_longer(empile_cli: Empile) -> None:
    record = a_record(seed=3)
    told = [
        json.loads(empile_cli("analyse", "-", "--json", *more, stdin=record.to_json()).out)
        for more in ((), ("--deep",))
    ]
    assert [one["depth"] for one in told] == ["quick", "deep"]
    assert told[0]["expected"] != told[1]["expected"]


def test_analyse_handles_games_without_events(empile_cli: Empile) -> None:
    record = Record.of_game(empile.load("block-ness"), seats=None, events=[], result=None)
    done = empile_cli("analyse", "-", stdin=record.to_json())
    assert done.status == 0
    assert done.lines[-1] == "no turning points"


def test_analyse_rejects_invalid_records(empile_cli: Empile, tmp_path: Path) -> None:
    record = a_record().to_dict()
    empile_cli("analyse", tmp_path / "none.json").refused("none.json")
    empile_cli("analyse", "-", stdin="{").refused("the standard input", "not JSON")
    broken = {**record, "events": [*record["events"][:2], "hello"], "result": None}
    empile_cli("analyse", "-", stdin=json.dumps(broken)).refused("event 2", "hello")
    seen = {**record, "result": None, "view": 0}
    empile_cli("analyse", "-", stdin=json.dumps(seen)).refused("only a full record")
