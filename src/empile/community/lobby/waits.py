"""How long people waited for a game lately: the estimate that a seeker gets."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from statistics import median
from typing import Final

from empile.community.lobby.matching import Kind

_LAST: Final = 40
_LEAST: Final = 3
"""Fewer waits say nothing."""
_SECONDS: Final = 6 * 3600.0
"""Older waits are of another time of the day."""
_MOST_KINDS: Final = 5000


class Waits:
    """Waits by kind of game, as far as this process has heard of them.

    >>> waits, kind = Waits(), Kind("blox", 2, "{}", "", False)
    >>> for seconds in (4.0, 8.0, 6.0):
    ...     waits.add(kind, seconds, now=10.0)
    >>> waits.estimate([kind], now=20.0)
    6.0
    """

    def __init__(self) -> None:
        self._by_kind: defaultdict[Kind, deque[tuple[float, float]]] = defaultdict(
            lambda: deque(maxlen=_LAST)
        )

    def add(self, kind: Kind, seconds: float, now: float) -> None:
        """Record a waiting time."""
        if len(self._by_kind) >= _MOST_KINDS and kind not in self._by_kind:
            self._by_kind.pop(next(iter(self._by_kind)))
        self._by_kind[kind].append((now, max(0.0, seconds)))

    def estimate(self, kinds: Iterable[Kind], now: float) -> float | None:
        """Return the median wait in seconds of the kind with the shortest; None if not known."""
        found: list[float] = []
        for kind in kinds:
            recent = [wait for at, wait in self._by_kind.get(kind, ()) if now - at <= _SECONDS]
            if len(recent) >= _LEAST:
                found.append(median(recent))
        return min(found, default=None)
