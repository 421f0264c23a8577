"""Environments of verifiers."""

from __future__ import annotations

from tests.support.frameworks import run_cases


def test_verifiers_rates_models_in_the_games() -> None:
    run_cases("verifiers", "verifiers.py")
