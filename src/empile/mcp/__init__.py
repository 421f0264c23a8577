"""A Model Context Protocol server: language models play, analyse and read rules by tools.

It needs the extra ``mcp``, the official SDK. ``empile mcp`` runs it; programs get the SDK's server
object by :func:`make_server`.

Example::

    from mcp import Client

    async with Client(make_server()) as client:
        await client.call_tool("open_table", {"game": "blox", "others": 1})
"""

from __future__ import annotations

from empile.mcp.server import make_server
from empile.mcp.tables import Limits

__all__ = ["Limits", "make_server"]
