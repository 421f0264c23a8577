"""Runs of pytest with the configuration of these tests survive tests that hang or crash."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.support.patience import PATIENCE

_CRASHES = """
import os
import signal
import pytest

@pytest.mark.parametrize("index", range(12))
def test_some(index):
    if index in (3, 10):
        os.kill(os.getpid(), signal.SIGKILL)
"""
_HANGS = """
import asyncio
import threading
import time
import pytest

@pytest.fixture
def slow_to_start():
    threading.Event().wait()

@pytest.fixture
def slow_to_end():
    yield
    clean_up()

def clean_up():
    threading.Event().wait()

def test_before(): pass
def test_blocks(): threading.Event().wait()
def test_awaits(): asyncio.run(asyncio.Event().wait())
def test_starts(slow_to_start): pass
def test_ends(slow_to_end): pass
def test_between(): pass

def test_cannot_be_interrupted():
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass

def test_fails_and_hangs(slow_to_end): assert False
def test_after(): pass
"""


def _run(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    # Without the fixtures that compile games.
    hooks = "addoption", "configure", "unconfigure", "exception_interact", "runtest_protocol"
    names = ", ".join(f"pytest_{hook} as pytest_{hook}" for hook in hooks)
    conftest = f"from tests.conftest import {names}"
    (folder / "conftest.py").write_text(conftest, "utf-8")
    (folder / "test_it.py").write_text(tests, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    return subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def _parallel() -> list[str]:
    """Return the options with which ``scripts/test.sh`` runs tests in two processes."""
    script = (ROOT / "scripts" / "test.sh").read_text("utf-8")
    found = re.search(r'--numprocesses "\$JOBS" --dist (\w+)', script)
    assert found is not None
    return ["--numprocesses", "2", "--dist", found[1]]


def test_crashing_tests_fail_and_all_others_pass(tmp_path: Path) -> None:
    found = _run(tmp_path, _CRASHES, *_parallel())
    assert found.returncode == 1, found.stdout + found.stderr
    assert "2 failed, 10 passed" in found.stdout
    for index in (3, 10):
        assert f"crashed while running 'test_it.py::test_some[{index}]'" in found.stdout


def test_hanging_tests_fail_and_all_others_pass(tmp_path: Path) -> None:
    found = _run(tmp_path, _HANGS, *_parallel(), "-o", "timeout=4", "-o", "stuck_timeout=12")
    assert found.returncode == 1, found.stdout + found.stderr
    # "test_ends" passes and has an error; "test_fails_and_hangs" fails and crashes.
    assert "5 failed, 4 passed, 2 errors" in found.stdout
    for name in ("test_blocks", "test_awaits"):
        assert f"FAILED test_it.py::{name} - Failed: Timeout (>" in found.stdout
    for name in ("test_starts", "test_ends"):
        assert f"ERROR test_it.py::{name} - Failed: Timeout (>" in found.stdout
    for name in ("test_cannot_be_interrupted", "test_fails_and_hangs"):
        assert f"crashed while running 'test_it.py::{name}'" in found.stdout
    for place in ("test_cannot_be_interrupted", "clean_up"):
        assert f" in {place}\n" in found.stderr, "where it hung"


def test_tests_run_without_xdist() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "--collect-only", "-q", __file__],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "test_tests_run_without_xdist" in found.stdout
