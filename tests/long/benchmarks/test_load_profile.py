"""Profile of the server under load."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def load_profile(program: Program) -> Any:
    """The program."""
    return program("load_profile")


def test_profile_of_is_per_move(load_profile: Any) -> None:
    before = {"stages": {"events": 1.0}, "threads": {"MainThread": 2.0, "store": 0.5}}
    after = {
        "stages": {"events": 1.001, "legal moves": 0.002},
        "threads": {"MainThread": 2.01, "store": 0.502, "frames": 0.003},
    }
    found = load_profile.profile_of("blox", "full", 100, before, after)
    assert found.loop == pytest.approx(100)
    assert found.stages == pytest.approx({"events": 10, "legal moves": 20})
    assert found.threads == pytest.approx({"store": 20, "frames": 30})
    text = load_profile.report([found], 300, "note")
    assert "| event loop and sockets: the rest | 70 |" in text
    assert "| **in all** | 150 |" in text


def test_load_profile_measures_all_stages(load_profile: Any) -> None:
    found = load_profile.measured("block-ness", "full", 4, 1.0)
    assert set(found.stages) == set(load_profile.STAGES)
    assert 0 < sum(found.stages.values()) < found.loop
