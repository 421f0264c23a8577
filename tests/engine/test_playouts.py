"""Random games in bulk."""

from __future__ import annotations

import threading

import pytest

import empile
from empile.engine.playouts import random_games
from empile.engine.random import new_stream


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_random_games_do_not_depend_on_threads(name: str) -> None:
    game = empile.load(name, players=3)
    one = random_games(game, 4_500, stream=new_stream(5))
    three = random_games(game, 4_500, stream=new_stream(5), threads=3)
    assert (one.games, one.actions, one.wins) == (three.games, three.actions, three.wins)
    other = random_games(game, 4_500, stream=new_stream(6))
    assert other.wins != one.wins


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_lists_of_moves_give_the_same_games(name: str) -> None:
    game = empile.load(name, players=3)
    one = random_games(game, 500, stream=new_stream(5))
    by_lists = random_games(game, 500, stream=new_stream(5), by_lists=True)
    assert (one.actions, one.wins) == (by_lists.actions, by_lists.wins)


def test_random_games_have_winners() -> None:
    game = empile.load("block-ness", players=4)
    played = random_games(game, 500, stream=new_stream(1))
    assert played.games == 500
    assert 500 <= sum(played.wins) <= 2_000
    assert all(won > 0 for won in played.wins)
    # Four start rings, and at most ten rings each.
    assert 4 * 500 < played.actions <= 40 * 500


def test_random_games_from_a_start() -> None:
    game = empile.load("block-ness", players=2)
    state = game.new_state()
    for text in ("c3-e3", "j10-j7"):
        state.apply_text(text)
    before = state.tobytes()
    played = random_games(game, 300, stream=new_stream(1), start=state)
    whole = random_games(game, 300, stream=new_stream(1))
    assert state.tobytes() == before
    assert played.actions < whole.actions


def test_random_games_report_progress() -> None:
    lock, told = threading.Lock(), [0]

    def on_progress(games: int) -> None:
        with lock:
            told[0] += games

    game = empile.load("block-ness", players=2)
    random_games(game, 5_100, stream=new_stream(1), threads=2, on_progress=on_progress)
    assert told == [5_100]


def test_random_games_reject_zero_games() -> None:
    game = empile.load("block-ness")
    with pytest.raises(ValueError, match="games must be"):
        random_games(game, 0, stream=new_stream(1))
    with pytest.raises(ValueError, match="threads must be"):
        random_games(game, 1, stream=new_stream(1), threads=0)
