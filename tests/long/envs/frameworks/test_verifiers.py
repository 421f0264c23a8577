"""Environments of verifiers."""

from __future__ import annotations

import pytest

from tests.support.frameworks import run_cases


# In parts, since it takes seconds to import and its program starts several processes.
@pytest.mark.parametrize(
    "only", ["whole_games", "command_line", "not whole_games and not command_line"]
)
def test_verifiers_rates_models_in_the_games(only: str) -> None:
    run_cases("verifiers", "verifiers.py", only)
