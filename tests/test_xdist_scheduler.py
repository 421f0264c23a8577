"""A hanging test ends only its process: it is reported, and the others continue."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

_CONFTEST = """
from tests.conftest import pytest_exception_interact
from tests.xdist_scheduler import FileScheduling

def pytest_xdist_make_scheduler(config, log):
    return FileScheduling(config, log)
"""
_TESTS = """
import threading
import pytest

@pytest.fixture
def untidy():
    yield
    tidy_up()

def tidy_up():
    threading.Event().wait()

def test_before(): pass
def test_hangs(): threading.Event().wait()
def test_between(): pass
def test_fails_and_hangs(untidy): assert False
def test_after(): pass
"""


def test_what_hangs_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST, "utf-8")
    (tmp_path / "test_some.py").write_text(_TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nfaulthandler_timeout = 5\nfaulthandler_exit_on_timeout = true\n", "utf-8"
    )
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "--numprocesses", "2", "--dist", "loadscope", tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert found.returncode == 1, found.stdout + found.stderr
    assert "3 failed, 3 passed" in found.stdout
    assert "crashed while running 'test_some.py::test_hangs'" in found.stdout
    assert "crashed while running 'test_some.py::test_fails_and_hangs'" in found.stdout
    for place in ("test_hangs", "tidy_up"):
        assert f" in {place}\n" in found.stderr, "where it hung"
