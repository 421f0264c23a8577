"""Environments of OpenEnv."""

from __future__ import annotations

from tests.support.frameworks import run_cases


def test_openenv_serves_the_games() -> None:
    run_cases("openenv", "openenv.py")
