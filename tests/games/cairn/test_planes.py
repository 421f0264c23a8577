"""Tests of the tensors, recomputed from views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support.games import Step, Variant, single_steps, variants
from tests.support.planes import assert_planes, clockwise, marked, seat_marked

STONES = {"A": 6, "B": 5, "C": 4}


def stage_of(step: Step) -> int:
    """Return 0 to 4: hands are dealt, a move, the referee, stones drawn, over."""
    if step.event is None:
        return 4
    verb = step.event.text.split(" ")[0]
    return {"lay": 1, "swap": 1, "~deal": 0, "~draw": 3}.get(verb, 2)


def expected(step: Step, seat: int) -> dict[str, Any]:
    game, view, stage = step.state.game, step.state.view(seat), stage_of(step)
    seats = game.num_players
    deck = view["deck"] if isinstance(view["deck"], int) else len(view["deck"])
    cairn = np.zeros((5, 3))
    for level, stone in enumerate(view["cairn"]):
        cairn[level, "ABC".index(stone)] = 1
    return {
        "cairn": cairn,
        "hand": [view["hands"][seat].count(stone) / 3 for stone in STONES],
        "hands": clockwise([len(hand) / 3 for hand in view["hands"]], seat, 4),
        "discard": [view["discard"].count(stone) / most for stone, most in STONES.items()],
        "deck": deck / 15,
        "scores": clockwise([score / 48 for score in step.state.scores()], seat, 4),
        "turns": view["turns"] / 12,
        "to_act": seat_marked(view["seat"], seat, seats, 4),
        "stage": marked(5, stage),
        "goal": game.options["goal"] / 5,
        "seats": marked(3, seats - 2),
        "teams": game.options["teams"],
    }


@pytest.mark.parametrize("variant", variants("cairn"), ids=str)
def test_planes_tell_what_the_view_does(variant: Variant) -> None:
    for seed in range(3):
        for step in single_steps(variant.game(), seed):
            for seat in range(step.state.game.num_players):
                planes = step.state.game.observation_planes
                assert_planes(planes, step.state.observation(seat), expected(step, seat))
