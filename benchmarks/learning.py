"""Learning curve of MaskablePPO against random play, in the vector environment of Gymnasium.

    python benchmarks/learning.py [--game block-ness] [--policy planes] [--steps 400000] [--games 1000]

Needs ``sb3-contrib`` and ``torch``, which the project does not install. The learner draws its seat for
each game. Prints a row for each evaluation: win rate (draws count half) in games of other seeds, with its
standard error. ``--policy planes`` is a convolutional network over stacked boards, whose outputs
``Game.action_planes`` assigns to actions; ``mlp`` is a multilayer perceptron over the flat tensor.
``--checkpoint FILE`` continues where the last call stopped after ``--seconds``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from empile.envs.gymnasium import play_at_random
from empile.envs.vector import SeatVectorEnv

SEED = 1
EVALUATION_SEED = 1_000_000


def games_of(game: str, policy: str, count: int) -> SeatVectorEnv:
    """Return ``count`` games against random play, the seat drawn for each."""
    return SeatVectorEnv(
        game,
        count,
        seat=None,
        opponents=play_at_random,
        planes="stacked" if policy == "planes" else False,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )


def win_rate(model: Any, game: str, policy: str, games: int) -> tuple[float, float]:
    """Return the mean result of ``games`` games, from 0 to 1, and its standard error.

    One game each, so that long ones count as much as short ones.
    """
    envs = games_of(game, policy, games)
    observations, infos = envs.reset(seed=EVALUATION_SEED)
    results, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        actions, _ = model.predict(
            observations["observation"], action_masks=infos["action_mask"].astype(np.bool_)
        )
        observations, rewards, ended, _, infos = envs.step(actions)
        results = np.where(ended & ~over, (rewards + 1) / 2, results)
        over |= ended
    return float(results.mean()), float(results.std() / games**0.5)


def new_model(game: str, policy: str, envs: int) -> Any:
    """Return an untrained MaskablePPO."""
    parts: Any = importlib.import_module("benchmarks.learning_parts")
    algorithms: Any = importlib.import_module("sb3_contrib")
    learning = games_of(game, policy, envs)
    chosen, how = "MlpPolicy", dict[str, Any](net_arch=[256, 128])
    if policy == "planes":
        chosen, how = parts.PlanePolicy, {"game": learning.game}
    return algorithms.MaskablePPO(
        chosen, parts.BatchVecEnv(learning), n_steps=16, batch_size=512, n_epochs=2, gamma=1.0,
        gae_lambda=0.85, learning_rate=1e-3, ent_coef=0.005, policy_kwargs=how, seed=SEED,
    )  # fmt: skip


def table(game: str, policy: str, model: Any, games: int, rows: list[list[float]]) -> str:
    """Return the results as Markdown."""
    weights = sum(each.numel() for each in model.policy.parameters())
    lines = [
        f"MaskablePPO in {game} for two, policy `{policy}` ({weights:,} weights),"
        f" {model.action_space.n} actions, against random play; {games:,} games for each row.",
        "",
        "| moves | processor seconds | win rate | standard error |",
        "| ---: | ---: | ---: | ---: |",
        *(f"| {m:,.0f} | {s:,.0f} | {rate:.3f} | {e:.3f} |" for m, s, rate, e in rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--policy", choices=("planes", "mlp"), default="planes")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--every", type=int, default=40_000)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so much time")
    parser.add_argument("--checkpoint", type=Path, help="folder to continue from")
    parser.add_argument("--markdown", type=Path, help="also write the table to this file")
    chosen = parser.parse_args()
    importlib.import_module("torch").set_num_threads(1)
    began = time.monotonic()
    model = new_model(chosen.game, chosen.policy, chosen.envs)
    rows: list[list[float]] = []
    if chosen.checkpoint and (chosen.checkpoint / "rows.json").exists():
        rows = json.loads((chosen.checkpoint / "rows.json").read_text("utf-8"))
        model.set_parameters(str(chosen.checkpoint / "model"))
        model.num_timesteps = int(rows[-1][0])
    spent = rows[-1][1] if rows else 0.0
    while not rows or (rows[-1][0] < chosen.steps and time.monotonic() - began < chosen.seconds):
        if rows:
            begun = time.process_time()
            model.learn(chosen.every, reset_num_timesteps=False)
            spent += time.process_time() - begun
        rate = win_rate(model, chosen.game, chosen.policy, chosen.games)
        rows.append([model.num_timesteps, spent, *rate])
        print(rows[-1], flush=True)
        if chosen.checkpoint:
            chosen.checkpoint.mkdir(parents=True, exist_ok=True)
            model.save(chosen.checkpoint / "model")
            (chosen.checkpoint / "rows.json").write_text(json.dumps(rows), "utf-8")
    text = table(chosen.game, chosen.policy, model, chosen.games, rows)
    print(text)
    if chosen.markdown:
        chosen.markdown.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
