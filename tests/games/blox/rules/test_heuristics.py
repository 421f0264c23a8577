"""Tests of the playout policy of Blox: points first, then promising moves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import empile
from empile.engine.random import new_stream, next_bits
from tests.games.blox.situations import situation


def moves_made(state: empile.State, number: int = 200) -> Counter[str]:
    """Return the texts of the moves that simulated games make here, and how often."""
    game, legal = state.game, np.array(state.legal_actions(), np.int32)
    out = np.empty(game.compiled.max_legal, np.int32)
    count = game.compiled.step.legal(game.params_array, state.array, 0, out)
    template, stream = game.compiled.simulation, new_stream(1)
    made = Counter[str]()
    for _ in range(number):
        bits = int(next_bits(stream)) >> 32
        action = template.rollout_move(game.params_array, state.array, out[:count], count, bits)
        assert action in legal
        made[state.action_to_text(action)] += 1
    return made


def estimate(state: empile.State) -> list[float]:
    out = np.zeros(state.game.compiled.max_seats)
    state.game.compiled.simulation.estimate(state.game.params_array, state.array, 0, out)
    return [float(value) for value in out[: state.game.num_players]]


def test_simulation_move_takes_highest_tower() -> None:
    state = situation("e5=WW a2=W d4=G", "d5=0 a1=0", ["WWGBM", "GGGMM"], phase=2)
    best = max(state.gain(action) for action in state.legal_actions())
    assert best == 2
    for text in moves_made(state):
        assert state.gain(state.text_to_action(text)) == best


def test_simulation_move_keeps_joker() -> None:
    state = situation("e5=WW", "d5=0", ["WWGBM", "GGGMM"], phase=2, jokers=[True, True])
    assert any("*" in text for text in state.legal_texts() if "x" in text)
    assert set(moves_made(state)) == {"d5xe5 WW"}


def test_simulation_move_keeps_cards_for_target() -> None:
    state = situation("e5=WWG", "d5=0", ["WWBBM", "GGGMM"], phase=3)
    made = moves_made(state)
    assert made["/ BBM"] > 20
    assert not any(text.startswith("/") and "W" in text for text in made)


def test_simulation_move_is_legal() -> None:
    """Random situations of games by this policy, which end, unlike random games."""
    for players in (2, 3, 4):
        game = empile.load("blox", players=players)
        state, stream = game.new_state(), new_stream(players)
        while not state.is_terminal():
            if state.is_chance_node():
                _, state = state.after_chance(stream)
            else:
                out = np.empty(game.compiled.max_legal, np.int32)
                count = game.compiled.step.legal(game.params_array, state.array, 0, out)
                bits = int(next_bits(stream)) >> 32
                template = game.compiled.simulation
                state.apply_action(
                    template.rollout_move(game.params_array, state.array, out, count, bits)
                )
        result = state.result()
        assert result is not None
        assert result.reason == "last-round"


@pytest.mark.parametrize("points", [[10, 4], [3, 9, 9], [1, 2, 3, 4]])
def test_estimate_follows_lead(points: list[int]) -> None:
    hands = ["WGBMM"] * len(points)
    values = estimate(situation("e5=WW", "", hands, points=points))
    assert sum(values) == pytest.approx(0.0, abs=1e-12)
    assert all(-1.0 < value < 1.0 for value in values)
    for mine, value in zip(points, values, strict=True):
        for theirs, other in zip(points, values, strict=True):
            assert (mine > theirs) == (value > other)


def test_estimate_of_face_up_joker() -> None:
    def lead(*, last_round: bool) -> float:
        return estimate(
            situation("e5=WW", "", ["WGBMM"] * 2, jokers=[True, False], last_round=last_round)
        )[0]

    assert lead(last_round=False) > 0.0
    assert lead(last_round=True) == 0.0
