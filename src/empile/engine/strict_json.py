"""Strict JSON parsing: no duplicate keys, NaN or lone surrogates."""

from __future__ import annotations

import json
from typing import Any, TypeGuard

from empile.engine.errors import EmpileError


class PlainDataError(EmpileError):
    """The text is not JSON, or JSON that parsers may read differently."""


def read_json(text: str | bytes) -> Any:
    """Parse JSON; raises ``PlainDataError``."""
    try:
        value = json.loads(text, object_pairs_hook=_no_double_keys, parse_constant=_no_constant)
        _check_characters(text, value)
        return value
    except PlainDataError:
        raise
    except RecursionError as error:
        raise PlainDataError("it is nested too deeply") from error
    except ValueError as error:  # including UnicodeDecodeError
        raise PlainDataError(str(error)) from error


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether ``value`` is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether ``value`` is a JSON array."""
    return isinstance(value, list)


def _no_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise PlainDataError(f"duplicate key '{key}' in an object")
        found[key] = value
    return found


def _check_characters(text: str | bytes, value: Any) -> None:
    """Reject lone surrogates, which cannot be encoded as UTF-8 again."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if text.isascii() and "\\ud" not in text.lower():
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise PlainDataError("a string contains a lone surrogate") from error


def _no_constant(name: str) -> Any:
    raise PlainDataError(f"{name} is not valid JSON")
