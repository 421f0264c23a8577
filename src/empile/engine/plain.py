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
        value = json.loads(text, object_pairs_hook=_no_double_keys, parse_constant=_no_constant)
        _check_characters(text, value)
        return value
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


def _check_characters(text: str | bytes, value: Any) -> None:
    """Refuse halves of characters (lone surrogates): no file and no socket could hold them again."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if text.isascii() and "\\ud" not in text.lower():
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise PlainDataError("a text in it holds half a character") from error


def _no_constant(name: str) -> Any:
    raise PlainDataError(f"{name} is no value of JSON")
