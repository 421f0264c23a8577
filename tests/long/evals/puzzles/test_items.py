"""Which puzzles a suite has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from empile.evals import EvalError, suite_of
from empile.evals.puzzles.items import from_file, puzzle_tasks, shipped
from empile.evals.suites import GAMES, PUZZLES
from empile.puzzles.library import load_puzzles, write_puzzles


@pytest.mark.parametrize("game", GAMES)
def test_short_suites_have_the_first_puzzles_of_full_ones(game: str) -> None:
    [short], [full] = suite_of("short", [game]).puzzles, suite_of("full", [game]).puzzles
    assert len(short.puzzles) == PUZZLES["short"]
    assert len(set(full.puzzles)) == PUZZLES["full"]
    assert full.puzzles[: len(short.puzzles)] == short.puzzles
    assert short.shipped


@pytest.mark.parametrize("game", GAMES)
def test_kinds_and_ratings_are_as_in_all_puzzles(game: str) -> None:
    chosen = [task.puzzle for task in puzzle_tasks(shipped(game, 60))]
    known = load_puzzles(game)
    kinds, all_kinds = Counter(one.kind for one in chosen), Counter(one.kind for one in known)
    for kind, count in all_kinds.items():
        assert abs(kinds[kind] - 60 * count / len(known)) <= 2
        low, high = sorted(one.rating for one in known if one.kind == kind)[:: count - 1]
        ratings = [one.rating for one in chosen if one.kind == kind]
        assert min(ratings) - low <= 0.25 * (high - low)
        assert max(ratings) - low >= 0.5 * (high - low)


def test_another_seed_chooses_others_and_all_can_be_had() -> None:
    [one], [other] = shipped("blox", 20), shipped("blox", 20, seed=1)
    assert set(one.puzzles) != set(other.puzzles)
    [everything] = shipped("blox", 10_000)
    assert len(set(everything.puzzles)) == len(everything.puzzles) == len(load_puzzles("blox"))


def test_players_and_numbers_choose() -> None:
    [section] = suite_of("full", ["block-out"], players=5, puzzles=3).puzzles
    puzzles = [task.puzzle for task in puzzle_tasks([section])]
    assert [one.load_game().num_players for one in puzzles] == [5, 5, 5]
    assert suite_of("short", ["blox"], puzzles=0).puzzles == []


def test_a_file_has_fresh_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    mine = [*load_puzzles("blox")[:3], *load_puzzles("on-top")[:2]]
    write_puzzles(path, [*mine, mine[0]])
    suite = suite_of("short", ["on-top", "blox"], puzzle_file=path)
    assert [(one.game, len(one.puzzles)) for one in suite.puzzles] == [("on-top", 2), ("blox", 3)]
    assert not any(one.shipped for one in suite.puzzles)
    assert {task.puzzle.id for task in puzzle_tasks(suite.puzzles)} == {one.id for one in mine}
    assert [len(one.puzzles) for one in from_file(path, ["on-top", "blox"], 1)] == [1, 1]


def test_files_without_puzzles_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    with pytest.raises(EvalError, match="no puzzles can be read"):
        suite_of("short", ["blox"], puzzle_file=path)
    write_puzzles(path, load_puzzles("on-top")[:1])
    with pytest.raises(EvalError, match=r"found\.jsonl has no puzzles of blox"):
        suite_of("short", ["blox"], puzzle_file=path)
    path.write_text("{}\n", "utf-8")
    with pytest.raises(EvalError, match="line 1"):
        suite_of("short", ["blox"], puzzle_file=path)
