"""Training runs: self-play, learning, evaluation and checkpoints in turn.

Expert iteration (Anthony, Tian and Barber 2017) as in AlphaZero (Silver et al. 2018), with the search
and the policy target of Gumbel MuZero (Danihelka et al. 2022). Networks that play are moving averages
of those that learn.
"""

# mypy: disallow-subclassing-any=False
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from empile.engine.errors import EmpileError
from empile.engine.files import write_whole
from empile.engine.game import Game
from empile.networks.files import network_bytes
from empile.training.config import TrainingConfig
from empile.training.curves import Curves
from empile.training.errors import TrainingError
from empile.training.folder import RunFolder
from empile.training.gates import Gates, Standing
from empile.training.learner import Learner, Losses
from empile.training.model import export_onnx
from empile.training.replay import ReplayBuffer, position_dtype
from empile.training.sources import LocalSource, Played, Source

MakeSource = Callable[[Game, TrainingConfig], Source]


class Counters(msgspec.Struct):
    """Totals of a run, over all its sessions."""

    iteration: int = 0
    games: int = 0
    moves: int = 0
    positions: int = 0
    simulations: int = 0
    cpu_seconds: float = 0.0
    """Processor time of self-play and learning, without evaluations."""
    evaluation_seconds: float = 0.0
    """Processor time of evaluations."""
    seconds: float = 0.0
    """Wall time."""
    owed: float = 0.0
    """Gradient steps that are due: a fraction."""


class TrainingRun:
    """A run in a folder, which continues from its last checkpoint.

    :param device: of the learner, e.g. ``"cuda"``; self-play uses the CPU.
    :param make_source: by default self-play in this process.
    :raises TrainingError: the folder belongs to another run, or its checkpoint is damaged.

    Example::

        with TrainingRun(game, config, Path("runs/block-ness")) as run:
            while run.counters.cpu_seconds < 600:
                run.iterate()
    """

    def __init__(
        self,
        game: Game,
        config: TrainingConfig,
        path: Path,
        *,
        device: str = "cpu",
        make_source: MakeSource = LocalSource,
    ) -> None:
        self.game, self.config = game, config
        self.counters, standing = Counters(), Standing()
        self.losses: Losses | None = None
        """Of the last iteration; None before learning begins."""
        with ExitStack() as opened:
            self.folder = RunFolder(path, game, config)
            opened.callback(self.folder.close)
            self._learner = Learner(game, config, device=device)
            length = self._learner.network().spec.inputs
            self._buffer = ReplayBuffer(position_dtype(game, length), config.buffer)
            self._source = make_source(game, config)
            opened.callback(self._source.close)
            saved = self.folder.read_checkpoint()
            if saved is not None:
                standing = self._restore(saved)
            done = self.counters.iteration
            for name in ("progress.csv", "matches.csv"):
                self.folder.keep_rows(name, done)
            self.gates = Gates(game, config, self.folder, standing)
            self._curves = Curves(path / "tensorboard", after=done)
            opened.callback(self._curves.close)
            self._opened = opened.pop_all()

    def __enter__(self) -> TrainingRun:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes; the run can continue from its last checkpoint."""
        self._opened.close()

    def iterate(self) -> list[dict[str, Any]]:
        """Play and learn; every ``evaluate_every`` iterations also evaluate and store everything.

        Returns the rows of ``matches.csv`` that were added.
        """
        counters = self.counters
        wall, begun = time.monotonic(), time.process_time()
        counters.iteration += 1
        played = self._source.play(self._learner.network(), counters.iteration)
        self._buffer.add(played.result.positions)
        self._learn(len(played.result.positions))
        counters.cpu_seconds += time.process_time() - begun + played.seconds
        counters.seconds += time.monotonic() - wall
        self._count(played)
        if counters.iteration % self.config.evaluate_every:
            return []
        rows = self.evaluate()
        self.checkpoint()
        return rows

    def _learn(self, new: int) -> None:
        config, counters = self.config, self.counters
        self.losses = None
        if self._buffer.size < min(config.warm_up, config.buffer):
            return
        counters.owed += config.passes * new / config.batch
        steps = int(counters.owed)
        counters.owed -= steps
        rng = np.random.default_rng([config.seed, counters.iteration, 4])
        if steps:
            self.losses = self._learner.learn(self._buffer, steps, rng)

    def _count(self, played: Played) -> None:
        counters, result = self.counters, played.result
        counters.games += result.games
        counters.moves += result.moves
        counters.positions += len(result.positions)
        counters.simulations += result.simulations
        losses = self.losses or Losses(np.nan, np.nan)
        row = {
            "iteration": counters.iteration,
            "cpu_seconds": round(counters.cpu_seconds, 1),
            "seconds": round(counters.seconds, 1),
            "games": counters.games,
            "positions": counters.positions,
            "simulations": counters.simulations,
            "gradient_steps": self._learner.steps,
            "policy_loss": round(losses.policy, 5),
            "value_loss": round(losses.value, 5),
            "game_length": round(result.length, 2),
            "buffer": self._buffer.size,
            "actors_replaced": played.lost,
        }
        self.folder.append("progress.csv", [row])
        names = "policy_loss", "value_loss", "game_length", "cpu_seconds"
        scalars: dict[str, Any] = {f"training/{name}": row[name] for name in names}
        self._curves.add(scalars, counters.iteration)

    def evaluate(self) -> list[dict[str, Any]]:
        """Play evaluation matches; return their rows."""
        wall, begun = time.monotonic(), time.process_time()
        counters = self.counters
        rows = self.gates.evaluate(
            self._learner.network(), iteration=counters.iteration, cpu=counters.cpu_seconds
        )
        self.folder.append("matches.csv", rows)
        scores = {f"score/{row['opponent'].partition('-')[0]}": row["score"] for row in rows}
        self._curves.add(scores, counters.iteration)
        counters.evaluation_seconds += time.process_time() - begun
        counters.seconds += time.monotonic() - wall
        return rows

    def export(self) -> None:
        """Write the best network, or the newest if there is none, as ONNX."""
        from empile.networks.files import load_network

        best = self.folder.path / "best.npz"
        network = load_network(best, self.game) if best.exists() else self._learner.network()
        if not best.exists():
            write_whole(best, network_bytes(network))
        export_onnx(network, self.folder.path / "best.onnx")

    # -- Checkpoints ---------------------------------------------------------------------------

    def checkpoint(self) -> None:
        """Store everything that the run continues from."""
        learner, buffer = io.BytesIO(), io.BytesIO()
        torch.save(self._learner.state(), learner)
        positions, place = self._buffer.contents()
        np.save(buffer, positions)
        totals = {"counters": self.counters, "standing": self.gates.standing, "place": place}
        write_whole(self.folder.path / "latest.npz", network_bytes(self._learner.network()))
        best = self.folder.path / "best.npz"
        kept = {"best.npz": best.read_bytes()} if best.exists() else {}
        self.folder.write_checkpoint(
            {
                **kept,
                "learner.pt": learner.getvalue(),
                "buffer.npy": buffer.getvalue(),
                "games.pickle": self._source.state(),
                "totals.json": msgspec.json.encode(totals),
                "done": b"",  # the last file
            }
        )

    def _restore(self, saved: dict[str, bytes]) -> Standing:
        try:
            totals = msgspec.json.decode(saved["totals.json"])
            self.counters = msgspec.convert(totals["counters"], Counters)
            state = torch.load(io.BytesIO(saved["learner.pt"]), weights_only=True)
            self._learner.restore(state)
            self._buffer.restore(np.load(io.BytesIO(saved["buffer.npy"])), int(totals["place"]))
            self._source.restore(saved["games.pickle"])
            if "best.npz" in saved:  # evaluations after the checkpoint may have replaced it
                write_whole(self.folder.path / "best.npz", saved["best.npz"])
            return msgspec.convert(totals["standing"], Standing)
        except (
            # Also what `pickle` raises for damaged data.
            KeyError, ValueError, TypeError, AttributeError, ImportError, IndexError,
            RuntimeError, EOFError, OSError, pickle.PickleError, msgspec.MsgspecError, EmpileError,
        ) as error:  # fmt: skip
            raise TrainingError(
                f"the checkpoint in {self.folder.path} is damaged: {error}"
            ) from error
