"""``empile trace``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import empile
from empile import Record
from empile.engine.discovery import load
from empile.engine.random import new_stream
from tests.cli.conftest import Empile, Outcome

WITNESS = ["d5-d7", "f9-i9", "Hf7-j7^5", "Td3-g3^6"]
"""Expert variant, two seats: then seat 1 has exactly one legal move."""


def trace(empile_cli: Empile, record: dict[str, Any]) -> Outcome:
    return empile_cli("trace", "-", stdin=json.dumps(record))


def random_record(empile_cli: Empile, game: str, seed: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(empile_cli("random", game, "--seed", str(seed)).out)
    return found


def expert_record(events: list[str]) -> dict[str, Any]:
    game = empile.load("block-ness", variant="expert")
    return Record.of_game(game, seats=None, events=events, result=None).to_dict()


@pytest.mark.parametrize("game", empile.game_names())
def test_trace_prints_a_line_per_move_and_the_result(empile_cli: Empile, game: str) -> None:
    told = random_record(empile_cli, game)
    done = trace(empile_cli, told)
    assert (done.status, done.err) == (0, "")
    *moves, end = [json.loads(line) for line in done.lines]
    replayed = [
        (state, event)
        for state, event in Record.from_dict(told).replay()
        if not event.text.startswith("~")
    ]
    assert len(moves) == len(replayed)
    for ply, (line, (state, event)) in enumerate(zip(moves, replayed, strict=True)):
        assert list(line) == ["ply", "seat", "legal", "move", "position"]
        assert line["ply"] == ply
        assert line["seat"] == event.seat == state.current_player()
        assert line["move"] == event.text
        assert line["legal"] == sorted(state.legal_texts())
        assert line["position"] == state.position()
    assert list(end) == ["result", "position"]
    assert end["result"] == told["result"]
    assert end["position"] == Record.from_dict(told).final_state().position()


def test_trace_first_line_is_complete(empile_cli: Empile) -> None:
    first = json.loads(trace(empile_cli, expert_record(WITNESS)).lines[2])
    assert first["position"] == {
        "stage": "play",
        "seat": 0,
        "zone": ["c3", "j10"],
        "rings": [
            {"seat": 0, "feet": ["d5", "d7"], "height": 1},
            {"seat": 1, "feet": ["f9", "i9"], "height": 1},
        ],
        "heads": ["d7", "i9"],
        "tails": ["d5", "f9"],
        "reserves": [
            ["2.2", "2.3", "2.4", "3.4", "3.5", "3.6", "4.2", "4.5", "5.3"],
            ["2.2", "2.4", "2.5", "3.3", "3.4", "3.6", "4.2", "4.3", "5.5"],
        ],
    }


def test_trace_reads_a_file(empile_cli: Empile, tmp_path: Path) -> None:
    record = random_record(empile_cli, "block-ness")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    assert empile_cli("trace", path).out == trace(empile_cli, record).out


def test_trace_of_an_unfinished_game_ends_with_null(empile_cli: Empile) -> None:
    done = trace(empile_cli, expert_record(WITNESS))
    assert (done.status, done.err) == (0, "")
    assert len(done.lines) == len(WITNESS) + 1
    assert json.loads(done.lines[-1])["result"] is None
    # The position is the one after the last move.
    more = trace(empile_cli, expert_record([*WITNESS, "Td9-d4^5"]))
    assert json.loads(more.lines[-2])["legal"] == ["Td9-d4^5"]
    assert json.loads(more.lines[-2])["position"] == json.loads(done.lines[-1])["position"]


def test_trace_of_a_record_without_events(empile_cli: Empile) -> None:
    done = trace(empile_cli, expert_record([]))
    assert done.status == 0
    assert [json.loads(line)["result"] for line in done.lines] == [None]


def test_trace_stops_at_an_illegal_event(empile_cli: Empile) -> None:
    done = trace(empile_cli, expert_record([*WITNESS[:2], "Hd8-j8^5", *WITNESS[2:]]))
    done.refused("event 2", "Hd8-j8^5", "d8 is not two holes from the head")
    assert [json.loads(line)["move"] for line in done.lines] == WITNESS[:2]


def test_trace_stops_at_an_event_that_is_not_a_move(empile_cli: Empile) -> None:
    done = trace(empile_cli, expert_record(["d5-d7", "hello"]))
    done.refused("event 1", "hello")
    assert len(done.lines) == 1


def test_trace_counts_events_in_errors_and_moves_in_plies(
    empile_cli: Empile,
) -> None:
    record = random_record(empile_cli, "cairn")
    at = len(record["events"]) // 2
    record["events"].insert(at, "~nonsense")
    done = trace(empile_cli, record)
    done.refused(f"event {at}", "~nonsense")
    moves = [text for text in record["events"][:at] if not text.startswith("~")]
    assert [json.loads(line)["move"] for line in done.lines] == moves
    assert [json.loads(line)["ply"] for line in done.lines] == list(range(len(moves)))


def test_trace_rejects_events_after_the_end(empile_cli: Empile) -> None:
    record = random_record(empile_cli, "block-ness")
    moves = len(record["events"])
    record["events"].append("d5-d7")
    done = trace(empile_cli, record)
    done.refused(f"event {moves}", "the game is over")
    assert len(done.lines) == moves


def test_trace_rejects_a_wrong_result(empile_cli: Empile) -> None:
    record = random_record(empile_cli, "block-ness")
    right = trace(empile_cli, record)
    record["result"] = {**record["result"], "ranks": record["result"]["ranks"][::-1]}
    wrong = trace(empile_cli, record)
    wrong.refused("result")
    assert wrong.out == right.out


@pytest.mark.parametrize("told", [None, "finished"])
def test_trace_rejects_a_result_too_late_or_too_early(empile_cli: Empile, told: str | None) -> None:
    record = random_record(empile_cli, "block-ness")
    if told is None:
        record["result"] = None
    else:
        record["events"].pop()
    done = trace(empile_cli, record)
    done.refused("result")
    assert len(done.lines) == len(record["events"]) + 1


def test_trace_rejects_hidden_events(empile_cli: Empile) -> None:
    match = empile.Match(empile.load("cairn"))
    match.resolve_chance(new_stream(0))
    seen = match.record_for(0).to_dict()
    done = trace(empile_cli, seen)
    done.refused("full record")
    assert done.out == ""
    del seen["view"]
    done = trace(empile_cli, seen)
    done.refused("full record")
    assert done.out == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[]", "object"),
        ("{}", "format"),
        ('{"format": "empile/1", "format": "empile/1"}', "duplicate key 'format'"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_trace_rejects_invalid_records(empile_cli: Empile, text: str, said: str) -> None:
    done = empile_cli("trace", "-", stdin=text)
    done.refused("standard input", said)
    assert done.out == ""


@pytest.fixture
def a_record(empile_cli: Empile) -> str:
    """The text of a record."""
    return empile_cli("random", "block-ness", "--seed", "1").out


_WRITTEN_OTHERWISE: dict[str, Callable[[bytes], bytes]] = {
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "blank lines": lambda data: b"\n\n" + data + b"\n \n",
    "UTF-16": lambda data: data.decode().encode("utf-16"),
}
_DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "twice": lambda data: data + data,
    "more text": lambda data: data.rstrip() + b" x",
    "NUL": lambda data: data + b"\0",
    "Latin-1": lambda data: data.replace(b"{", b'{"x\xe9":1,', 1),
    "NaN": lambda data: data.replace(b"{", b'{"x":NaN,', 1),
}


@pytest.mark.parametrize("change", _WRITTEN_OTHERWISE.values(), ids=_WRITTEN_OTHERWISE)
def test_trace_reads_records_as_editors_and_mailers_write_them(
    empile_cli: Empile, a_record: str, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(change(a_record.encode()))
    done = empile_cli("trace", path)
    assert (done.status, done.err) == (0, "")
    assert done.out == empile_cli("trace", "-", stdin=a_record).out


@pytest.mark.parametrize("change", _DAMAGED.values(), ids=_DAMAGED)
def test_trace_rejects_records_as_full_disks_leave_them(
    empile_cli: Empile, a_record: str, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(change(a_record.encode()))
    done = empile_cli("trace", path)
    done.refused("game.json")
    assert done.out == ""


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("game", "no-such-game"),
        ("rules", 99),
        ("options", {"players": 9}),
        ("options", {"colour": "red"}),
        ("seats", ["Anne"]),
        ("events", [1]),
        ("result", {}),
        ("more", 1),
    ],
)
def test_trace_rejects_invalid_members(empile_cli: Empile, member: str, value: object) -> None:
    done = trace(empile_cli, {**expert_record(WITNESS), member: value})
    done.refused()
    assert done.out == ""


def test_trace_rejects_missing_files(empile_cli: Empile, tmp_path: Path) -> None:
    empile_cli("trace", tmp_path / "none.json").refused("none.json")
    empile_cli("trace", tmp_path).refused(tmp_path.name)


def test_trace_replays_older_rules(empile_cli: Empile) -> None:
    old = load("cairn", rules_version=1)
    match = empile.Match(old)
    stream = new_stream(3)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(stream, also_external=True)
    done = trace(empile_cli, match.record().to_dict())
    assert (done.status, done.err) == (0, "")


TOWER = ["~hand kS kL n* y* *S ** pass", "~hand kM nM yM k* y* ** reverse", "kL>kL"]
"""Block Out!, two seats: an outcome of the tower is due."""


def tower_record(*events: str, referee: str = "physics") -> dict[str, Any]:
    game = empile.load("block-out", referee=referee)
    return Record.of_game(game, seats=None, events=[*TOWER, *events], result=None).to_dict()


@pytest.mark.parametrize("referee", ["physics", "odds", "people"])
@pytest.mark.parametrize("poses", ["", " kL@0.0,-1.5,24.8/1,0,0,0"])
def test_trace_does_not_count_referee_outcomes_as_moves(
    empile_cli: Empile, referee: str, poses: str
) -> None:
    """With and without rest poses, under every referee; positions follow the rules."""
    done = trace(empile_cli, tower_record(f"~stands{poses}", "k*>kM", "~falls", referee=referee))
    assert (done.status, done.err) == (0, "")
    *moves, end = [json.loads(line) for line in done.lines]
    assert [(line["ply"], line["seat"], line["move"]) for line in moves] == [
        (0, 0, "kL>kL"),
        (1, 1, "k*>kM"),
    ]
    nothing = dict.fromkeys(moves[0]["position"]["discard"], 0)
    position = moves[1]["position"]
    stock = position.pop("stock")
    assert position == {
        "stage": "play",
        "seat": 1,
        "direction": 1,
        "turn": 2,
        "tower": ["kL"],
        "hands": [
            ["kS", "n*", "y*", "*S", "**", "pass"],
            ["kM", "nM", "yM", "k*", "y*", "**", "reverse"],
        ],
        "drawn": None,
        "discard": {**nothing, "kL": 1},
    }
    assert (len(stock), sum(stock.values()), stock["pass"]) == (18, 55 - 14, 5)
    assert moves[1]["legal"][:4] == ["**>kM", "**>kS", "**>nL", "**>nM"]
    assert end["result"] is None
    assert end["position"]["stage"] == "rebuild"


def test_trace_rejects_an_invalid_pose(empile_cli: Empile) -> None:
    done = trace(empile_cli, tower_record("~stands kL@0,0,24.8/1,1,0,0"))
    done.refused("event 3", "kL", "unit length")
    assert len(done.lines) == 1, "the move before is still told"


def test_trace_rejects_the_record_of_one_seat(empile_cli: Empile) -> None:
    record = tower_record("~stands")
    record["events"][1] = "~hand ? ? ? ? ? ? ?"
    done = trace(empile_cli, {**record, "view": 0})
    done.refused("view")
    assert done.out == ""
