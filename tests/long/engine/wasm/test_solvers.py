"""Exact values, expected returns, grades and solo levels in Node are those of Python, bit by bit."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import empile
from empile.engine.contracts.grades import loss_and_error
from empile.engine.contracts.solo import Solved
from empile.engine.random import below, new_stream
from empile.engine.search.exhaustive import Budget, TooLargeError, exact_moves, exact_value
from empile.engine.search.search import expected_returns
from empile.engine.wasm import bundle, rules_module
from tests.long.engine.wasm.test_equality import GAMES, repeat

POSITIONS: Final = 50
OF_A_GAME: Final = 5
NODES: Final = 10_000
MARGIN: Final = 0.5
SIMULATIONS: Final = 200
STEPS: Final = range(5)
LEVELS: Final = 25


def options_of(name: str) -> list[dict[str, Any]]:
    return [{"players": 2}, {"players": 4, "teams": True} if name == "on-top" else {"players": 3}]


def late_states(game: empile.Game, seed: int) -> list[empile.State]:
    """Return the last states of a random game in which a seat acts."""
    stream, match = new_stream(seed), empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    states: list[empile.State] = []
    while not match.state.is_terminal():
        states.append(match.state.clone())
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    return states[-OF_A_GAME:]


def exact(state: empile.State, number: int) -> dict[str, Any]:
    """Return exact values of a position, null if the tree is too large, and the budgets after them."""
    seat, one_outcome = number % state.game.num_players, number % 3 == 0
    case: dict[str, Any] = {"seat": seat, "one_outcome": one_outcome, "value": None, "moves": None}
    for kind in ("value", "moves"):
        budget = Budget(NODES)
        try:
            if kind == "value":
                case[kind] = exact_value(state, seat, one_outcome=one_outcome, budget=budget)
            else:
                case[kind] = exact_moves(
                    state, margin=MARGIN, one_outcome=one_outcome, budget=budget
                )
        except TooLargeError:
            pass
        case[f"{kind}_left"] = budget.left
    return case


def returns(state: empile.State, number: int) -> dict[str, Any]:
    level, observer = state.game.bots.levels[-1], number % state.game.num_players
    found = expected_returns(
        state,
        observer,
        stream=new_stream(number),
        simulations=SIMULATIONS,
        params=level.search_params,
    )
    return {"observer": observer, "returns": found}


def grades(game: empile.Game, seed: int) -> Iterator[dict[str, Any]]:
    """Yield pairs of expected returns, and how Python grades a move by them."""
    luck, thresholds = random.Random(seed), game.bots.grade_thresholds
    for _ in range(POSITIONS):
        own, lost = luck.uniform(-1, 1), luck.choice((-0.1, 0.0, 0.2, 0.6))
        pairs = [(own + luck.gauss(lost, 0.1), own) for _ in range(luck.randint(2, 8))]
        loss, error = loss_and_error([best - value for best, value in pairs])
        grade, accuracy = thresholds.grade(loss), thresholds.accuracy(loss)
        yield {
            "pairs": pairs,
            "graded": {"loss": loss, "error": error, "grade": grade, "accuracy": accuracy},
        }


def play(folder: Path, name: str, games: list[empile.Game], cases: dict[str, Any]) -> Any:
    """Write the module, the bundles and the cases; return what Node counted."""
    (folder / "rules.wasm").write_bytes(rules_module(empile.load(name)))
    for number, game in enumerate(games):
        bundle(game).write(folder, f"bundle-{number}")
    (folder / "cases.json").write_text(json.dumps(cases), "utf-8")
    done = repeat(folder, "solvers.ts")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", GAMES)
def test_values_are_equal(name: str, tmp_path: Path) -> None:
    games = [empile.load(name, **options) for options in options_of(name)]
    positions: list[dict[str, Any]] = []
    seed = 0
    while len(positions) < POSITIONS:
        number = seed % len(games)
        for state in late_states(games[number], seed):
            case = {"bundle": number, "state": state.tobytes().hex(), "seed": len(positions)}
            case |= exact(state, len(positions))
            if len(positions) % OF_A_GAME == 0:
                case |= returns(state, len(positions))
            positions.append(case)
        seed += 1
    settings = {"nodes": NODES, "margin": MARGIN, "simulations": SIMULATIONS}
    marks: list[dict[str, Any]] = [
        {"bundle": at, **mark} for at, game in enumerate(games) for mark in grades(game, at)
    ]
    counts = play(tmp_path, name, games, {**settings, "positions": positions, "grades": marks})
    known = sum(case["moves"] is not None for case in positions)
    assert counts == {
        "exact": len(positions),
        "known": known,
        "returns": len(positions) // OF_A_GAME,
        "graded": len(marks),
        "solved": 0,
        "clues": 0,
    }
    assert known > POSITIONS // 4, "most trees are too large"
    assert len({mark["graded"]["grade"] for mark in marks}) >= 4


def test_solo_levels_are_equal(tmp_path: Path) -> None:
    """Starts of levels, and positions after one random move and after several."""
    solo = empile.load("block-ness").solo
    assert solo is not None
    variants = ["base", "expert"]
    levels = solo.levels()[:: len(solo.levels()) // LEVELS]
    cases: list[dict[str, Any]] = []
    answers: list[Solved] = []
    for number, level in enumerate(levels):
        luck, state = random.Random(number), level.state()
        before: list[empile.State] = []
        for _ in range(number % 3):
            if not state.is_terminal():
                before.append(state.clone())
                state.apply_action(luck.choice(state.legal_actions()))
        nodes, most = (50, NODES)[number % 2], 1 + number % 20
        for stops in (False, True):
            solved = solo.solve(state, before=before, nodes=nodes, most=most, stops=stops)
            answers.append(solved)
            cases.append(
                {
                    "bundle": variants.index(level.variant),
                    "states": [other.tobytes().hex() for other in (*before, state)],
                    "limits": {"nodes": nodes, "most": most, "stops": stops},
                    "solved": solved,
                    "solution": solo.solution(state),
                    "setup": state.game.presenter.start_setup(state.position()),
                    "clues": [
                        [clue.message.key, dict(clue.message.args), dict(clue.parts), *clue[2:]]
                        for clue in (solo.clue(state, before, step) for step in STEPS)
                    ],
                }
            )
    games = [empile.load("block-ness", players=1, variant=variant) for variant in variants]
    counts = play(tmp_path, "block-ness", games, {"solo": cases})
    assert counts["solved"] == len(cases) >= POSITIONS
    assert counts["clues"] == len(cases) * len(STEPS)
    assert {answer.is_solvable for answer in answers} == {True, False, None}
    assert {answer.take_back > 0 for answer in answers} == {True, False}
    assert {answer.is_exact for answer in answers} == {True, False}


def test_other_values_are_found(tmp_path: Path) -> None:
    """Node notices when Python says something else."""
    game = empile.load("block-out")
    (state, *_) = late_states(game, 1)
    case = {"bundle": 0, "state": state.tobytes().hex(), "seed": 0, **exact(state, 0)}
    case["value"] = 0.125
    settings = {"nodes": NODES, "margin": MARGIN, "simulations": SIMULATIONS}
    with pytest.raises(AssertionError, match="values differ"):
        play(tmp_path, "block-out", [game], {**settings, "positions": [case]})
