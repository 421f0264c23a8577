"""Environments of frameworks for language models, which are not in the test environment.

They exclude each other. ``make frameworks`` installs each in ``build/frameworks``.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.support.patience import PATIENCE

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "frameworks"
NEEDS: Final = ROOT / "requirements" / "frameworks"
NAMES: Final = tuple(sorted(path.stem for path in NEEDS.glob("*.txt")))
CASES: Final = ROOT / "tests" / "long" / "envs" / "frameworks" / "cases"


def python(name: str) -> str:
    """Return the Python of a framework's environment.

    Skips the test if the framework is not installed; on CI, that is a failure.
    """
    if not is_installed(name):
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            f"{name} is missing: make frameworks"
        )
    return str(FOLDER / name / "bin" / "python")


def is_installed(name: str) -> bool:
    """Return whether ``make frameworks`` has installed the packages of the present lock file."""
    try:
        ready = (FOLDER / name / "ready").read_text("utf-8")
    except FileNotFoundError:
        return False
    return ready.endswith((NEEDS / f"{name}.txt").read_text("utf-8"))


def environment() -> dict[str, str]:
    """Return the variables of a process in a framework's environment that imports this checkout."""
    folders = [str(ROOT / "src"), str(ROOT)]
    # Without caches of bytecode, some frameworks take many seconds to import, each time.
    left_out = ("PYTEST_", "PYTHONDONTWRITEBYTECODE")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return {**outside, "PYTHONPATH": os.pathsep.join(folders), "OMP_NUM_THREADS": "1"}


def run_cases(name: str, file: str, only: str = "") -> None:
    """Run the tests of a file in :data:`CASES` in a framework's environment; fail with their output.

    ``only`` is an expression of pytest's option ``-k``.
    """
    done = subprocess.run(
        [
            *(python(name), "-m", "pytest", "--quiet", "-p", "no:cacheprovider"),
            *("-c", os.devnull, "--rootdir", str(ROOT), "--confcutdir", str(CASES)),
            *("--import-mode", "importlib", "-k", only, str(CASES / file)),
        ],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
