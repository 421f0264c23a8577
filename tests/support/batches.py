"""Comparison of batches with single states, and digests of their bytes.

``python -m tests.support.batches gpu`` (or ``processor``) prints the digests as JSON: runs in
numba-cuda's simulator without a GPU, and with the compiler off.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

import empile
import tests.conftest as conftest
from empile.engine.batches.batch import Batch
from empile.engine.random import new_stream, pick, split
from tests.support.games import variants


class Alone:
    """One game of a batch, played by single states: what the batch must do, written the long way."""

    def __init__(self, game: empile.Game, seed: int, number: int) -> None:
        self.game = game
        self.chance = split(new_stream(seed), 2 * number)
        self.state = self._begin()

    def _begin(self) -> empile.State:
        self.state = self.game.new_state()
        self._settle()
        return self.state

    def _settle(self) -> None:
        while self.state.is_chance_node():
            actions, weights = self.state._outcomes()
            drawn = pick(self.chance, weights, len(weights))
            self.state._apply(int(actions[drawn]))

    def step(self, action: int) -> tuple[list[float], bool]:
        self.state.apply_action(action)
        self._settle()
        returns, done = self.state.returns(), self.state.is_terminal()
        if done:
            self._begin()
        return returns, done


def sample() -> list[tuple[str, empile.Game]]:
    """Return one variant of every game, with the most seats there are."""
    most: dict[str, tuple[str, empile.Game]] = {}
    for variant in variants():
        game = variant.game()
        if variant.name not in most or game.num_players > most[variant.name][1].num_players:
            most[variant.name] = (str(variant), game)
    return list(most.values())


def digests(batch_of: Any, size: int = 3, steps: int = 40) -> dict[str, str]:
    """Return a digest of all batch outputs for each game, on the processor or on a GPU."""
    found: dict[str, str] = {}
    for label, game in sample():
        digest = hashlib.sha256()

        def add(*arrays: Any, digest: Any = digest) -> None:
            for array in arrays:
                digest.update(np.asarray(array.copy_to_host() if on_device(array) else array))

        batch = batch_of(game, size, 11)
        for _ in range(steps):
            add(batch.states, batch.current, batch.legal_count, batch.legal_mask)
            add(batch.observations(), batch.information_state(game.num_players - 1))
            chosen = batch.random_actions()
            add(chosen, *batch.step(chosen))
        add(*batch.rollouts(), batch.states)
        found[label] = digest.hexdigest()
    return found


def arrays_of(batch: Batch) -> list[np.ndarray[Any, Any]]:
    """Return all arrays of numbers that a batch hands out."""
    shown = [batch.current, batch.legal, batch.legal_count, batch.legal_mask]
    return [
        *(*shown, batch.action_masks(), batch.observations(), batch.information_state()),
        *(*batch.random_step(), *batch.rollouts(), batch.random_actions()),
    ]


def on_device(array: Any) -> bool:
    return hasattr(array, "copy_to_host")


def batch_class(where: str) -> Any:
    """Return what makes batches on the ``"processor"`` or on a ``"gpu"``."""
    if where == "processor":
        return Batch
    from empile.engine.batches.gpu_batch import GpuBatch  # needs the extra

    return GpuBatch


if __name__ == "__main__":
    assert conftest.ROOT.exists()
    print(json.dumps(digests(batch_class(sys.argv[1]))))
