"""Maps client timestamps of a hand path to simulation time."""

from __future__ import annotations

from collections.abc import Iterable

from empile.engine.contracts.referee import Sample

_LEAD = 0.2
"""Seconds that a message may lie in the future."""


class HandPath:
    """The rest of a hand path, in simulation time.

    Client clocks differ and delays vary. Intervals are preserved, but late samples, and the first
    after a pause, are shifted to the present.
    """

    def __init__(self) -> None:
        self._samples: list[Sample] = []
        self._shift: float | None = None
        self._last = 0.0

    @property
    def end(self) -> float | None:
        return self._samples[-1].at if self._samples else None

    def client_time(self, now: float) -> float:
        return now - (self._shift or 0.0)

    def clear(self) -> None:
        self._samples.clear()
        self._shift = None
        self._last = 0.0

    def add(self, samples: Iterable[Sample], now: float) -> None:
        """Append samples in order of time; ``now`` is simulation time."""
        for index, sample in enumerate(samples):
            if index == 0 and (
                self._shift is None or not now <= sample.at + self._shift <= now + _LEAD
            ):
                self._shift = now - sample.at
            assert self._shift is not None
            # Keep the order even if the remote clock was set back.
            self._last = max(self._last, sample.at + self._shift)
            self._samples.append(sample._replace(at=self._last))

    def until(self, at: float) -> list[Sample]:
        count = sum(sample.at <= at for sample in self._samples)
        due, self._samples = self._samples[:count], self._samples[count:]
        return due
