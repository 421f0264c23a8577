"""``/api/schema``: the REST interface as a plain page, with nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from empile.server.http.openapi.document import complete, declared_errors

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Empile: REST interface</title>
<meta name="viewport" content="width=device-width"><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}}
code{{background:#eee;padding:.1em .3em;border-radius:3px}}h2{{font-size:1.1rem;margin-top:2rem}}
</style><h1>Empile: REST interface</h1>
<p>For programs: <a href="/api/schema/openapi.json">OpenAPI as JSON</a>,
<a href="/api/protocol.json">the socket's messages as JSON Schema</a>.</p>{body}</html>"""


class OpenApiPage(OpenAPIRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/")
        self._page: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._page is None:
            parts = [
                _operation(method, path, operation)
                for path, operations in sorted(
                    complete(openapi_schema, declared_errors(request.app.routes))["paths"].items()
                )
                for method, operation in operations.items()
            ]
            self._page = _PAGE.format(body="".join(parts)).encode()
        return self._page


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{escape(operation.get('summary') or '')}. ")
    lines.append(escape(operation.get("description") or "") + "</p><ul>")
    for given in operation.get("parameters", []):
        description = escape(given.get("description") or f"in the {given['in']}")
        lines.append(f"<li><code>{escape(given['name'])}</code>: {description}</li>")
    if "requestBody" in operation:
        lines.append(f"<li>body: {_schema_name(operation['requestBody'])}</li>")
    for status, answer in operation.get("responses", {}).items():
        lines.append(f"<li>{escape(status)}: {_schema_name(answer)}</li>")
    return "".join([*lines, "</ul>"])


def _schema_name(content: dict[str, Any]) -> str:
    for media in content.get("content", {}).values():
        schema = media.get("schema", {})
        many = schema.get("type") == "array"
        name = (schema.get("items", {}) if many else schema).get("$ref", "").rpartition(".")[2]
        name = name.rpartition("/")[2] or schema.get("type", "object")
        return f"<code>{escape(name)}</code>" + (", many" if many else "")
    return escape(content.get("description") or "nothing")
