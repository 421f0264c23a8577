"""The same seed gives the same bytes, wherever it is sown."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from .games import by_game
from .trajectories import digests, of_all_seats, of_one_seat


def test_two_processes_play_the_same_games_byte_for_byte() -> None:
    command = [sys.executable, "-m", "tests.envs.trajectories", "11"]
    told = [
        subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashing in ("1", "2")
    ]
    assert json.loads(told[0]) == json.loads(told[1]) == digests(11)


def test_another_seed_gives_another_game() -> None:
    for variant in by_game():
        assert of_all_seats(variant, 1) != of_all_seats(variant, 2)
        assert of_one_seat(variant, 1) != of_one_seat(variant, 2)
