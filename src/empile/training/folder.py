"""The folder of a run: settings, checkpoints, curves, networks and evaluation games.

=======================  =========================================================================
``config.json``          the game, its options and the settings
``progress.csv``         a line for each iteration
``matches.csv``          a line for each evaluation match
``games/``               the games of evaluations, a record of JSON in each line
``checkpoint/``          everything that the run continues from
``best.npz``             the best network so far, for ``empile tournament``; ``best.onnx`` the same
``latest.npz``           the network of the last checkpoint
``tensorboard/``         the curves for TensorBoard
=======================  =========================================================================
"""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from empile.engine.files import lock, sync, sync_folder, write_whole
from empile.engine.game import Game
from empile.engine.record import Record
from empile.training.config import TrainingConfig
from empile.training.errors import TrainingError


class RunInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``config.json`` contains."""

    game: str
    options: dict[str, Any]
    config: TrainingConfig


class RunFolder:
    """Files of a run; each is complete or absent at any time.

    :raises TrainingError: the folder belongs to another run, or another process uses it.

    Example: ``RunFolder(Path("runs/block-ness"), game, config)``.
    """

    def __init__(self, path: Path, game: Game, config: TrainingConfig) -> None:
        self.path = path
        written = msgspec.json.encode(RunInfo(game.name, dict(game.options), config))
        info = msgspec.json.decode(written, type=RunInfo)  # tuples become lists
        file = path / "config.json"
        if file.exists():
            known = read_run(path)
            if known != info:
                raise TrainingError(
                    f"{path} is a run with other settings: {_difference(known, info)}; continue it"
                    " with its own, or choose another folder"
                )
        else:
            if path.exists() and any(path.iterdir()):
                raise TrainingError(f"{path} is not empty, and not a run")
            path.mkdir(parents=True, exist_ok=True)
            write_whole(file, msgspec.json.format(written))
        (path / "games").mkdir(exist_ok=True)
        self._lock = _locked(path)

    def close(self) -> None:
        """Let other processes use the folder."""
        self._lock.close()

    @property
    def checkpoint(self) -> Path:
        """The folder of the last complete checkpoint."""
        return self.path / "checkpoint"

    def write_checkpoint(self, files: Mapping[str, bytes]) -> None:
        """Replace the checkpoint by new files."""
        self._finish_renames()
        new, old = self.path / "checkpoint.new", self.path / "checkpoint.old"
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)
        new.mkdir()
        for name, data in files.items():
            write_whole(new / name, data)
        if self.checkpoint.exists():
            self.checkpoint.rename(old)
        new.rename(self.checkpoint)
        sync_folder(self.path)
        shutil.rmtree(old, ignore_errors=True)

    def read_checkpoint(self) -> dict[str, bytes] | None:
        """Return the files of the checkpoint; None if there is none."""
        self._finish_renames()
        if not self.checkpoint.exists():
            return None
        return {file.name: file.read_bytes() for file in self.checkpoint.iterdir()}

    def _finish_renames(self) -> None:
        """Do what is left if the process ended while it replaced the checkpoint."""
        for name in ("checkpoint.new", "checkpoint.old"):
            if not self.checkpoint.exists() and (self.path / name / "done").exists():
                (self.path / name).rename(self.checkpoint)
                sync_folder(self.path)

    def append(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows to a CSV file."""
        if not rows:
            return
        file = self.path / name
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        if not file.exists():
            writer.writeheader()
        writer.writerows(rows)
        with file.open("ab") as opened:
            opened.write(text.getvalue().encode())
            sync(opened)

    def keep_rows(self, name: str, iterations: int) -> None:
        """Remove rows of iterations after the checkpoint, which are played again."""
        file = self.path / name
        if not file.exists():
            return
        with file.open(encoding="utf-8", newline="") as opened:
            reader = csv.DictReader(opened)
            fields = list(reader.fieldnames or ())
            # The last row is incomplete if the process ended while it was written.
            whole = [row for row in reader if None not in row.values()]
        rows = [row for row in whole if int(row["iteration"]) <= iterations]
        if not rows:
            file.unlink()  # its header may be incomplete, too
            return
        text = io.StringIO()
        writer = csv.DictWriter(text, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_whole(file, text.getvalue().encode())

    def write_games(self, name: str, records: Sequence[Record]) -> None:
        """Write games, a record in each line."""
        lines = "".join(record.to_json() + "\n" for record in records)
        write_whole(self.path / "games" / f"{name}.jsonl", lines.encode())


def read_run(path: Path) -> RunInfo:
    """Return the settings of a run; raises :class:`TrainingError`."""
    try:
        return msgspec.json.decode((path / "config.json").read_bytes(), type=RunInfo)
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise TrainingError(f"{path} is not a run of `empile train`: {error}") from error


def _locked(path: Path) -> BinaryIO:
    """Return an open file that other processes cannot lock."""
    file = (path / "lock").open("ab")
    if not lock(file):
        file.close()
        raise TrainingError(f"another process is training in {path}")
    return file


def _difference(known: RunInfo, wanted: RunInfo) -> str:
    left, right = (msgspec.to_builtins(info) for info in (known, wanted))
    if left["game"] != right["game"] or left["options"] != right["options"]:
        return f"of {left['game']} with the options {left['options']}"
    config, other = left["config"], right["config"]
    return ", ".join(f"{name} {config[name]}" for name in config if config[name] != other[name])
