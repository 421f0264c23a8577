"""Arguments that Python hands to compiled code: wrong ones are refused, in the user's terms."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.arguments import real_number, whole_number
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.state import State

NO_STREAMS: list[Any] = [
    5,
    None,
    [1],
    np.random.default_rng(1),
    np.array([1]),
    np.array(1, np.uint64),
    np.zeros(2, np.uint64),
    np.zeros(0, np.uint64),
]
NO_NUMBERS: list[Any] = [1.5, "1", None, True, np.True_, np.array([1, 2]), nan]


@pytest.fixture
def state() -> State:
    return empile.load("block-ness", players=2).new_state()


@pytest.fixture
def chance() -> State:
    return empile.load("blox").new_state()


@pytest.fixture
def over(state: State) -> State:
    after = state.clone()
    while not after.is_terminal():
        after.apply_action(after.legal_actions()[0])
    return after


def test_whole_numbers() -> None:
    assert [whole_number("n", value) for value in (-3, np.int64(5), np.uint8(7))] == [-3, 5, 7]
    assert type(whole_number("n", np.int64(5), 1, 5)) is int
    for value in NO_NUMBERS:
        with pytest.raises(empile.ArgumentError, match=r"^n must be a whole number, not "):
            whole_number("n", value)
    with pytest.raises(
        empile.ArgumentError, match=r"^n must be a whole number of at least 1, not 0$"
    ):
        whole_number("n", 0, 1)
    with pytest.raises(ValueError, match=r"^n must be a whole number from 0 to 7, not 8$"):
        whole_number("n", 8, 0, 7)


def test_real_numbers() -> None:
    assert [real_number("x", value, 0) for value in (0, 0.5, np.float32(2), inf)] == [
        0,
        0.5,
        2,
        inf,
    ]
    assert type(real_number("x", 1)) is float
    assert real_number("x", -1) == -1
    for value in ("1", None, True, nan, 1j):
        with pytest.raises(empile.ArgumentError, match=r"^x must be a number, not "):
            real_number("x", value)
    with pytest.raises(empile.ArgumentError, match=r"^x must be a number of at least 0, not -0.1$"):
        real_number("x", -0.1, 0)


# -- Streams -----------------------------------------------------------------------------------


def draws(state: State, chance: State, stream: Any) -> dict[str, Callable[[], object]]:
    """Return everything that draws from a stream."""
    return {
        "below": lambda: empile.below(stream, 6),
        "search": lambda: empile.search(state, stream=stream, simulations=2),
        "expected_returns": lambda: empile.expected_returns(state, 0, stream=stream, simulations=2),
        "resampled": lambda: empile.resampled(state, 0, stream),
        "draw_event": lambda: chance.draw_event(stream),
        "random_games": lambda: random_games(state.game, 1, stream=stream),
        "resolve_chance": lambda: empile.Match(chance.game).resolve_chance(stream),
    }


@pytest.mark.parametrize("stream", NO_STREAMS)
def test_what_is_no_stream_is_refused(state: State, chance: State, stream: Any) -> None:
    for draw in draws(state, chance, stream).values():
        with pytest.raises(
            empile.ArgumentError, match=r"what empile.new_stream\(seed\) returns, not"
        ):
            draw()


def test_chance_is_drawn_only_if_it_comes_next(state: State, over: State) -> None:
    stream = empile.new_stream(1)
    for calm in (state, over):
        for draw in (calm.draw_event, calm.after_chance):
            with pytest.raises(empile.ArgumentError, match="no chance event comes next"):
                draw(stream)
        with pytest.raises(empile.ArgumentError, match="no chance event comes next"):
            empile.Match(calm.game, calm).push_chance(stream)


# -- Actions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, 5872, 10**12, 2**70, np.int64(-1)], ids=repr)
def test_actions_out_of_range_are_illegal(state: State, action: Any) -> None:
    before = state.tobytes()
    for use in (state.apply_action, empile.Match(state.game).play_action, state.gain):
        with pytest.raises(empile.IllegalActionError, match="block-ness are 0 to 5871, not"):
            use(action)
    with pytest.raises(empile.ArgumentError, match="a whole number from 0 to 5871, not"):
        state.action_to_text(action)
    with pytest.raises(empile.ArgumentError, match="first must be a legal move, not"):
        empile.search(state, stream=empile.new_stream(1), simulations=2, first=action)
    assert state.tobytes() == before


@pytest.mark.parametrize("action", [1.0, "1", None, True, np.True_], ids=repr)
def test_actions_are_whole_numbers(state: State, chance: State, action: Any) -> None:
    uses = (
        state.apply_action,
        chance.clone().apply_action,
        empile.Match(state.game).play_action,
        state.gain,
        state.action_to_text,
    )
    for use in uses:
        with pytest.raises(empile.ArgumentError, match=r"an action must be a whole number.*, not"):
            use(action)


@pytest.mark.parametrize("kind", [np.int16, np.int64, np.uint16])
def test_integers_of_numpy_are_actions(state: State, kind: type[np.integer[Any]]) -> None:
    action = state.legal_actions()[3]
    text = state.action_to_text(action)
    given: Any = kind(action)
    assert state.action_to_text(given) == text
    assert state.gain(given) == state.gain(action)
    assert empile.Match(state.game).play_action(given).text == text
    search = empile.search(state, stream=empile.new_stream(1), simulations=2, first=given)
    assert search.best == action
    state.apply_action(given)
    assert state.current_player() == 1


def test_illegal_moves_have_no_gain(state: State, chance: State, over: State) -> None:
    illegal = next(action for action in range(99) if action not in state.legal_actions())
    for other, action in ((state, illegal), (chance, 3), (over, 3)):
        with pytest.raises(empile.IllegalActionError):
            other.gain(action)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "0", True], ids=repr)
def test_unknown_seats_are_refused(state: State, seat: Any) -> None:
    stream = empile.new_stream(1)
    uses: list[Callable[[], object]] = [
        lambda: state.view(seat),
        lambda: state.to_svg(seat),
        lambda: state.observation(seat),
        lambda: state.information_state(seat),
        lambda: empile.resampled(state, seat, stream),
        lambda: empile.expected_returns(state, seat, stream=stream, simulations=2),
    ]
    for use in uses:
        with pytest.raises(empile.ArgumentError, match=r"seats are 0 to 1, not|whole number, not"):
            use()


# -- Numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, -5, *NO_NUMBERS], ids=repr)
def test_numbers_of_games_simulations_and_threads(state: State, number: Any) -> None:
    game, stream = state.game, empile.new_stream(1)
    uses: list[Callable[[], object]] = [
        lambda: empile.Batch(game, number, seed=1),
        lambda: empile.Batch(game, 2, seed=1, threads=number),
        lambda: empile.BatchedSearch(game, number, seed=1),
        lambda: random_games(game, number, stream=stream),
        lambda: random_games(game, 1, stream=stream, threads=number),
        lambda: empile.expected_returns(state, 0, stream=stream, simulations=number),
        lambda: empile.Puct(leaves=number),
        lambda: empile.Gumbel(considered=number),
    ]
    if number is not None:
        uses.append(lambda: empile.search(state, stream=stream, simulations=number))
    for use in uses:
        with pytest.raises(empile.ArgumentError, match=r"must be a whole number .*1.*, not"):
            use()


@pytest.mark.parametrize("depth", [-2, *NO_NUMBERS], ids=repr)
def test_depths(state: State, depth: Any) -> None:
    with pytest.raises(empile.ArgumentError, match=r"^depth must be a whole number of at least 0"):
        perft(state.game, depth)
    with pytest.raises(empile.ArgumentError, match=r"^rollout_depth must be a whole number of at"):
        empile.SearchParams(rollout_depth=depth)


@pytest.mark.parametrize("seconds", [-1, -0.001, nan, "1", True], ids=repr)
def test_times_of_searches(state: State, seconds: Any) -> None:
    for use in (empile.search, empile.advise):
        with pytest.raises(
            empile.ArgumentError, match="seconds must be a number of at least 0, not"
        ):
            use(state, stream=empile.new_stream(1), seconds=seconds)


@pytest.mark.parametrize("name", ["exploration", "amaf_weight", "progressive_widening"])
@pytest.mark.parametrize("value", [-0.1, nan, "1", None], ids=repr)
def test_parameters_of_searches(name: str, value: Any) -> None:
    with pytest.raises(empile.ArgumentError, match=f"{name} must be a number of at least 0, not"):
        empile.SearchParams(**{name: value})


def test_parameters_of_searches_have_the_types_of_the_compiled_code() -> None:
    given: Any = {"exploration": 1, "fpu_reduction": np.float32(0), "rollout_depth": np.int64(3)}
    params = empile.SearchParams(**given)
    assert type(params.exploration) is type(params.fpu_reduction) is float
    assert type(params.rollout_depth) is int
    assert params == empile.SearchParams(exploration=1.0, rollout_depth=3)


def test_searches_say_why_no_seat_acts(chance: State, over: State) -> None:
    for other, why in ((chance, "a chance event comes next"), (over, "the game is over")):
        with pytest.raises(empile.ArgumentError, match=f"a seat is to act: {why}"):
            empile.search(other, stream=empile.new_stream(1), simulations=2)
