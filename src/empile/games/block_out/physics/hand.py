"""Simulated hand: a spring that follows a path and trembles; deterministic for a stream."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, cos, hypot, isfinite, pi, radians, sin, sqrt
from threading import Lock

from empile.engine.contracts.referee import BadPathError, Pose, Sample
from empile.engine.random import Stream, below
from empile.games.block_out.physics.quaternions import Quaternion
from empile.games.block_out.rules.components import load_components

_MEASURES: Mapping[str, float] = load_components()["hand"]
RADIUS, HEIGHT = _MEASURES["reach_radius_mm"], _MEASURES["reach_height_mm"]
"""Reach from the table's centre and in height, in mm."""
FIRST_RADIUS = _MEASURES["first_radius_mm"]
"""Reach for the first block, in mm: no tower to keep clear of."""

_PULL = 2 * pi * 6.0
"""Angular frequency of the critically damped spring."""
_STRONGEST = 40.0
"""Maximum acceleration beyond gravity, in m/s²."""
_TWIST = 600.0
"""Maximum angular acceleration, in rad/s²."""
_GRAVITY = 9.81
_FASTEST = 1200.0
"""In mm/s."""
_FASTEST_TURN = 540.0
"""In degrees/s."""
_LATEST = 0.3
"""Maximum lag behind late samples, in s."""
_TIRELESS = 10.0
"""Seconds without samples until the tremor stops."""
_LONGEST = 4096

_TREMBLE = (1.75, 0.015, 0.025)
"""Standard deviation in mm: at the table, per mm of height, per mm/s."""
_WANDER = (0.35, 1.2)
_SHAKE = (7.0, 10.0)
"""Frequencies between slow and fast tremor, in Hz."""
_SHAKING = 0.3
"""Amplitude of the fast tremor relative to the slow one."""
_ALONG = (1.0, 1.0, 0.25, 0.3)
"""Tremor in x, y, z (mm) and about the vertical (degrees), per mm of ``_TREMBLE``."""
_SPEED_MEMORY = 0.15
"""Averaging time of the speed, in s."""

_NEAR, _FAR, _LEFT = 14.0, 40.0, 0.3
"""Assist range, in mm: within ``_NEAR`` errors shrink to the share ``_LEFT``; none beyond ``_FAR``."""


class Hand:
    def __init__(
        self,
        mass: float,
        inertia: float,
        middle: tuple[float, float],
        radius: float,
        stream: Stream,
        *,
        assist: bool = False,
    ) -> None:
        """Take ``mass`` in kg, ``inertia`` in kg m²; assist guides to ``middle``."""
        self.mass, self.inertia = mass, inertia
        self.middle, self.radius = middle, radius
        self.assist = assist
        self.tremor = 0.0 if assist else 1.0
        self._waves = [_waves(stream) for _ in _ALONG]
        self._age = 0.0
        self._lock = Lock()
        self._path: deque[Sample] = deque(maxlen=_LONGEST)
        self._level: Quaternion = (1.0, 0.0, 0.0, 0.0)
        self._delay = 0.0
        self._led = 0.0
        self._aim = [0.0, 0.0, 0.0, 0.0]
        self._speed = 0.0

    def take(self, at: Sequence[float], level: Quaternion, turn: float) -> None:
        """Grip the block, turned by ``turn`` degrees from ``level``."""
        with self._lock:
            self._path.clear()
            self._path.append(Sample(0.0, at[0], at[1], at[2], turn))
            self._delay = self._led = 0.0
        self._level = level
        self._aim = [*at[:3], turn]
        self._speed = 0.0

    def follow(self, samples: Iterable[Sample], now: float) -> None:
        """Append samples that arrived at time ``now``; thread-safe.

        Raises :class:`BadPathError` for non-finite values.
        """
        found = [self._within(sample) for sample in samples]
        if not found:
            return
        with self._lock:
            while self._path and self._path[-1].at >= found[0].at:
                self._path.pop()
            self._path.extend(found)
            # Samples arrive in late batches: lag by the greatest delay to avoid jumps.
            self._delay = min(_LATEST, max(self._delay, now - found[0].at))
            self._led = max(now, found[-1].at)

    def _within(self, sample: Sample) -> Sample:
        if not all(map(isfinite, sample)):
            raise BadPathError("the samples of a hand must be finite numbers")
        far = hypot(sample.x, sample.y)
        inward = min(1.0, self.radius / far) if far else 1.0
        height = min(max(sample.z, 0.0), HEIGHT)
        return Sample(sample.at, sample.x * inward, sample.y * inward, height, sample.turn)

    def is_led(self, now: float) -> bool:
        return now - self._led < (_TIRELESS if self.tremor else _LATEST)

    def remaining(self, now: float) -> float:
        with self._lock:
            end = self._path[-1].at if self._path else now
            return min(max(end + self._delay - now, 0.0), 2 * _LATEST)

    def pull(
        self, now: float, passed: float, pose: Pose, speed: Sequence[float]
    ) -> tuple[list[float], list[float]]:
        """Return force (N) and torque (N m) along the table's axes.

        ``passed`` is in s; ``speed`` in mm/s along the table's axes and rad/s about the block's.
        """
        self._lead(now, passed)
        x, y, z, turn = self._trembling(passed if self.is_led(now) else 0.0)
        force = [
            _PULL * (_PULL * (target - is_at) - 2 * moves) / 1000.0
            for target, is_at, moves in zip((x, y, z), pose[:3], speed[:3], strict=True)
        ]
        force = [self.mass * part for part in _capped(force, _STRONGEST)]
        force[2] += self.mass * _GRAVITY
        is_turned = pose[3:]
        error = _rotation(_times(_about_vertical(turn, self._level), _inverse(is_turned)))
        turning = _turned(is_turned, speed[3:])
        torque = [
            _PULL * (_PULL * wrong - 2 * moves) for wrong, moves in zip(error, turning, strict=True)
        ]
        return force, [self.inertia * part for part in _capped(torque, _TWIST)]

    def _lead(self, now: float, passed: float) -> None:
        x, y, z, turn = self._target(now - self._delay)
        aim = self._aim
        step = [x - aim[0], y - aim[1], z - aim[2]]
        step = _capped(step, _FASTEST * passed)
        around = min(max(_nearest(turn - aim[3]), -_FASTEST_TURN * passed), _FASTEST_TURN * passed)
        self._aim = [aim[0] + step[0], aim[1] + step[1], aim[2] + step[2], aim[3] + around]
        speed = sqrt(sum(part * part for part in step)) / passed
        self._speed += (speed - self._speed) * min(1.0, passed / _SPEED_MEMORY)

    def _target(self, moment: float) -> tuple[float, float, float, float]:
        with self._lock:
            path = self._path
            while len(path) > 1 and path[1].at <= moment:
                path.popleft()
            before = path[0]
            after = path[1] if len(path) > 1 else before
        span = after.at - before.at
        part = min(max((moment - before.at) / span, 0.0), 1.0) if span > 0 else 0.0
        x = before.x + part * (after.x - before.x)
        y = before.y + part * (after.y - before.y)
        if self.assist:
            x, y = self._helped(x, y)
        z = before.z + part * (after.z - before.z)
        return x, y, z, before.turn + part * _nearest(after.turn - before.turn)

    def _helped(self, x: float, y: float) -> tuple[float, float]:
        aside, along = x - self.middle[0], y - self.middle[1]
        far = hypot(aside, along)
        # Monotonic, so that the hand never moves backwards.
        free = min(max((far - _NEAR) / (_FAR - _NEAR), 0.0), 1.0)
        kept = _LEFT + (1 - _LEFT) * free
        return self.middle[0] + aside * kept, self.middle[1] + along * kept

    def _trembling(self, passed: float) -> list[float]:
        if not self.tremor:
            return self._aim
        self._age += passed
        least, by_height, by_speed = _TREMBLE
        spread = self.tremor * (least + by_height * self._aim[2] + by_speed * self._speed)
        return [
            aim
            + spread
            * along
            * sum(size * sin(rate * self._age + start) for size, rate, start in waves)
            for aim, along, waves in zip(self._aim, _ALONG, self._waves, strict=True)
        ]


def _waves(stream: Stream) -> list[tuple[float, float, float]]:
    """Return size, rate (rad/s) and phase of waves with a summed deviation of about 1."""
    found: list[tuple[float, float, float]] = []
    for count, size, (lowest, highest) in ((3, 1.0, _WANDER), (2, _SHAKING, _SHAKE)):
        for _ in range(count):
            rate = lowest + (highest - lowest) * below(stream, 1000) / 1000
            found.append((size * sqrt(2 / count), 2 * pi * rate, radians(below(stream, 360))))
    return found


def _capped(parts: Sequence[float], most: float) -> list[float]:
    size = sqrt(sum(part * part for part in parts))
    return [part * most / size for part in parts] if size > most else list(parts)


def _nearest(degrees: float) -> float:
    return (degrees + 180.0) % 360.0 - 180.0


# Plain floats: called at 200 Hz, and seven times faster than quaternions.py.


def _times(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def _inverse(turn: Sequence[float]) -> Quaternion:
    return (turn[0], -turn[1], -turn[2], -turn[3])


def _about_vertical(degrees: float, turn: Quaternion) -> Quaternion:
    half = radians(degrees) / 2
    return _times((cos(half), 0.0, 0.0, sin(half)), turn)


def _turned(turn: Sequence[float], vector: Sequence[float]) -> Sequence[float]:
    return _times(_times(turn, (0.0, *vector)), _inverse(turn))[1:]


def _rotation(turn: Quaternion) -> list[float]:
    w, *axis = turn if turn[0] >= 0 else tuple(-part for part in turn)
    size = sqrt(sum(part * part for part in axis))
    if size < 1e-12:
        return [0.0, 0.0, 0.0]
    return [part * 2 * atan2(size, w) / size for part in axis]
