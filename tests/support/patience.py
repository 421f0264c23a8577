"""How long tests wait for a state: so long that only a program that hangs is given up.

A machine that is slow or busy takes longer for everything, so bounds in seconds of wall time are
multiples of one factor, which is measured once, when the tests start.
"""

from __future__ import annotations

import os
import time
from typing import Final

VARIABLE: Final = "EMPILE_TEST_SLOWNESS"
"""Hands the factor on to the other processes of a run."""
_ROUNDS: Final = 4_000_000
_USUAL: Final = 0.12
"""Seconds that the rounds take on an idle core of 2023."""


def measure() -> float:
    """Return how much longer this machine takes than an idle one of 2023; at least 1."""
    begun = time.perf_counter()
    for _ in range(_ROUNDS):
        pass
    return max(1.0, (time.perf_counter() - begun) / _USUAL)


def slowness() -> float:
    """Return the factor of this run; measure it in its first process."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = f"{measure():.2f}"
    return float(os.environ[VARIABLE])


PATIENCE: Final = float(os.environ.get("EMPILE_TEST_PATIENCE", "400")) * slowness()
"""Seconds after which a state that a test waits for will not come; fewer while tests are written."""
