"""A small suite that takes a second."""

from __future__ import annotations

import pytest

from empile.evals import Section, Suite


@pytest.fixture
def small() -> Suite:
    """Four games of a game without chance and hidden information, on the usual board."""
    section = Section(
        "block-ness", {"players": 2}, "2 base", ["random", "level:1"], starts=1, boards=False
    )
    return Suite("small", [section])
