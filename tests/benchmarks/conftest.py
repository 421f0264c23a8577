"""What tests of the benchmarks share: their programs, imported."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import ROOT

Program = Callable[[str], Any]
"""Returns a program by its name."""


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """Import programs of ``benchmarks`` as they import each other: by name, from their folder."""
    folder = str(ROOT / "benchmarks")
    sys.path.insert(0, folder)
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(folder)
