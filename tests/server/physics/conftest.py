"""Fixtures of the placement tests."""

from __future__ import annotations

import pytest

from tests.server.scripted_placement import Script, cairn_by_hand


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add placements by hand to Cairn."""
    made = Script()
    cairn_by_hand(made, monkeypatch.setattr)
    return made
