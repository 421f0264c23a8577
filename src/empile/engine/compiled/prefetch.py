"""Loading the states of a batch before they are read: many batches do not fit into caches."""

from __future__ import annotations

from typing import Any

from empile.engine.compiled.jit import Intrinsic, inline, jit_is_on
from empile.engine.compiled.layout import StructArray

AHEAD = 6
"""States between the one that is read and the one that is loaded."""

MOST_BYTES = 1472
"""Of a state that are loaded; rules have what only large boards need at the end."""

_prefetch: Any = Intrinsic("prefetch")


@inline
def _prefetch_compiled(states: StructArray, i: int) -> None:
    _prefetch(states, min(i + AHEAD, len(states) - 1))


def _prefetch_plain(states: StructArray, i: int) -> None:
    """Do nothing."""


@inline
def _prefetch_at_compiled(structs: StructArray, i: int) -> None:
    _prefetch(structs, i)


prefetch_at = _prefetch_at_compiled if jit_is_on() else _prefetch_plain
"""Begin to load the element ``i``, which may be any number: nothing is read."""

prefetch = _prefetch_compiled if jit_is_on() else _prefetch_plain
"""Begin to load the state ``AHEAD`` states after ``i``, or the last one."""
