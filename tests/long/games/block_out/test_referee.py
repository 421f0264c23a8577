"""Tests of the source of outcomes, and of the placement bonus: blocks with a higher one stand more often."""

from __future__ import annotations

import pytest

from empile.bots import Level, choose
from empile.engine.game import CHANCE, Event, State
from empile.engine.random import new_stream, split
from empile.games.block_out.physics.planning import hand_skills, placement_bonus
from empile.games.block_out.physics.stacking import Placed, set_down
from empile.games.block_out.physics.statics import margin
from empile.games.block_out.rules.state import STANDS
from empile.games.block_out.text import notation
from empile.games.block_out.text.poses import Pose, poses_text
from tests.games.block_out.situations import Situation
from tests.support.games import referee_of

ADULT = hand_skills()[2]
LEVEL = Level(1, "level.test", 3000)


def lopsided() -> list[Pose]:
    """Five blocks that stand, each further aside than the one below."""
    tower: list[Placed] = []
    for number, (name, x) in enumerate(
        (("kL", 0.0), ("nL", 6.0), ("kM", 14.0), ("nM", 18.0), ("nS", 20.0))
    ):
        tower.append(set_down(name, "z0", 90.0 * number, (x, 0.0), tower[-1] if tower else None))
    assert 0 < margin(tower) < 14
    return [block.pose for block in tower]


def stood(block: str, seed: int) -> bool:
    """Whether the lopsided tower stands when a bot puts a block on it."""
    from empile.games.block_out.physics.simulation import TowerSimulation

    stream = new_stream(seed)
    simulation = TowerSimulation(lopsided(), block, split(stream, 0))
    try:
        return simulation.place(ADULT, split(stream, 1)).text.startswith("~stands")
    finally:
        simulation.close()


def test_placement_bonus_predicts_standing_on_lopsided_tower() -> None:
    found = placement_bonus(lopsided(), ("yS", "yM", "yL"), ADULT)
    assert sum(found.values()) == pytest.approx(0)
    best, worst = max(found, key=found.__getitem__), min(found, key=found.__getitem__)
    assert found[best] - found[worst] > 0.05
    assert sum(stood(best, seed) for seed in range(8)) >= 6
    assert sum(stood(worst, seed) for seed in range(8)) <= 4


def asked(hand: str) -> tuple[State, list[Event]]:
    """The state with these cards and that tower, and the events that led to it."""
    text = Event(CHANCE, (STANDS,), f"~stands{poses_text(lopsided())}")
    tower = " ".join(pose.block for pose in lopsided())
    other = "** ** *L *L nL kL reverse"
    return Situation(hand, other, tower=tower, referee="physics").state, [text]


@pytest.mark.parametrize("hand", ["y* pass", "** reverse *L", "*S *L y*"])
def test_placement_bonus_selects_stable_block(hand: str) -> None:
    state, events = asked(hand)
    found = referee_of(state.game).placement_bonus(state, events, ADULT)
    assert {state.action_to_text(action) for action in found} == {
        text for text in state.legal_texts() if ">" in text
    }
    chosen = {choose(state, LEVEL, new_stream(seed), found) for seed in range(6)}
    blocks = {notation.block_of(action) for action in chosen}
    assert blocks & {"kS", "yS"}
    assert "yL" not in blocks
    # By the odds alone it is all the same.
    plain = {notation.block_of(choose(state, LEVEL, new_stream(seed))) for seed in range(12)}
    assert "yL" in plain


def test_placement_bonus_is_deterministic() -> None:
    state, events = asked("** y* *L pass")
    found = [referee_of(state.game).placement_bonus(state, events, ADULT) for _ in range(2)]
    assert found[0] == found[1]
    assert len({choose(state, LEVEL, new_stream(1), found[0]) for _ in range(3)}) == 1


def test_placement_bonus_with_assist() -> None:
    state, events = asked("y* pass")
    found = referee_of(state.game).placement_bonus(state, events, ADULT, assist=True)
    assert max(found.values()) - min(found.values()) < 0.02


def test_placement_bonus_is_for_blocks_only() -> None:
    state, events = asked("pass pass reverse")
    assert referee_of(state.game).placement_bonus(state, events, ADULT) == {}


@pytest.mark.parametrize(
    ("referee", "source"), [("physics", "hand"), ("odds", "odds"), ("people", "people")]
)
def test_outcome_source_follows_option(referee: str, source: str) -> None:
    """Rule: the three referees; people's "it stands" may still become "it fell later"."""
    for seat in (0, 1):
        situation = Situation("kS pass", "kS pass", tower="nM", seat=seat, referee=referee)
        situation.then("kS>kS")
        assert referee_of(situation.game).outcome_source(situation.state) == source
        assert referee_of(situation.game).placing_seat(situation.state) == seat
    assert dict(referee_of(situation.game).revisable_outcomes) == {"~stands": "~falls-later"}
