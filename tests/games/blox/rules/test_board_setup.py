"""Static board data: the board, the heights by phase, and the options that pages show."""

from __future__ import annotations

from typing import Any

import empile
from empile.games.blox.rules.components import load_components


def setup_of(**options: Any) -> dict[str, Any]:
    return empile.load("blox", **options).presenter.board_setup()


def test_towers_that_fall_are_of_the_phase_or_up_to_it() -> None:
    falls = [phase["fall"] for phase in setup_of(demolish="up-to")["phases"]]
    assert falls == [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
    phases = setup_of(demolish="exact")["phases"]
    assert phases == [{"fall": [height], "build": height + 1} for height in range(1, 5)]


def test_neutral_figures_are_those_of_two_seats() -> None:
    two, three = setup_of(players=2), setup_of(players=3)
    assert two["neutral"] == [
        cell for cell, owner in first_figures(players=2).items() if owner == "neutral"
    ]
    assert len(two["neutral"]) > 0
    assert three["neutral"] == []
    assert two["squares"] == three["squares"] == load_components()["squares"]


def first_figures(**options: Any) -> dict[str, Any]:
    """Return the figures of a new game, a1 first."""
    figures = empile.load("blox", **options).new_state().position()["figures"]
    return dict(sorted(figures.items(), key=lambda figure: figure[0][::-1]))


def test_options_are_copied() -> None:
    most = 2**53 - 1
    setup = setup_of(strike_cap=5, access="new", recharge="five", round_limit=most)
    assert {key: setup[key] for key in ("strike_cap", "access", "recharge", "round_limit")} == {
        "strike_cap": 5,
        "access": "new",
        "recharge": "five",
        "round_limit": most,
    }
