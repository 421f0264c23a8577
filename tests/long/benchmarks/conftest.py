"""Shared fixtures: imports of benchmark programs, and a numerical check of gradients."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT

Program = Callable[[str], Any]
"""Imports a program by name."""


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """Import programs of ``benchmarks`` by name, from their folder, as they import each other."""
    folder = str(ROOT / "benchmarks")
    sys.path.insert(0, folder)
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(folder)


def check_gradient(network: Any, slopes: Any, error: Callable[[], float]) -> None:
    """Compare a gradient with finite differences for some weights.

    ``error`` reads the arrays in ``network``; ``slopes`` are their gradients.
    """
    for part, slope in zip(network, slopes, strict=True):
        assert np.any(slope)
        for at in list(np.ndindex(part.shape))[:: max(1, part.size // 7)]:
            part[at] += 1e-6
            more = error()
            part[at] -= 2e-6
            assert (more - error()) / 2e-6 == pytest.approx(slope[at], abs=1e-5)
            part[at] += 1e-6
