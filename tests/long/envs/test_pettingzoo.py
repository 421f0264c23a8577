"""PettingZoo environments."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
from functools import partial
from typing import TYPE_CHECKING, Any, assert_type

import numpy as np
import pytest

import empile
from empile.engine.errors import IllegalActionError, OptionError, UnknownGameError
from empile.envs.names import module_name
from empile.envs.versioned import EnvironmentModule
from tests.envs.games import by_game
from tests.support.games import Variant
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.envs import block_ness_v1
    from empile.envs import pettingzoo as face
else:
    block_ness_v1 = lazy_module("empile.envs.block_ness_v1")
    face = lazy_module("empile.envs.pettingzoo")

pettingzoo = lazy_module("pettingzoo")
field = lazy_module("pettingzoo.test")
conversions = lazy_module("pettingzoo.utils.conversions")
wrappers = lazy_module("pettingzoo.utils.wrappers")

# PettingZoo's test allows dicts with a mask only for a list of its own environments, and checks the mask
# of finished games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def make(variant: Variant, **more: Any) -> Any:
    return face.env(variant.name, **variant.options, **more)


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a random game; return each agent's total reward."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return total


def a_seed_with_illegal_actions(env: Any) -> int:
    """Return a seed whose first turn has illegal actions."""
    for seed in range(100):
        env.reset(seed=seed)
        if not env.last()[0]["action_mask"].all():
            return seed
    raise AssertionError("everything is always legal")


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_parallel_conversion_passes_api_test(variant: Variant) -> None:
    env = conversions.turn_based_aec_to_parallel(make(variant))
    field.parallel_api_test(env, num_cycles=20)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_env_with_planes_and_memory_passes_api_tests(variant: Variant) -> None:
    field.api_test(make(variant, planes=True, memory=True), num_cycles=20)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_render_passes_api_test(variant: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    def svg(picture: str) -> bool:
        return picture.startswith("<svg")

    field.render_test(partial(make, variant), custom_tests={"svg": svg})
    assert capsys.readouterr().out.strip()  # "human" prints


def test_render_without_mode_is_none() -> None:
    env = face.env()
    env.reset(seed=1)
    assert env.render() is None
    with pytest.raises(
        ValueError, match="must be one of human, ansi, svg, rgb_array, not 'hologram'"
    ):
        face.env(render_mode="hologram")


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_step_rewards_add_up_to_returns(variant: Variant) -> None:
    env = make(variant)
    total = play(env, seed=3)
    state = env.unwrapped.empile_state
    assert state.is_terminal()
    assert list(total.values()) == state.returns()
    assert not env.agents


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_observe_matches_engine(variant: Variant) -> None:
    flat, named = make(variant), make(variant, planes=True, memory=True)
    for env in (flat, named):
        env.reset(seed=5)
        env.step(min(env.action_meanings()))
    state = flat.unwrapped.empile_state
    assert state == named.unwrapped.empile_state
    for seat, agent in enumerate(flat.possible_agents):
        seen, known = flat.observe(agent), named.observe(agent)
        assert np.array_equal(seen["observation"], state.observation(seat))
        told = np.concatenate([plane.ravel() for plane in known["observation"].values()])
        assert np.array_equal(told, state.information_state(seat))
        assert list(known["observation"]) == [p.name for p in state.game.information_planes]
        mine = state.legal_actions() if seat == state.current_player() else []
        assert state.game.possible_actions[seen["action_mask"] == 1].tolist() == mine


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_action_meanings_match_notation(variant: Variant) -> None:
    env = make(variant)
    env.reset(seed=2)
    meanings = env.action_meanings()
    assert list(meanings) == np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    state = env.unwrapped.empile_state
    played = state.game.possible_actions[list(meanings)].tolist()
    assert [state.text_to_action(text) for text in meanings.values()] == played


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_step_illegal_action_raises(variant: Variant) -> None:
    env = make(variant)
    env.reset(seed=a_seed_with_illegal_actions(env))
    state = env.unwrapped.empile_state
    before, action = state.tobytes(), int(env.last()[0]["action_mask"].argmin())
    with pytest.raises(IllegalActionError) as refused:
        env.step(action)
    assert refused.value.reason is not None
    assert str(refused.value) == state.game.presenter.catalogue.format("en", refused.value.reason)
    assert state.tobytes() == before
    assert not any(env.terminations.values())
    env.step(min(env.action_meanings()))
    assert env.unwrapped.empile_state.tobytes() != before


def test_step_none_needs_a_finished_game() -> None:
    env = face.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="player_0 is to act"):
        env.step(None)


def test_step_with_terminate_illegal_wrapper() -> None:
    env: Any = wrappers.TerminateIllegalWrapper(face.env(players=3), illegal_reward=-1)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmin()))
    assert env.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(env.terminations.values())


def test_env_checks_order_and_bounds() -> None:
    env = face.env()
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(10**6)


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_versioned_module_per_game(variant: Variant) -> None:
    name = module_name(variant.name)
    module = importlib.import_module(f"empile.envs.{name}")
    assert getattr(importlib.import_module("empile.envs"), name) is module
    env = module.env(**variant.options)
    assert str(env.unwrapped) == name
    assert isinstance(module.raw_env(**variant.options), face.EmpileAEC)
    assert isinstance(env, pettingzoo.AECEnv)
    assert str(pettingzoo.make("aec", f"empile/{name}", **variant.options).unwrapped) == name


def test_versioned_modules_have_types() -> None:
    env = block_ness_v1.raw_env(players=3, planes=True)
    assert_type(env, face.EmpileAEC)  # checked by mypy and pyright
    assert_type(env.game, empile.Game)
    assert env.game.num_players == 3
    assert_type(block_ness_v1.env().unwrapped.possible_agents, list[str])
    declared = EnvironmentModule.env, EnvironmentModule.raw_env
    for of_module, of_game in zip(declared, (face.env, face.raw_env), strict=True):
        parameters = list(inspect.signature(of_module).parameters.values())[1:]
        assert parameters == list(inspect.signature(of_game).parameters.values())[1:]


def test_versioned_unknown_game() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("empile.envs.halma_v0")
    with pytest.raises(AttributeError):
        _ = importlib.import_module("empile.envs").halma_v0
    with pytest.raises(AttributeError):
        _ = importlib.import_module("empile.envs").halma


def test_env_defaults_to_the_first_game() -> None:
    assert face.raw_env().game.name == empile.game_names()[0]


def test_env_rejects_bad_input() -> None:
    with pytest.raises(UnknownGameError, match="there is no game 'halma'"):
        face.env("halma")
    with pytest.raises(OptionError, match="option 'players' must be one of"):
        face.env("block-ness", players=9)


def test_reset_is_reproducible() -> None:
    def hands(env: Any, seed: int | None) -> bytes:
        env.reset(seed=seed)
        return bytes(env.unwrapped.empile_state.tobytes())

    env, other = face.env("blox"), face.env("blox")
    games = [hands(env, 7), hands(env, None), hands(env, None)]
    assert len(set(games)) == 3
    assert games == [hands(other, 7), hands(other, None), hands(other, None)]
    assert hands(face.env("blox"), None) != hands(face.env("blox"), None)


def test_env_pickles_its_arguments() -> None:
    env = face.raw_env("on-top", players=4, teams=True, planes=True)
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert twin.game.options == env.game.options
        assert twin.observation_space("player_0") == env.observation_space("player_0")


def test_removed_modules_say_what_replaces_them() -> None:
    with pytest.raises(ImportError, match=r"block_ness_v0 was removed: .* of block_ness_v1 have"):
        importlib.import_module("empile.envs.block_ness_v0")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("empile.envs.block_ness_v99")
