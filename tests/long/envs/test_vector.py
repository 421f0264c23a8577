"""Vector environments: the games of single environments, many at once."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cloudpickle
import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.errors import IllegalActionError
from empile.engine.game import State
from empile.engine.random import Stream
from empile.envs.names import environment_id
from empile.envs.opponents import play_at_random
from tests.envs.games import by_game
from tests.support.games import Variant
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.envs import gymnasium as single
    from empile.envs import vector as face
else:
    single = lazy_module("empile.envs.gymnasium")
    face = lazy_module("empile.envs.vector")

gymnasium = lazy_module("gymnasium", registers="empile.envs.gymnasium")
vector = lazy_module("gymnasium.vector")
wrappers = lazy_module("gymnasium.wrappers.vector")

COPIERS: list[Callable[[Any], Any]] = [
    lambda value: pickle.loads(pickle.dumps(value)),
    lambda value: pickle.loads(cloudpickle.dumps(value)),
    copy.deepcopy,
]
MODES = ("NEXT_STEP", "SAME_STEP")


def first_move(state: State, stream: Stream) -> int:
    """Play the move that is first in notation: games without chance are the same everywhere."""
    return min(state.legal_actions(), key=state.action_to_text)


def make(variant: Variant, count: int = 5, **more: Any) -> face.SeatVectorEnv:
    chosen: dict[str, Any] = {"opponents": play_at_random, **variant.options, **more}
    return face.SeatVectorEnv(variant.name, count, **chosen)


def moves_of(infos: dict[str, Any], number: int) -> NDArray[np.int64]:
    """Return a legal action for each game, another for each ``number``; 0 in games that are over."""
    masks = infos["action_mask"]
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array(
        [each[(7 * number + i) % len(each)] if len(each) else 0 for i, each in enumerate(legal)]
    )


def assert_equal(one: Any, other: Any) -> None:
    """Compare nested dicts of arrays."""
    if isinstance(one, dict):
        assert set(one) == set(other)
        for key, value in one.items():
            assert_equal(value, other[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for mine, theirs in zip(one, other, strict=True):
            assert_equal(mine, theirs)
    else:
        assert np.array_equal(one, other)


@pytest.mark.parametrize("mode", MODES, ids=[f"AutoresetMode.{mode}" for mode in MODES])
@pytest.mark.parametrize("planes", [False, "stacked"])
def test_seat_vector_env_matches_gymnasiums(mode: str, planes: Any) -> None:
    reset = vector.AutoresetMode[mode]
    arguments: dict[str, Any] = {"opponents": first_move, "planes": planes, "players": 3, "seat": 1}
    ours = face.SeatVectorEnv("block-ness", 4, autoreset_mode=reset, **arguments)
    theirs = vector.SyncVectorEnv(
        [lambda: single.SeatEnv("block-ness", **arguments)] * 4, autoreset_mode=reset
    )
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    (observed, infos), (expected, told) = ours.reset(seed=1), theirs.reset(seed=1)
    ended = 0
    for number in range(40):
        assert_equal(observed, expected)
        assert_equal(infos, told)
        assert ours.observation_space.contains(observed)
        actions = moves_of(infos, number)
        if number % 9 == 8:
            actions[2] = int(infos["action_mask"][2].argmin())  # illegal, unless it was over
        mine, others = ours.step(actions), theirs.step(actions)
        for left, right in zip(mine[1:4], others[1:4], strict=True):
            assert left.dtype == right.dtype
            assert left.tolist() == right.tolist()
        ended += int(mine[2].sum())
        observed, infos, expected, told = mine[0], mine[4], others[0], others[4]
    assert ended > 10


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_step_stops_at_the_learners_turn(variant: Variant) -> None:
    envs = make(variant, seat=None, memory=True)
    _, infos = envs.reset(seed=3)
    returned = 0
    for number in range(60):
        seats = infos["seat"]
        observed, rewards, ended, _, infos = envs.step(moves_of(infos, number))
        for i in range(envs.num_envs):
            state, seat = envs.batch.state(i), int(infos["seat"][i])
            if ended[i]:
                assert state.is_terminal()
                assert rewards[i] == np.float32(state.returns()[seat])
                assert seat == seats[i]
            else:
                assert state.current_player() == seat
                assert rewards[i] == 0
            assert np.array_equal(observed["observation"][i], state.information_state(seat))
            legal = envs.game.possible_actions[infos["action_mask"][i] == 1].tolist()
            assert legal == state.legal_actions()
        returned += int(ended.sum())
    assert returned > 0
    assert len(set(infos["seat"].tolist())) > 1


def test_make_vec_uses_the_entry_point() -> None:
    envs = gymnasium.make_vec(environment_id("on-top"), 3, players=3, opponents=play_at_random)
    assert isinstance(envs.unwrapped, face.SeatVectorEnv)
    assert envs.spec is not None
    assert envs.spec.id == environment_id("on-top")
    recorded: Any = wrappers.RecordEpisodeStatistics(envs)
    _, infos = recorded.reset(seed=1)
    for number in range(40):
        *_, infos = recorded.step(moves_of(infos, number))
    assert len(recorded.return_queue) >= 3
    assert set(np.unique(recorded.return_queue)) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    envs.close()


@pytest.mark.parametrize("mode", MODES, ids=[f"AutoresetMode.{mode}" for mode in MODES])
def test_seeds_and_threads(mode: str) -> None:
    reset = vector.AutoresetMode[mode]

    def course(seed: int, **more: Any) -> bytes:
        envs = face.SeatVectorEnv(
            "block-out", 600, opponents=play_at_random, seat=None, autoreset_mode=reset,
            referee="odds", **more,
        )  # fmt: skip
        observed, infos = envs.reset(seed=seed)
        told = [observed["observation"].tobytes()]
        for number in range(12):
            observed, rewards, *_, infos = envs.step(moves_of(infos, number))
            told += [observed["observation"].tobytes(), rewards.tobytes()]
        return b"".join(told)

    assert course(1) == course(1, threads=2) == course(1, copy=False) != course(2)


def test_reset_mask_restarts_games() -> None:
    envs = face.SeatVectorEnv("block-ness", 4, opponents=first_move, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(4, np.int64))
    first, infos = envs.reset(seed=1)
    actions = moves_of(infos, 0)
    actions[1] = int(infos["action_mask"][1].argmin())
    observed, _, ended, _, infos = envs.step(actions)
    assert ended.tolist() == [False, True, False, False]
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(moves_of(infos, 1))
    again, infos = envs.reset(options={"reset_mask": ended})
    assert np.array_equal(again["observation"][1], first["observation"][1])
    for i in (0, 2, 3):
        assert np.array_equal(again["observation"][i], observed["observation"][i])
    envs.step(moves_of(infos, 1))
    with pytest.raises(ValueError, match="a seed or a mask"):
        envs.reset(seed=1, options={"reset_mask": ended})
    with pytest.raises(ValueError, match=r"mask of shape \(4,\)"):
        envs.reset(options={"reset_mask": [0, 1]})
    with pytest.raises(ValueError, match="one integer for all games"):
        envs.reset(seed=[1, 2, 3, 4])  # type: ignore[arg-type]


def test_illegal_actions() -> None:
    lenient, strict = (
        face.SeatVectorEnv("block-ness", 3, opponents=first_move, illegal=illegal)
        for illegal in ("lose", "raise")
    )
    _, infos = lenient.reset(seed=1)
    strict.reset(seed=1)
    actions = moves_of(infos, 0)
    actions[1:] = int(infos["action_mask"][1].argmin()), 9_999
    before = strict.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match=r"^in game 1: "):
        strict.step(actions)
    assert strict.batch.states.tobytes() == before
    _, rewards, ended, _, infos = lenient.step(actions)
    assert rewards.tolist() == [0, -1, -1]
    assert ended.tolist() == [False, True, True]
    assert infos["illegal"][0] is None
    assert infos["_illegal"].tolist() == ended.tolist()
    assert infos["illegal"][2] == "actions are 0 to 607, not 9999"
    for wrong in (actions[:2], actions.astype(np.float32)):
        with pytest.raises(ValueError, match=r"integers of shape \(3,\)"):
            lenient.step(wrong)


def test_games_that_end_before_the_first_turn() -> None:
    envs = face.SeatVectorEnv(
        "block-out", 20, seat=1, opponents=play_at_random, turn_limit=1, referee="odds"
    )
    _, infos = envs.reset(seed=1)
    over = ~infos["action_mask"].any(axis=1)
    assert over.any()
    _, rewards, ended, _, _ = envs.step(moves_of(infos, 0))
    assert ended[over].all()
    for i in np.flatnonzero(over).tolist():
        assert rewards[i] == envs.batch.state(i).returns()[1]


def test_policy_plays_the_other_seats() -> None:
    asked: list[int] = []

    def policy(batch: empile.Batch, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        asked.append(int(which.sum()))
        assert set(batch.current[which].tolist()) <= {0, 1}
        return np.array([batch.legal[i, 0] for i in range(batch.size)], np.int64)

    envs = face.SeatVectorEnv("block-ness", 6, players=3, seat=2, policy=policy)
    _, infos = envs.reset(seed=1)
    assert asked == [6, 6]
    envs.step(moves_of(infos, 0))
    assert sum(asked) == 24


def test_bots_play_the_other_seats() -> None:
    envs = face.SeatVectorEnv("block-ness", 2, opponents=1)
    _, infos = envs.reset(seed=1)
    for number in range(10):
        *_, infos = envs.step(moves_of(infos, number))
    assert (envs.batch.states[0] != envs.batch.states[1]).any()
    with pytest.raises(ValueError, match="levels of block-ness are"):
        face.SeatVectorEnv("block-ness", 2, opponents=99)
    with pytest.raises(ValueError, match="seat must be 0 to 1"):
        face.SeatVectorEnv("block-ness", 2, seat=2)
    with pytest.raises(ValueError, match="illegal must be"):
        face.SeatVectorEnv("block-ness", 2, illegal="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", by_game(), ids=str)
@pytest.mark.parametrize("copier", COPIERS)
def test_copies_go_on_identically(variant: Variant, copier: Any) -> None:
    envs = make(variant, seat=None)
    _, infos = envs.reset(seed=1)
    for number in range(4):
        *_, infos = envs.step(moves_of(infos, number))
    copied = copier(envs)
    for number in range(4, 12):
        actions = moves_of(infos, number)
        one, other = envs.step(actions), copied.step(actions)
        assert_equal(one[0], other[0])
        assert one[1].tolist() == other[1].tolist()
        infos = one[4]
    assert copied.observation_space == envs.observation_space
    assert len(pickle.dumps(envs)) < 60_000
