"""All faults, by area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import hidden, page, rules, store, wire
from .fault import Fault

FAULTS: Final[tuple[Fault, ...]] = (
    *rules.FAULTS,
    *hidden.FAULTS,
    *store.FAULTS,
    *wire.FAULTS,
    *page.FAULTS,
)


def chosen(faults: Sequence[Fault], wanted: Sequence[str]) -> list[Fault]:
    """Return the faults of names and areas, all without any. Raises ``ValueError``."""
    known = {fault.name for fault in faults} | {fault.area for fault in faults}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"there is no fault or area {', '.join(unknown)}")
    return [fault for fault in faults if not wanted or {fault.name, fault.area} & {*wanted}]
