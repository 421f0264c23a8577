"""``/api/schema/openapi.json``: the REST interface as OpenAPI.

Litestar describes routes, parameters and successful responses. This module adds what it cannot
know: the exact schemas of the bodies, all error responses, and bearer tokens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import BaseRoute, HTTPRoute

from empile.engine.strict_json import is_list, is_object
from empile.server.http.errors import PROBLEM_TYPE
from empile.server.http.json_schema import schema
from empile.server.wire.codes import ERRORS, status_of
from empile.server.wire.parts import ErrorCode

DeclaredErrors = Mapping[tuple[str, str], tuple[ErrorCode, ...]]
"""Error codes by path and method."""

_SCHEMAS: Final = "#/components/schemas/"
_PARAMETERS: Final = {
    "game": "The name of a game.",
    "language": "The language of a catalogue, e.g. `en`.",
    "lesson": "The name of a lesson.",
    "code": "A short code; case and spaces do not matter.",
    "table": "The id of a table.",
    "analysis": "The id of an analysis.",
    "puzzle": "The ID of a puzzle.",
    "level": "The id of a solo level.",
    "token": "The token of a link in a mail.",
    "session": "The number of a session.",
    "passkey": "The number of a passkey.",
    "member": "The id of a member.",
    "message": "The number of a message.",
    "friend": "The id of a friend.",
    "number": "The number of a token.",
    "absence": "The number of an absence.",
    "device": "The number of a device.",
    "other": "The id of another member.",
    "study": "The ID of a study.",
    "report": "The number of a report.",
    "act": "The number of an act.",
    "name": "The name of a transfer: 32 hexadecimal digits.",
}
_ALWAYS: Final[tuple[ErrorCode, ...]] = (
    "outdated",
    "wrong_host",
    "rate_limited",
    "failed",
    "unavailable",
)
_OF_BODIES: Final[tuple[ErrorCode, ...]] = (
    "bad_request",
    "forbidden",
    "timeout",
    "too_large",
    "wrong_media_type",
)
_SECURITY: Final[dict[str, Any]] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a place, as returned by making or joining a table, or of a program.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "empile_session",
        "description": "The session of an account. Other methods than `GET` need `Origin`.",
    },
}
_WITH_BODIES: Final = frozenset({"post", "put", "patch"})
_ADDED: Final[dict[str, Any]] = {
    "Record": {
        "type": "object",
        "description": "A game with its options and events; see the record format.",
        "required": ["format", "game", "events"],
    },
    "Catalogue": {
        "type": "object",
        "description": "The messages by key: a text, or texts by plural category.",
        "additionalProperties": {
            "oneOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"other": {"type": "string"}},
                    "required": ["other"],
                    "additionalProperties": {"type": "string"},
                },
            ]
        },
    },
    "Health": {
        "type": "object",
        "properties": {
            "status": {"enum": ["ok", "stopping", "failing"]},
            "protocol": {"type": "integer", "description": "The version of the protocol."},
            "tables": {"type": "integer", "description": "Tables in memory."},
            "up_seconds": {"type": "number"},
        },
        "required": ["status"],
    },
}
_FILE: Final = {"type": "string", "format": "binary"}
_SUCCESSES: Final = {
    "/api/me/export": ("application/json", {"type": "object"}),
    "/health": ("application/json", {"$ref": _SCHEMAS + "Health"}),
    "/metrics": ("text/plain", {"type": "string"}),
    "/api/solo/levels": ("application/json", {"$ref": _SCHEMAS + "SoloLevels"}),
    "/api/puzzles/{game}": ("application/json", {"$ref": _SCHEMAS + "PuzzleList"}),
    "/api/puzzles/{game}/{puzzle}": ("application/json", {"$ref": _SCHEMAS + "WholePuzzle"}),
    "/api/games/{game}/catalogues/{language}": (
        "application/json",
        {"$ref": _SCHEMAS + "Catalogue"},
    ),
    "/api/tables/{table}/record": ("application/json", {"$ref": _SCHEMAS + "Record"}),
    "/api/tables/{table}/stream": ("application/x-ndjson", {"type": "string"}),
    "/api/stream/events": ("application/x-ndjson", {"type": "string"}),
    "/api/members/{member}/games.atom": ("application/atom+xml", {"type": "string"}),
    "/api/notices/unsubscribe/{token}": ("text/html", {"type": "string"}),
    "/api/games.atom": ("application/atom+xml", {"type": "string"}),
    "/api/pictures": ("image/png", _FILE),
    "/api/films": ("image/webp", _FILE),
    "/api/films/falls": ("image/webp", _FILE),
}
"""Responses that routes return encoded, or as plain objects."""
_TAGGED: Final = frozenset(
    {
        "/api/solo/levels",
        "/api/games/{game}/catalogues/{language}",
        "/api/offline/lessons/{game}",
        "/api/offline/levels/{level}",
        "/api/puzzles/{game}",
        "/api/puzzles/{game}/{puzzle}",
    }
)
"""Routes whose responses have an entity tag."""
_BODIES: Final = {
    "/api/puzzles/missed": {"$ref": _SCHEMAS + "Record"},
    "/api/replays": {"$ref": _SCHEMAS + "Record"},
}
"""Bodies that routes decode by themselves."""


class OpenApiJson(JsonRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self._text: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._text is None:
            self._text = msgspec.json.encode(
                complete(openapi_schema, declared_errors(request.app.routes))
            )
        return self._text


def complete(document: dict[str, Any], declared: DeclaredErrors) -> dict[str, Any]:
    """Return Litestar's document with exact schemas, errors, tokens and descriptions."""
    document = json.loads(json.dumps(document))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _complete_operation(path, method, operation, declared[path, method])
    definitions = json.loads(json.dumps(schema()["$defs"]).replace("#/$defs/", _SCHEMAS))
    for definition in definitions.values():
        if definition.get("additionalProperties") is False:
            del definition["additionalProperties"]  # unknown members are ignored
    known: dict[str, Any] = definitions | _ADDED
    document["components"] = {
        "schemas": {name: known[name] for name in sorted(_used(document["paths"], known))},
        "securitySchemes": {
            name: scheme
            for name, scheme in _SECURITY.items()
            if name == "bearer" or any("signed_out" in codes for codes in declared.values())
        },
    }
    return document


def _complete_operation(
    path: str, method: str, operation: dict[str, Any], declared: Iterable[ErrorCode]
) -> None:
    parameters = operation.get("parameters", [])
    for parameter in parameters:
        if parameter["in"] == "path":
            parameter["description"] = _PARAMETERS[parameter["name"]]
    if "bad_token" in declared:
        needed: dict[str, list[str]] = {"bearer": []}
        operation["security"] = [needed] if path.endswith("/fill") else [{}, needed]
    if "signed_out" in declared:
        by_session: dict[str, list[str]] = {"session": []}
        others = operation["security"] if "bad_token" in declared else []
        operation["security"] = [*others, by_session]
    if path in _BODIES:
        body = {"application/json": {"schema": _BODIES[path]}}
        operation["requestBody"] = {"required": True, "content": body}
    responses = operation["responses"]
    if path in _SUCCESSES:
        media, content = _SUCCESSES[path]
        responses["200"]["content"] = {media: {"schema": content}}
    if path in _TAGGED:
        responses["304"] = {"description": "The response is the one of the entity tag."}
    responses.get("204", {}).pop("content", None)
    for name in [status for status in responses if status >= "400"]:
        del responses[name]  # Litestar's guess
    codes: set[ErrorCode] = {*_ALWAYS, *declared, *(_OF_BODIES if method in _WITH_BODIES else ())}
    if any(one["in"] == "path" and one["schema"]["type"] == "integer" for one in parameters):
        codes.add("not_found")  # for a number that is too large for the store
    for status, of_status in sorted(_by_status(codes).items()):
        responses[str(status)] = _error_response(of_status)
    if path == "/health":
        content = responses["200"]["content"]
        responses["503"]["content"] = content | responses["503"]["content"]


def _by_status(codes: Iterable[ErrorCode]) -> dict[int, list[ErrorCode]]:
    found: dict[int, list[ErrorCode]] = {}
    for code in sorted(codes):
        found.setdefault(status_of(code), []).append(code)
    return found


def _error_response(codes: list[ErrorCode]) -> dict[str, Any]:
    """Return the response of a status, whose problems have one of ``codes``."""
    lines = [f"- `{code}`: {ERRORS[code].title}." for code in codes]
    known = {"properties": {"code": {"enum": codes}}}
    problem = {"allOf": [{"$ref": _SCHEMAS + "Problem"}, known]}
    response: dict[str, Any] = {
        "description": "\n".join(lines),
        "content": {PROBLEM_TYPE: {"schema": problem}},
    }
    if status_of(codes[0]) in (429, 503):
        seconds = {"type": "integer", "minimum": 1}
        response["headers"] = {
            "Retry-After": {
                "description": "Seconds after which the request may succeed.",
                "required": True,
                "schema": seconds,
            }
        }
    return response


def declared_errors(routes: Iterable[BaseRoute]) -> DeclaredErrors:
    """Return the error codes that each handler declares with ``errors=``.

    On a server with accounts also those of ``of_accounts=``.
    """
    handlers = {
        (route.path_format, method.lower()): handler.opt
        for route in routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
    }
    more = "of_accounts" if ("/api/accounts", "post") in handlers else ""
    return {
        operation: (*options.get("errors", ()), *options.get(more, ()))
        for operation, options in handlers.items()
    }


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
