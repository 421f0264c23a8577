"""A client of an Empile server, for bots and other programs.

::

    async with Rest("http://localhost:8000") as rest:
        made = await rest.make_table("block-ness", ["person", "bot:2"])
        async with await connect(rest.address, made.table, made.token) as seat:
            await play(seat, choose_something)

A program that a tournament starts, or connects to, is made by :func:`serve_stdio` or
:func:`serve_socket`.

Everything is typed by :mod:`empile.server.protocol`; ``docs/protocol.md`` tells what it means.
"""

from empile.client.connection import ClosedError, TableConnection, connect
from empile.client.errors import RefusedError
from empile.client.follow import Follower
from empile.client.lines import serve_socket, serve_stdio
from empile.client.placing import Placement, straight
from empile.client.play import play
from empile.client.rest import Rest

__all__ = [
    "ClosedError",
    "Follower",
    "Placement",
    "RefusedError",
    "Rest",
    "TableConnection",
    "connect",
    "play",
    "serve_socket",
    "serve_stdio",
    "straight",
]
