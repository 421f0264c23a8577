"""Tests of hints for solo games."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.games.block_ness.solo.hints import STEPS, Hint, hint
from empile.games.block_ness.solo.solver import solution
from tests.games.block_ness.solo.test_solver import LARGE, WORKED, state_of


def states_of(match: empile.Match) -> list[empile.State]:
    return [match.state_before(index) for index in range(len(match.events))]


def test_hints_lead_to_a_solution() -> None:
    match = empile.Match(state_of(WORKED).game, state_of(WORKED))
    while not match.state.is_terminal():
        found = hint(match.state, states_of(match))
        assert found.is_solvable
        assert found.take_back == 0
        assert found.move is not None
        assert f"{found.end}{found.near}-" == found.move[: len(str(found.near)) + 2]
        assert found.ring in match.state.position()["reserves"][0]
        match.play(found.move)
    result = match.state.result()
    assert result is not None
    assert result.reason == "solved"
    assert hint(match.state) == Hint(True)


def test_ladder_tells_more_at_each_step() -> None:
    found = hint(state_of(WORKED))
    said = [found.message(step) for step in range(len(STEPS))]
    assert [reason.key for reason in said] == [
        f"solo.hint.end.{found.end}",
        "solo.hint.ring",
        "solo.hint.near",
        "solo.hint.move",
    ]
    assert said[1].args == {"distance": int(str(found.ring)[0]), "height": int(str(found.ring)[2])}
    assert said[2].args == {"near": found.near}
    assert said[3].args == {"move": found.move}
    assert found.message(99) == said[-1]


def test_hint_tells_how_many_moves_to_take_back() -> None:
    """Play on from a mistake: each move more is one more to take back."""
    game = state_of(WORKED).game
    start: dict[str, Any] = {**WORKED, "zone": ["c3", "f8"], "rings": WORKED["rings"][:]}
    match = empile.Match.from_position(game, start)
    mistakes = [
        move
        for move in match.state.legal_texts()
        if solution(_after(match.state, move)) is None
        and not _after(match.state, move).is_terminal()
    ]
    match.play(mistakes[0])
    wrong = 1
    while True:
        found = hint(match.state, states_of(match))
        assert (found.is_solvable, found.take_back) == (False, wrong)
        assert found.message(0) == empile.engine.errors.Reason(
            "solo.hint.take_back", {"count": wrong}
        )
        assert hint(match.state).message(0).key == "solo.hint.unsolvable"
        if match.state.is_terminal():
            break
        match.play(match.state.legal_texts()[0])
        wrong += 1
    assert wrong > 1


def _after(state: empile.State, move: str) -> empile.State:
    after = state.clone()
    after.apply_text(move)
    return after


def test_unknown_and_solved() -> None:
    assert hint(state_of(LARGE), nodes=2) == Hint(None)
    assert hint(state_of(LARGE), nodes=2).message(0).key == "solo.hint.unknown"
    solved = hint(state_of({**WORKED, "reserves": [[]]}))
    assert solved.message(0).key == "solo.hint.solved"


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_messages_exist(language: str) -> None:
    catalogue = state_of(WORKED).game.presenter.catalogue
    hints = [hint(state_of(WORKED)), Hint(None), Hint(True), Hint(False), Hint(False, 1)]
    hints += [Hint(False, 2), Hint(True, 0, "T", "2.2", "d4", "Td4-d6^2")]
    for found in hints:
        for step in range(len(STEPS)):
            reason = found.message(step)
            assert catalogue.format(language, reason) != reason.key
