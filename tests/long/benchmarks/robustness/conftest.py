"""Imports of the programs in ``benchmarks/robustness``."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """Import programs by name, from their folder, as they import each other."""
    folder = str(ROOT / "benchmarks" / "robustness")
    sys.path.insert(0, folder)
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(folder)


@pytest.fixture(scope="package")
def servers() -> Iterator[Any]:
    """Start servers for all tests of this folder: loading the games takes seconds."""
    folder = str(ROOT / "benchmarks" / "robustness")
    sys.path.insert(0, folder)
    try:
        made = importlib.import_module("servers").Servers()
    finally:
        sys.path.remove(folder)
    with made:
        yield made
