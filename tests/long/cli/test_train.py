"""``empile train``."""

from __future__ import annotations

import csv
import os
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.cli.program import program_name
from empile.cli.training_text import match_line, play_command, status_of
from empile.networks import load_network
from tests.cli.conftest import Empile

SETTINGS = [
    "games=8", "simulations=2", "steps=16", "warm_up=32", "batch=16", "buffer=256", "width=8",
    "blocks=0", "evaluate_every=2", "match_games=2", "gate_games=2", "match_simulations=2",
]  # fmt: skip
TINY = ("--threads", "1", *[word for setting in SETTINGS for word in ("--set", setting)])


def no_export(run: object) -> None:
    """Write no ONNX model, which takes seconds."""


def iterations(folder: Path) -> list[str]:
    with (folder / "progress.csv").open(encoding="utf-8", newline="") as file:
        return [row["iteration"] for row in csv.DictReader(file)]


@pytest.mark.usefixtures("torch")
@pytest.mark.filterwarnings("ignore")  # of the exporter
def test_train_writes_networks_and_continues(empile_cli: Empile, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = empile_cli("train", "block-ness", "--run", run, *TINY, "--iterations", "2")
    assert done.status == 0, done.err
    assert done.lines[0].startswith("iteration 2 (")
    assert " against random, 2 games: " in done.lines[0]
    assert done.lines[-2] == f"The best network is {run / 'best.npz'}. To play against it:"
    game = empile.load("block-ness", players=2)
    network = load_network(run / "best.npz", game)
    found = empile.search(
        game.new_state(), stream=empile.new_stream(1), simulations=4,
        evaluator=empile.onnx_evaluator(run / "best.onnx"),
    )  # fmt: skip
    assert found.simulations == 4
    assert network.shape.width == 8
    # The command that it prints plays it.
    words = shlex.split(done.lines[-1])
    words[words.index("level:3")] = "level:1"
    words[words.index("10")] = "1"
    played = empile_cli(*words[1:], "--processes", "1")
    assert played.status == 0, played.err
    assert "| network |" in played.out
    # It continues with its own settings, and without a limit that is not reached.
    again = empile_cli("train", "block-ness", "--run", run, "--threads", "1", "--iterations", "3")
    assert again.status == 0, again.err
    assert iterations(run) == ["1", "2", "3"]
    other = empile_cli("train", "block-ness", "--run", run, "--set", "width=16")
    other.refused("with other settings", "width")
    three = empile_cli("train", "block-ness", "--players", "3", "--run", run)
    three.refused("is a run with other settings: of block-ness with the options")


@pytest.mark.usefixtures("torch")
def test_ctrl_c_stores_a_checkpoint(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from empile.training.run import TrainingRun

    iterate = TrainingRun.iterate

    def interrupted(self: TrainingRun) -> Any:
        if self.counters.iteration == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return iterate(self)

    monkeypatch.setattr(TrainingRun, "iterate", interrupted)
    monkeypatch.setattr(TrainingRun, "export", no_export)
    before = signal.getsignal(signal.SIGINT)
    done = empile_cli("train", "block-ness", "--run", tmp_path, *TINY)
    assert done.status == 0
    assert "finishing the iteration; Ctrl-C again ends at once" in done.err
    assert signal.getsignal(signal.SIGINT) is before
    assert iterations(tmp_path) == ["1", "2", "3"]
    again = empile_cli("train", "block-ness", "--run", tmp_path, "--iterations", "4")
    assert again.status == 0
    assert iterations(tmp_path) == ["1", "2", "3", "4"]


@pytest.mark.usefixtures("torch")
def test_a_second_ctrl_c_ends_at_once(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from empile.training.run import TrainingRun

    def interrupted(self: TrainingRun) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("it goes on")

    monkeypatch.setattr(TrainingRun, "iterate", interrupted)
    assert empile_cli("train", "block-ness", "--run", tmp_path, *TINY).status == 130
    assert not (tmp_path / "progress.csv").exists()


@pytest.mark.parametrize("limit", [("--minutes", "0.0001"), ("--cpu-minutes", "0.0001")])
@pytest.mark.usefixtures("torch")
def test_limits_end_a_run(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: tuple[str, str]
) -> None:
    from empile.training.run import TrainingRun

    monkeypatch.setattr(TrainingRun, "export", no_export)
    assert empile_cli("train", "block-ness", "--run", tmp_path, *TINY, *limit).status == 0
    assert iterations(tmp_path) == ["1"]


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize("device", ["cuda:99", "abacus"])
def test_devices_that_cannot_be_used_are_refused(
    empile_cli: Empile, tmp_path: Path, device: str
) -> None:
    done = empile_cli("train", "block-ness", "--run", tmp_path, "--device", device)
    done.refused(f"the device {device} cannot be used")
    assert not list(tmp_path.iterdir())


def test_train_needs_pytorch(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    done = empile_cli("train", "block-ness", "--run", tmp_path / "run")
    done.refused('PyTorch is not installed: pip install "empile-engine[train]"')
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--actors", "2"], "--actors needs --cluster"),
        (["--set", "width"], "--set width: use NAME=VALUE, e.g. width=256"),
        (["--set", "width=wide"], "--set width=wide: wide is not a number"),
        (["--set", "widht=3"], "widht"),
        (["--set", "width=0"], "1 to 4096 units"),
        (["--set", "batch=1000000"], "the buffer must hold a batch; the settings are average,"),
        (["--set", "width=1.5"], "int"),
        (["--minutes", "0"], "'0' is not a number of minutes above 0"),
        (["--minutes", "soon"], "'soon' is not a number of minutes above 0"),
        (["--cpu-minutes", "-1"], "--cpu-minutes"),
        (["--iterations", "0"], "--iterations"),
        (["--threads", "0"], "--threads"),
        (["--players", "9"], "players"),
    ],
)
def test_wrong_arguments_are_refused(
    empile_cli: Empile, tmp_path: Path, words: list[str], said: str
) -> None:
    empile_cli("train", "block-ness", "--run", tmp_path, *words).refused(said)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_no_run_is_refused(empile_cli: Empile, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", "utf-8")
    done = empile_cli("train", "block-ness", "--run", tmp_path)
    done.refused(f"{tmp_path} is not a run of `empile train`")


def test_the_command_that_plays_a_network_has_its_options() -> None:
    end = "--entrant level:3 --entrant network=network:best.npz --rounds 10"
    start = f"{program_name()} tournament block-ness"
    game = empile.load("block-ness", players=2)
    assert play_command(game, Path("best.npz")) == f"{start} {end}"
    game = empile.load("block-ness", players=3, variant="expert")
    wanted = f"{start} --players 3 --option 'variant=\"expert\"' {end}"
    assert play_command(game, Path("best.npz")) == wanted
    quoted = play_command(game, Path("my runs/best.npz"))
    assert "--entrant 'network=network:my runs/best.npz'" in quoted


def test_status_and_match_lines() -> None:
    from types import SimpleNamespace

    counters: Any = SimpleNamespace(iteration=40, games=12345, positions=812000)
    losses: Any = SimpleNamespace(policy=0.314, value=0.42)
    wanted = "iteration 40, 12,345 games, 812,000 positions"
    assert status_of(counters, None) == wanted
    assert status_of(counters, losses) == f"{wanted}, loss 0.31 + 0.42"
    row = {
        "iteration": 40, "cpu_seconds": 81.2, "score": 0.711, "standard_error": 0.048,
        "opponent": "level:2", "games": 64, "verdict": "refuted",
    }  # fmt: skip
    assert match_line(row) == (
        "iteration 40 (81 CPU s): scored 0.71 +- 0.05 against level:2, 64 games: not stronger"
    )
