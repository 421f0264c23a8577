"""Plain data at the door: what JSON gave, before anyone has looked at it."""

from __future__ import annotations

from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether ``value`` is an object of JSON."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether ``value`` is a list of JSON."""
    return isinstance(value, list)
