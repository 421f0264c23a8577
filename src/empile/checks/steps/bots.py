"""Step 15: the levels of the bots."""

from __future__ import annotations

from itertools import pairwise

from empile.bots import choose
from empile.checks.check import Step
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import equal, expect, lacks
from empile.engine.contracts.referee import headless_options
from empile.engine.match import Match
from empile.engine.random import new_stream

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


@BOTS.check(variants_of, slow=True)
def first_level_plays(variant: Variant) -> None:
    """The weakest bot finds a legal move at each of the first turns."""
    game = type(variant.game())(**{**variant.options, **headless_options(type(variant.game()))})
    match, stream = Match(game), new_stream(1)
    for _ in range(6):
        match.resolve_chance(stream, also_external=True)
        if match.state.is_terminal():
            return
        move = choose(match.state, game.bots.levels[0], stream)
        expect(move in match.state.legal_actions(), "a bot plays the illegal action {}", move)
        match.play_action(move)
