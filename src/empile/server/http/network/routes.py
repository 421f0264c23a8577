"""REST routes for access from the local network."""

from __future__ import annotations

from typing import Any

from litestar import Controller, get, post
from litestar.status_codes import HTTP_200_OK

from empile.server.http.errors import Asked
from empile.server.http.network.access import Network
from empile.server.http.rest import limit
from empile.server.wire.schemas import NetworkAccess


def _network_of(request: Asked) -> Network:
    network = request.app.state.network
    assert isinstance(network, Network)
    return network


class NetworkController(Controller):
    path = "/api/network"
    tags = ("host",)

    @get("/", summary="How other devices reach this server")
    async def seen(self, request: Asked) -> NetworkAccess:
        """Return the addresses for invitations, for the browser on the server's own machine."""
        scope: Any = request.scope
        return await _network_of(request).seen(scope)

    @post(
        "/",
        summary="Let devices of the local network in",
        errors=("forbidden", "unavailable"),
        status_code=HTTP_200_OK,
    )
    async def open(self, request: Asked) -> NetworkAccess:
        """Listen in the local network until the server stops.

        Only for the browser on the server's own machine.
        """
        limit(request)
        scope: Any = request.scope
        return await _network_of(request).open(scope)
