"""Puzzles from games that people played, without anything about the people."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import empile
from empile.bots import choose, levels_of
from empile.engine.errors import RecordError
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.puzzles.mining import mine_record
from empile.puzzles.recorded import read_games

NAMES = ["Ada Lovelace", "Grace Hopper", "Emmy Noether"]
KEYS = ("game", "options", "kind", "start", "line", "best", "next", "themes", "rating")


def played(seed: int, game: empile.Game | None = None, *, end: bool = True) -> Record:
    """Return a game, by default of Block Ness."""
    match = empile.Match(empile.load("block-ness", players=2) if game is None else game)
    stream, level = new_stream(seed), levels_of(match.game)[2]
    match.resolve_chance(stream)
    while not match.state.is_terminal() and (end or len(match.events) < 6):
        match.play_action(choose(match.state, level, stream))
        match.resolve_chance(stream)
    return match.record()


def test_records_exports_and_lines_are_read_from_a_folder(tmp_path: Path) -> None:
    one, other, third = (played(seed) for seed in range(3))
    folder = tmp_path / "games" / "november"
    folder.mkdir(parents=True)
    (tmp_path / "games" / "one.json").write_text(one.to_json(), "utf-8")
    exported = {"table": "Zt3kq8wWcPq1", "records": [other.to_dict()], "events": []}
    (folder / "table.json").write_text(json.dumps(exported, indent=1), "utf-8")
    (folder / "lines.jsonl").write_text(f"{third.to_json()}\n\n{json.dumps(exported)}\n", "utf-8")
    (folder / "notes.txt").write_text("no record", "utf-8")
    found = [*read_games(tmp_path / "games", "block-ness")]
    assert [record.events for record in found] == [
        record.events for record in (third, other, other, one)
    ]
    assert [*read_games(tmp_path / "games", "blox")] == []
    assert len([*read_games(folder / "lines.jsonl", "block-ness")]) == 2


def test_running_games_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "running.json"
    path.write_text(played(0, end=False).to_json(), "utf-8")
    assert [*read_games(path, "block-ness")] == []


@pytest.mark.parametrize("text", ["{", "[1]", "{}", '{"format": "empile/9", "game": "block-ness"}'])
def test_other_files_are_refused_by_name(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match=r"other\.json"):
        list(read_games(path, "block-ness"))


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{played(0).to_json()}\n{{\n", "utf-8")
    with pytest.raises(RecordError, match="line 2"):
        list(read_games(path, "block-ness"))


def test_puzzles_say_nothing_about_the_people() -> None:
    texts: list[str] = []
    game = empile.load("on-top", players=3)
    kind = next(one for one in game.puzzles.kinds if one.name == "points")
    for seed in range(6):
        record = replace(played(seed, game), seats=NAMES)
        texts += [puzzle.to_json() for puzzle in mine_record(record, kind, new_stream(0))]
    assert texts
    for text in texts:
        assert sorted(json.loads(text)) == sorted(KEYS)
        assert not any(word in text for name in NAMES for word in name.split())
