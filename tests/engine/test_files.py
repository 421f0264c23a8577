"""Files that survive a power cut, and that one process at a time writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from empile.engine import files


def test_a_file_has_all_of_the_data_or_does_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report"
    files.write_whole(path, b"old")

    def full(_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(files, "sync", full)
        with pytest.raises(OSError, match="no space"):
            files.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    files.write_whole(path, b"new")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"new"]


def test_an_incomplete_last_line_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntwo\nthr")
    with files.open_to_append(path) as file:
        assert files.whole_lines(file) == [b"one\n", b"two\n"]
        file.write(b"four\n")
    assert path.read_bytes() == b"one\ntwo\nfour\n"


def test_a_missing_file_is_created(tmp_path: Path) -> None:
    with files.open_to_append(tmp_path / "lines") as file:
        assert files.whole_lines(file) == []
    files.sync_folder(tmp_path)


def test_a_lock_holds_until_the_file_is_closed(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    code = "import sys; from empile.engine.files import lock; print(lock(open(sys.argv[1], 'ab')))"

    def another_process() -> str:
        command = [sys.executable, "-c", code, str(tmp_path / "lock")]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    with (tmp_path / "lock").open("ab") as file:
        assert files.lock(file)
        assert another_process() == "False"
    assert another_process() == "True"
