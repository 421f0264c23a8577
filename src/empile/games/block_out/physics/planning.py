"""Motion planning of a bot's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, log, pi, sqrt
from typing import TypeAlias

from empile.engine.contracts.referee import HandSkill, Sample
from empile.engine.random import Stream, below
from empile.games.block_out.physics.aiming import best_aim, chance
from empile.games.block_out.physics.stacking import placed, set_down, surface
from empile.games.block_out.rules.components import load_components
from empile.games.block_out.text.poses import Pose

RATE = 60
TURN_MISSED = 1.0
"""Turn error in degrees per mm of spread."""

_REACH, _HOVER, _LOWER, _SETTLE = 0.3, 0.2, 0.9, 0.45
"""Seconds before moving, above the spot, lowering, and resting before release."""
_SPEED = 140.0
"""In mm/s."""
_COARSE = 1.5
"""Error on arrival above the spot, relative to the spread at release."""
_LEAD = 9.0
"""Final target below the resting pose, in mm: the spring unloads gradually."""
_TILTING = 0.85
"""Fraction of the centre's shift left while a block tilts until flat."""
_CLEARANCE = 12.0
"""Clearance before the slow descent, in mm."""

PERSON = 5.0
"""Spread in mm of a bot that trembles like a person."""
_SHOVE = 0.23
"""Sideways push on the tower, in block weights; fitted to 866 simulated placements."""
_STAKES = (0.2, 0.2, 0.3, 0.3, 0.35, 0.5, 0.55, 0.8, 1.6)
"""Gain in return if the next block stands, by tower height."""

Start: TypeAlias = Callable[[str, float], tuple[float, float, float]]
"""Maps grip and turn to the initial position of a block."""


@lru_cache(maxsize=1)
def hand_skills() -> tuple[HandSkill, ...]:
    """Return the hand skills, the least steady first."""
    spreads: dict[str, float] = load_components()["dexterities_mm"]
    return tuple(
        HandSkill(number, f"hand_skill.{name}", spread)
        for number, (name, spread) in enumerate(spreads.items(), 1)
    )


def tremor(skill: HandSkill) -> float:
    return sqrt(skill.sigma_mm / PERSON)


def placement_bonus(
    standing: Sequence[Pose],
    blocks: Iterable[str],
    skill: HandSkill,
    *,
    assist: bool = False,
) -> dict[str, float]:
    """Return a bonus for each of ``blocks``, relative to their mean.

    The search assumes equal odds for all blocks. The hand's own skill is left out, since it applies
    to later cards too: with it, beginners lost to players by cards alone.
    """
    chances = {block: stays(standing, block, skill, assist=assist) for block in blocks}
    mean = sum(chances.values()) / max(1, len(chances))
    stake = _STAKES[len(standing)]
    return {block: stake * (chance - mean) for block, chance in chances.items()}


def stays(standing: Sequence[Pose], block: str, skill: HandSkill, *, assist: bool = False) -> float:
    tower = [placed(pose) for pose in standing]
    shove = 0.0 if assist else _SHOVE * tremor(skill)
    return chance(tower, best_aim(tower, block), skill.sigma_mm, shove)


def plan(
    standing: Sequence[Pose], block: str, start: Start, skill: HandSkill, stream: Stream
) -> tuple[str, float, list[Sample]]:
    """Return grip, turn and path (2.5 to 4 s) of a placement, released at its end.

    Errors are normal with the skill's spread in x and y.
    """
    tower = [placed(pose) for pose in standing]
    aim = best_aim(tower, block)
    # The three grips are equivalent for the tower.
    grip = "xyz"[below(stream, 3)] + aim.grip[1]
    turn = aim.turn + normal(stream) * TURN_MISSED * skill.sigma_mm
    missed = [normal(stream) * skill.sigma_mm for _ in range(2)]
    coarse = [normal(stream) * skill.sigma_mm * _COARSE for _ in range(2)]
    x, y = (float(part) for part in aim.lies.at[:2])
    spot = (x + missed[0], y + missed[1])
    lies = set_down(block, grip, turn, spot, tower[-1] if tower else None)
    # A level block touches the upper side of a slope first and tilts over it: its centre moves down
    # the slope by its height above the plane.
    slope, offset = surface(tower[-1] if tower else None)
    shift = _TILTING * (float(slope @ lies.at) - offset)
    end = (spot[0] - shift * slope[0], spot[1] - shift * slope[1], float(lies.at[2]))
    begin = start(grip, turn)
    over = (x + coarse[0], y + coarse[1], begin[2])
    return grip, turn % 360.0, _path(begin, over, end, turn)


def _path(
    begin: tuple[float, float, float],
    over: tuple[float, float, float],
    end: tuple[float, float, float],
    turn: float,
) -> list[Sample]:
    swing = max(0.6, hypot(over[0] - begin[0], over[1] - begin[1]) / _SPEED)
    legs = [
        (begin, _REACH),
        (over, swing),
        (over, _HOVER),
        ((end[0], end[1], end[2] + _CLEARANCE), _LOWER),
        ((end[0], end[1], end[2] - _LEAD), 0.5),
        ((end[0], end[1], end[2] - _LEAD), _SETTLE),
    ]
    samples = [Sample(0.0, *begin, turn)]
    before, at = begin, 0.0
    for after, seconds in legs:
        count = max(1, round(seconds * RATE))
        for step in range(1, count + 1):
            part = _eased(step / count)
            x, y, z = (a + part * (b - a) for a, b in zip(before, after, strict=True))
            samples.append(Sample(at + step / RATE, x, y, z, turn))
        before, at = after, at + count / RATE
    return samples


def _eased(part: float) -> float:
    return part**3 * (10 - 15 * part + 6 * part * part)


def normal(stream: Stream) -> float:
    far = sqrt(-2 * log((below(stream, _FINE) + 1) / _FINE))
    return far * cos(2 * pi * below(stream, _FINE) / _FINE)


_FINE = 1 << 30
