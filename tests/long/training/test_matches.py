"""Matches of two players."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import empile
from empile.training import matches
from empile.training.matches import MatchResult, elo_of, play_match
from empile.training.players import RandomPlayer
from tests.long.training.nim_players import WrittenNim, cautious, perfect


def test_the_stronger_player_scores_more() -> None:
    found = play_match(WrittenNim(), perfect(), cautious(), games=10, seed=1)
    # Heaps of 7 are won by the first seat; as second, it wins after a mistake.
    assert found.scores == [1.0] * 10
    assert (found.first, found.second, found.score) == ("perfect", "cautious", 1.0)
    assert play_match(WrittenNim(), cautious(), perfect(), games=10, seed=1).scores == [0.0] * 10
    equal = play_match(WrittenNim(), perfect(), perfect("other"), games=10, seed=1)
    assert equal.score == 0.5
    assert equal.elo == 0


@pytest.mark.parametrize(("players", "games", "total"), [(2, 5, 6), (3, 7, 12), (3, 12, 12)])
def test_all_seatings_are_played_equally_often(players: int, games: int, total: int) -> None:
    found = play_match(WrittenNim(players=players), perfect(), cautious(), games=games, seed=1)
    assert len(found.scores) == len(found.records) == total
    seated = Counter(tuple(record.seats) for record in found.records)
    assert len(seated) == 2**players - 2
    assert set(seated.values()) == {total // len(seated)}


def test_records_replay_and_name_the_players() -> None:
    game = empile.load("cairn", players=4, teams=True)
    first, second = RandomPlayer(), RandomPlayer()
    first.name, second.name = "network", "level:1"
    found = play_match(game, first, second, games=4, seed=3)
    for score, record in zip(found.scores, found.records, strict=True):
        again = empile.Record.from_json(record.to_json())
        state = again.final_state()
        assert state.is_terminal()
        assert again.seats[0] == again.seats[2] != again.seats[1] == again.seats[3]
        own = again.seats.index("network")
        won = state.ranks()[own] < state.ranks()[1 - own]
        lost = state.ranks()[own] > state.ranks()[1 - own]
        assert score == (1.0 if won else 0.0 if lost else 0.5)


def test_matches_do_not_depend_on_games_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    game = empile.load("cairn", players=2)

    def records() -> list[str]:
        found = play_match(game, RandomPlayer(), RandomPlayer(), games=8, seed=5)
        return [record.to_json() for record in found.records]

    together = records()
    monkeypatch.setattr(matches, "_SIDE_BY_SIDE", 2)
    assert records() == together
    assert len(set(together)) == 8


def test_matches_end_early_with_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_SIDE_BY_SIDE", 4)
    told: list[int] = []
    found = play_match(
        WrittenNim(),
        perfect(),
        cautious(),
        games=100,
        seed=1,
        stop_early=True,
        on_games=told.append,
    )
    assert found.verdict == "proved"
    assert told == [*range(4, told[-1] + 1, 4)]
    assert len(found.scores) == told[-1] < 40
    lost = play_match(WrittenNim(), cautious(), perfect(), games=100, seed=1, stop_early=True)
    assert lost.verdict == "refuted"
    whole = play_match(WrittenNim(), perfect(), cautious(), games=100, seed=1)
    assert len(whole.scores) == 100


def test_openings_are_the_same_for_all_seatings_of_a_round() -> None:
    game = empile.load("block-ness", players=2)
    found = play_match(game, RandomPlayer(), RandomPlayer(), games=12, seed=5, opening=3)
    begun = [tuple(record.events[:3]) for record in found.records]
    assert begun[::2] == begun[1::2]
    assert len(set(begun)) == 6
    assert len({tuple(record.events) for record in found.records}) == 12


def test_openings_that_end_the_game_are_left_out() -> None:
    found = play_match(WrittenNim(), perfect(), cautious(), games=4, seed=5, opening=8)
    assert found.scores == [1.0] * 4


def test_the_goal_is_what_is_tested() -> None:
    assert (
        play_match(WrittenNim(), perfect(), perfect(), games=60, seed=1, goal=0.2).verdict
        == "proved"
    )
    assert (
        play_match(WrittenNim(), perfect(), perfect(), games=60, seed=1, goal=0.5).verdict == "open"
    )
    assert (
        play_match(WrittenNim(), perfect(), perfect(), games=60, seed=1, goal=0.9).verdict
        == "refuted"
    )


def test_seconds_are_those_of_each_player_in_the_match() -> None:
    slow, quick = perfect(), cautious()
    slow.seconds, quick.seconds = 100.0, 0.0
    found = play_match(WrittenNim(), slow, quick, games=2, seed=1)
    assert found.seconds_per_move == (0.5, 0.5)


def test_elo_of_scores() -> None:
    assert elo_of(0.5) == 0.0
    assert elo_of(10 / 11) == pytest.approx(400.0)
    assert (elo_of(1.0), elo_of(0.0)) == pytest.approx((1008.6, -1008.6), abs=0.1)
    found = MatchResult("a", "b", scores=[1.0, 0.0, 1.0, 0.5] * 10)
    low, high = found.elo_interval()
    assert low < found.elo < high
    wider = found.elo_interval(0.99)
    assert wider[0] < low
    assert wider[1] > high
    assert math.isnan(MatchResult("a", "b").score)
    assert MatchResult("a", "b", scores=[1.0]).error == 1.0
