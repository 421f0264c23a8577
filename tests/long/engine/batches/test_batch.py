"""Batches: the same games as single states."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.batches.batch import Batch, IllegalActionsError, Step
from empile.engine.errors import IllegalActionError
from empile.engine.random import new_stream, split
from tests.conftest import ROOT
from tests.engine.threads import lets_others_run
from tests.support.batches import Alone, digests
from tests.support.games import Variant, variants
from tests.support.patience import PATIENCE


def block_ness(players: int = 2) -> empile.Game:
    return empile.load("block-ness", players=players)


# -- The games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_batch_matches_single_states(variant: Variant) -> None:
    game = variant.game()
    batch = Batch(game, 3, 5)
    singles = [Alone(game, 5, number) for number in range(3)]
    ended = 0
    for round_ in range(400):
        for i, single in enumerate(singles):
            state = single.state
            assert batch.state(i) == state
            assert batch.states[i].tobytes() == state.tobytes()
            assert batch.current[i] == state.current_player()
            assert sorted(batch.legal[i, : batch.legal_count[i]]) == state.legal_actions()
        if round_ % 50 == 0:
            for i, single in enumerate(singles):
                assert (batch.legal_mask[i] == single.state.legal_mask()).all()
        chosen = batch.random_actions()
        rewards, done = batch.step(chosen)
        for i, single in enumerate(singles):
            returns, is_over = single.step(int(chosen[i]))
            assert rewards[i].tolist() == np.array(returns, np.float32).tolist()
            assert done[i] == is_over
            ended += is_over
        if ended > 4:
            break
    assert ended > 4, "several games ended and began anew"


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_observations_match_single_states(variant: Variant) -> None:
    game = variant.game()
    batch = Batch(game, 4, 2)
    for _ in range(6):
        batch.step(batch.random_actions())
    last = game.num_players - 1
    for i in range(4):
        state = batch.state(i)
        mine = state.current_player()
        assert batch.observations()[i].tobytes() == state.observation(mine).tobytes()
        assert batch.observations(last)[i].tobytes() == state.observation(last).tobytes()
        assert batch.information_state()[i].tobytes() == state.information_state(mine).tobytes()
        assert batch.information_state(last)[i].tobytes() == state.information_state(last).tobytes()
    for seat in (-1, game.num_players):
        with pytest.raises(ValueError, match=f"not {seat}"):
            batch.observations(seat)
        with pytest.raises(ValueError, match=f"not {seat}"):
            batch.information_state(seat)


def test_legal_mask_matches_legal_after_every_step() -> None:
    batch = Batch(block_ness(), 8, 1)
    for _ in range(60):
        mask = batch.legal_mask
        assert mask.shape == (8, batch.game.num_distinct_actions)
        for i in range(8):
            assert np.flatnonzero(mask[i]).tolist() == batch.state(i).legal_actions()
        batch.step(batch.random_actions())


def test_batch_from_a_start() -> None:
    game = block_ness(players=2)
    start = game.new_state()
    for text in ("c3-e3", "j10-j7"):
        start.apply_text(text)
    batch = Batch(game, 5, 1, start=start)
    assert all(batch.state(i) == start for i in range(5))
    before = start.tobytes()
    over = np.zeros(5, np.bool_)
    while not over.all():
        done = batch.step(batch.random_actions()).done
        assert all(batch.state(int(i)) == start for i in np.flatnonzero(done))
        over |= done
    assert start.tobytes() == before


# -- Invariance ------------------------------------------------------------------------------------


def history(batch: Batch, games: int, steps: int = 30) -> bytes:
    """Return the course of the first ``games`` games as bytes."""
    told: list[bytes] = []
    for _ in range(steps):
        chosen = batch.random_actions()
        rewards, done = batch.step(chosen)
        for array in (chosen, rewards, done, batch.states, batch.current, batch.legal_mask):
            told.append(array[:games].tobytes())
    told += [array[:games].tobytes() for array in batch.rollouts()]
    told.append(batch.observations()[:games].tobytes())
    return b"".join(told)


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_batch_does_not_depend_on_threads(name: str) -> None:
    game = empile.load(name, players=3)
    one = history(Batch(game, 1_100, 3), 1_100)
    assert history(Batch(game, 1_100, 3, threads=3), 1_100) == one
    assert history(Batch(game, 1_100, 4, threads=3), 1_100) != one


def test_batch_without_the_compiler_is_identical() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.support.batches", "processor"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests(Batch)


def test_batch_does_not_depend_on_size() -> None:
    game = empile.load("cairn")
    assert history(Batch(game, 9, 3), 5) == history(Batch(game, 5, 3), 5)


def test_batch_games_differ() -> None:
    batch = Batch(block_ness(), 50, 0)
    for _ in range(6):
        batch.step(batch.random_actions())
    assert len({state.tobytes() for state in batch.states}) == 50


def test_step_releases_the_gil() -> None:
    batch = Batch(block_ness(), 20_000, 0)
    batch.rollouts()  # compile before
    assert lets_others_run(batch.rollouts)


# -- Random moves ----------------------------------------------------------------------------------


def test_random_actions_are_legal_and_uniform() -> None:
    game = empile.load("cairn")
    batch = Batch(game, 40_000, 1)
    same = (batch.states == batch.states[0]).nonzero()[0]
    legal = batch.state(0).legal_actions()
    assert len(legal) > 1
    counts = np.bincount(batch.random_actions()[same], minlength=game.num_distinct_actions)
    assert np.flatnonzero(counts).tolist() == legal
    expected = len(same) / len(legal)
    assert expected > 100
    assert (abs(counts[legal] - expected) < 5 * expected**0.5).all()


def test_rollouts_are_random_and_change_nothing() -> None:
    game = empile.load("cairn", players=3)
    batch = Batch(game, 40, 8)
    for _ in range(3):
        batch.step(batch.random_actions())
    before = batch.states.tobytes()
    fresh = Batch(game, 40, 8)
    first = fresh.rollouts()
    template = game.compiled.playout
    for i in range(40):
        stream = split(new_stream(8), 2 * i + 1)
        wins = np.zeros(game.compiled.max_seats, np.int64)
        work = np.zeros(1, game.compiled.state_dtype)
        made = template.random_games(game.params_array, fresh.state(i).array, work, 1, stream, wins)
        assert first.actions[i] == made
        winners = np.flatnonzero(wins[:3])
        assert first.returns[i].max() == first.returns[i][winners].min()
    again = fresh.rollouts()
    assert again.returns.tobytes() != first.returns.tobytes(), "other games each time"
    batch.rollouts()
    assert batch.states.tobytes() == before


def test_step_rewards_sum_to_zero() -> None:
    returns = Batch(block_ness(players=4), 500, 1).rollouts().returns
    assert returns.shape == (500, 4)
    assert returns.dtype == np.float32
    assert abs(returns.sum(axis=1)).max() < 1e-6
    assert abs(returns).max() == 1


# -- Errors ----------------------------------------------------------------------------------------


def test_step_illegal_action_changes_nothing() -> None:
    batch, twin = Batch(block_ness(), 30, 6), Batch(block_ness(), 30, 6)
    for one in (batch, twin):
        one.step(one.random_actions())
    moves = batch.random_actions()
    assert moves.tolist() == twin.random_actions().tolist()
    wrong = moves.copy()
    wrong[[4, 17]] = [0, -3]
    assert 0 not in batch.state(4).legal_actions()
    with pytest.raises(IllegalActionError) as alone:
        batch.state(4).apply_action(0)
    mask = batch.legal_mask.copy()
    with pytest.raises(IllegalActionsError) as told:
        batch.step(wrong)
    assert told.value.games == (4, 17)
    assert "2 of 30 actions are not legal, in games 4, 17: 0 in game 4" in str(told.value)
    assert str(alone.value) in str(told.value)
    assert told.value.reason == alone.value.reason
    assert batch.states.tobytes() == twin.states.tobytes()
    assert (batch.legal_mask == mask).all()
    for mine, theirs in zip(batch.step(moves), twin.step(moves), strict=True):
        assert mine.tobytes() == theirs.tobytes()
    assert batch.states.tobytes() == twin.states.tobytes()


def test_step_many_illegal_actions_make_one_line() -> None:
    batch = Batch(block_ness(), 2_000, 6, threads=2)
    with pytest.raises(IllegalActionsError, match=r"in games 0, 1, .*, 9, \.\.\.: 99999 ") as told:
        batch.step(np.full(2_000, 99_999))
    assert told.value.games == tuple(range(2_000))


@pytest.mark.parametrize("far", [2**32, -(2**32), 2**63 - 1])
def test_step_never_wraps_actions(far: int) -> None:
    batch = Batch(empile.load("cairn"), 1, 0)
    action = int(batch.random_actions()[0])
    with pytest.raises(IllegalActionsError):
        batch.step(np.array([action + far if far < 2**62 else far], np.int64))
    batch.step([action])


def test_step_rejects_other_dtypes() -> None:
    batch = Batch(block_ness(), 3, 0)
    with pytest.raises(ValueError, match=r"shape \(3,\), not \(2,\)"):
        batch.step([1, 2])
    with pytest.raises(ValueError, match="shape"):
        batch.step([[1, 2, 3]])
    with pytest.raises(TypeError, match="integers, not float64"):
        batch.step([1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match="integers, not bool"):
        batch.step([True, False, True])


def test_batch_rejects_bad_arguments() -> None:
    game = block_ness()
    with pytest.raises(ValueError, match="size must be"):
        Batch(game, 0, 0)
    with pytest.raises(ValueError, match="threads must be"):
        Batch(game, 1, 0, threads=0)
    with pytest.raises(ValueError, match="with the options of the batch"):
        Batch(game, 1, 0, start=block_ness(players=4).new_state())
    over = empile.load("cairn").new_state()
    stream = new_stream(0)
    while not over.is_terminal():
        if over.is_chance_node():
            for action in over.draw_event(stream).actions:
                over.apply_action(action)
        else:
            over.apply_action(over.legal_actions()[0])
    with pytest.raises(ValueError, match="must not be a terminal state"):
        Batch(over.game, 1, 0, start=over)
    with pytest.raises(IndexError):
        Batch(game, 2, 0).state(2)


def test_batch_views_are_read_only() -> None:
    batch = Batch(block_ness(), 2, 0)
    for view in (batch.states, batch.current, batch.legal, batch.legal_count, batch.legal_mask):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = view[1]


# -- States and output arrays ------------------------------------------------------------------------


def played(name: str = "cairn", size: int = 5, steps: int = 4, **more: Any) -> Batch:
    batch = Batch(empile.load(name), size, 3, **more)
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_out_receives_the_results(name: str) -> None:
    one, other = played(name), played(name)
    step, random = None, None
    actions = np.empty(5, np.int32)
    seen, known = other.observations(), other.information_state()
    rolled = other.rollouts()
    assert all((a == b).all() for a, b in zip(one.rollouts(), rolled, strict=True))
    for _ in range(4):
        assert other.random_actions(out=actions) is actions
        assert (one.random_actions() == actions).all()
        result = other.step(actions, out=step)
        assert all((a == b).all() for a, b in zip(one.step(actions), result, strict=True))
        assert other.observations(out=seen) is seen
        assert (one.observations() == seen).all()
        assert (one.information_state() == other.information_state(out=known)).all()
        assert (one.rollouts().returns == other.rollouts(out=rolled).returns).all()
        again = other.random_step(out=random)
        chosen = one.random_actions()
        assert (again.actions == chosen).all()
        assert (again.rewards == one.step(chosen).rewards).all()
        assert one.states.tobytes() == other.states.tobytes()
        assert step is None or (result.rewards is step.rewards and result.done is step.done)
        assert random is None or again.actions is random.actions
        step, random = result, again


def test_out_that_does_not_fit_changes_nothing() -> None:
    batch = played()
    before, actions = batch.states.tobytes(), batch.random_actions()
    for wrong in (np.empty((5, 3), np.float32), np.empty((5, 2)), np.empty((2, 5), np.float32).T):
        with pytest.raises(ValueError, match=r"float32 array of shape \(5, 2\)"):
            batch.step(actions, out=Step(wrong, np.empty(5, np.bool_)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="writable float32"):
        batch.observations(out=np.empty((4, 1), np.float32))
    assert batch.states.tobytes() == before


def test_states_are_read_and_replaced() -> None:
    batch, other = played(), played(steps=9)
    saved = batch.get_states([1, 3])
    assert saved.tobytes() == batch.states[[1, 3]].tobytes()
    mask = batch.legal_mask.copy()
    batch.set_states(other.state(4), games=np.arange(5) == 2)
    batch.set_states(other.get_states([0, 1]), games=[0, 4])
    batch.set_states([other.state(2)], games=[1])
    for game, source in ((2, 4), (0, 0), (4, 1), (1, 2)):
        assert batch.state(game) == other.state(source)
        assert np.flatnonzero(batch.legal_mask[game]).tolist() == batch.state(game).legal_actions()
    assert (batch.legal_mask[3] == mask[3]).all()
    batch.step(batch.random_actions())


def test_set_states_resolves_chance() -> None:
    batch = played()
    fresh = batch.game.new_state()
    assert fresh.is_chance_node()
    batch.set_states(fresh)
    assert (batch.current == 0).all()
    assert len({state.tobytes() for state in batch.states}) > 1


def test_set_states_refuses_other_games() -> None:
    batch = played()
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match="states must be of cairn with the options"):
        batch.set_states(empile.load("cairn", players=3).new_state())
    with pytest.raises(ValueError, match="structs of cairn"):
        batch.set_states(np.zeros(5, np.int32))
    with pytest.raises(ValueError, match="5 games need as many states or one, not 2"):
        batch.set_states(batch.get_states([0, 1]))
    with pytest.raises(IndexError):
        batch.set_states(batch.get_states([0]), games=[5])
    assert batch.states.tobytes() == before


def test_fork_copies_games() -> None:
    batch = played()
    copied = batch.fork([3, 3, 0])
    for _ in range(6):
        assert (copied.states == batch.states[[3, 3, 0]]).all()
        chosen = batch.random_actions()
        assert (copied.random_actions() == chosen[[3, 3, 0]]).all()
        batch.step(chosen)
        copied.step(chosen[[3, 3, 0]])
    different = batch.fork([3] * 200, seed=5)
    assert (different.states == batch.states[3]).all()
    different.step(different.random_actions())
    assert len({state.tobytes() for state in different.states}) > 1
    with pytest.raises(IndexError):
        batch.fork([5])


def test_reset_restarts_games() -> None:
    batch = played()
    before = batch.get_states()
    batch.reset([2])
    assert (batch.states[[0, 1, 3, 4]] == before[[0, 1, 3, 4]]).all()
    assert batch.states[2] != before[2]
    batch.reset(seed=3)
    assert batch.states.tobytes() == played(steps=0).states.tobytes()
    with pytest.raises(ValueError, match="games or seed"):
        batch.reset([1], seed=2)


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_without_autoreset_games_stay_over(name: str) -> None:
    batch, twin = Batch(empile.load(name), 6, 3, autoreset=False), Batch(empile.load(name), 6, 3)
    over = np.zeros(6, np.bool_)
    for _ in range(500):
        chosen = batch.random_actions()
        assert ((chosen == -1) == over).all()
        before = batch.get_states()
        rewards, done = batch.step(chosen)
        assert (batch.states[over] == before[over]).all()
        assert not rewards[over].any()
        assert (batch.legal_count[done] == 0).all()
        assert not batch.legal_mask[done].any()
        for i in np.flatnonzero(done & ~over).tolist():
            assert batch.state(i).is_terminal()
            assert rewards[i].tolist() == np.array(batch.state(i).returns(), np.float32).tolist()
        assert np.isfinite(batch.observations()).all()
        over = done
        if done.all():
            break
    assert over.all()
    batch.reset(over)
    assert (batch.current >= 0).all()
    assert twin.autoreset


@pytest.mark.parametrize("name", ["block-ness", "cairn"])
def test_step_moves_only_the_games_asked_for(name: str) -> None:
    batch, twin = played(name, autoreset=False), played(name, autoreset=False)
    for _ in range(60):
        which = (batch.current == 0) & (batch.legal_count > 0)
        before, current = batch.get_states(), batch.current.copy()
        step = batch.random_step(games=np.flatnonzero(which))
        assert (batch.states[~which] == before[~which]).all()
        assert (batch.current[~which] == current[~which]).all()
        assert (step.actions[~which] == -1).all()
        assert not step.rewards[~which].any()
        assert (step.done == (batch.current == empile.TERMINAL)).all()
        moves = step.actions.copy()
        moves[~which] = 99_999  # do not matter
        again = twin.step(moves, games=which)
        assert (again.rewards == step.rewards).all()
        assert (twin.states == batch.states).all()
        others = ~which
        twin.step(batch.random_step(games=others).actions, games=others)
        if (batch.current == empile.TERMINAL).all():
            break
    else:
        raise AssertionError("the games never ended")
    before = batch.get_states()
    assert (batch.random_step(games=[]).actions == -1).all()
    assert (batch.states == before).all()


def test_step_refuses_illegal_actions_only_in_games_that_move() -> None:
    batch = Batch(block_ness(), 4, 1)
    moves = batch.random_actions().copy()
    moves[1] = -5
    batch.step(moves, games=[0, 2])
    with pytest.raises(IllegalActionsError) as refused:
        batch.step(moves, games=np.array([False, True, False, False]))
    assert refused.value.games == (1,)
    with pytest.raises(IndexError):
        batch.step(moves, games=[4])


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_action_masks_are_of_possible_actions(variant: Variant) -> None:
    game = variant.game()
    batch = Batch(game, 3, 2, autoreset=False)
    out = batch.action_masks()
    for _ in range(30):
        assert batch.action_masks(out=out) is out
        for i in range(3):
            assert game.possible_actions[out[i]].tolist() == batch.state(i).legal_actions()
        batch.random_step()


def test_observations_of_a_seat_for_each_game() -> None:
    batch = Batch(block_ness(players=3), 4, 1)
    batch.random_step()
    seats = np.array([2, 0, 1, 2])
    for see, alone in (
        (batch.observations, empile.State.observation),
        (batch.information_state, empile.State.information_state),
    ):
        for i, row in enumerate(see(seats)):
            assert np.array_equal(row, alone(batch.state(i), int(seats[i])))
    with pytest.raises(ValueError, match="seats are 0 to 2, not 3"):
        batch.observations([0, 1, 2, 3])
    with pytest.raises(ValueError, match=r"seats must have shape \(4,\)"):
        batch.observations([0, 1])
    with pytest.raises(TypeError, match="seats must be integers"):
        batch.observations(np.zeros(4))


def test_get_states_writes_into_out() -> None:
    batch = played()
    saved = batch.get_states([1, 3])
    batch.random_step()
    assert batch.get_states(np.array([False, True, False, True, False]), out=saved) is saved
    assert (saved == batch.states[[1, 3]]).all()
    with pytest.raises(ValueError, match="out must be"):
        batch.get_states(out=saved)
