"""How a bot puts a block on a tower: where it aims, by how much it misses, and the way its hand goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, log, pi, sqrt
from typing import TypeAlias

from empile.engine.contracts.referee import HandSkill, Sample
from empile.engine.random import Stream, below
from empile.games.block_out.aiming import best_aim, chance
from empile.games.block_out.pieces import house
from empile.games.block_out.resting import Pose
from empile.games.block_out.stacking import placed, set_down, surface

RATE = 60
"""Samples a second."""
TURN_MISSED = 1.0
"""Degrees by which the turn is missed for each millimetre of spread."""

_REACH, _HOVER, _LOWER, _SETTLE = 0.3, 0.2, 0.9, 0.45
"""Seconds: until the hand moves off, above the spot, on the way down, and with the block set down."""
_SPEED = 140.0
"""Millimetres a second, on the whole, on the way over."""
_COARSE = 1.5
"""Beside the spread of where it lets go: how far the hand is off when it comes to be above the spot."""
_LEAD = 9.0
"""Millimetres below where the block lies: the hand's spring must carry less and less of the block."""
_TILTING = 0.85
"""How much of the way that a block's middle makes while it tilts until it lies flat remains: the hand
holds it back a little."""
_CLEARANCE = 12.0
"""Millimetres under the block on the way over and down to which it is led quickly."""

PERSON = 5.0
"""Millimetres: a bot whose spread is this trembles like a person, a steadier one less."""
_SHOVE = 0.23
"""How hard a hand that trembles like a person's shoves the tower with what it puts on it, in weights of
that. Fitted to 866 blocks that were put on 42 towers by the everyday hand in the simulated world: 73 % stood,
as it says, and 87 % of those that it says are likeliest to of three on the same tower."""
_STAKES = (0.2, 0.2, 0.3, 0.3, 0.35, 0.5, 0.55, 0.8, 1.6)
"""How much better one's return is where the next block stands than where it falls, by how many stand: what
searches of 300 simulations expected after either answer in 60 games of regular players, smoothed."""

Start: TypeAlias = Callable[[str, float], tuple[float, float, float]]
"""Where a block is when it is taken by a grip and with a turn."""


@lru_cache(maxsize=1)
def hand_skills() -> tuple[HandSkill, ...]:
    """Return how steady bots' hands can be, the least steady first."""
    spreads: dict[str, float] = house()["dexterities_mm"]
    return tuple(
        HandSkill(number, f"dexterity.{name}", spread)
        for number, (name, spread) in enumerate(spreads.items(), 1)
    )


def tremor(skill: HandSkill) -> float:
    """Return how much a bot's hand trembles beside a person's.

    It grows more slowly than the spread: a hand that misses by little but trembles too is no surgeon's.
    """
    return sqrt(skill.sigma_mm / PERSON)


def worth(
    standing: Sequence[Pose],
    blocks: Iterable[str],
    skill: HandSkill,
    *,
    calm: bool = False,
) -> dict[str, float]:
    """Return by how much more each of ``blocks`` is worth on a tower than they are on average.

    A search takes all blocks to stand alike. The lighter a block is beside those below, the less a
    hand shoves the tower with it. That a hand is steady or not does not count here: it will be so with
    the cards that are kept, too. When it did, beginners with a child's hand lost 0.58 of 200 games of
    two (0.035) against such as went by cards alone. Now regular players score 0.50 and masters 0.49
    of 400 (0.025) against such.
    """
    chances = {block: stays(standing, block, skill, calm=calm) for block in blocks}
    mean = sum(chances.values()) / max(1, len(chances))
    stake = _STAKES[len(standing)]
    return {block: stake * (chance - mean) for block, chance in chances.items()}


def stays(standing: Sequence[Pose], block: str, skill: HandSkill, *, calm: bool = False) -> float:
    """Return how likely a tower stands once a bot has put ``block`` on it."""
    tower = [placed(pose) for pose in standing]
    shove = 0.0 if calm else _SHOVE * tremor(skill)
    return chance(tower, best_aim(tower, block), skill.sigma_mm, shove)


def plan(
    standing: Sequence[Pose], block: str, start: Start, skill: HandSkill, stream: Stream
) -> tuple[str, float, list[Sample]]:
    """Return grip, turn and the trail of a bot that puts ``block`` on a tower, to let go at its end.

    It aims at the best spot of all and misses it by normal errors of the standard deviation of the hand skill in x and
    in y, and a little in the turn. The way there takes 2.5 to 4 seconds.
    """
    tower = [placed(pose) for pose in standing]
    aim = best_aim(tower, block)
    # Three grips are alike for the tower, not for the eye.
    grip = "xyz"[below(stream, 3)] + aim.grip[1]
    turn = aim.turn + normal(stream) * TURN_MISSED * skill.sigma_mm
    missed = [normal(stream) * skill.sigma_mm for _ in range(2)]
    coarse = [normal(stream) * skill.sigma_mm * _COARSE for _ in range(2)]
    x, y = (float(part) for part in aim.lies.at[:2])
    spot = (x + missed[0], y + missed[1])
    lies = set_down(block, grip, turn, spot, tower[-1] if tower else None)
    # Held level it touches the upper side of a slope first, and tilts over that edge: its middle
    # comes to lie as much lower down the slope as it was above the plane.
    slope, offset = surface(tower[-1] if tower else None)
    shift = _TILTING * (float(slope @ lies.at) - offset)
    end = (spot[0] - shift * slope[0], spot[1] - shift * slope[1], float(lies.at[2]))
    begin = start(grip, turn)
    over = (x + coarse[0], y + coarse[1], begin[2])
    return grip, turn % 360.0, _trail(begin, over, end, turn)


def _trail(
    begin: tuple[float, float, float],
    over: tuple[float, float, float],
    end: tuple[float, float, float],
    turn: float,
) -> list[Sample]:
    swing = max(0.6, hypot(over[0] - begin[0], over[1] - begin[1]) / _SPEED)
    # Where the hand is to be, and how long it takes to get there.
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
    """Return how far a hand is that speeds up and slows down as smoothly as it can."""
    return part**3 * (10 - 15 * part + 6 * part * part)


def normal(stream: Stream) -> float:
    """Return a normally distributed number with mean 0 and standard deviation 1."""
    far = sqrt(-2 * log((below(stream, _FINE) + 1) / _FINE))
    return far * cos(2 * pi * below(stream, _FINE) / _FINE)


_FINE = 1 << 30
