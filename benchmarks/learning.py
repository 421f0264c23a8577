"""Learning curve of MaskablePPO against random play, in the vector environment of Gymnasium.

    python benchmarks/learning.py [--game block-ness] [--policy rings] [--seed 1] [--steps 122880]

Needs ``sb3-contrib`` and ``torch``, which the project does not install. The learner draws its seat for
each game. Prints a row for each evaluation: win rate (draws count half) in games of other seeds, playing
the most likely moves and sampled ones, with the greater standard error. ``--policy rings`` is a network
for Block Ness with two seats, see ``learning_parts.RingNetwork``; ``mlp`` is a multilayer perceptron over
the tensor and the mask, for every game.
"""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from empile.envs.gymnasium import play_at_random
from empile.envs.vector import SeatVectorEnv

EVALUATION_SEED = 1_000_000
ENVS = 256
SETTINGS: dict[str, dict[str, Any]] = {
    "rings": {"n_steps": 8, "n_epochs": 4, "gae_lambda": 0.9, "learning_rate": 3e-3},
    "mlp": {"n_steps": 8, "n_epochs": 2, "gae_lambda": 0.85, "learning_rate": 1e-3},
}
"""Of PPO, by policy."""


def games_of(game: str, count: int) -> Any:
    """Return ``count`` games against random play, the seat drawn for each."""
    parts: Any = importlib.import_module("learning_parts")
    return parts.BatchVecEnv(
        SeatVectorEnv(
            game,
            count,
            seat=None,
            opponents=play_at_random,
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
    )


def win_rate(model: Any, game: str, games: int, *, sampled: bool) -> tuple[float, float]:
    """Return the mean result of ``games`` games, from 0 to 1, and its standard error.

    One game each, so that long ones count as much as short ones.
    """
    envs = games_of(game, games)
    envs.seed(EVALUATION_SEED)
    seen = envs.reset()
    results, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        actions, _ = model.predict(seen, action_masks=envs.masks, deterministic=not sampled)
        seen, rewards, ended, _ = envs.step(actions)
        results = np.where(ended & ~over, (rewards + 1) / 2, results)
        over |= ended
    return float(results.mean()), float(results.std() / games**0.5)


def new_model(game: str, policy: str, seed: int) -> Any:
    """Return an untrained MaskablePPO."""
    parts: Any = importlib.import_module("learning_parts")
    algorithms: Any = importlib.import_module("sb3_contrib")
    envs = games_of(game, ENVS)
    chosen, how = "MlpPolicy", dict[str, Any](net_arch=[256, 128])
    if policy == "rings":
        chosen, how = parts.RingPolicy, {"game": envs.games.game}
    return algorithms.MaskablePPO(
        chosen, envs, batch_size=512, gamma=1.0, ent_coef=0.0, policy_kwargs=how, seed=seed,
        **SETTINGS[policy],
    )  # fmt: skip


def table(title: str, model: Any, games: int, rows: list[list[float]]) -> str:
    """Return the results as Markdown."""
    weights = sum(each.numel() for each in model.policy.parameters())
    lines = [
        f"{title}: {weights:,} weights, {model.action_space.n} actions; {games:,} games for each rate.",
        "",
        "| moves | processor seconds | most likely moves | sampled moves | standard error |",
        "| ---: | ---: | ---: | ---: | ---: |",
        *(f"| {m:,.0f} | {s:,.0f} | {a:.3f} | {b:.3f} | {e:.3f} |" for m, s, a, b, e in rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--policy", choices=tuple(SETTINGS), default="rings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=122_880)
    parser.add_argument("--every", type=int, default=20_480)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--markdown", type=Path, help="also append the table to this file")
    chosen = parser.parse_args()
    importlib.import_module("torch").set_num_threads(1)
    model = new_model(chosen.game, chosen.policy, chosen.seed)
    rows: list[list[float]] = []
    spent = 0.0
    while not rows or rows[-1][0] < chosen.steps:
        if rows:
            begun = time.process_time()
            model.learn(chosen.every, reset_num_timesteps=False)
            spent += time.process_time() - begun
        (likely, one), (sampled, other) = (
            win_rate(model, chosen.game, chosen.games, sampled=sampled) for sampled in (False, True)
        )
        rows.append([model.num_timesteps, spent, likely, sampled, max(one, other)])
        print(rows[-1], flush=True)
    title = f"MaskablePPO in {chosen.game} for two, policy `{chosen.policy}`, seed {chosen.seed}"
    text = table(title, model, chosen.games, rows)
    print(text)
    if chosen.markdown:
        with chosen.markdown.open("a", encoding="utf-8") as file:
            file.write("\n" + text)


if __name__ == "__main__":
    main()
