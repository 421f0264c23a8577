"""Puzzles that are asked: every move must be right."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

import empile
from empile.evals import EvalSettings, PuzzleTried, Question, Reply
from empile.evals.puzzles.attempt import attempt
from empile.evals.puzzles.items import PuzzleTask
from empile.evals.puzzles.tasks import task_text
from empile.evals.suites import GAMES
from empile.puzzles.library import load_puzzles
from empile.puzzles.puzzle import Puzzle, kind_of

long_puzzle = cache(
    lambda: next(one for one in load_puzzles("block-ness") if len(one.own_moves) == 3)
)


class Script:
    """Gives answers one after the other, and keeps what it was asked."""

    about: dict[str, Any] = {"kind": "script"}  # noqa: RUF012

    def __init__(self, answers: Iterable[str]) -> None:
        self.answers = list(answers)
        self.turns: list[str] = []
        self.asked: list[int] = []
        self.views: list[dict[str, Any]] = []

    async def answer(self, question: Question) -> Reply:
        self.turns.append(question.messages[-1]["content"])
        self.asked.append(len(question.messages))
        self.views.append(question.view())
        return Reply(self.answers.pop(0))

    async def close(self) -> None:
        pass


def tried(puzzle: Puzzle, script: Script, **settings: Any) -> PuzzleTried:
    task = PuzzleTask(0, 0, puzzle)
    return asyncio.run(attempt(task, script, EvalSettings(**settings), "script"))


def solution(puzzle: Puzzle) -> list[str]:
    return [puzzle.line[at] for at in puzzle.own_moves]


def other_move(puzzle: Puzzle, before: int) -> str:
    """Return a legal move that is not the right one, before event ``before`` of the line."""
    state = puzzle.state()
    for text in puzzle.line[:before]:
        state.apply_text(text)
    return next(text for text in state.legal_texts() if text != puzzle.line[before])


@pytest.mark.parametrize("game", GAMES)
def test_all_shipped_solutions_solve(game: str) -> None:
    kinds = {one.kind: one for one in load_puzzles(game)}  # the last one is the most difficult
    for puzzle in (*kinds.values(), max(load_puzzles(game), key=lambda one: len(one.line))):
        found = tried(puzzle, Script(f"<move>{move}</move>" for move in solution(puzzle)))
        assert found.solved
        assert found.right == found.moves == len(puzzle.own_moves)
        assert 0.0 < found.chance <= 1.0 / len(puzzle.state().legal_actions()) + 1e-6
        assert found.record["events"] == list(puzzle.line)
        record = empile.Record.from_dict(found.record)
        assert [event.text for _, event in record.replay()] == list(puzzle.line)
        assert (found.rating is None) == kind_of(puzzle).every_block_stands


def test_further_moves_are_asked_after_the_best_replies() -> None:
    script = Script(f"<move>{move}</move>" for move in solution(long_puzzle()))
    assert tried(long_puzzle(), script).solved
    assert script.asked == [2, 4, 6]  # instructions, then turns and answers
    first, second = long_puzzle().own_moves[:2]
    for reply in long_puzzle().line[first + 1 : second]:
        assert f"`{reply}`" in script.turns[1]
        assert f"`{reply}`" not in script.turns[0]
    assert all(turn.startswith("## Your task: a puzzle") for turn in script.turns)
    assert [view["task"] in turn for view, turn in zip(script.views, script.turns, strict=True)]


@pytest.mark.parametrize("right", [0, 1, 2])
def test_the_first_other_move_ends_a_puzzle(right: int) -> None:
    wrong = other_move(long_puzzle(), long_puzzle().own_moves[right])
    moves = [*solution(long_puzzle())[:right], wrong]
    script = Script([*(f"<move>{move}</move>" for move in moves), "unused"])
    found = tried(long_puzzle(), script)
    assert (found.solved, found.right, found.moves) == (False, right, 3)
    assert script.answers == ["unused"]
    assert found.record["events"] == [*long_puzzle().line[: long_puzzle().own_moves[right]], wrong]


def test_bad_answers_are_asked_again_and_then_end_a_puzzle() -> None:
    move = solution(long_puzzle())[0]
    script = Script(["a1-a1", "I do not know.", move.upper(), "?", "?", "?"])
    found = tried(long_puzzle(), script)
    assert (found.solved, found.right) == (False, 1)
    kinds = [answer.kind for answer in found.answers]
    assert kinds == ["illegal", "unreadable", "legal", "unreadable", "unreadable", "unreadable"]
    assert "You have 1 try left." in script.turns[2]
    once = Script(["?"])
    assert len(tried(long_puzzle(), once, tries=1).answers) == 1


def test_history_is_bounded() -> None:
    script = Script(f"<move>{move}</move>" for move in solution(long_puzzle()))
    tried(long_puzzle(), script, history=0)
    assert script.asked == [2, 2, 2]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_tasks_tell_what_is_asked_but_not_the_solution(game: str, language: str) -> None:
    goals: set[str] = set()
    for puzzle in load_puzzles(game)[::7]:
        state, kind = puzzle.state(), kind_of(puzzle)
        text = task_text(puzzle, state, language)
        assert not any(move in text for move in solution(puzzle) if not move.isalpha())
        heading, goal = text.split("\n\n")[:2]
        assert heading.startswith("## ")
        goals.add(goal)
        facts = [line for line in text.splitlines() if line.startswith("- ")]
        assert len(facts) == (state.game.num_players if kind.open_hands else 0)
    assert len(goals) > 1


def test_goals_are_those_of_the_values() -> None:
    def goal(**fields: Any) -> str:
        found = next(one for one in load_puzzles(fields.pop("game")) if is_one(one, fields))
        return task_text(found, found.state()).split("\n\n")[1]

    def is_one(puzzle: Puzzle, fields: dict[str, Any]) -> bool:
        return all(getattr(puzzle, name) == value for name, value in fields.items())

    assert goal(game="block-ness", best=1.0) == "Find the only way to win."
    shared = {"players": 2, "variant": "expert"}
    told = goal(game="block-ness", options=shared, best=0.0)
    assert told == "Find the only way to share the win."
    told = goal(game="block-ness", options={"players": 3}, best=0.0)
    assert told == "Find the only way to make sure of place 2."
    assert "scores most points" in goal(game="blox", kind="points")
    assert "best chances" in goal(game="blox", kind="middlegame")
    assert "Every block stands." in goal(game="block-out", kind="cards")
