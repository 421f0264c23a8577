"""Drawings: SVG with parts that depend on what is shown, as data from which pages draw as well.

A drawing is a text, a list of drawings, or what one of the functions here returns. They have the path of
a value in the *facts*:

- ``"view"``: the view of a seat, with the keys of the position object;
- ``"points"``: the points of each seat;
- ``"ranks"``: the rank of each seat, None before the end;
- ``"winners"``: the numbers of the seats that win, from 1; None before the end.

What is not there is None. ``web/src/engine/picture.ts`` draws the same.

Example::

    >>> lamp = ["<g>", chosen("view", "on", of={0: "dark"}, otherwise="bright"), "</g>"]
    >>> drawn(lamp, {"view": {"on": 1}})
    '<g>bright</g>'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from empile.engine.state import State

Drawing: TypeAlias = "str | Sequence[Drawing] | Mapping[str, Any] | Later"
Step: TypeAlias = "str | int | Mapping[str, int]"
"""A key, an index, or an ``argument`` that is a key."""


class Later:
    """A drawing that is made when it is drawn: it may never be.

    Example: ``Later(lambda: picture.token(3))``.
    """

    def __init__(self, draw: Callable[[], Drawing]) -> None:
        self._draw = draw

    @cached_property
    def drawing(self) -> Drawing:
        """What is drawn."""
        return self._draw()


class Sheet(NamedTuple):
    """The picture of all views of a game as one drawing."""

    drawing: Drawing | None
    """Data of JSON; None if there is no such drawing."""
    lack: str
    """Why there is none, as a clause."""


# -- Parts ---------------------------------------------------------------------------------------


def shown(*path: Step, between: str = ", ", empty: str = "none") -> Drawing:
    """Return a drawing of the value at ``path`` as text.

    Items of a list are joined with ``between``; a list in it has brackets. ``empty`` stands for None and for
    empty lists. Example: ``shown("points", 0)``.
    """
    return {"show": [*path], "between": between, "empty": empty}


def chosen(*path: Step, of: Mapping[Any, Drawing], otherwise: Drawing = "") -> Drawing:
    """Return the drawing that ``of`` has for the value at ``path``, or else ``otherwise``.

    Example: ``chosen("view", "roll", of={0: "–"}, otherwise=shown("view", "roll"))``.
    """
    keys = {_encoded(value): drawing for value, drawing in of.items()}
    return {"choose": [*path], "of": keys, "else": otherwise}


def counted(*path: Step, of: Sequence[Drawing]) -> Drawing:
    """Return the first drawings of ``of``: as many as the number at ``path`` says.

    Example: ``counted("view", "heap", of=["●"] * 21)``.
    """
    return {"count": [*path], "of": of}


def each(
    rows: Sequence[Sequence[str]], drawing: Drawing, *, between: str = "", empty: str = ""
) -> Drawing:
    """Return a drawing for each of ``rows``, which are the arguments of ``drawing``.

    Those that are empty are left out; ``empty`` stands for none at all.
    Example: ``each([["a1"], ["b1"]], ["<text>", argument(0), "</text>"])``.
    """
    return {"each": [[*row] for row in rows], "draw": drawing, "between": between, "empty": empty}


def argument(number: int) -> Mapping[str, int]:
    """Return an argument of the row, from 0: a drawing, or a step of a path.

    Example: ``shown("view", "cell", argument(0))``.
    """
    return {"argument": number}


# -- Drawing -------------------------------------------------------------------------------------


def facts_of(state: State, view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a state and a view of it. Example: ``facts_of(state, state.view(0))``."""
    result = state.result()
    return {
        "view": view,
        "points": state.scores(),
        "ranks": None if result is None else result.ranks,
        "winners": None if result is None else [seat + 1 for seat in result.winners],
    }


def drawn(drawing: Drawing, facts: Mapping[str, Any], row: Sequence[str] = ()) -> str:
    """Return a drawing as SVG. Example: ``drawn(shown("points", 1), {"points": [3, 4]})`` is ``"4"``."""
    if isinstance(drawing, str):
        return drawing
    if isinstance(drawing, (list, tuple)):
        return "".join([drawn(part, facts, row) for part in drawing])
    if isinstance(drawing, Later):
        return drawn(drawing.drawing, facts, row)
    node: Any = drawing
    if "argument" in node:
        return str(row[node["argument"]])
    if "choose" in node:
        key = _encoded(_at(node["choose"], facts, row))
        return drawn(node["of"].get(key, node["else"]), facts, row)
    if "count" in node:
        count = _at(node["count"], facts, row)
        return drawn(node["of"][: max(0, count)], facts, row) if type(count) is int else ""
    if "show" in node:
        return _written(_at(node["show"], facts, row), node["between"], node["empty"])
    if "each" in node:
        parts = [drawn(node["draw"], facts, arguments) for arguments in node["each"]]
        return str(node["between"]).join(filter(None, parts)) or str(node["empty"])
    raise ValueError(f"no drawing has the keys {', '.join(node)}")


def data_of(drawing: Drawing) -> Drawing:
    """Return a drawing as data of JSON, with all that is made later; parts that are always the same are joined.

    Example: ``data_of(["a", Later(lambda: "b")])`` is ``"ab"``.
    """
    if isinstance(drawing, str):
        return drawing
    if isinstance(drawing, (list, tuple)):
        return _joined(drawing)
    if isinstance(drawing, Later):
        return data_of(drawing.drawing)
    node: Any = drawing
    if "argument" in node or "show" in node:
        return drawing
    if "choose" in node:
        of = {key: data_of(part) for key, part in node["of"].items()}
        return {**node, "of": of, "else": data_of(node["else"])}
    if "count" in node:
        return {**node, "of": [data_of(part) for part in node["of"]]}
    return {**node, "draw": data_of(node["draw"])}


def _joined(parts: Sequence[Drawing]) -> Drawing:
    joined: list[Drawing] = []
    for part in map(data_of, parts):
        for item in part if isinstance(part, list) else [part]:
            if isinstance(item, str) and joined and isinstance(joined[-1], str):
                joined[-1] += item
            elif item != "":
                joined.append(item)
    return joined[0] if len(joined) == 1 else joined or ""


def _at(path: Sequence[Step], facts: Mapping[str, Any], row: Sequence[str]) -> Any:
    value: Any = facts
    for step in path:
        key = step if isinstance(step, (str, int)) else row[step["argument"]]
        if isinstance(key, str) and _is_object(value):
            value = value.get(key)
        elif isinstance(key, int) and _is_list(value):
            value = value[key] if 0 <= key < len(value) else None
        else:
            return None
    return value


def _written(value: Any, between: str, empty: str) -> str:
    if isinstance(value, str):
        return escape(value)
    if _is_object(value):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))  # as JavaScript sorts
        parts = [f"{escape(name)} {_inner(value[name], empty)}" for name in names]
    elif _is_list(value):
        parts = [_inner(item, empty) for item in value]
    else:
        parts = [] if value is None else [_encoded(value)]
    return between.join(parts) or empty


def _inner(value: Any, empty: str) -> str:
    return f"[{_written(value, ' ', '')}]" if _is_list(value) else _written(value, " ", empty)


def _is_object(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple))


def _encoded(value: Any) -> str:
    if value is None:
        return "null"
    return str(value) if type(value) is int else _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
