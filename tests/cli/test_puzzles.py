"""``empile puzzles``: finding puzzles, proving them, and complaints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import empile
from empile.bots import choose, levels_of
from empile.engine.random import new_stream
from empile.puzzles import library
from empile.puzzles.library import write_puzzles
from tests.cli.conftest import Empile
from tests.puzzles.examples import mined


def test_mine_prints_puzzles_that_prove_accepts(empile_cli: Empile, tmp_path: Path) -> None:
    found = empile_cli(
        "puzzles", "mine", "on-top", "--players", "3", "--kind", "points", "--games", "3"
    )
    assert found.status == 0
    lines = found.out.splitlines()
    assert lines
    assert all(json.loads(line)["kind"] == "points" for line in lines)
    path = tmp_path / "found.jsonl"
    path.write_text(found.out, "utf-8")
    proven = empile_cli("puzzles", "prove", path)
    assert (proven.status, proven.out) == (0, f"{len(lines)} of {len(lines)} puzzles proven\n")


def test_mine_takes_games_that_people_played(empile_cli: Empile, tmp_path: Path) -> None:
    game, folder = empile.load("on-top", players=3), tmp_path / "games"
    folder.mkdir()
    for seed in range(6):
        match, stream = empile.Match(game), new_stream(seed)
        match.resolve_chance(stream)
        while not match.state.is_terminal():
            match.play_action(choose(match.state, levels_of(game)[2], stream))
            match.resolve_chance(stream)
        (folder / f"{seed}.json").write_text(match.record().to_json(), "utf-8")
    found = empile_cli("puzzles", "mine", "on-top", "--kind", "points", "--records", folder)
    assert found.status == 0
    puzzles = [json.loads(line) for line in found.out.splitlines()]
    assert puzzles
    assert all(puzzle["options"] == {"players": 3} for puzzle in puzzles)
    (folder / "other.json").write_text("{}", "utf-8")
    refused = empile_cli("puzzles", "mine", "on-top", "--records", folder)
    assert refused.status == 2
    assert "other.json" in refused.err


def test_prove_takes_a_sample(empile_cli: Empile, tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    puzzles = [*mined("on-top", "points", 2, players=3), *mined("block-out", "cards", 2, players=3)]
    write_puzzles(path, puzzles)
    proven = empile_cli("puzzles", "prove", path, "--sample", "2")
    assert proven.out == f"2 of {len(puzzles)} puzzles proven\n"


def test_prove_names_the_puzzle_that_is_wrong(empile_cli: Empile, tmp_path: Path) -> None:
    puzzle = mined("on-top", "points", 2, players=3)[0]
    values = json.loads(puzzle.to_json())
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps({**values, "best": values["best"] + 1}), "utf-8")
    proven = empile_cli("puzzles", "prove", path)
    assert proven.status == 2
    assert puzzle.id in proven.err
    path.write_text("{}", "utf-8")
    assert "line 1" in empile_cli("puzzles", "prove", path).err


def test_list_shows_id_rating_themes_and_first_move(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = mined("on-top", "points", 2, players=3)
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, puzzles)

    def file_of(game: str) -> Path:
        assert game == "on-top"
        return path

    monkeypatch.setattr(library, "file_of", file_of)
    library.load_puzzles.cache_clear()
    try:
        listed = empile_cli("puzzles", "list", "on-top").out
    finally:
        library.load_puzzles.cache_clear()
    for puzzle in puzzles:
        line = next(line for line in listed.splitlines() if line.startswith(puzzle.id))
        assert str(puzzle.rating) in line
        assert line.endswith(puzzle.line[0])
        assert all(theme in line for theme in puzzle.themes)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("mine", "on-top", "--kind", "riddle"),
            "puzzles of these kinds: ending, points, middlegame",
        ),
        (("mine", "chess"), "chess"),
        (("list", "chess"), "chess"),
        (("prove", "chess"), "chess"),
        (("mine", "on-top", "--games", "0"), "--games"),
    ],
)
def test_mistakes_are_explained(empile_cli: Empile, words: tuple[str, ...], complaint: str) -> None:
    answer = empile_cli("puzzles", *words)
    assert answer.status == 2
    assert complaint in answer.err
