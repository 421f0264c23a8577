"""``empile train``: learns a game by self-play."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.game_args import add_game_arguments, add_seed_argument, chosen_game
from empile.cli.parser import whole_number
from empile.cli.progress import resumable
from empile.cli.training_text import live_status, match_line, play_command, status_of

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.training.config import TrainingConfig
    from empile.training.run import TrainingRun

ABOUT = """\
Train a network by self-play (AlphaZero with the search of Gumbel MuZero), and test it against the
bots' levels and the best network so far. Requires PyTorch: pip install "empile-engine[train]".

The folder of a run contains its settings, curves (CSV and TensorBoard), a checkpoint, the games of
evaluations and the best network. The same command continues an interrupted run; Ctrl-C stores a
checkpoint. Play the network with `empile tournament GAME --entrant network:FOLDER/best.npz`.

examples:
  empile train block-ness --minutes 10
  empile train on-top --run runs/wide --set width=256 --set simulations=48 --device cuda
  empile train block-ness --players 3 --cluster --actors 8 --minutes 60
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--run",
        type=Path,
        metavar="FOLDER",
        help="folder of the run (default: runs/GAME-PLAYERS)",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        metavar="T",
        help="end after T minutes, evaluations included (default: until Ctrl-C)",
    )
    parser.add_argument(
        "--cpu-minutes",
        type=_minutes,
        metavar="T",
        help="end when the run has used T minutes of processor time, without evaluations",
    )
    parser.add_argument(
        "--iterations",
        type=whole_number(1),
        metavar="N",
        help="end when the run has made N iterations",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a setting, e.g. width=256; docs/how-to/train.md lists them; may be repeated",
    )
    add_seed_argument(parser)
    parser.add_argument(
        "--threads",
        type=whole_number(1, 1024),
        metavar="N",
        help="threads of the learner (default: one per core)",
    )
    parser.add_argument(
        "--device",
        default="cpu",
        metavar="NAME",
        help="where the learner computes, e.g. cuda (default: cpu)",
    )
    parser.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="self-play on a Ray cluster (default: that of RAY_ADDRESS, else a local one)",
    )
    parser.add_argument(
        "--actors",
        type=whole_number(1, 4096),
        metavar="N",
        help="self-playing processes of a cluster (default: one per processor but one)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.engine.optional_import import missing_extra

    game = chosen_game(arguments, headless=True)
    path: Path = arguments.run or Path("runs") / f"{game.name}-{game.num_players}"
    config = _config(game, arguments, path)
    if arguments.actors is not None and arguments.cluster is None:
        raise CommandError("--actors needs --cluster")
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        raise CommandError(str(missing_extra("PyTorch", "train"))) from None
    _check_device(torch, arguments.device)
    torch.set_num_threads(arguments.threads or os.cpu_count() or 1)
    kept = f"the last checkpoint is in {path}; the same command goes on"
    with _run(game, config, path, arguments) as training, resumable(lambda: kept):
        _train(training, arguments)
        training.checkpoint()
        training.export()
    print(f"The best network is {path / 'best.npz'}. To play against it:")
    print(f"  {play_command(game, path / 'best.npz')}")
    return 0


def _config(game: Game, arguments: argparse.Namespace, path: Path) -> TrainingConfig:
    """Return the settings of the command, or those of the run if it names none."""
    from empile.training.config import config_for
    from empile.training.folder import read_run

    changes = dict(_setting(text) for text in arguments.set)
    if not changes and (path / "config.json").exists():
        return read_run(path).config
    return config_for(game, {**changes, "seed": arguments.seed})


def _setting(text: str) -> tuple[str, Any]:
    from empile.engine.strict_json import PlainDataError, read_json

    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"--set {text}: use NAME=VALUE, e.g. width=256")
    try:
        return name.strip(), read_json(value.encode())
    except PlainDataError:
        raise CommandError(f"--set {text}: {value} is not a number") from None


def _check_device(torch: Any, name: str) -> None:
    try:
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).splitlines()[0]
        raise CommandError(f"the device {name} cannot be used: {reason}") from None


def _run(
    game: Game, config: TrainingConfig, path: Path, arguments: argparse.Namespace
) -> TrainingRun:
    from empile.training.run import TrainingRun
    from empile.training.sources import LocalSource

    make_source: Any = LocalSource
    if arguments.cluster is not None:
        from empile.training.cluster import cluster_source

        make_source = cluster_source(arguments.cluster or None, arguments.actors)
    return TrainingRun(game, config, path, device=arguments.device, make_source=make_source)


def _train(training: TrainingRun, arguments: argparse.Namespace) -> None:
    """Iterate until a limit or Ctrl-C, at the end of an iteration."""
    begun = time.monotonic()
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        if stopped:  # the second time at once; the checkpoint stays
            raise KeyboardInterrupt
        stopped = True
        print(
            "empile: finishing the iteration; Ctrl-C again ends at once; the same command goes on"
            " later",
            file=sys.stderr,
        )

    def share() -> float:
        counters = training.counters
        limits = (
            (time.monotonic() - begun, arguments.minutes and arguments.minutes * 60),
            (counters.cpu_seconds, arguments.cpu_minutes and arguments.cpu_minutes * 60),
            (counters.iteration, arguments.iterations),
        )
        return max((done / limit for done, limit in limits if limit), default=0.0)

    logging.basicConfig(format="empile: %(message)s")
    before = [(number, signal.signal(number, stop)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        with live_status(f"{training.game.name}: training") as show:
            while not stopped and share() < 1.0:
                for row in training.iterate():
                    print(match_line(row), flush=True)
                show(share(), status_of(training.counters, training.losses))
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _minutes(text: str) -> float:
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a number of minutes above 0")
