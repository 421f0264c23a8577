"""Tests of the heuristics of On Top: scores, denying ties, last pawns, partners, leads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import empile
from empile.bots import choose, levels_of
from empile.engine.compiled.jit import jit_is_on
from empile.engine.random import below, new_stream, next_bits
from empile.games.on_top.rules.components import tile_name
from empile.games.on_top.rules.state import MAX_SEATS, SCORED, SEGMENTS
from tests.games.on_top.situations import (
    ONE_ABOVE,
    ONE_RIGHT,
    TWO_BELOW,
    TWO_LEFT,
    Situation,
)
from tests.support.games import evidence_folder

VARIANTS: dict[str, dict[str, Any]] = json.loads(
    (evidence_folder("on-top") / "variants.json").read_text("utf-8")
)


def greedy(state: empile.State, seed: int = 1) -> str:
    """Return the move that a simulated game makes."""
    legal = np.array(state.legal_actions(), np.int32)
    bits = int(next_bits(new_stream(seed))) >> 32
    template = state.game.compiled.simulation
    return state.action_to_text(
        template.rollout_move(state.game.params_array, state.array, legal, len(legal), bits)
    )


def club(state: empile.State) -> str:
    """Return the move of the best bot, which takes less time for it than at a table."""
    best = levels_of(state.game)[-1]
    quick = replace(best, simulations=1_500 if jit_is_on() else 200)
    return state.action_to_text(choose(state, quick, new_stream(1)))


def estimate(state: empile.State) -> list[float]:
    out = np.zeros(MAX_SEATS)
    state.game.compiled.simulation.estimate(state.game.params_array, state.array, 0, out)
    return [float(value) for value in out[: state.game.num_players]]


def positions(options: dict[str, Any], seed: int) -> Iterator[empile.State]:
    """Yield the states of a random game with a seat to act."""
    state, stream = empile.load("on-top", **options).new_state(), new_stream(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            _, state = state.after_chance(stream)
        else:
            yield state
            moves = state.legal_actions()
            state.apply_action(moves[below(stream, len(moves))])


def promised(state: empile.State, seat: int) -> float:
    """Return by what ``seat``, with its partner, may expect to be ahead of its opponents' mean."""
    params, s = state.game.params_array[0], state.array[0]
    position = state.position()
    points = np.array(position["scores"], float)
    if not state.is_terminal():
        points -= [position["pawns"]["BYRW"[one]] for one in range(len(points))]
    for number in range(int(params["circles"])):
        circle = int(s["circle"][number])
        if circle < SCORED:
            pattern = int(params["pattern"][circle % SEGMENTS]) + circle // SEGMENTS
            value = params["value"][int(params["golden"][number]), pattern]
            points += value[: len(points)] / 1000
    sides = np.array(state.game.teams)
    own = sides == sides[seat]
    return float(points[own].sum() - points[~own].mean() * own.sum())


# -- The moves of simulated games ------------------------------------------------------------------


@pytest.mark.parametrize("label", VARIANTS)
def test_simulation_move_maximizes_lead_gained(label: str) -> None:
    """Held against the moves made: one by one, with their towers, holes and open circles."""
    for number, state in enumerate(positions(VARIANTS[label], 5)):
        if number % (4 if jit_is_on() else 12):
            continue
        seat = state.current_player()
        brings: dict[str, float] = {}
        for action in state.legal_actions():
            after = state.clone()
            after._apply(action)  # is legal: nothing to check
            brings[state.action_to_text(action)] = promised(after, seat)
            if after.is_terminal() and after.result().reason != "board-full":  # type: ignore[union-attr]
                break
        else:
            assert brings[greedy(state, number)] > max(brings.values()) - 0.02


def test_simulation_move_breaks_ties_at_random() -> None:
    state = Situation().draw("BRWY").state
    assert len({greedy(state, seed) for seed in range(40)}) > 1


# -- What a bot sees -------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [greedy, club])
def test_simulation_move_takes_highest_tower(bot: Any) -> None:
    """Blue, yellow and red lie round 3,3 once, white twice; the last cell is white's to fill."""
    situation = Situation(
        ONE_ABOVE.format("YRBW"), "U23D22 BYRW", "U32D31 RBWY", start=["U33"], players=4
    )
    state = situation.draw("BRYW").state
    move = bot(state)
    assert move == ONE_RIGHT.format("BRYW")
    assert state.gain(state.text_to_action(move)) == 4


@pytest.mark.parametrize("bot", [greedy, club])
def test_simulation_move_denies_tower_by_tie(bot: Any) -> None:
    """Yellow has most segments around 5,3, with one empty cell: its own tower, or none."""
    state = empile.load("on-top", players=2).new_state()
    for move in (
        "U04D03 RBYW", "U03D02 YBRW", "U12D11 RBYW", "U21D21 YWRB", "U31D31 WBRY",
        "U14D13 BRYW", "U53D43 RWBY", "U32D32 BYWR", "U33D33 BWYR", "U42D42 RYWB",
    ):  # fmt: skip
        state.apply_text(f"~{tile_name(move.split(' ')[1])}")
        state.apply_text(move)
    state.apply_text("~BYWR")
    assert state.current_player() == 0
    action = state.text_to_action(bot(state))
    circles = {
        one["at"]: one for one in state.game.presenter.move_effects(state, action)["circles"]
    }
    assert circles["5,3"]["tower"] == ""
    assert state.gain(action) == 0


@pytest.mark.parametrize("bot", [greedy, club])
def test_simulation_move_places_last_pawn(bot: Any) -> None:
    situation = Situation(
        TWO_LEFT.format("BRWY"), TWO_BELOW.format("BYRW"), start=["U33"], players=4
    )
    state = situation.left(R=1).scored(50, 0, 0, 9).draw("BYRW").state
    state.apply_text(bot(state))
    result = state.result()
    assert result is not None
    assert result.winners == [2]


@pytest.mark.parametrize(("bot", "teams"), [(greedy, False), (greedy, True), (club, True)])
def test_lead_gained_by_last_pawn_of_partner(bot: Any, teams: bool) -> None:
    """White may complete 3,3 with the tower YR: yellow's last pawn. In teams they are partners."""
    situation = Situation(
        TWO_LEFT.format("BRWY"),
        TWO_BELOW.format("BYRW"),
        "U14D13 BRYW",
        start=["U33"],
        players=4,
        teams=teams,
    )
    state = situation.left(Y=1).draw("BYRW").state
    assert ONE_RIGHT.format("BYRW") in state.legal_texts()
    state.apply_text(bot(state))
    assert state.is_terminal() == teams


# -- What a game cut short is worth ----------------------------------------------------------------


@pytest.mark.parametrize("label", VARIANTS)
def test_estimate_is_antisymmetric(label: str) -> None:
    """All comparisons are made twice, once from each side; partners expect the same."""
    for state in positions(VARIANTS[label], 2):
        values = estimate(state)
        sides = state.game.teams
        assert sum(values) == pytest.approx(0.0, abs=1e-9)
        assert all(-1.0 <= value <= 1.0 for value in values)
        assert len(set(zip(sides, values, strict=True))) == len(set(sides))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_estimate_of_points_grows_with_time(players: int) -> None:
    def lead(moves: int) -> float:
        for number, state in enumerate(positions({"players": players}, 3)):
            if number == moves:
                state.array["points"][0] = (6, 0, 0, 0)
                state.array["pawns"] = state.game.new_state().array["pawns"]
                state.array["circle"][0, :40] |= SCORED if moves else 0
                return estimate(state)[0]
        raise AssertionError("the game was over before")

    assert 0.0 < lead(0) < lead(1)


def test_estimate_of_last_pawn_outweighs_points() -> None:
    """Red is 20 points behind; one of its pawns is left, or twelve."""
    situation = Situation(start=["U33"], players=4).draw("BRWY").scored(20, 0, 0, 0)
    situation.left(R=12)
    far = estimate(situation.state)
    situation.left(R=1)
    near = estimate(situation.state)
    assert max(far) == far[0]
    assert max(near) == near[2]
    assert near[2] > 0.5


def test_estimate_adds_points_of_partner() -> None:
    alone = Situation(start=["U33"], players=4).draw("BRWY").scored(0, 0, 9, 0)
    together = Situation(start=["U33"], players=4, teams=True).draw("BRWY").scored(0, 0, 9, 0)
    assert estimate(alone.state)[0] < 0.0
    assert estimate(together.state)[0] > 0.0
