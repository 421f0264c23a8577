"""Evaluations with Inspect."""

from __future__ import annotations

from tests.support.frameworks import run_cases


def test_inspect_evaluates_models_in_the_games() -> None:
    run_cases("inspect-ai", "inspect_ai.py")
