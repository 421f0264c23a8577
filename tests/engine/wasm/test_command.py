"""``python -m empile.engine.wasm`` refuses what it cannot do, before it compiles anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from empile.engine.wasm.__main__ import main
from tests.support.patience import PATIENCE


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_unknown_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(["chess", str(tmp_path / "rules.wasm")], capsys)
    assert "there is no game 'chess'; the games are " in said
    assert list(tmp_path.iterdir()) == []


def test_missing_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "missing"
    assert f"there is no folder {folder}" in refusal(["blox", str(folder / "a.wasm")], capsys)


def test_file_is_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{tmp_path} is a folder: name the file" in refusal(["blox", str(tmp_path)], capsys)


@pytest.mark.parametrize("arguments", [[], ["blox"], ["blox", "a.wasm", "b.wasm"]])
def test_wrong_number_of_arguments(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "usage: python -m empile.engine.wasm" in refusal(arguments, capsys)


def nothing(_: object) -> None:
    """No module is cached, and the priority of this process stays as it is."""


def test_without_the_compiler(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("empile.engine.wasm.build.cached_module", nothing)
    monkeypatch.setattr("os.nice", nothing)
    said = refusal(["blox", str(tmp_path / "rules.wasm")], capsys)
    assert "NUMBA_DISABLE_JIT is set" in said


def test_the_process_ends_with_its_input(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "empile.engine.wasm", "blox", str(tmp_path / "rules.wasm")]
    done = subprocess.run(
        [*command, "--end-with-input"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "EMPILE_CACHE": str(tmp_path)},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert not (tmp_path / "rules.wasm").exists()
