"""The folder of a run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import empile
from empile.engine.files import write_whole
from empile.training import folder as folders
from empile.training.errors import TrainingError
from empile.training.folder import RunFolder, read_run
from tests.support.training import tiny_config

two_seats = cache(lambda: empile.load("block-ness", players=2))
CONFIG = tiny_config()
FIRST, SECOND = {"a": b"1", "done": b""}, {"a": b"2", "b": b"3", "done": b""}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    found = RunFolder(tmp_path / "run", two_seats(), CONFIG)
    yield found
    found.close()


def test_config_is_stored(folder: RunFolder) -> None:
    info = read_run(folder.path)
    assert (info.game, info.config) == ("block-ness", CONFIG)
    assert empile.load(info.game, **info.options).options == two_seats().options
    folder.close()
    RunFolder(folder.path, two_seats(), CONFIG).close()


@pytest.mark.parametrize(
    ("name", "players", "config", "said"),
    [
        ("block-ness", 2, tiny_config(batch=8, seed=4), "with other settings: batch 16, seed 0;"),
        ("block-ness", 3, CONFIG, "of block-ness with the options"),
        ("cairn", 2, CONFIG, "of block-ness with the options"),
    ],
)
def test_folders_of_other_runs_are_refused(
    folder: RunFolder, name: str, players: int, config: Any, said: str
) -> None:
    folder.close()
    with pytest.raises(TrainingError, match=said):
        RunFolder(folder.path, empile.load(name, players=players), config)


def test_folders_with_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all", "utf-8")
    with pytest.raises(TrainingError, match="is not empty, and not a run"):
        RunFolder(tmp_path, two_seats(), CONFIG)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("text", [b"", b"{", b'{"game": 3}', b"[]"])
def test_damaged_settings_are_refused(folder: RunFolder, text: bytes) -> None:
    folder.close()
    (folder.path / "config.json").write_bytes(text)
    with pytest.raises(TrainingError, match="is not a run of `empile train`"):
        RunFolder(folder.path, two_seats(), CONFIG)


def test_a_folder_is_of_one_process_at_a_time(folder: RunFolder) -> None:
    pytest.importorskip("fcntl")
    with pytest.raises(TrainingError, match="another process is training in"):
        RunFolder(folder.path, two_seats(), CONFIG)
    # The lock of a killed process is free.
    holder = "import fcntl, sys; f = open(sys.argv[1], 'ab'); fcntl.flock(f, fcntl.LOCK_EX)"
    folder.close()
    code = f"{holder}; print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder.path / "lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(TrainingError, match="another process is training in"):
            RunFolder(folder.path, two_seats(), CONFIG)
        process.kill()
    RunFolder(folder.path, two_seats(), CONFIG).close()


def test_checkpoints_replace_each_other(folder: RunFolder) -> None:
    assert folder.read_checkpoint() is None
    for files in (FIRST, SECOND, FIRST):
        folder.write_checkpoint(files)
        assert folder.read_checkpoint() == files
    assert sorted(file.name for file in folder.path.glob("checkpoint*")) == ["checkpoint"]


class KilledError(Exception):
    """The process ends here."""


def interruptions() -> list[int]:
    """Return after how many operations on files a process may end."""
    return [*range(14)]


@pytest.mark.parametrize("after", interruptions())
def test_a_checkpoint_is_there_whenever_the_process_ends(
    folder: RunFolder, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice: while it writes a checkpoint, and while it writes the next after that."""
    folder.write_checkpoint(FIRST)
    for _ in range(2):
        with monkeypatch.context() as patch:
            left = [after]
            _end_after(patch, left)
            try:
                folder.write_checkpoint(SECOND)
            except KilledError:
                assert left[0] < 0
        assert folder.read_checkpoint() in (FIRST, SECOND)
    folder.write_checkpoint(SECOND)
    assert folder.read_checkpoint() == SECOND


def _end_after(patch: pytest.MonkeyPatch, left: list[int]) -> None:
    def ending(function: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KilledError
            return function(*arguments, **named)

        return call

    patch.setattr(Path, "mkdir", ending(Path.mkdir))
    patch.setattr(Path, "rename", ending(Path.rename))
    patch.setattr(folders, "write_whole", ending(write_whole))
    patch.setattr(shutil, "rmtree", ending(shutil.rmtree))


def test_a_half_written_checkpoint_does_not_count(folder: RunFolder) -> None:
    (folder.path / "checkpoint.new").mkdir()
    (folder.path / "checkpoint.new" / "a").write_bytes(b"1")
    assert folder.read_checkpoint() is None


def row(iteration: int) -> dict[str, Any]:
    return {"iteration": iteration, "loss": f"0.{iteration}"}


def test_rows_after_the_checkpoint_are_removed(folder: RunFolder) -> None:
    folder.append("progress.csv", [row(i) for i in range(1, 6)])
    folder.append("progress.csv", [])
    file = folder.path / "progress.csv"
    whole = file.read_text("utf-8")
    folder.keep_rows("progress.csv", 5)
    assert file.read_text("utf-8") == whole
    folder.keep_rows("progress.csv", 3)
    folder.append("progress.csv", [row(4), row(5)])
    assert file.read_text("utf-8") == whole == "iteration,loss\n1,0.1\n2,0.2\n3,0.3\n4,0.4\n5,0.5\n"


@pytest.mark.parametrize("kept", [0, 3])
def test_half_written_rows_are_removed(folder: RunFolder, kept: int) -> None:
    rows = [row(i) for i in range(1, kept + 1)]
    folder.append("progress.csv", [*rows, row(12)])
    file = folder.path / "progress.csv"
    whole = file.read_bytes()
    for end in range(len(whole.removesuffix(b"12,0.12\n")), len(whole)):
        file.write_bytes(whole[:end])
        folder.keep_rows("progress.csv", kept)
        folder.append("progress.csv", [row(kept + 1)])
        lines = file.read_text("utf-8").splitlines()
        assert lines[0] == "iteration,loss"
        assert [line.split(",")[0] for line in lines[1:]] == [str(i) for i in range(1, kept + 2)]


@pytest.mark.parametrize("end", [0, 4, 9, 14])
def test_half_written_headers_are_replaced(folder: RunFolder, end: int) -> None:
    file = folder.path / "progress.csv"
    file.write_bytes(b"iteration,loss\n"[:end])
    folder.keep_rows("progress.csv", 0)
    folder.append("progress.csv", [row(1)])
    assert file.read_text("utf-8") == "iteration,loss\n1,0.1\n"


def test_games_are_records_in_lines(folder: RunFolder) -> None:
    match = empile.Match(two_seats())
    match.play_action(match.state.legal_actions()[0])
    folder.write_games("000020-random", [match.record(["network", "random"])] * 2)
    lines = (folder.path / "games" / "000020-random.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert empile.Record.from_json(lines[1]).seats == ["network", "random"]


def test_settings_are_readable(folder: RunFolder) -> None:
    text = (folder.path / "config.json").read_text("utf-8")
    assert '\n    "games": 8,\n' in text
    assert msgspec.json.decode(text)["game"] == "block-ness"
