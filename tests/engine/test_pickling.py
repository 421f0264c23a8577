"""Copies of games, states, matches, batches and results: exact, small, checked."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import empile
from empile.engine import pickling
from empile.engine.batches.batch import Batch
from empile.engine.contracts.referee import headless_options
from empile.engine.errors import PickleError
from empile.engine.random import new_stream
from empile.games.block_ness import BlockNess
from tests.support.games import Variant, random_match, variants

Copier = Callable[[Any], Any]


def by_pickle(protocol: int) -> Copier:
    return lambda value: pickle.loads(pickle.dumps(value, protocol))


def by_cloudpickle(value: Any) -> Any:
    return pickle.loads(cloudpickle.dumps(value))


PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COPIERS: list[Copier] = [*map(by_pickle, PROTOCOLS), by_cloudpickle, copy.copy, copy.deepcopy]
copiers = pytest.mark.parametrize("copier", COPIERS, ids=lambda c: c.__name__)


def load(name: str) -> empile.Game:
    return empile.load(name, **headless_options(empile.game_class(name)))


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_games_are_copied(variant: Variant) -> None:
    game = variant.game()
    assert copy.copy(game) is copy.deepcopy(game) is game
    for protocol in PROTOCOLS:
        copied = by_pickle(protocol)(game)
        assert copied == game
        assert type(copied) is type(game)
        assert copied.params_array.tobytes() == game.params_array.tobytes()


def test_games_are_loaded_once() -> None:
    state = empile.load("block-ness", players=3).new_state()
    data = pickle.dumps(state)
    assert pickle.loads(data).game is pickle.loads(data).game
    states = pickle.loads(pickle.dumps([state.clone() for _ in range(20)]))
    assert len({id(one.game) for one in states}) == 1


@settings(max_examples=15)
@given(
    name=st.sampled_from(empile.game_names()),
    seed=st.integers(0, 20),
    events=st.integers(0, 40),
    number=st.sampled_from(range(len(COPIERS))),
)
def test_states_and_matches_go_on_identically(
    name: str, seed: int, events: int, number: int
) -> None:
    match = random_match(load(name), seed, events)
    copied = COPIERS[number](match)
    assert copied.events == match.events
    assert copied.record() == match.record()
    state, other = match.state, COPIERS[number](match.state)
    assert other == state == copied.state
    assert other.array is not state.array
    stream, again = new_stream(seed), COPIERS[number](new_stream(seed))
    before = state.tobytes()
    for _ in range(10):
        assert other.legal_actions() == state.legal_actions()
        assert other.chance_outcomes() == state.chance_outcomes()
        if state.is_terminal():
            break
        if state.is_chance_node():
            event, state = state.after_chance(stream)
            assert other.after_chance(again)[0] == event
        else:
            state = state.clone()
            state.apply_action(state.legal_actions()[0])
            event = empile.Event(other.current_player(), (other.legal_actions()[0],), "")
        other.apply_event(event)
        assert other.observation(0).tobytes() == state.observation(0).tobytes()
    assert match.state.tobytes() == before


@copiers
def test_playing_in_a_copy_leaves_the_original(copier: Copier) -> None:
    match = random_match(load("block-ness"), 1, 4)
    copied = copier(match)
    copied.play_action(copied.state.legal_actions()[0])
    assert len(match.events) == 4
    copied.take_back(5)
    assert len(match.events) == 4


def test_state_pickles_are_small() -> None:
    for name in empile.game_names():
        state = random_match(load(name), 1, 10).state
        assert len(pickle.dumps(state)) < len(state.tobytes()) + 700


@copiers
def test_matches_from_positions_are_copied(copier: Copier) -> None:
    game = load("on-top")
    match = empile.Match.from_position(game, random_match(game, 1, 9).state.position())
    assert copier(match).record() == match.record()


@copiers
@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_batches_go_on_identically(copier: Copier, name: str) -> None:
    batch = Batch(load(name), 300, 3)
    for _ in range(7):
        batch.step(batch.random_actions())
    copied = copier(batch)
    for _ in range(5):
        assert copied.states.tobytes() == batch.states.tobytes()
        assert copied.observations().tobytes() == batch.observations().tobytes()
        actions = batch.random_actions()
        assert (copied.random_actions() == actions).all()
        assert (copied.step(actions).rewards == batch.step(actions).rewards).all()
    copied.step(copied.random_actions())
    assert copied.states.tobytes() != batch.states.tobytes()


@copiers
def test_results_are_copied(copier: Copier) -> None:
    match = random_match(load("block-ness"), 1, 4)
    result = empile.search(match.state, stream=new_stream(1), simulations=50)
    for value in (result, match.record(), *empile.levels_of(match.state.game), match.events):
        assert copier(value) == value
    assert copier(match.record()).load_game() == match.state.game


@copiers
def test_errors_are_copied(copier: Copier) -> None:
    batch = Batch(load("block-ness"), 3, 0)
    with pytest.raises(empile.IllegalActionsError) as raised:
        batch.step(np.array([9_999, -1, 9_999]))
    copied = copier(raised.value)
    assert (str(copied), copied.games) == (str(raised.value), (0, 1, 2))
    assert copied.reason == raised.value.reason


def scores_after(state: empile.State) -> tuple[bytes, list[int]]:
    state.apply_action(state.legal_actions()[0])
    return state.tobytes(), state.scores()


def test_states_cross_processes() -> None:
    states = [random_match(load("block-ness"), seed, 5).state for seed in range(3)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(scores_after, states)
    assert found == [scores_after(state.clone()) for state in states]


# -- Pickles that do not fit -----------------------------------------------------------------------


def test_damaged_bytes_are_refused() -> None:
    state = random_match(load("blox"), 1, 8).state
    load_state, (game, data, check) = state.__reduce__()
    damaged = bytes([data[0] ^ 1]) + data[1:]
    for wrong in (damaged, data[:-1], data + b"\0", b""):
        with pytest.raises(PickleError, match="state of blox is damaged, or was written by"):
            load_state(game, wrong, check)
    batch = Batch(game, 2, 0)
    load_batch, arguments = batch.__reduce__()
    with pytest.raises(PickleError, match="is damaged"):
        load_batch(*arguments[:-1], arguments[-1] ^ 1)


def test_other_rules_versions_are_refused() -> None:
    with pytest.raises(empile.UnknownGameError, match="block-ness has no rules version 99"):
        pickling.load_game("block-ness", 99, pickle.dumps({}))
    with pytest.raises(empile.OptionError, match="players"):
        pickling.load_game("block-ness", 1, pickle.dumps({"players": 9}))
    with pytest.raises(PickleError, match="has rules version 3 of block-ness, but version 1 is"):
        pickling.load_game(empile.game_class("block-ness"), 3, pickle.dumps({}))


def test_older_rules_versions_are_kept() -> None:
    game = empile.load("cairn", rules_version=1)
    assert pickle.loads(pickle.dumps(game)).rules_version == 1


def test_events_of_a_match_that_do_not_fit_are_refused() -> None:
    match = random_match(load("block-ness"), 1, 4)
    replayed, (first, events, start) = match.__reduce__()
    with pytest.raises(empile.IllegalActionError):
        replayed(first, [events[0], events[0]], start)


class Undiscovered(BlockNess):
    """Rules of a research program."""

    name = "undiscovered"


def test_classes_that_are_not_discovered_are_pickled_by_reference() -> None:
    game = Undiscovered(players=2)
    copied = pickle.loads(pickle.dumps(game))
    assert type(copied) is Undiscovered
    assert copied == game
