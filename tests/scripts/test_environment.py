"""Creating the environment: when it is up to date, and what is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "environment.py"


def finds(program: str | None) -> Callable[[str], str | None]:
    """Return a replacement for ``shutil.which``."""

    def which(_: str) -> str | None:
        return program

    return which


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, in an empty checkout."""
    spec = importlib.util.spec_from_file_location("environment_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    (tmp_path / "requirements").mkdir()
    for kind in ("run", "test"):
        (tmp_path / "requirements" / f"{kind}.txt").write_text("numpy==2.0\n", "utf-8")
    (tmp_path / "packaging" / "engine").mkdir(parents=True)
    for project in (".", "packaging/engine"):
        (tmp_path / project / "pyproject.toml").write_text("[project]\n", "utf-8")
    return module


@pytest.fixture
def called(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would run; all succeed."""
    commands: list[list[str]] = []

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(list(command))
        (environment.VENV / "bin").mkdir(parents=True, exist_ok=True)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(environment.subprocess, "run", run)
    monkeypatch.setattr(environment.shutil, "which", finds("uv"))
    return commands


def test_main_installs_with_hashes_once(environment: ModuleType, called: list[list[str]]) -> None:
    assert environment.main(["run"]) == 0
    installs = [command for command in called if command[1:3] == ["pip", "install"]]
    assert "--require-hashes" in installs[0]
    assert "requirements/run.txt" in installs[0]
    assert "--no-deps" in installs[1]
    assert installs[1][-4:] == ["--editable", "./packaging/engine", "--editable", "."]
    called.clear()
    assert environment.main(["run"]) == 0
    assert called == []


def test_is_ready_to_run_if_ready_for_tests(
    environment: ModuleType, called: list[list[str]]
) -> None:
    environment.main(["test"])
    called.clear()
    assert environment.main(["run"]) == 0
    assert called == []


def test_is_ready_not_for_tests_if_ready_to_run(
    environment: ModuleType, called: list[list[str]]
) -> None:
    environment.main(["run"])
    called.clear()
    environment.main(["test"])
    assert called != []


@pytest.mark.parametrize(
    "changed", ["requirements/run.txt", "pyproject.toml", "packaging/engine/pyproject.toml"]
)
def test_main_reinstalls_after_a_change(
    environment: ModuleType, called: list[list[str]], changed: str, tmp_path: Path
) -> None:
    environment.main(["run"])
    called.clear()
    (tmp_path / changed).write_text("# changed\n", "utf-8")
    environment.main(["run"])
    assert called != []


def test_main_retries_a_failed_installation(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment.shutil, "which", finds("uv"))
    works = {"--version"}

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0 if works & set(command) else 1)

    monkeypatch.setattr(environment.subprocess, "run", run)
    assert environment.main(["run"]) == 1
    assert "command failed: uv venv" in capsys.readouterr().err
    assert not environment.is_ready("run")


def test_main_says_what_to_install(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment.shutil, "which", finds(None))

    def fail(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(environment.subprocess, "run", fail)
    assert environment.main(["run"]) == 1
    assert "python3-venv" in capsys.readouterr().err


def test_main_rejects_invalid_arguments() -> None:
    for words in ([], ["play"], ["run", "test"]):
        done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, check=False)
        assert done.returncode == 2
