"""The resources: rules of games, and boards and records of tables."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from empile.engine.discovery import game_names
from empile.mcp.errors import RequestError
from empile.mcp.games import full_or_short_rules
from empile.mcp.service import Service


class Resource(NamedTuple):
    """A resource or, with ``{}`` in its address, a template of resources."""

    uri: str
    name: str
    description: str
    media_type: str


TEMPLATES: Final = (
    Resource("rules://{game}/{length}", "rules", "length: short or full", "text/markdown"),
    Resource("board://{table}", "board", "The position as you see it", "image/svg+xml"),
    Resource("record://{table}", "record", "The game's record", "application/json"),
)


def listed(service: Service) -> list[Resource]:
    """Return the rules of all games, and the boards and records of the tables that are open.

    Example: ``listed(service)[0].uri``.
    """
    rules = [
        Resource(f"rules://{game}/{length}", f"Rules of {game}, {length}", "", "text/markdown")
        for game in game_names()
        for length in ("short", "full")
    ]
    tables = [
        Resource(f"{kind}://{table}", f"{kind.title()} of {table}", "", media_type)
        for table in service.tables
        for kind, media_type in (("board", "image/svg+xml"), ("record", "application/json"))
    ]
    return rules + tables


async def read(service: Service, uri: str) -> tuple[str, str]:
    """Return the text of a resource and its media type; raises :class:`RequestError`.

    Example: ``await read(service, "rules://blox/short")``.
    """
    kind, _, rest = uri.partition("://")
    rest = rest.rstrip("/")
    if kind == "rules":
        game, _, length = rest.partition("/")
        if length not in ("", "short", "full"):
            raise RequestError(f"The rules are short or full, not {length[:40]}.")
        return full_or_short_rules(game, full=length == "full"), "text/markdown"
    if kind == "board":
        return await service.tables.find(rest).svg(), "image/svg+xml"
    if kind == "record":
        record = await service.tables.find(rest).record()
        return json.dumps(record, ensure_ascii=False), "application/json"
    addresses = ", ".join(template.uri for template in TEMPLATES)
    raise RequestError(f"There is no resource {uri[:80]}; there are {addresses}.")
