"""Tests of the value network: a function of the position alone, with sum 0."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.contracts.level import NO_ROLLOUT, SearchParams
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.engine.search.search import search
from empile.games.block_ness.rules import core
from tests.games.block_ness.reference import hole, name
from tests.support.games import Variant, random_match

DEFAULTS = [
    Variant("block-ness", f"{players} {variant}")
    for players in (2, 3, 4)
    for variant in ("base", "expert")
]
LAKE: dict[str, Any] = {
    "columns": 26,
    "rows": 20,
    "zones": {"2": ["b2", "z19"], "3": ["b2", "z20"], "4": ["a1", "z20"]},
}
RINGS = [[f"{3 + k}.1", "11.9", "9.5", "2.7", "7.7"] for k in range(4)]


def values(state: State) -> NDArray[np.float64]:
    """Return what each seat may expect."""
    out = np.full(core.MAX_SEATS, np.nan)
    state.game.compiled.simulation.estimate(state.game.params_array, state.array, 0, out)
    return out[: state.game.num_players]


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_evaluate_sums_to_zero(variant: Variant) -> None:
    match = random_match(variant.game(), 3)
    unlike = 0
    for index in range(len(match.events)):
        found = values(match.state_before(index))
        assert np.all(np.abs(found) < 1.0)
        assert found.sum() == pytest.approx(0.0, abs=1e-12)
        unlike += len(set(found.tolist())) > 1
    assert unlike > len(match.events) // 2
    assert values(match.state).tolist() == match.state.returns()


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_evaluate_is_seat_independent(variant: Variant) -> None:
    """All move on by one seat, with their colours and the turn: so do their expectations."""
    game = variant.game()
    seats = game.num_players
    colours = [(seat - 1) % seats for seat in range(seats)]
    options: dict[str, Any] = {**game.options, "colours": colours}
    moved_on = empile.load("block-ness", **options)
    match = random_match(game, 4)
    for index in range(seats, len(match.events)):
        state = match.state_before(index)
        other = state.array.copy()
        for field in ("end", "head_height", "score", "kinds", "kind", "left", "reserve"):
            other[field][0, :seats] = np.roll(state.array[field][0, :seats], 1, axis=0)
        for field in ("seat", "ring_seat"):
            other[field] = (state.array[field] + 1) % seats
        turned = State(moved_on, other)
        assert len(turned.legal_actions()) == len(state.legal_actions())
        assert values(turned) == pytest.approx(np.roll(values(state), 1), abs=1e-12)


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_evaluate_is_symmetric(variant: Variant) -> None:
    def mirrored(text: str) -> str:
        return re.sub(
            r"[a-l]\d+", lambda found: name((11 - hole(found[0])[0], hole(found[0])[1])), text
        )

    match = random_match(variant.game(), 5)
    other = empile.Match(variant.game())
    for index, event in enumerate(match.events):
        assert values(other.state).tolist() == values(match.state_before(index)).tolist()
        other.play(mirrored(event.text))


def test_evaluate_prefers_room() -> None:
    """A seat that cannot move any more is behind one that is level with it and can, nearly always."""
    game = empile.load("block-ness", players=2)
    rooms: list[bool] = []
    for seed in range(60):
        match = random_match(game, seed)
        for index in range(2, len(match.events)):
            state = match.state_before(index)
            after = [step.seat for step in match.events[index:]]
            if (
                len(after) >= 3
                and len(set(after)) == 1
                and len(set(state.array["score"][0, :2])) == 1
            ):
                found = values(state)
                rooms.append(bool(found[after[0]] > found[1 - after[0]]))
    assert len(rooms) >= 10
    assert sum(rooms) >= 0.9 * len(rooms)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_evaluate_handles_custom_lakes_and_rings(players: int) -> None:
    game = empile.load("block-ness", players=players, lake=LAKE, rings=RINGS)
    match = random_match(game, 1)
    for index in range(len(match.events)):
        found = values(match.state_before(index))
        assert np.all(np.abs(found) < 1.0)
        assert found.sum() == pytest.approx(0.0, abs=1e-12)


def test_search_returns_network_value_of_leaf() -> None:
    game = empile.load("block-ness", players=3)
    state = random_match(game, 6).state_before(12)
    found = search(
        state, stream=new_stream(1), simulations=1, params=SearchParams(rollout_depth=NO_ROLLOUT)
    )
    move = next(move for move in found.moves if move.visits)
    after = state.clone()
    after.apply_action(move.action)
    assert list(move.values) == values(after).tolist()
    assert move.scores is None
