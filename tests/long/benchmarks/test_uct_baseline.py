"""The baseline search uses the same rules without heuristics, with small samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import empile
from empile.bots import levels_of
from empile.bots.sprt import Sequential, play_game
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class, game_names
from empile.engine.game import Game, State
from empile.engine.random import new_stream, next_bits
from empile.engine.search.search import search
from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def benchmark(program: Program) -> Mapping[str, Any]:
    return vars(program("uct_baseline"))


def loaded(name: str) -> Game:
    return empile.load(name, **headless_options(game_class(name)))


def first_choice(game: Game) -> State:
    """Return a state with several legal moves."""
    match, stream = empile.Match(game), new_stream(1)
    match.resolve_chance(stream)
    while len(match.state.legal_actions()) < 3:
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(stream)
    return match.state


@pytest.mark.parametrize("name", game_names())
def test_simulated_games_of_the_textbook_take_every_move_alike(
    name: str, benchmark: Mapping[str, Any]
) -> None:
    state = first_choice(loaded(name))
    twin = benchmark["plain"](state.game)
    other = State.from_bytes(twin, state.tobytes())
    moves = other.legal_actions()
    assert moves == state.legal_actions()
    order, stream, taken = np.array(moves, np.int32), new_stream(2), Counter[int]()
    for _ in range(200 * len(moves)):
        bits = int(next_bits(stream)) >> 32
        template = twin.compiled.simulation
        taken[
            int(template.rollout_move(twin.params_array, other.array, order, len(moves), bits))
        ] += 1
    assert set(taken) == set(moves)
    assert 100 < min(taken.values()) <= max(taken.values()) < 320


def test_both_think_for_their_time_and_are_counted(benchmark: Mapping[str, Any]) -> None:
    game = empile.load("block-ness")
    heard: list[int] = []

    def hear(test: Sequential) -> None:
        heard.append(len(test.scores))

    found = benchmark["meet"](game, 0.001, 0.5, 2, 1, hear)
    assert (found.game, found.seats, found.variant) == ("block-ness", 2, "base")
    matches = [found.result, *(found.ample or ())]
    assert heard == [number + 1 for match in matches for number in range(match.games)]
    assert (found.ample is None) == (benchmark["elo"](found.result.score) >= benchmark["GOAL"])
    assert found.result.games >= 2
    assert 0.0 <= found.result.score <= 1.0
    assert min(found.simulations) >= 1


def test_the_strongest_level_is_met_as_it_is_unless_a_time_is_told(
    benchmark: Mapping[str, Any],
) -> None:
    game = empile.load("on-top")
    level = levels_of(game)[-1]
    ours = benchmark["strongest"](game)
    play_game(game, [ours, ours], new_stream(1))
    assert ours.pace <= level.simulations < 1.2 * ours.pace  # fewer if the game is solved
    heard: list[float] = []

    def hear(test: Sequential) -> None:
        heard.append(test.mean)

    found = benchmark["meet"](game, None, 0.5, 2, 1, hear)
    assert heard[found.result.games - 1] == found.result.score
    assert found.own
    assert 0.2 < found.seconds / (ours.spent / ours.moves) < 5  # tolerates load on the machine
    more = benchmark["strongest"](game, 4)
    play_game(game, [ours, more], new_stream(2))
    assert more.pace > 2 * level.simulations


def test_the_textbook_tries_every_move_before_any_twice(benchmark: Mapping[str, Any]) -> None:
    state = empile.load("block-ness").new_state()
    textbook = benchmark["textbook"](state.game, 0.0, 0.5)
    moves = len(state.legal_actions())
    found = search(
        State.from_bytes(textbook.twin, state.tobytes()),
        stream=new_stream(1),
        simulations=2 * moves,
        params=textbook.search_params,
    )
    assert min(move.visits for move in found.moves) >= 1


def test_every_number_of_seats_and_every_variant_is_measured(benchmark: Mapping[str, Any]) -> None:
    games = list(benchmark["settings"]("block-ness"))
    found = [(game.num_players, game.options["variant"]) for game in games]
    assert found == [(seats, variant) for seats in (2, 3, 4) for variant in ("base", "expert")]
    assert [game.num_players for game in benchmark["settings"]("blox")] == [2, 3, 4]
    assert {game.options["referee"] for game in benchmark["settings"]("block-out")} == {"odds"}


def test_a_line_of_the_table_tells_the_lead_and_how_sure_it_is(
    benchmark: Mapping[str, Any],
) -> None:
    result = benchmark["Result"]
    outcome = benchmark["Outcome"](
        "a-game", 2, "base", clear := result(100, 0.64, 0.05), (1234.0, 99.0), 0.02, False
    )
    assert benchmark["row"](outcome) == (
        "| a-game | 2 | base | 20 ms | 100 | 0.640 | +100 (+29 to +180) | 1,234 and 99 |  |  |"
    )
    even = result(100, 0.5, 0.0)
    lucky = outcome._replace(
        result=even, own=True, ample=(clear._replace(games=40), even._replace(games=20))
    )
    assert benchmark["row"](lucky) == (
        "| a-game | 2 | base | own | 100 | 0.500 | +0 (+0 to +0) | 1,234 and 99 in 20 ms |"
        " +100 (+29 to +180), 40 games | +0 (+0 to +0), 20 games |"
    )
    assert benchmark["elo"](0.5) == 0.0
    assert benchmark["elo"](1.0) > 1e9


def test_matches_that_are_played_again_take_their_own_place(benchmark: Mapping[str, Any]) -> None:
    head = "# Table\n"
    one, two = "| a-game | 2 | base | own | 60 |", "| a-game | 3 | base | own | 54 |"
    again = "| a-game | 2 | base | own | 100 |"
    text = benchmark["table"]("", head, [two])
    assert benchmark["table"](text, head, [one]) == f"{head}{one}\n{two}\n"
    assert benchmark["table"](f"{head}{one}\n{two}\n", head, [again]) == f"{head}{again}\n{two}\n"
    assert benchmark["table"](f"{head}{one}\n", "# Other\n", [two]) == f"# Other\n{two}\n"
