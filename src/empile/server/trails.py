"""The way of a hand, laid onto the time of a trial."""

from __future__ import annotations

from collections.abc import Iterable

from empile.engine.contracts.referee import Sample

_LEAD = 0.2
"""How many seconds a piece of a trail may lie ahead. What lies further comes after a rest."""


class Trail:
    """Where a hand is still to go, in the time of a trial.

    A trail comes in pieces, which take now longer and now less long to come, and its times are by a
    clock elsewhere. Within a piece, and from one to the next, as much time passes in the trial as
    did for the hand. A piece that comes too late counts from now on, and so does one after a rest, in
    which the world stood still.
    """

    def __init__(self) -> None:
        self._samples: list[Sample] = []
        self._shift: float | None = None
        self._last = 0.0

    @property
    def end(self) -> float | None:
        """When the hand comes to the end, in the trial's time; ``None`` where it is there."""
        return self._samples[-1].at if self._samples else None

    def by_the_hand(self, now: float) -> float:
        """Return what the hand's own clock shows at a moment of the trial's time."""
        return now - (self._shift or 0.0)

    def clear(self) -> None:
        """Forget where the hand was to go: it reaches in once more."""
        self._samples.clear()
        self._shift = None
        self._last = 0.0

    def add(self, samples: Iterable[Sample], now: float) -> None:
        """Add a piece, its samples in order; ``now`` is the trial's time."""
        for index, sample in enumerate(samples):
            if index == 0 and (
                self._shift is None or not now <= sample.at + self._shift <= now + _LEAD
            ):
                self._shift = now - sample.at
            assert self._shift is not None
            # Where the clock was set back nothing is to overtake what came before.
            self._last = max(self._last, sample.at + self._shift)
            self._samples.append(sample._replace(at=self._last))

    def until(self, at: float) -> list[Sample]:
        """Take what the hand does until ``at``, in the trial's time."""
        count = sum(sample.at <= at for sample in self._samples)
        due, self._samples = self._samples[:count], self._samples[count:]
        return due
