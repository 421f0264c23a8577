"""What tests of the benchmarks share: their programs, imported, and a gradient held to steps."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
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


def check_gradient(network: Any, slopes: Any, error: Callable[[], float]) -> None:
    """Hold the gradient of an error against what small steps of some of the weights change it by.

    ``network`` are arrays, which ``error`` reads; ``slopes`` the gradient of each.
    """
    for part, slope in zip(network, slopes, strict=True):
        assert np.any(slope)
        for at in list(np.ndindex(part.shape))[:: max(1, part.size // 7)]:
            part[at] += 1e-6
            more = error()
            part[at] -= 2e-6
            assert (more - error()) / 2e-6 == pytest.approx(slope[at], abs=1e-5)
            part[at] += 1e-6
