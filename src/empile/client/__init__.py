"""Client library of an Empile server, for bots and other programs.

Example::

    async with Rest("http://localhost:8000") as rest:
        made = await rest.make_table("block-ness", ["person", "bot:2"])
        async with await connect(rest.address, made.table, made.token) as seat:
            await play(seat, lambda state: state.legal_actions()[0])

Messages are structs of ``empile.server.wire.messages``. The reference of the protocol documents them.
"""

from empile.client.connection import TableConnection, connect
from empile.client.errors import ClosedError, CommandError
from empile.client.messages import Messages
from empile.client.placement import Placement, straight
from empile.client.play import play, play_all
from empile.client.rest import Rest
from empile.client.stdio import serve_socket, serve_stdio
from empile.client.tracker import GameTracker

__all__ = [
    "ClosedError",
    "CommandError",
    "GameTracker",
    "Messages",
    "Placement",
    "Rest",
    "TableConnection",
    "connect",
    "play",
    "play_all",
    "serve_socket",
    "serve_stdio",
    "straight",
]
