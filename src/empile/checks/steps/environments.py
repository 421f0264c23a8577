"""Step 16: the environments of other libraries, with their own test programs."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import warnings
from typing import Any

from empile.checks.check import NotChecked, Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import Lack
from empile.engine.discovery import game_class

ENVIRONMENTS = Step(
    "environments", "Gymnasium, PettingZoo and OpenSpiel", "rules", needs=("rules", "notation")
)

SHORT = {"round_limit": 2, "turn_limit": 12}
"""Options that shorten games, for slow test programs."""


def by_seats(name: str) -> list[Variant]:
    """Return a variant for each number of seats."""
    found: dict[int, Variant] = {}
    for variant in variants_of(name):
        found.setdefault(variant.game().num_players, variant)
    return list(found.values())


def _library(module: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        library = module.split(".")[0]
        raise NotChecked(
            f"{library} is not installed: pip install 'empile-engine[{extra}]'"
        ) from error


@ENVIRONMENTS.check(by_seats, slow=True)
def seat_env_passes_checker(variant: Variant) -> None:
    """Gymnasium's checker takes the environment of one seat."""
    gymnasium = _library("gymnasium", "envs")
    checker = _library("gymnasium.utils.env_checker", "envs")
    envs: Any = importlib.import_module("empile.envs.gymnasium")
    names: Any = importlib.import_module("empile.envs.names")
    env = gymnasium.make(
        names.environment_id(variant.name), opponents=envs.play_at_random, **variant.options
    )
    with contextlib.redirect_stdout(io.StringIO()):
        checker.check_env(env.unwrapped)


@ENVIRONMENTS.check(by_seats, slow=True)
def pettingzoo_env_passes_api_tests(variant: Variant) -> None:
    """PettingZoo's tests take the environment of all seats."""
    _library("pettingzoo", "envs")
    tests = _library("pettingzoo.test", "envs")
    envs: Any = importlib.import_module("empile.envs.pettingzoo")
    # Its test allows dicts with a mask only for a list of its own environments.
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        tests.api_test(envs.env(variant.name, **variant.options), num_cycles=60)
        tests.seed_test(lambda: envs.env(variant.name, **variant.options), num_cycles=60)


@ENVIRONMENTS.check(by_seats, slow=True)
def openspiel_game_passes_random_sim_test(variant: Variant) -> None:
    """OpenSpiel's test plays a random game, and reads its states back."""
    pyspiel = _library("pyspiel", "open-spiel")
    importlib.import_module("empile.envs.openspiel")
    names: Any = importlib.import_module("empile.envs.names")
    offered = {option.name: option for option in game_class(variant.name).options_offered}
    options = variant.options | {key: value for key, value in SHORT.items() if key in offered}
    told = {name: _parameter(offered[name].kind, value) for name, value in options.items()}
    game = pyspiel.load_game(names.spiel_name(variant.name), told)
    try:
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    except pyspiel.SpielError as error:
        raise Lack(f"OpenSpiel's test fails: {error}") from error


def _parameter(kind: str, value: Any) -> Any:
    plain = kind in ("choice", "number", "flag") or value == "house"
    return value if plain else json.dumps(value)
