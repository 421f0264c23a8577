"""PyTorch for tests: in the test environment, or in ``build/torch`` after ``make pytorch``.

The test environment does not contain it: most registries have only wheels of gigabytes, for GPUs. The packages
that belong to it (:data:`NEEDS`) are added at the end of the path, so the test environment's own come first.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "torch"
NEEDS: Final = ROOT / "requirements" / "pytorch.txt"
MISSING: Final = "PyTorch is missing: make pytorch"


def load() -> Any:
    """Return the module ``torch``, which computes in one thread.

    Afterwards, the packages of :data:`NEEDS` can be imported in this process. Skips the test if PyTorch
    is not installed; on CI, that is a failure. Call it in tests and fixtures only: an import takes seconds.
    """
    if find_spec("torch") is None:
        if not is_installed():
            (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
        sys.path.append(str(FOLDER))
        importlib.invalidate_caches()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch: Any = importlib.import_module("torch")
    torch.set_num_threads(1)  # tests run in parallel
    return torch


def environment() -> dict[str, str]:
    """Return the environment of a process that can import PyTorch; skips the test as :func:`load` does."""
    load()
    folders = [os.environ.get("PYTHONPATH", ""), str(FOLDER)]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(folder for folder in folders if folder),
        "OMP_NUM_THREADS": "1",
    }


def is_installed() -> bool:
    """Return whether ``make pytorch`` has installed the packages of this version of :data:`NEEDS`."""
    try:
        ready = (FOLDER / "ready").read_text("utf-8")
    except FileNotFoundError:
        return False
    return ready.endswith(NEEDS.read_text("utf-8"))
