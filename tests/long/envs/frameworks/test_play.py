"""Games of a language model against bots, as all frameworks play them."""

from __future__ import annotations

import pytest

from empile.engine.game import State
from empile.engine.random import Stream
from empile.envs.frameworks.play import BotGame, Outcome
from empile.envs.opponents import Chooser
from empile.envs.text import Counts, TextEnv
from tests.long.envs.frameworks.cases.shared import GAMES, Model


def play(game: BotGame, model: Model) -> Outcome:
    while not game.done:
        game.answer(model(game.turn()))
    return game.outcome()


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_all_other_seats(name: str) -> None:
    game = BotGame(name, players=2, seat=1, opponents=[1], seed=2)
    assert game.env.current_seat == 1
    outcome = play(game, Model())
    assert outcome.ranks == game.env.ranks
    assert outcome.ranks is not None
    assert outcome.rank == outcome.ranks[1]
    assert outcome.counts.moves > 0
    assert game.env.counts[0].illegal == game.env.counts[0].unreadable == 0
    assert outcome.score == (game.env.returns[1] + 1) / 2


def test_opponents_follow_clockwise() -> None:
    asked: list[tuple[str, int]] = []

    def named(name: str) -> Chooser:
        def choose(state: State, stream: Stream) -> int:
            asked.append((name, state.current_player()))
            return state.legal_actions()[0]

        return choose

    game = BotGame("on-top", players=4, seat=2, opponents=[named("a"), named("b"), named("c")])
    play(game, Model())
    assert set(asked) == {("a", 3), ("b", 0), ("c", 1)}


def test_seeds_determine_games() -> None:
    def record(seed: int, opponents: int | str) -> str:
        game = BotGame("blox", players=3, seat=None, opponents=opponents, seed=seed)
        for _ in range(6):
            game.answer(game.env.state.legal_texts()[0])
        return game.env.record().to_json()

    assert record(1, 1) == record(1, "level:1")
    assert record(1, 1) != record(2, 1)
    assert record(1, 1) != record(1, "random")
    seats = {BotGame("blox", players=4, seat=None, seed=seed).seat for seed in range(30)}
    assert seats == {0, 1, 2, 3}


def test_bad_answers_have_the_consequences_of_the_text_environment() -> None:
    game = BotGame("block-ness", players=2, retries=1, opponents="random")
    assert not game.answer("Hm.").done
    assert "You have 1 try left." in game.turn()
    step = game.answer("d4-d5")
    assert (step.kind, step.consequence) == ("illegal", "random")
    assert game.env.current_seat == 0
    outcome = play(game, Model())
    counts = outcome.counts
    assert (counts.unreadable, counts.illegal, counts.retries, counts.consequences) == (1, 1, 1, 1)
    assert outcome.bad_rate == 2 / (2 + counts.moves)
    assert outcome.numbers["illegal"] == 1.0


def test_bots_end_a_game_that_the_model_resigned() -> None:
    game = BotGame("on-top", players=3, retries=0, consequence="resign", opponents="random")
    game.answer("I resign.")
    assert game.done
    outcome = game.outcome()
    assert (outcome.rank, outcome.won, outcome.score) == (3, False, 0.0)
    assert outcome.counts == Counts(unreadable=1, consequences=1)


def test_a_shared_first_place_is_not_won() -> None:
    partners = BotGame("on-top", players=4, teams=True, opponents="random", seed=3)
    outcome = play(partners, Model())
    assert outcome.ranks is not None
    mine, others = outcome.ranks[::2], outcome.ranks[1::2]
    assert outcome.won == (mine < others)
    assert outcome.score == (1.0 if mine < others else 0.5 if mine == others else 0.0)


def test_a_game_that_is_cut_off_is_lost() -> None:
    game = BotGame("blox", players=3, opponents="random")
    game.answer(game.env.state.legal_texts()[0])
    outcome = game.outcome_if_cut_off()
    assert outcome == Outcome(0, None, 3, False, 0.0, Counts(moves=1))


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1, not 2"):
        BotGame("blox", players=2, seat=2)
    with pytest.raises(ValueError, match=r"opponents are 'random', .* not 'best'"):
        BotGame("blox", players=2, opponents="best")
    with pytest.raises(ValueError, match=r"levels of blox are .* not 99"):
        BotGame("blox", players=2, opponents=99)
    with pytest.raises(ValueError, match="one for each other seat, not 3"):
        BotGame("blox", players=3, opponents=[1, 1, 1])
    with pytest.raises(ValueError, match="the game is not over"):
        BotGame("blox", players=2).outcome()
    game = BotGame(TextEnv("block-ness", players=2).game, retries=0, consequence="resign")
    game.answer("")
    with pytest.raises(ValueError, match="the game is over"):
        game.answer("d4-f4")
