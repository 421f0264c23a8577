"""Proofs by search: the best move, its rivals, and the margin between them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import empile
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.engine.search.exhaustive import Budget
from empile.puzzles.library import load_puzzles
from empile.puzzles.puzzle import Puzzle
from empile.puzzles.refuting import try_move
from empile.puzzles.searching import SEEDS, best_reply, compare, short_margin, value_of
from empile.puzzles.solving import is_puzzle, solve

DEPTH = 0.25


@cache
def middlegame() -> Puzzle:
    """Return a shipped puzzle that a search proves."""
    return next(puzzle for puzzle in load_puzzles("on-top") if puzzle.kind == "middlegame")


def easiest_ending() -> Puzzle:
    """Return a puzzle that a search solves to the end."""
    return next(puzzle for puzzle in load_puzzles("block-ness") if puzzle.kind == "ending")


def quiet() -> State:
    """Return a position in which several moves are equal."""
    state = empile.load("on-top", players=2).new_state()
    state.apply_text("~BRWY")
    return state


def test_compare_finds_the_best_move_and_its_rival() -> None:
    puzzle = middlegame()
    state = puzzle.state()
    found = compare(state, 1)
    assert [state.action_to_text(move) for move in found.best] == [puzzle.line[0]]
    assert found.rival in state.legal_actions()
    assert found.rival not in found.best
    assert found.margin == found.value - found.rival_value > 0
    assert compare(state, 1) == found


def test_more_seeds_make_the_margin_no_larger() -> None:
    state = middlegame().state()
    margins = [compare(state, 1, seeds=seeds).margin for seeds in range(1, SEEDS + 1)]
    assert margins == sorted(margins, reverse=True)


def test_compare_of_equal_moves_has_no_margin() -> None:
    assert compare(quiet(), DEPTH).margin < 0.05
    assert short_margin(quiet(), 0.1, new_stream(1)) is None


def test_short_margin_is_about_that_of_a_proof() -> None:
    puzzle = middlegame()
    margin = short_margin(puzzle.state(), 0.05, new_stream(1))
    assert margin == pytest.approx(puzzle.best - puzzle.next, abs=0.15)


def test_an_ending_that_a_search_solves_is_no_middlegame() -> None:
    assert short_margin(easiest_ending().state(), 0.0, new_stream(1)) is None


def test_a_search_agrees_with_an_exact_solution() -> None:
    kind = empile.load("block-ness", players=2).puzzles.kinds[1]
    assert kind.proof == "search"
    puzzle = easiest_ending()
    state = puzzle.state()
    found = solve(state, kind, Budget(), deepest=1)
    assert [state.action_to_text(move) for move in found.good] == [puzzle.line[0]]
    assert (found.best, found.next) == (puzzle.best, puzzle.next)


def test_solve_refuses_a_margin_that_is_not_reached() -> None:
    puzzle = middlegame()
    state = puzzle.state()
    game = puzzle.load_game()
    kind = next(one for one in game.puzzles.kinds if one.proof == "search")
    assert is_puzzle(state, solve(state, kind, Budget(), deepest=1), kind)
    strict = replace(kind, margin=1.9)
    assert not is_puzzle(state, solve(state, strict, Budget(), deepest=1), strict)


def test_a_wrong_move_of_a_middlegame_reaches_less() -> None:
    puzzle = middlegame()
    right = try_move(puzzle, [puzzle.line[0]])
    assert right.is_right
    assert right.value == pytest.approx(puzzle.best, abs=0.1)
    others = [text for text in puzzle.state().legal_texts() if text != puzzle.line[0]]
    for text in others[:3]:
        wrong = try_move(puzzle, [text])
        assert not wrong.is_right
        assert wrong.value is not None
        assert wrong.value < puzzle.next + 0.1


def test_replies_are_those_of_the_strongest_level() -> None:
    state = quiet()
    assert best_reply(state) == best_reply(state)
    assert best_reply(state) in state.legal_actions()
    assert -1 <= value_of(state, best_reply(state)) <= 1
