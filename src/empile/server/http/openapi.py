"""``/api/schema/openapi.json``: the REST interface as OpenAPI.

Litestar describes routes, parameters and successful responses. This module adds what it cannot
know: the exact schemas of the bodies, all error responses, and bearer tokens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from empile.engine.strict_json import is_list, is_object
from empile.server.http.json_schema import schema

_SCHEMAS: Final = "#/components/schemas/"
_PARAMETERS: Final = {
    "game": "The name of a game.",
    "lesson": "The name of a lesson.",
    "code": "A short code; case and spaces do not matter.",
    "table": "The id of a table.",
    "analysis": "The id of an analysis.",
    "level": "The id of a solo level.",
}
_ERRORS: Final = {
    "400": "The request is malformed, or the rules refuse it.",
    "403": "The caller may not do this, or is a page of another site.",
    "404": "There is no such thing.",
    "409": "Not possible at this point.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "421": "The server does not answer for this host name.",
    "429": "Too many requests; wait a moment.",
    "500": "An error of the server, logged with the request's id.",
    "503": "The server cannot do this now.",
}
_ALWAYS: Final = ("421", "429", "500", "503")
_OF_PARAMETERS: Final = ("400", "403", "404", "409")
_OF_BODIES: Final = ("400", "403", "404", "409", "413", "415")
_TOKEN_ROUTES: Final = "/api/tables/{table}"
_ADDED: Final[dict[str, Any]] = {
    "Record": {
        "type": "object",
        "description": "A game with its options and events; see the record format.",
        "required": ["format", "game", "events"],
    },
    "Health": {
        "type": "object",
        "properties": {
            "status": {"enum": ["ok", "stopping", "failing"]},
            "tables": {"type": "integer", "description": "Tables in memory."},
            "up_seconds": {"type": "number"},
        },
        "required": ["status"],
    },
}
_SUCCESSES: Final = {
    "/health": ("application/json", {"$ref": _SCHEMAS + "Health"}),
    "/metrics": ("text/plain", {"type": "string"}),
    "/api/solo/levels": ("application/json", {"$ref": _SCHEMAS + "SoloLevels"}),
    "/api/tables/{table}/record": ("application/json", {"$ref": _SCHEMAS + "Record"}),
}
"""Responses that routes return encoded, or as plain objects."""
_BODIES: Final = {"/api/replays": {"$ref": _SCHEMAS + "Record"}}
"""Bodies that routes decode by themselves."""


class OpenApiJson(JsonRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self._text: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._text is None:
            self._text = msgspec.json.encode(complete(openapi_schema))
        return self._text


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """Return Litestar's document with exact schemas, errors, tokens and descriptions."""
    document = json.loads(json.dumps(document))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _complete_operation(path, method, operation)
    definitions = json.loads(json.dumps(schema()["$defs"]).replace("#/$defs/", _SCHEMAS))
    known: dict[str, Any] = definitions | _ADDED
    document["components"] = {
        "schemas": {name: known[name] for name in sorted(_used(document["paths"], known))},
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a place, as returned by making or joining a table.",
            }
        },
    }
    return document


def _complete_operation(path: str, method: str, operation: dict[str, Any]) -> None:
    parameters = operation.get("parameters", [])
    for parameter in parameters:
        if parameter["in"] == "path":
            parameter["description"] = _PARAMETERS[parameter["name"]]
    if path.startswith(_TOKEN_ROUTES):
        needed: dict[str, list[str]] = {"token": []}
        operation["security"] = [needed] if path.endswith("/fill") else [{}, needed]
    if path in _BODIES:
        body = {"application/json": {"schema": _BODIES[path]}}
        operation["requestBody"] = {"required": True, "content": body}
    responses = operation["responses"]
    if path in _SUCCESSES:
        media, content = _SUCCESSES[path]
        responses["200"]["content"] = {media: {"schema": content}}
    if path == "/api/solo/levels":
        responses["304"] = {"description": "The list is the one of the entity tag."}
    statuses = {*_ALWAYS, *(_OF_BODIES if method == "post" else ())}
    if parameters:
        statuses.update(_OF_PARAMETERS)
    if path == "/metrics":
        statuses.add("403")
    refusal = {"application/json": {"schema": {"$ref": _SCHEMAS + "Refusal"}}}
    for status in sorted(statuses):
        responses[status] = {"description": _ERRORS[status], "content": refusal}
    if path == "/health":
        responses["503"] = {**responses["200"], "description": _ERRORS["503"]}


def _used(root: Any, known: dict[str, Any]) -> set[str]:
    """Return the names of all schemas that ``root`` refers to, directly or not."""
    found: set[str] = set()
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(known[name])
    return found


def _references(node: Any) -> Iterator[str]:
    if is_object(node):
        for key, value in node.items():
            if key == "$ref":
                yield value.removeprefix(_SCHEMAS)
            else:
                yield from _references(value)
    elif is_list(node):
        for value in node:
            yield from _references(value)
