"""Digests of whole games in every environment: ``python -m tests.envs.trajectories``.

Printed by two processes to compare them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from empile.envs.gymnasium import SeatEnv
from empile.envs.pettingzoo import raw_env
from tests.envs.games import by_game
from tests.support.games import Variant


def of_all_seats(variant: Variant, seed: int) -> str:
    """Return the digest of a PettingZoo game."""
    digest = hashlib.sha256()
    env = raw_env(variant.name, **variant.options)
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        assert observation is not None
        take(digest, observation, reward, over)
        digest.update(env.empile_state.tobytes())
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))
    return digest.hexdigest()


def of_one_seat(variant: Variant, seed: int) -> str:
    """Return the digest of a Gymnasium game against bots."""
    digest = hashlib.sha256()
    env = SeatEnv(variant.name, seat=None, opponents=1, **variant.options)
    env.action_space.seed(seed)
    (observation, _), over, moves = env.reset(seed=seed), False, 0
    while not over and moves < 12:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, over, _, info = env.step(action)
        take(digest, observation, reward, over, info["seat"])
        digest.update(env.empile_state.tobytes())
        moves += 1
    return digest.hexdigest()


def take(digest: Any, observation: dict[str, Any], *facts: object) -> None:
    """Add an observation to a digest."""
    digest.update(observation["observation"].tobytes())
    digest.update(observation["action_mask"].tobytes())
    digest.update(repr(facts).encode())


def digests(seed: int) -> dict[str, list[str]]:
    """Return the digests of all games."""
    return {
        variant.name: [of_all_seats(variant, seed), of_one_seat(variant, seed)]
        for variant in by_game()
    }


if __name__ == "__main__":
    print(json.dumps(digests(int(sys.argv[1]))))
