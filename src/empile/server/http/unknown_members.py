"""Members of request bodies that this version does not know; they are ignored."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from empile.engine.strict_json import is_list, is_object


def drop_unknown_members(value: Any, kind: Any) -> list[str]:
    """Remove members that the struct ``kind`` lacks from JSON, and return their names.

    >>> from empile.server.wire.schemas import CreateTable
    >>> body = {"game": "blox", "places": [{"kind": "open", "colour": 1}], "mood": "calm"}
    >>> drop_unknown_members(body, CreateTable)
    ['mood', 'places[].colour']
    >>> body
    {'game': 'blox', 'places': [{'kind': 'open'}]}
    """
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return []
    return sorted(_drop(value, _type_info(kind), ""))


@cache
def _type_info(kind: type[msgspec.Struct]) -> inspect.Type:
    return inspect.type_info(kind)


def _drop(value: Any, kind: inspect.Type, path: str) -> set[str]:
    found: set[str] = set()
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            found |= _drop(value, one, path)
    elif isinstance(kind, inspect.ListType) and is_list(value):
        for item in value:
            found |= _drop(item, kind.item_type, f"{path}[]")
    elif isinstance(kind, inspect.StructType) and is_object(value):
        if kind.tag_field is not None and value.get(kind.tag_field) != kind.tag:
            return found  # of another struct of the union
        known = {field.encode_name: field.type for field in kind.fields}
        if kind.tag_field is not None:
            known[kind.tag_field] = inspect.AnyType()
        prefix = f"{path}." if path else ""
        for name in [name for name in value if name not in known]:
            del value[name]
            found.add(prefix + name)
        for name, member in value.items():
            found |= _drop(member, known[name], prefix + name)
    return found
