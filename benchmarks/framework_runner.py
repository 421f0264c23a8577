"""Random games of PettingZoo or Pgx, run by ``frameworks.py`` in the environment that has them.

    build/field/bin/python benchmarks/framework_runner.py pgx connect_four

Each input line is a number of seconds of processor time to play. The response is a JSON line:
``games`` that ended, ``moves``, ``cpu`` seconds spent. Uses one core.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

BATCH = 4096
"""Batch size for Pgx."""
STEPS = 32
"""Moves of each game between two readings of the clock."""

Play = Callable[[], tuple[int, int]]
"""Plays for a while; returns finished games and moves."""


def pettingzoo(name: str) -> Play:
    """Return a player of a PettingZoo classic game with uniformly random legal moves."""
    import numpy as np

    env: Any = importlib.import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(0)

    def play() -> tuple[int, int]:
        env.reset()
        moves = 0
        while True:
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                return 1, moves
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[rng.integers(len(legal))])
            moves += 1

    return play


def pgx(name: str) -> Play:
    """Return a player of a batch of Pgx games; finished games restart at once."""
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make(name)
    step = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def move(carried: Any, _: None) -> Any:
        states, key = carried
        key, choosing, drawing = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        states = jax.vmap(step)(states, actions, jax.random.split(drawing, BATCH))
        return (states, key), states.terminated.sum()

    def moves(carried: Any) -> Any:
        carried, ended = jax.lax.scan(move, carried, None, length=STEPS)
        return carried, ended.sum()

    compiled = jax.jit(moves)
    key = jax.random.PRNGKey(0)
    carried = (jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH)), key)

    def play() -> tuple[int, int]:
        nonlocal carried
        carried, ended = compiled(carried)
        return int(ended), BATCH * STEPS

    for _ in range(4):  # compiles, and spreads the games over all stages
        play()
    return play


def main() -> None:
    """Play for the time given by each input line."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    play = {"pettingzoo": pettingzoo, "pgx": pgx}[sys.argv[1]](sys.argv[2])
    print("ready", flush=True)
    for line in sys.stdin:
        games = moves = 0
        begun = time.process_time()
        while time.process_time() - begun < float(line):
            more_games, more_moves = play()
            games += more_games
            moves += more_moves
        found = {"games": games, "moves": moves, "cpu": time.process_time() - begun}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
