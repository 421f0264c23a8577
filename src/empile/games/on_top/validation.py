"""Validation of On Top boards and starts; reports all faults at once.

Faults are message keys (``fault.*``); the argument ``cells`` lists the cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from empile.engine.errors import OptionError, Reason
from empile.engine.i18n import Catalog
from empile.engine.strict_json import is_list, is_object
from empile.games.on_top.rules.components import (
    CELL,
    MOST_OF_A_TILE,
    POINT,
    TILES,
    TRIANGLES,
    corners,
    data_of,
    holes,
    neighbours,
)

_KEYS = {"cells", "golden", "start", "tiles"}
_MOST_NAMED = 12

_words = Catalog(Path(__file__).parent / "locales")


def check_board(value: Any, _: Mapping[str, Any]) -> dict[str, Any]:
    """Return a valid board; raises :class:`OptionError`."""
    faults = _board_faults(value)
    if faults:
        raise _refusal("option 'board' is not a playable board", faults)
    return {
        "cells": list(value["cells"]),
        "golden": list(value["golden"]),
        "start": list(value["start"]),
        "tiles": dict(value["tiles"]),
    }


def check_start(value: Any, so_far: Mapping[str, Any]) -> list[str]:
    """Return a valid start; raises :class:`OptionError`."""
    faults = _start_faults(value, data_of(so_far["board"])["cells"])
    if faults:
        raise _refusal("option 'start' is not valid", faults)
    return list(value)


def _refusal(what: str, faults: Sequence[Reason]) -> OptionError:
    details = "; ".join(_words.format("en", fault) for fault in faults)
    return OptionError(f"{what}: {details}", faults)


def _board_faults(value: Any) -> list[Reason]:
    if not is_object(value) or set(value) != _KEYS:
        return [Reason("fault.form")]
    faults = [
        *_list_faults(value["cells"], "cells"),
        *_list_faults(value["golden"], "golden"),
        *_tile_faults(value["tiles"]),
    ]
    if faults:
        return faults + (_list_faults(value["start"], "start"))
    cells: list[str] = value["cells"]
    if not cells:
        return [Reason("fault.no_cells")]
    points = {str(point) for cell in cells for point in corners(cell)}
    faults += _named("fault.golden.outside", [p for p in value["golden"] if p not in points], ";")
    faults += _named("fault.apart", _apart(cells))
    return faults + _start_faults(value["start"], cells)


def _list_faults(value: Any, part: str) -> list[Reason]:
    if not is_list(value):
        return [Reason(f"fault.list.{part}")]
    pattern, comma = (POINT, ";") if part == "golden" else (CELL, ",")
    odd = [name for name in value if not isinstance(name, str) or not pattern.fullmatch(name)]
    if odd:
        return _named(f"fault.names.{part}", [_shown(name) for name in odd], comma)
    repeated = [name for name, count in Counter[str](value).items() if count > 1]
    return _named(f"fault.repeated.{part}", repeated, comma)


def _tile_faults(value: Any) -> list[Reason]:
    if not is_object(value):
        return [Reason("fault.tiles.form")]
    faults = _named("fault.tiles.names", [_shown(name) for name in value if name not in TILES])
    odd = [name for name in TILES if name in value and not _is_count(value[name])]
    faults += _named("fault.tiles.count", odd, most=MOST_OF_A_TILE)
    if not faults and not sum(value.values()):
        faults.append(Reason("fault.tiles.none"))
    return faults


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_OF_A_TILE


def _start_faults(value: Any, cells: Sequence[str]) -> list[Reason]:
    faults = _list_faults(value, "start")
    if faults:
        return faults
    if not 1 <= len(value) <= TRIANGLES:
        return [Reason("fault.start.count", {"count": len(value), "most": TRIANGLES})]
    outside = [cell for cell in value if cell not in cells]
    if outside:
        return _named("fault.start.outside", outside)
    empty = set(cells) - set(value)
    if empty == set(holes(empty)):
        return [Reason("fault.start.no_room")]
    return []


def _apart(cells: Sequence[str]) -> list[str]:
    """Return the cells not connected to the first one over sides."""
    left = set(cells)
    waiting = [min(left)]
    left.remove(waiting[0])
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside in left:
                left.remove(beside)
                waiting.append(beside)
    return sorted(left)


def _named(key: str, names: Sequence[str], comma: str = ",", **more: int) -> list[Reason]:
    if not names:
        return []
    listed = [*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else [])]
    return [Reason(key, {"cells": f"{comma} ".join(listed), "count": len(names), **more})]


def _shown(name: object) -> str:
    text = name if isinstance(name, str) else repr(name)
    return text if len(text) <= 20 else f"{text[:19]}…"
