"""Plain data at the door: what JSON gave, before anyone has looked at it."""

from __future__ import annotations

import json
from typing import Any, TypeGuard

from empile.engine.errors import EmpileError


class PlainDataError(EmpileError):
    """A text is not JSON, or JSON of which two readers could think differently."""


def read_json(text: str | bytes) -> Any:
    """Return the value in ``text``: JSON as its standard has it, no name twice in one object.

    Raises :class:`PlainDataError`.
    """
    try:
        return json.loads(text, object_pairs_hook=_no_double_keys, parse_constant=_no_constant)
    except PlainDataError:
        raise
    except RecursionError as error:
        raise PlainDataError("it is nested too deeply") from error
    except ValueError as error:  # UnicodeDecodeError is one too
        raise PlainDataError(str(error)) from error


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether ``value`` is an object of JSON."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether ``value`` is a list of JSON."""
    return isinstance(value, list)


def _no_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise PlainDataError(f"'{key}' stands twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise PlainDataError(f"{name} is no value of JSON")
