"""Validation of Blox layouts; reports all faults at once.

Faults are message keys (``fault.*``); the argument ``cells`` lists the cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from empile.engine.errors import OptionError, Reason
from empile.engine.i18n import Catalog
from empile.engine.strict_json import is_list, is_object
from empile.games.blox.rules.components import (
    BLOCKS,
    CELLS,
    COLOURS,
    RAISED,
    SINGLES,
    SIZE,
    cell_name,
    closed_in,
    layout_of,
    reading_order,
)

_SIGNS = {"colours": COLOURS, "squares": ".1234"}
_MISSING = "."
"""Sign of a cell without a colour."""
_MOST_NAMED = 12

_words = Catalog(Path(__file__).parent / "locales")


def check_layout(value: Any, _: Mapping[str, Any]) -> dict[str, Any]:
    """Return a valid layout; raises :class:`OptionError`."""
    faults = _faults(value)
    if faults:
        details = "; ".join(_words.format("en", fault) for fault in faults)
        raise OptionError(f"option 'layout' is not a playable board: {details}", faults)
    return {part: list(value[part]) for part in _SIGNS}


def _faults(value: Any) -> list[Reason]:
    if not is_object(value) or set(value) != set(_SIGNS):
        return [Reason("fault.form")]
    faults = [fault for part in _SIGNS for fault in _form_faults(value[part], part)]
    if faults:
        return faults
    odd = {part: _odd_cells(value[part], part) for part in _SIGNS}
    missing = [cell for cell, sign in odd["colours"].items() if sign == _MISSING]
    unknown = [cell for cell, sign in odd["colours"].items() if sign != _MISSING]
    faults += _named("fault.sign.colours", unknown)
    faults += _named("fault.sign.squares", list(odd["squares"]))
    faults += _named("fault.uncoloured", missing)
    if not odd["squares"]:
        faults += _square_faults(value, set(odd["colours"]))
    if not odd["colours"]:
        faults += _colour_faults(value)
    return faults


def _form_faults(rows: Any, part: str) -> list[Reason]:
    if not is_list(rows) or len(rows) != SIZE:
        return [Reason(f"fault.rows.{part}")]
    return [
        Reason(f"fault.row.{part}", {"row": number})
        for number, row in zip(range(SIZE, 0, -1), rows, strict=True)
        if not isinstance(row, str) or len(row) != SIZE
    ]


def _odd_cells(rows: Sequence[str], part: str) -> dict[int, str]:
    signs = dict(zip(reading_order(), "".join(rows), strict=True))
    return {cell: sign for cell, sign in signs.items() if sign not in _SIGNS[part]}


def _named(key: str, cells: Sequence[int], **more: int) -> list[Reason]:
    if not cells:
        return []
    names = [cell_name(cell) for cell in cells[:_MOST_NAMED]]
    if len(cells) > _MOST_NAMED:
        names.append("…")
    return [Reason(key, {"cells": ", ".join(names), "count": len(cells), **more})]


def _square_faults(value: Mapping[str, Any], uncoloured: set[int]) -> list[Reason]:
    squares = layout_of({"colours": ["W" * SIZE] * SIZE, "squares": value["squares"]}).squares
    faults: list[Reason] = []
    total = sum(squares)
    if total != BLOCKS:
        faults.append(Reason("fault.squares", {"count": total, "wanted": BLOCKS}))
    singles = [cell for cell in reading_order() if squares[cell] == 1]
    if len(singles) != SINGLES:
        faults.append(Reason("fault.singles", {"count": len(singles), "wanted": SINGLES}))
    signs = dict(zip(reading_order(), "".join(value["colours"]), strict=True))
    for colour, wanted in RAISED.items():
        found = [cell for cell in singles if signs[cell] == colour]
        if len(found) > wanted:
            faults += _named(f"fault.singles.{colour}", found, wanted=wanted)
        elif len(found) < wanted and len(singles) >= SINGLES and uncoloured.isdisjoint(singles):
            count = {"count": len(found), "wanted": wanted}
            faults.append(Reason(f"fault.singles.{colour}.few", count))
    return faults + _named("fault.closed", closed_in({c for c in range(CELLS) if squares[c]}))


def _colour_faults(value: Mapping[str, Any]) -> list[Reason]:
    used = set("".join(value["colours"]))
    lacking = "".join(colour for colour in COLOURS if colour not in used)
    return [Reason("fault.lacking", {"colours": lacking})] if lacking else []
