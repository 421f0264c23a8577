"""Runs: what they write, that they continue exactly, and that they learn."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import empile
from empile.engine.search.exhaustive import exact_value
from empile.networks import Network, NetworkShape, load_network
from empile.research import TinyBlockNess
from empile.training.config import TrainingConfig
from empile.training.errors import TrainingError
from tests.support.pytorch import environment
from tests.support.training import SMALL, tiny_config

if TYPE_CHECKING:
    from empile.training.run import TrainingRun

pytestmark = pytest.mark.usefixtures("torch")

cairn = cache(lambda: empile.load("cairn", players=2))


def run_of(path: Path, config: TrainingConfig | None = None, **settings: Any) -> TrainingRun:
    from empile.training.run import TrainingRun

    return TrainingRun(cairn(), config or tiny_config(), path, **settings)


def rows(path: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file without times."""
    with (path / name).open(encoding="utf-8", newline="") as file:
        return [_without_times(row) for row in csv.DictReader(file)]


def _without_times(row: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in row.items() if "seconds" not in name}


def test_a_run_writes_its_progress(tmp_path: Path) -> None:
    with run_of(tmp_path / "run") as run:
        found = [run.iterate() for _ in range(4)]
    assert [bool(one) for one in found] == [False, True, False, True]
    progress = rows(tmp_path / "run", "progress.csv")
    assert [row["iteration"] for row in progress] == ["1", "2", "3", "4"]
    last = progress[-1]
    assert int(last["games"]) == run.counters.games > 0
    assert int(last["positions"]) >= int(last["games"])
    assert int(last["simulations"]) == 4 * 8 * 8 * 4
    assert float(last["policy_loss"]) > 0
    assert int(last["gradient_steps"]) > 0
    assert int(last["buffer"]) == min(256, run.counters.positions)
    matches = rows(tmp_path / "run", "matches.csv")
    assert matches[0]["iteration"] == "2"
    assert matches[0]["opponent"] == "random"
    assert len(list((tmp_path / "run" / "games").iterdir())) == len(matches)
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    latest = load_network(tmp_path / "run" / "latest.npz", cairn())
    assert latest.shape == SMALL
    assert run.counters.cpu_seconds > 0
    assert run.counters.seconds > 0


@pytest.mark.parametrize("interruptions", [(1,), (2, 3), (5, 5)])
def test_an_interrupted_run_continues_exactly(
    tmp_path: Path, interruptions: tuple[int, ...]
) -> None:
    """Whatever was done after the last checkpoint is repeated."""
    with run_of(tmp_path / "whole") as run:
        for _ in range(6):
            run.iterate()
    for end in (*interruptions, 6):
        with run_of(tmp_path / "parts") as run:
            while run.counters.iteration < end:
                run.iterate()
    for name in ("progress.csv", "matches.csv"):
        assert rows(tmp_path / "parts", name) == rows(tmp_path / "whole", name)
    for name in ("latest.npz", "best.npz"):
        whole, parts = ((tmp_path / at / name).read_bytes() for at in ("whole", "parts"))
        assert _weights(whole) == _weights(parts)
    games = [sorted((tmp_path / at / "games").iterdir()) for at in ("whole", "parts")]
    assert [one.read_bytes() for one in games[0]] == [one.read_bytes() for one in games[1]]


def test_checkpoints_between_evaluations_continue_exactly(tmp_path: Path) -> None:
    """As after Ctrl-C."""
    for at, ends in (("whole", (4,)), ("parts", (1, 3, 4))):
        for end in ends:
            with run_of(tmp_path / at) as run:
                while run.counters.iteration < end:
                    run.iterate()
                run.checkpoint()
    assert rows(tmp_path / "parts", "progress.csv") == rows(tmp_path / "whole", "progress.csv")


KILLED = """
import os, random, signal, sys, traceback
from pathlib import Path
import torch
import torch.utils.tensorboard
import empile
from empile.networks import Network
from empile.training.matches import play_match
from empile.training.players import NetworkPlayer, RandomPlayer
from empile.training.run import TrainingRun
from empile.training.self_play import SelfPlay
from tests.support.training import tiny_config

torch.set_num_threads(1)
game, config = empile.load("cairn", players=2), tiny_config(evaluate_every=1)
whole, parts = map(Path, sys.argv[1:])
FILES = {"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir"}


def train(path, iterations, operations=-1):
    left = operations

    def kill(event, arguments):
        nonlocal left
        left -= event in FILES and str(arguments[0]).startswith(str(path))
        if left == 0:
            left = -1  # the next line is an event, too
            os.kill(os.getpid(), signal.SIGKILL)

    if operations > 0:
        sys.addaudithook(kill)
    with TrainingRun(game, config, path) as run:
        while run.counters.iteration < iterations:
            run.iterate()


def in_child(*work):
    child = os.fork()
    if child == 0:
        try:
            train(*work)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1]


# Load compiled code once, but let no gradient flow: PyTorch does not allow it before forks.
network = Network.random(game, config.shape, 1)
SelfPlay(game, config).play(network, 1)
player = NetworkPlayer("network", game, network, simulations=1, seed=1)
play_match(game, player, RandomPlayer(), games=2, seed=1)
assert in_child(whole, 3) == 0
source, ends = random.Random(3), [signal.SIGKILL]
while ends[-1] == signal.SIGKILL:
    ends.append(in_child(parts, 3, source.randrange(10, 60)))
assert ends[-1] == 0
print(len(ends))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_a_run_killed_at_random_moments_continues_exactly(tmp_path: Path) -> None:
    """Between operations on files, of which an iteration with an evaluation has dozens."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "whole"), str(tmp_path / "parts")],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 3
    for name in ("progress.csv", "matches.csv"):
        assert rows(tmp_path / "whole", name) == rows(tmp_path / "parts", name)
    whole, parts = ((tmp_path / at / "latest.npz").read_bytes() for at in ("whole", "parts"))
    assert _weights(whole) == _weights(parts)


def _weights(file: bytes) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in load_network(file, cairn()).weights.items()}


@pytest.mark.parametrize(
    "name", ["learner.pt", "buffer.npy", "games.pickle", "totals.json", "best.npz"]
)
def test_damaged_checkpoints_are_refused(tmp_path: Path, name: str) -> None:
    with run_of(tmp_path) as run:
        run.iterate()
        run.iterate()
    file = tmp_path / "checkpoint" / name
    whole = file.read_bytes()
    damaged = [b"", whole[: len(whole) // 2], b"nothing of that kind"]
    for data in damaged if name != "best.npz" else []:
        file.write_bytes(data)
        with pytest.raises(TrainingError, match=r"the checkpoint in .* is damaged"):
            run_of(tmp_path)
    file.write_bytes(whole)
    run_of(tmp_path).close()


def test_a_run_is_of_one_process_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with run_of(tmp_path), pytest.raises(TrainingError, match="another process is training"):
        run_of(tmp_path)
    run_of(tmp_path).close()


def test_learning_waits_for_the_warm_up(tmp_path: Path) -> None:
    with run_of(tmp_path, tiny_config(warm_up=250)) as run:
        while run.counters.positions < 250:
            assert run.losses is None
            run.iterate()
        assert run.losses is not None


def test_gradient_steps_follow_the_number_of_passes(tmp_path: Path) -> None:
    config = tiny_config(warm_up=0, passes=3.0, evaluate_every=100)
    with run_of(tmp_path, config) as run:
        for _ in range(8):
            run.iterate()
    last = rows(tmp_path, "progress.csv")[-1]
    assert int(last["gradient_steps"]) == 3 * int(last["positions"]) // 16


def test_a_run_learns_the_values_of_a_tiny_game(tmp_path: Path) -> None:
    from empile.training.run import TrainingRun

    game = TinyBlockNess()
    config = TrainingConfig(
        shape=NetworkShape(width=64, blocks=1, value_width=16, legal=True),
        games=64, simulations=16, considered=8, steps=4, warm_up=500, batch=128, buffer=8000,
        passes=4.0, learning_rate=0.003, average=0.95, evaluate_every=60, match_games=40,
        gate_games=8, match_simulations=16,
    )  # fmt: skip
    with TrainingRun(game, config, tmp_path) as run:
        for _ in range(60):
            run.iterate()
    matches = rows(tmp_path, "matches.csv")
    assert matches[0]["opponent"] == "random"
    assert float(matches[0]["score"]) > 0.85
    assert matches[0]["verdict"] == "proved"
    states = _states(game)
    exact = np.array([exact_value(state, state.current_player()) for state in states])
    trained = load_network(tmp_path / "latest.npz", game)
    assert _error(trained, states, exact) < 0.5
    assert _error(Network.random(game, config.shape, 1), states, exact) > 0.7
    # With a short search, it never gives away what it has.
    searcher = empile.BatchedSearch(game, len(states), seed=1, method=config.match_search)
    moves = searcher.search(states, trained, 48).actions.tolist()
    kept = [
        _value_after(state, move) >= value
        for state, move, value in zip(states, moves, exact.tolist(), strict=True)
    ]
    assert np.mean(kept) > 0.97


def _states(game: empile.Game) -> list[empile.State]:
    batch, states = empile.Batch(game, 200, seed=11), list[empile.State]()
    for move in range(4):
        states += [batch.state(i) for i in range(50 * move, 50 * move + 50)]
        batch.step(batch.random_actions())
    return states


def _value_after(state: empile.State, move: int) -> float:
    seat, after = state.current_player(), state.clone()
    after.apply_action(move)
    return after.returns()[seat] if after.is_terminal() else exact_value(after, seat)


def _error(network: Network, states: list[empile.State], exact: Any) -> float:
    """Return the mean distance from the exact values."""
    game = network.game
    seen = np.stack([state.observation(state.current_player()) for state in states])
    legal = np.stack([state.legal_mask()[game.possible_actions] for state in states])
    return float(np.abs(network(seen.astype(np.float32), legal)[1] - exact).mean())
