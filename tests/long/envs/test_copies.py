"""Copies of environments in mid-game keep their position and their random streams."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cloudpickle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import empile
from empile.envs.names import environment_id
from empile.envs.opponents import play_at_random
from tests.envs.games import by_game
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.envs import pettingzoo as face
else:
    face = lazy_module("empile.envs.pettingzoo")

gymnasium = lazy_module("gymnasium", registers="empile.envs.gymnasium")

COPIERS: list[Callable[[Any], Any]] = [
    lambda value: pickle.loads(pickle.dumps(value, 2)),
    lambda value: pickle.loads(pickle.dumps(value)),
    lambda value: pickle.loads(cloudpickle.dumps(value)),
    copy.deepcopy,
]
VARIANTS = {variant.name: variant for variant in by_game()}
names = st.sampled_from(empile.game_names())
numbers = st.sampled_from(range(len(COPIERS)))


def turns(environment: Any, steps: int) -> list[object]:
    """Play random legal moves in a PettingZoo environment; return all that was seen."""
    seen: list[object] = []
    for agent in environment.agent_iter(steps):
        observation, reward, over, _, _ = environment.last()
        seen += [agent, observation["observation"].tobytes(), reward]
        space = environment.action_space(agent)
        environment.step(None if over else space.sample(observation["action_mask"]))
    if not environment.agents:
        environment.reset()  # the next game of the same seed
        seen.append(environment.unwrapped.empile_state.tobytes())
    return seen


@settings(max_examples=12)
@given(name=names, seed=st.integers(0, 9), steps=st.integers(0, 30), number=numbers)
def test_pettingzoo_copies_go_on_identically(name: str, seed: int, steps: int, number: int) -> None:
    for make in (face.env, face.raw_env):
        original: Any = make(name, **VARIANTS[name].options)
        original.reset(seed=seed)
        for agent in original.possible_agents:
            original.action_space(agent).seed(seed)
        turns(original, steps)
        copied, after = COPIERS[number](original), COPIERS[number](original)
        assert copied.unwrapped.empile_state == original.unwrapped.empile_state
        played = turns(copied, 15)
        assert turns(original, 15) == played == turns(after, 15)


@settings(max_examples=12)
@given(
    name=names,
    seed=st.integers(0, 9),
    steps=st.integers(0, 8),
    number=numbers,
    opponent=st.sampled_from([1, play_at_random]),
)
def test_gymnasium_copies_go_on_identically(
    name: str, seed: int, steps: int, number: int, opponent: Any
) -> None:
    options = {**VARIANTS[name].options, "opponents": opponent, "seat": None}
    original: Any = gymnasium.make(environment_id(name), **options)
    observation, _ = original.reset(seed=seed)
    original.action_space.seed(seed)

    def moves(environment: Any, observation: Any, steps: int) -> list[Any]:
        seen = [observation]
        for _ in range(steps):
            action = environment.action_space.sample(seen[-1]["action_mask"])
            observation, reward, over, _, info = environment.step(action)
            assert reward == 0 or over
            if over:
                observation, info = environment.reset()
            assert (info["action_mask"] == observation["action_mask"]).all()
            seen.append(observation)
        return seen

    observation = moves(original, observation, steps)[-1]
    copied = COPIERS[number](original)
    assert copied.unwrapped.empile_state == original.unwrapped.empile_state
    one, other = (moves(each, observation, 6) for each in (original, copied))
    for mine, theirs in zip(one, other, strict=True):
        assert mine["observation"].tobytes() == theirs["observation"].tobytes()


@pytest.mark.parametrize("number", range(len(COPIERS)))
def test_copies_before_reset(number: int) -> None:
    copied = COPIERS[number](face.env("block-ness"))
    copied.reset(seed=1)
    assert copied.agents == ["player_0", "player_1"]


def test_pickles_are_small() -> None:
    for name in empile.game_names():
        environment = face.raw_env(name, **VARIANTS[name].options)
        environment.reset(seed=1)
        assert len(pickle.dumps(environment)) < 12_000
