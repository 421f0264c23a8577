"""Strict readers of position objects; each raises ``PositionError`` with the key at fault.

Example::

    >>> position = {"seat": 1, "points": [3, 4]}
    >>> check_keys(position, ("seat", "points"))
    >>> read_int(position, "seat", 0, 1)
    1
    >>> read_ints(position, "points", 2, 0, 9)
    [3, 4]
    >>> read_choice({"stage": "play"}, "stage", ("play", "over"))
    'play'
    >>> read_counts({"deck": {"ace": 2, "king": 0}}, "deck", ("ace", "king"), 4)
    {'ace': 2, 'king': 0}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from empile.engine.errors import PositionError
from empile.engine.strict_json import is_list, is_object


def check_keys(
    position: Mapping[str, Any], keys: Collection[str], optional: Collection[str] = ()
) -> None:
    """Check that exactly ``keys``, and perhaps ``optional`` ones, are in ``position``."""
    for key in keys:
        if key not in position:
            raise PositionError(f"the position has no '{key}'")
    for key in position:
        if key not in keys and key not in optional:
            raise PositionError(f"a position of this game has no member '{key}'")


def read_int(position: Mapping[str, Any], key: str, least: int, greatest: int) -> int:
    """Return the whole number at ``key``."""
    value = position[key]
    if type(value) is not int or not least <= value <= greatest:
        raise PositionError(
            f"'{key}' must be a whole number from {least} to {greatest}, not {shown(value)}"
        )
    return value


def read_choice(position: Mapping[str, Any], key: str, values: Sequence[Any]) -> Any:
    """Return the member of ``values`` at ``key``."""
    value = position[key]
    for known in values:
        if type(value) is type(known) and value == known:
            return known
    raise PositionError(
        f"'{key}' must be one of {', '.join(shown(known) for known in values)}, not {shown(value)}"
    )


def read_seat(position: Mapping[str, Any], key: str, seats: int) -> int:
    """Return the seat to act at ``key``; a game cannot begin without one."""
    if position[key] is None:
        raise PositionError(f"a game begins at a move: '{key}' must be the seat to act, not null")
    return read_int(position, key, 0, seats - 1)


def read_list(position: Mapping[str, Any], key: str, length: int | None = None) -> list[Any]:
    """Return the list at ``key``, of ``length`` items if given."""
    value = position[key]
    if not is_list(value) or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length} items"
        raise PositionError(f"'{key}' must be a list{size}, not {shown(value)}")
    return value


def read_texts(position: Mapping[str, Any], key: str, length: int | None = None) -> list[str]:
    """Return the list of texts at ``key``."""
    values = read_list(position, key, length)
    for value in values:
        if type(value) is not str:
            raise PositionError(f"'{key}' must contain texts only, not {shown(value)}")
    return values


def read_ints(
    position: Mapping[str, Any], key: str, length: int, least: int, greatest: int
) -> list[int]:
    """Return the list of whole numbers at ``key``."""
    values = read_list(position, key, length)
    for value in values:
        if type(value) is not int or not least <= value <= greatest:
            raise PositionError(
                f"'{key}' must contain whole numbers from {least} to {greatest} only,"
                f" not {shown(value)}"
            )
    return values


def read_object(position: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the object at ``key``."""
    value = position[key]
    if not is_object(value):
        raise PositionError(f"'{key}' must be an object, not {shown(value)}")
    return value


def read_counts(
    position: Mapping[str, Any], key: str, names: Collection[str], most: int
) -> dict[str, int]:
    """Return the object at ``key``, which has a count from 0 to ``most`` for each name."""
    counts = read_object(position, key)
    if set(counts) != set(names):
        raise PositionError(f"'{key}' must have exactly the keys {', '.join(names)}")
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count <= most:
            raise PositionError(
                f"'{key}' must have whole numbers from 0 to {most}, not {shown(count)} for {name}"
            )
    return counts


def shown(value: object) -> str:
    """Return a value as JSON for an error."""
    return json.dumps(value, ensure_ascii=False)
