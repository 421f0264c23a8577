"""Ranks with resignations."""

from __future__ import annotations

import pytest

import empile
from empile.envs.text import final_ranks
from empile.envs.text.places import final_returns, is_decided, losers


def finished(players: int) -> empile.State:
    state = empile.load("block-ness", players=players).new_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    return state


def test_without_resignations_ranks_are_those_of_the_game() -> None:
    state = finished(4)
    assert final_ranks(state, ()) == state.ranks()
    assert final_ranks(empile.load("block-ness").new_state(), ()) is None


@pytest.mark.parametrize("resigned", [[0], [1, 3], [0, 2, 3], [0, 1, 2, 3]])
def test_those_who_resigned_share_the_last_place_and_others_move_up(resigned: list[int]) -> None:
    state = finished(4)
    ranks, natural = final_ranks(state, resigned), state.ranks()
    assert ranks is not None
    others = [seat for seat in range(4) if seat not in resigned]
    assert [ranks[seat] for seat in resigned] == [max(len(others) + 1, 2)] * len(resigned)
    for one in others:
        assert ranks[one] == 1 + sum(natural[other] < natural[one] for other in others)
    assert sum(final_returns(state.game, ranks)) == pytest.approx(0)


def test_a_game_is_decided_if_one_side_is_left() -> None:
    game = empile.load("block-ness", players=3)
    assert [is_decided(game, seats) for seats in ([], [1], [1, 2])] == [False, False, True]
    assert final_ranks(game.new_state(), [1, 2]) == [1, 2, 2]
    assert final_ranks(game.new_state(), [1]) is None


def test_partners_lose_together() -> None:
    game = empile.load("on-top", players=4, teams=True)
    assert losers(game, [3]) == {1, 3}
    assert final_ranks(game.new_state(), [3]) == [1, 3, 1, 3]


def test_before_the_end_nobody_has_a_return() -> None:
    assert final_returns(empile.load("block-ness", players=3), None) == [0.0, 0.0, 0.0]
