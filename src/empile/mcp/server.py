"""The tools and resources as a server of the SDK, over standard streams or HTTP.

The SDK's low-level server is used: with it the schemas stay small, and errors are plain sentences.
"""

from __future__ import annotations

import base64
import importlib
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from empile import __version__
from empile.engine.errors import EmpileError
from empile.engine.optional_import import missing_extra
from empile.mcp.errors import RequestError
from empile.mcp.resources import TEMPLATES, listed, read
from empile.mcp.service import Service
from empile.mcp.tables import Limits
from empile.mcp.tools import TOOLS, Answer, Tool

SERVER: Final = "http://localhost:8000"
"""The Empile server whose tables are joined by default."""
PATH: Final = "/mcp"
"""Of the address over HTTP."""
MOST_SESSIONS: Final = 64
"""Over HTTP at the same time."""
IDLE_SECONDS: Final = 900.0
"""After this time without a request a session over HTTP ends."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

_INSTRUCTIONS = (
    "Board games. Call rules before the first move of a game, then open_table, and act with the table's"
    " name until the game is over. Moves are written in the game's notation."
)
_log = logging.getLogger(__name__)


def make_server(
    *,
    server: str = SERVER,
    account: str | None = None,
    limits: Limits | None = None,
    private: bool = False,
) -> Any:
    """Return a server of the SDK, a ``mcp.server.Server``.

    :param server: the address of the Empile server whose tables can be joined; of no other one
    :param account: the API token of a program with an account there
    :param limits: how much clients may use
    :param private: names of tables cannot be guessed, as needed if several clients share the server
    :raises ImportError: without the extra ``mcp``

    Example: ``make_server(limits=Limits(tables=2)).run(reading, writing, options)``.
    """
    types, lowlevel = _library("mcp.types"), _library("mcp.server.lowlevel")
    service = Service(server, account, limits or Limits(), private=private)

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncGenerator[dict[str, Any]]:
        try:
            yield {}
        finally:
            await service.tables.close_all()

    async def list_tools(context: Any, params: Any) -> Any:
        return types.ListToolsResult(tools=[_told(types, tool) for tool in TOOLS.values()])

    async def call_tool(context: Any, params: Any) -> Any:
        tool = TOOLS.get(params.name)
        try:
            if tool is None:
                raise RequestError(f"There is no tool {params.name}: use {', '.join(TOOLS)}.")

            async def tell(progress: float) -> None:
                await context.session.report_progress(progress, 1.0)

            answer = await tool.run(service, params.arguments or {}, tell)
        except EmpileError as error:
            content = [types.TextContent(type="text", text=str(error))]
            return types.CallToolResult(content=content, is_error=True)
        except Exception:
            _log.exception("the tool %s failed", params.name)
            content = [types.TextContent(type="text", text="This failed inside the server.")]
            return types.CallToolResult(content=content, is_error=True)
        return types.CallToolResult(content=[_content(types, answer)])

    async def list_resources(context: Any, params: Any) -> Any:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=one.uri, name=one.name, mime_type=one.media_type)
                for one in listed(service)
            ]
        )

    async def list_templates(context: Any, params: Any) -> Any:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=one.uri,
                    name=one.name,
                    description=one.description,
                    mime_type=one.media_type,
                )
                for one in TEMPLATES
            ]
        )

    async def read_resource(context: Any, params: Any) -> Any:
        try:
            text, media_type = await read(service, str(params.uri))
        except EmpileError as error:
            errors = _library("mcp.shared.exceptions")
            raise errors.MCPError(code=types.INVALID_PARAMS, message=str(error)) from error
        found = types.TextResourceContents(uri=params.uri, text=text, mime_type=media_type)
        return types.ReadResourceResult(contents=[found])

    made: Any = lowlevel.Server(
        "empile",
        version=__version__,
        title="Empile board games",
        instructions=_INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )
    return made


async def serve_stdio(server: Any) -> None:
    """Serve one client over standard input and output.

    Example: ``await serve_stdio(make_server())``.
    """
    streams = _library("mcp.server.stdio")
    async with streams.stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def http_app(
    server: Any, host: str, origins: Sequence[str] = (), most_sessions: int = MOST_SESSIONS
) -> Any:
    """Return the ASGI application for clients over HTTP.

    Requests must name this host, the local machine or the host of an origin, and those of browsers
    must come from there: this prevents DNS rebinding.

    :param origins: public addresses, e.g. ``"https://mcp.example.org"``
    :param most_sessions: how many may be open; another one gets 503 until one ends, at the latest
        :data:`IDLE_SECONDS` after its last request

    Example: ``http_app(make_server(private=True), "127.0.0.1")``.
    """
    security = _library("mcp.server.transport_security")
    name = f"[{host}]" if ":" in host else host
    names = dict.fromkeys([*LOOPBACK, name])
    public = [urlsplit(origin).netloc for origin in origins]
    settings = security.TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*names, *(f"{one}:*" for one in names), *public],
        allowed_origins=[
            *(f"http://{one}" for one in names),
            *(f"http://{one}:*" for one in names),
            *(origin.rstrip("/") for origin in origins),
        ],
    )
    return server.streamable_http_app(
        streamable_http_path=PATH,
        host=host,
        transport_security=settings,
        session_idle_timeout=IDLE_SECONDS,
        max_sessions=most_sessions,
    )


def _told(types: Any, tool: Tool[Any]) -> Any:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema={"type": "object", **tool.schema()},
        annotations=types.ToolAnnotations(read_only_hint=True) if tool.reads_only else None,
    )


def _content(types: Any, answer: Answer) -> Any:
    if isinstance(answer, str):
        return types.TextContent(type="text", text=answer)
    data = base64.b64encode(answer).decode("ascii")
    return types.ImageContent(type="image", data=data, mime_type="image/png")


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise missing_extra("The MCP SDK", "mcp") from error
