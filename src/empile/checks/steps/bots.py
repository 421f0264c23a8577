"""Step 15: the levels of the bots."""

from __future__ import annotations

from itertools import pairwise

from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import equal, expect, lacks

BOTS = Step("bots", "the levels of the bots", "bots.py", needs=("rules",))


@BOTS.check(variants_of)
def levels_increase(variant: Variant) -> None:
    """Levels are numbered from 1, and none searches less than the one before."""
    levels = variant.game().bots.levels
    equal([one.number for one in levels], [*range(1, len(levels) + 1)], "the list of levels")
    if not all(a.simulations <= b.simulations for a, b in pairwise(levels)):
        lacks("a level searches less than the one before: {}", [one.simulations for one in levels])
    referee = variant.game().referee
    if referee is not None and referee.hand_skills():
        skills = [referee.default_hand_skill(level) for level in levels]
        numbers = [skill.number for skill in skills if skill is not None]
        known = {skill.number for skill in referee.hand_skills()}
        good = numbers == sorted(numbers) and len(numbers) == len(levels) and set(numbers) <= known
        expect(good, "the hand skills of the levels do not increase: {}", numbers)
