"""Learning curve of MaskablePPO against random play, in the Gymnasium environment.

    python benchmarks/learning.py [--game block-ness] [--steps 200000] [--every 25000] [--games 300]

Needs ``sb3-contrib`` and ``torch``, which the project does not install. The learner draws its seat for
each game. Prints a row for each evaluation: win rate (draws count half) in games of other seeds, with its
standard error.
"""

from __future__ import annotations

import argparse
import importlib
import time
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from empile.envs.gymnasium import SeatEnv, play_at_random

SEED = 1
EVALUATION_SEED = 1_000_000
Env: TypeAlias = "gymnasium.Env[NDArray[np.float32], Any]"


class Masked(gymnasium.Wrapper[NDArray[np.float32], Any, Any, Any]):
    """Observe the tensor alone; the mask is a method, as MaskablePPO expects."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]
        self._mask: NDArray[np.bool_] = np.zeros(0, np.bool_)

    def _tensor(self, observation: Any) -> NDArray[np.float32]:
        mask = observation["action_mask"]
        # At the end any action will do.
        self._mask = mask.astype(np.bool_) if mask.any() else np.ones(len(mask), np.bool_)
        found: NDArray[np.float32] = observation["observation"]
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._tensor(observation), info

    def step(self, action: Any) -> tuple[NDArray[np.float32], Any, bool, bool, dict[str, Any]]:
        """Play a move."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._tensor(observation), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions."""
        return self._mask


def make(game: str, seed: int) -> Masked:
    """Return a seeded environment."""
    env = Masked(SeatEnv(game, seat=None, opponents=play_at_random))
    env.reset(seed=seed)
    return env


def win_rate(model: Any, game: str, games: int) -> tuple[float, float]:
    """Return the mean result of ``games`` games, from 0 to 1, and its standard error."""
    env = make(game, EVALUATION_SEED)
    results: list[float] = []
    while len(results) < games:
        (observation, _), over, reward = env.reset(), False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, over, _, _ = env.step(int(action))
        results.append((reward + 1) / 2)
    return float(np.mean(results)), float(np.std(results) / len(results) ** 0.5)


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--every", type=int, default=25_000)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--markdown", type=Path, help="also write the table to this file")
    chosen = parser.parse_args()
    importlib.import_module("torch").set_num_threads(1)
    vectors: Any = importlib.import_module("stable_baselines3.common.vec_env")
    algorithms: Any = importlib.import_module("sb3_contrib")
    envs = vectors.DummyVecEnv([partial(make, chosen.game, SEED + n) for n in range(16)])
    model = algorithms.MaskablePPO(
        "MlpPolicy", envs, n_steps=128, batch_size=512, n_epochs=4, gamma=1.0, gae_lambda=0.95,
        learning_rate=1e-3, ent_coef=0.01, policy_kwargs={"net_arch": [256, 128]}, seed=SEED,
    )  # fmt: skip
    space = envs.action_space.n
    lines = [
        f"MaskablePPO in {chosen.game} for two, {envs.observation_space.shape[0]} inputs, {space} actions,"
        f" against random play; {chosen.games} games for each row.",
        "",
        "| moves | processor seconds | win rate | standard error |",
        "| ---: | ---: | ---: | ---: |",
    ]
    print("\n".join(lines), flush=True)
    spent, made = 0.0, 0
    while True:
        rate, error = win_rate(model, chosen.game, chosen.games)
        lines.append(f"| {made:,} | {spent:,.0f} | {rate:.3f} | {error:.3f} |")
        print(lines[-1], flush=True)
        if made >= chosen.steps:
            break
        begun = time.process_time()
        model.learn(chosen.every, reset_num_timesteps=False)
        spent += time.process_time() - begun
        made = model.num_timesteps
    if chosen.markdown:
        chosen.markdown.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
