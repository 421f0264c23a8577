"""``empile mcp``: a Model Context Protocol server for language models."""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import re
import sys
from pathlib import Path
from typing import NamedTuple

from empile.cli import origins
from empile.cli.errors import CommandError
from empile.cli.parser import server_address, whole_number

HTTP = "127.0.0.1:8008"
"""Where to listen by default."""

ABOUT = """\
Let language models play, analyse games and read rules by tools of the Model Context Protocol, over
standard input and output, or over HTTP. Desktop clients start this command themselves:
docs/how-to/mcp.md. It needs the extra `mcp`.

examples:
  empile mcp                                    for one client, over standard input and output
  empile mcp --http                             at http://127.0.0.1:8008/mcp, for this machine only
  empile mcp --server https://play.example.org  models may join tables there
"""


class _Address(NamedTuple):
    host: str
    port: int


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--http",
        nargs="?",
        const=HTTP,
        type=_address,
        metavar="HOST:PORT",
        help=f"serve clients over HTTP (default: {HTTP}, for this machine only)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        type=origins.origin,
        metavar="URL",
        help="public address of this server behind a proxy, with --http; may be repeated",
    )
    parser.add_argument(
        "--server",
        default="http://localhost:8000",
        type=server_address,
        metavar="ADDRESS",
        help="the Empile server whose tables can be joined (default: http://localhost:8000)",
    )
    parser.add_argument(
        "--token",
        type=Path,
        metavar="FILE",
        help="a file with the API token of a program with an account there: it joins as its member",
    )
    parser.add_argument(
        "--tables",
        type=whole_number(1, 10_000),
        metavar="N",
        help="the most open tables (default: 8, with --http 64)",
    )


def run(arguments: argparse.Namespace) -> int:
    address: _Address | None = arguments.http
    if arguments.origin and address is None:
        raise CommandError("--origin needs --http")
    if address is not None and not arguments.origin and not _is_loopback(address.host):
        raise CommandError(
            f"{address.host} can be reached from other machines: name the public address, such as"
            " --origin https://mcp.example.org"
        )
    from empile.mcp import Limits, make_server
    from empile.mcp.server import serve_stdio

    tables = arguments.tables or (8 if address is None else 64)
    try:
        server = make_server(
            server=arguments.server,
            account=_token(arguments.token),
            limits=Limits(tables=tables),
            private=address is not None,
        )
    except ImportError as error:
        raise CommandError(str(error)) from error
    if address is None:
        asyncio.run(serve_stdio(server))
    else:
        _serve_http(server, address, arguments.origin)
    return 0


def _serve_http(server: object, address: _Address, origins: list[str]) -> None:
    import uvicorn

    from empile.mcp.server import PATH, http_app

    app = http_app(server, address.host, origins)
    host = f"[{address.host}]" if ":" in address.host else address.host
    print(f"Listening at http://{host}:{address.port}{PATH}", file=sys.stderr, flush=True)
    uvicorn.run(app, host=address.host, port=address.port, log_level="warning")


def _token(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"the token cannot be read: {error}") from None


def _address(text: str) -> _Address:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not re.fullmatch(r"\d{1,5}", port) or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"'{text[:60]}' is not HOST:PORT, such as {HTTP}")
    return _Address(host.strip("[]"), int(port))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
