"""Tests of hints for solo games."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.contracts.solo import Clue, Solved
from empile.engine.contracts.writers import Writers
from empile.engine.errors import Reason
from tests.games.block_ness.solo.test_solver import LARGE, SOLO, WORKED, state_of

STEPS = range(4)
UNKNOWN = Solved(None, 0, False, False, 0.0, None, 2, 0, [])


def states_of(match: empile.Match) -> list[empile.State]:
    return [match.state_before(index) for index in range(len(match.events))]


def test_hints_lead_to_a_solution() -> None:
    match = empile.Match(state_of(WORKED).game, state_of(WORKED))
    while not match.state.is_terminal():
        clue = SOLO.clue(match.state, states_of(match), 3)
        assert clue.is_solvable
        assert clue.take_back == 0
        assert clue.move is not None
        assert clue.move.startswith(f"{clue.parts['end']}{clue.parts['near']}-")
        assert clue.parts["ring"] in match.state.position()["reserves"][0]
        match.play(clue.move)
    result = match.state.result()
    assert result is not None
    assert result.reason == "solved"
    clue = SOLO.clue(match.state, states_of(match), 0)
    assert clue == Clue(Reason("solo.hint.solved"), {}, None, True, 0)


def test_ladder_tells_more_at_each_step() -> None:
    clues = [SOLO.clue(state_of(WORKED), (), step) for step in STEPS]
    parts, move = clues[-1].parts, clues[-1].move
    assert move is not None
    assert [list(clue.parts) for clue in clues] == [
        ["end"],
        ["end", "ring"],
        ["end", "ring", "near"],
        ["end", "ring", "near", "far"],
    ]
    assert [clue.move for clue in clues] == [None, None, None, move]
    distance, height = map(int, parts["ring"].split("."))
    assert [clue.message for clue in clues] == [
        Reason(f"solo.hint.end.{parts['end']}"),
        Reason("solo.hint.ring", {"distance": distance, "height": height}),
        Reason("solo.hint.near", {"near": parts["near"]}),
        Reason("solo.hint.move", {"move": move}),
    ]
    assert SOLO.clue(state_of(WORKED), (), 99) == clues[-1]


def test_hint_tells_how_many_moves_to_take_back() -> None:
    """Play on from a mistake: each move more is one more to take back."""
    game = state_of(WORKED).game
    start: dict[str, Any] = {**WORKED, "zone": ["c3", "f8"], "rings": WORKED["rings"][:]}
    match = empile.Match.from_position(game, start)
    mistakes = [
        move
        for move in match.state.legal_texts()
        if SOLO.solution(_after(match.state, move)) is None
        and not _after(match.state, move).is_terminal()
    ]
    match.play(mistakes[0])
    wrong = 1
    while True:
        clue = SOLO.clue(match.state, states_of(match), 0)
        message = Reason("solo.hint.take_back", {"count": wrong})
        assert clue == Clue(message, {}, None, False, wrong)
        assert SOLO.clue(match.state, (), 0).message == Reason("solo.hint.unsolvable")
        if match.state.is_terminal():
            break
        match.play(match.state.legal_texts()[0])
        wrong += 1
    assert wrong > 1


def _after(state: empile.State, move: str) -> empile.State:
    after = state.clone()
    after.apply_text(move)
    return after


def test_unknown() -> None:
    clue = SOLO.clue(state_of(LARGE), (), 0, nodes=2)
    assert clue == Clue(Reason("solo.hint.unknown"), {}, None, None, 0)


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_messages_exist(language: str) -> None:
    state = state_of(WORKED)
    catalogue, writers = state.game.presenter.catalogue, state.game.writers
    no_move = SOLO.solve(state)
    found = [
        SOLO.solve(state, stops=True),
        UNKNOWN,
        no_move,
        no_move._replace(is_solvable=False),
        *(no_move._replace(is_solvable=False, take_back=count) for count in (1, 2)),
    ]
    for solved in found:
        for step in STEPS:
            message = writers.clue(state, solved, step)
            assert catalogue.format(language, message) != message.key


def test_compiled_hints_are_those_of_python() -> None:
    state = state_of(WORKED)
    solved = SOLO.solve(state, stops=True)
    plain, compiled = Writers(state.game, compiles=False), Writers(state.game)
    compiled.compile(state)
    for step in STEPS:
        assert plain.clue(state, solved, step) == compiled.clue(state, solved, step)
