"""Gymnasium environments."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import empile
from empile.engine.errors import IllegalActionError
from empile.engine.game import State
from empile.engine.planes import stack_boards
from empile.engine.random import Stream
from empile.envs.names import environment_id
from empile.envs.opponents import play_at_random
from tests.envs.games import by_game, by_seats
from tests.support.games import Variant
from tests.support.lazy_modules import lazy_module
from tests.support.stable_baselines import checker

if TYPE_CHECKING:
    from empile.envs import gymnasium as face
else:
    face = lazy_module("empile.envs.gymnasium")

gymnasium = lazy_module("gymnasium", registers="empile.envs.gymnasium")
env_checker = lazy_module("gymnasium.utils.env_checker")


def make(variant: Variant, **more: Any) -> Any:
    chosen: dict[str, Any] = {"opponents": play_at_random, **variant.options, **more}
    return gymnasium.make(environment_id(variant.name), **chosen)


def play(env: Any, seed: int) -> float:
    """Play a random game; return the sum of rewards."""
    observation, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, over, truncated, _ = env.step(action)
        assert not truncated
        total += reward
    return total


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_seat_env_variants_pass_checker(variant: Variant) -> None:
    env = make(variant, planes=True, memory=True, seat=None)
    env_checker.check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_seat_env_passes_checker_of_stable_baselines3(variant: Variant) -> None:
    checker().check_env(make(variant).unwrapped)


def test_checker_of_stable_baselines3_finds_faults() -> None:
    import gymnasium

    class Truncated(gymnasium.Wrapper[Any, Any, Any, Any]):
        def step(self, action: Any) -> Any:
            return super().step(action)[:4]

    with pytest.raises(AssertionError, match="five values"):
        checker().check_env(Truncated(make(by_game()[0])))


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_seat_env_stacks_boards(variant: Variant) -> None:
    env = make(variant, planes="stacked")
    env_checker.check_env(env.unwrapped, skip_render_check=True)
    observation, _ = env.reset(seed=1)
    flat = env.unwrapped.empile_state.observation(0)
    boards, numbers = stack_boards(env.unwrapped.game.observation_planes, flat)
    assert (observation["observation"]["boards"] == boards).all()
    assert (observation["observation"]["numbers"] == numbers).all()


def test_spaces_follow_the_options() -> None:
    sizes = {}
    for players in (2, 4):
        env: Any = face.SeatEnv("block-ness", players=players)
        space = env.observation_space["observation"]
        sizes[players] = (space.shape, env.action_space.n)
    assert sizes == {2: ((743,), 608), 4: ((2679,), 704)}


def test_actions_are_those_that_are_possible() -> None:
    env = face.SeatEnv("block-ness")
    env.reset(seed=1)
    possible = env.game.possible_actions
    legal = np.flatnonzero(env.action_masks())
    assert possible[legal].tolist() == env.empile_state.legal_actions()
    text = env.action_meanings()[int(legal[5])]
    assert env.empile_state.text_to_action(text) == possible[legal[5]]
    with pytest.raises(IllegalActionError, match="actions are 0 to 607, not 608"):
        env._episode.play(608)


def test_planes_must_be_known() -> None:
    with pytest.raises(ValueError, match="'stacked', not 'boards'"):
        face.SeatEnv("block-ness", planes="boards")  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", by_seats(), ids=str)
def test_step_reward_is_final_return(variant: Variant) -> None:
    seats = variant.options["players"]
    env = make(variant, seat=seats - 1)
    total = play(env, seed=4)
    state = env.unwrapped.empile_state
    assert state.is_terminal()
    assert total == state.returns()[seats - 1]


def test_step_stops_at_the_learners_turn() -> None:
    for seat in range(4):
        env = face.SeatEnv("block-ness", players=4, seat=seat, opponents=play_at_random)
        observation, info = env.reset(seed=1)
        over = False
        while not over:
            assert env.empile_state.current_player() == info["seat"] == seat
            assert list(env.action_meanings()) == np.flatnonzero(info["action_mask"]).tolist()
            assert np.array_equal(observation["action_mask"], info["action_mask"])
            assert np.array_equal(observation["observation"], env.empile_state.observation(seat))
            observation, _, over, _, info = env.step(min(env.action_meanings()))


def test_reset_draws_the_seat() -> None:
    env = face.SeatEnv("block-ness", players=3, seat=None, opponents=play_at_random)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_opponents_sit_clockwise() -> None:
    asked: list[tuple[str, int]] = []

    def player(name: str) -> Any:
        def choose(state: State, stream: Stream) -> int:
            asked.append((name, state.current_player()))
            return play_at_random(state, stream)

        return choose

    env = face.SeatEnv("block-ness", players=3, seat=1, opponents=[player("left"), player("right")])
    env.reset(seed=1)
    env.step(min(env.action_meanings()))
    assert asked == [("right", 0), ("left", 2), ("right", 0)]


def test_opponents_by_level_number() -> None:
    game = empile.load("block-ness")
    strongest = face.SeatEnv("block-ness", opponents=1)
    assert -1 <= play(strongest, seed=1) <= 1
    with pytest.raises(ValueError, match=r"levels of block-ness are 1, 2, .*, not 99"):
        face.SeatEnv("block-ness", opponents=99)
    assert len(game.bots.levels) > 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seat": 2}, "seat must be 0 to 1 or None, not 2"),
        ({"opponents": [1, 1]}, "opponents must be one for all or 1, .*, not 2"),
        ({"illegal": "ignore"}, "illegal must be 'lose' or 'raise', not 'ignore'"),
        ({"render_mode": "hologram"}, "render_mode must be one of human, ansi, svg, rgb_array"),
    ],
)
def test_seat_env_rejects_bad_input(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        face.SeatEnv("block-ness", **arguments)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_step_illegal_action_loses(variant: Variant) -> None:
    env = make(variant)
    observation, _ = env.reset(seed=1)
    for seed in range(100):
        if observation["action_mask"].all():
            observation, _ = env.reset(seed=seed)
    state = env.unwrapped.empile_state
    action = int(observation["action_mask"].argmin())
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(IllegalActionError) as refused:
        state.apply_action(int(state.game.possible_actions[action]))
    assert info["illegal"] == str(refused.value)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(min(env.unwrapped.action_meanings()))
    env.reset()
    assert "illegal" not in env.step(min(env.unwrapped.action_meanings()))[4]


def test_step_illegal_action_raises() -> None:
    env = face.SeatEnv("block-ness", illegal="raise")
    observation, _ = env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(int(observation["action_mask"].argmin()))
    env.step(min(env.action_meanings()))


def test_seat_env_vectorizes_and_pickles() -> None:
    envs = gymnasium.make_vec(
        environment_id("block-ness"), num_envs=3, vectorization_mode="sync", players=3
    )
    observations, infos = envs.reset(seed=1)
    assert observations["action_mask"].shape == infos["action_mask"].shape
    moves = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
    assert envs.step(np.array(moves))[1].tolist() == [0.0, 0.0, 0.0]
    envs.close()
    spec = pickle.loads(pickle.dumps(gymnasium.spec(environment_id("block-ness"))))
    assert isinstance(spec.make().unwrapped, face.SeatEnv)
