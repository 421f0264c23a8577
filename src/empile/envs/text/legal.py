"""Legal moves as text: all of them, or examples of each kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

MovesShown: TypeAlias = Literal["all", "pattern", "auto"]
"""List all legal moves; only examples of each kind; or all up to a number, else examples."""

EXAMPLES: Final = 5
"""Examples of each kind of move, at most."""

_RUN = re.compile(r"[A-Z]+|[a-z]+|[0-9]+")


def lists_all(count: int, shown: MovesShown, most: int) -> bool:
    """Return whether all moves are listed. Example: ``lists_all(192, "auto", 100)``."""
    return shown == "all" or (shown == "auto" and count <= most)


def kinds_of(moves: Sequence[str]) -> list[list[str]]:
    """Return moves by kind, as their signs tell: ``Hc5-c3^2`` and ``Td4-d8^3`` are alike.

    Example::

        >>> kinds_of(["a1-b1", "a2-b2", "pass"])
        [['a1-b1', 'a2-b2'], ['pass']]
    """
    found: dict[str, list[str]] = {}
    for move in moves:
        found.setdefault(_shape(move), []).append(move)
    return list(found.values())


def examples_of(moves: Sequence[str]) -> list[tuple[list[str], int]]:
    """Return evenly spread examples of each kind, with how many moves of that kind there are.

    Example: ``examples_of(state.legal_texts())``.
    """
    return [
        ([kind[k * len(kind) // EXAMPLES] for k in range(EXAMPLES)], len(kind))
        if len(kind) > EXAMPLES
        else (kind, len(kind))
        for kind in kinds_of(moves)
    ]


@lru_cache(maxsize=16384)
def _shape(move: str) -> str:
    return _RUN.sub(lambda run: "A" if run[0].isupper() else "a" if run[0].islower() else "9", move)
