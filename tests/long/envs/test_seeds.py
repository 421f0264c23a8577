"""Seeds are reproducible across processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.envs.games import by_game
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from tests.envs import trajectories
else:
    trajectories = lazy_module("tests.envs.trajectories")


def test_seed_is_reproducible_across_processes() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.envs.trajectories", "11"],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(told.stdout) == trajectories.digests(11)


def test_seed_changes_the_game() -> None:
    for variant in by_game():
        assert trajectories.of_all_seats(variant, 1) != trajectories.of_all_seats(variant, 2)
        assert trajectories.of_one_seat(variant, 1) != trajectories.of_one_seat(variant, 2)
