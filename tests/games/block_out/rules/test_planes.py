"""Tests of the tensors, recomputed from views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from tests.support.games import Step, Variant, golden_records, single_steps, variants
from tests.support.planes import assert_planes, clockwise, marked, seat_marked

COLOURS, SIZES = "kny", "SML"
CARDS = [
    "kS",
    "kM",
    "kL",
    "nS",
    "nM",
    "nL",
    "yS",
    "yM",
    "yL",
    "k*",
    "n*",
    "y*",
    "*S",
    "*M",
    "*L",
    "**",
    "pass",
    "reverse",
]
IN_BOX = [2] * 9 + [3] * 6 + [7, 6, 6]


def block(name: str) -> Any:
    """Return a block by colour and size."""
    found = np.zeros((3, 3))
    found[COLOURS.index(name[0]), SIZES.index(name[1])] = 1
    return found


def due(step: Step, view: dict[str, Any]) -> list[int]:
    """Return what is due, as a one-hot list."""
    if step.event is None:
        return marked(5)
    if step.event.seat >= 0:
        return marked(5, 1)
    if step.event.seat == empile.EXTERNAL:
        return marked(5, 4)
    if step.event.text.startswith("~hand"):
        return marked(5, 0)
    return marked(5, 3 if view["stage"] == "rebuild" else 2)


def expected(step: Step, seat: int, penalty: int) -> dict[str, Any]:
    """Return the planes; ``penalty`` is how many cards are still drawn for a fall."""
    game, view = step.state.game, step.state.view(seat)
    seats = game.num_players
    dealing = step.event is not None and step.event.text.startswith("~hand")
    acting = [len(hand) < 7 for hand in view["hands"]].index(True) if dealing else view["seat"]
    tower = np.zeros((9, 3, 3))
    for level, name in enumerate(view["tower"]):
        tower[level] = block(name)
    stock = view["stock"] if isinstance(view["stock"], int) else sum(view["stock"].values())
    drawn = view["drawn"]
    stages = ["play", "rebuild", "over", *(["bonus"] if game.options["advanced"] else [])]
    return {
        "tower": tower,
        "free": 1 - tower.sum(axis=0),
        "hand": [
            view["hands"][seat].count(card) / most for card, most in zip(CARDS, IN_BOX, strict=True)
        ],
        "drawn": marked(18, *([CARDS.index(drawn)] if drawn not in (None, "?") else [])),
        "has_drawn": drawn is not None,
        "hands": clockwise([len(hand) / 7 for hand in view["hands"]], seat, seats),
        "stock": stock / 55,
        "discard": [view["discard"][card] / most for card, most in zip(CARDS, IN_BOX, strict=True)],
        "clockwise": view["direction"] == 1,
        "to_act": seat_marked(acting, seat, seats, seats),
        "due": due(step, view),
        "stage": marked(len(stages), stages.index(view["stage"])),
        "to_draw": step.left / 7 if dealing else penalty / 3,
        "turn": view["turn"] / game.options["turn_limit"],
    }


def look_at(steps: list[Step]) -> set[str]:
    """Compare all states of a game from all seats; return the kinds of situations there were."""
    met: set[str] = set()
    penalty = 0
    for step in steps:
        event = step.event
        for seat in range(step.state.game.num_players):
            draws = event is not None and event.text.startswith("~draw")
            wanted = expected(step, seat, penalty if draws else 0)
            planes = step.state.game.observation_planes
            assert_planes(planes, step.state.observation(seat), wanted)
            assert (
                step.state.information_state(seat).tobytes()
                == step.state.observation(seat).tobytes()
            )
            met.add(
                "drawn" if any(wanted["drawn"]) else "other drew" if wanted["has_drawn"] else ""
            )
        met.add(step.state.view(0)["stage"])
        if event is not None and event.text.startswith("~"):
            penalty = 3 if event.text == "~falls" else penalty - (penalty > 0)
    return met


@pytest.mark.parametrize("variant", variants("block-out"), ids=str)
def test_observe_matches_view(variant: Variant) -> None:
    met: set[str] = set()
    for seed in range(5):
        met |= look_at(list(single_steps(variant.game(), seed, eager=0.5)))
    assert {"play", "over"} <= met
    if variant.game().options["turn_limit"] == 500:
        assert {"rebuild", "drawn", "other drew"} <= met


@pytest.mark.parametrize("path", golden_records("block-out"), ids=lambda path: path.stem)
def test_observe_at_the_end(path: Any) -> None:
    """Free blocks, nine blocks in a tower: what random games seldom see."""
    record = empile.Record.from_json(path.read_text("utf-8"))
    replayed = [(state.clone(), event) for state, event in record.replay()]
    look_at([Step(state, event, len(event.actions)) for state, event in replayed])
    look_at([Step(record.final_state(), None, 0)])
