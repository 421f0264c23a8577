"""How often each place may say something.

A budget is replayed from the log, so every process that has the table knows it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

AT_ONCE: Final = 3
"""Phrases that a rested place may say at once."""
EVERY_MS: Final = 8000
"""Milliseconds until it may say one more."""


class _Left(NamedTuple):
    phrases: float
    at: int
    """When, in milliseconds since 1970."""


class TalkBudget:
    """What is left to each place of a table.

    >>> budget = TalkBudget()
    >>> for at in (0, 100, 200):
    ...     budget.spend(1, at)
    >>> budget.allows(1, 300), budget.allows(0, 300), budget.allows(1, 8000)
    (False, True, True)
    """

    def __init__(self) -> None:
        self._left: dict[int, _Left] = {}

    def allows(self, place: int, now: int) -> bool:
        """Return whether a place may say something at ``now``, in milliseconds since 1970."""
        return self._at(place, now) >= 1

    def spend(self, place: int, at: int) -> None:
        """Count what a place has said."""
        self._left[place] = _Left(max(0.0, self._at(place, at) - 1), at)

    def _at(self, place: int, now: int) -> float:
        known = self._left.get(place)
        if known is None:
            return AT_ONCE
        # The clocks of two processes may differ.
        return min(AT_ONCE, known.phrases + max(0, now - known.at) / EVERY_MS)
