"""Environments that `make frameworks` has installed."""

from __future__ import annotations

import subprocess

import pytest

from tests.scripts.test_frameworks import SCRIPT
from tests.support import frameworks


@pytest.mark.parametrize("name", frameworks.NAMES)
def test_what_is_installed_is_not_installed_again(name: str) -> None:
    frameworks.python(name)
    before = (frameworks.FOLDER / name / "seconds").stat().st_mtime_ns
    done = subprocess.run([SCRIPT, name], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert (frameworks.FOLDER / name / "seconds").stat().st_mtime_ns == before
