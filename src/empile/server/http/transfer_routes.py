"""REST routes that carry the games of a browser to another device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar import Controller, delete, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from empile.server.http.errors import Asked, host_of
from empile.server.http.rest import limit
from empile.server.wire import schemas

if TYPE_CHECKING:
    from empile.community.database import Database


class TransferController(Controller):
    path = "/api/transfers"
    tags = ("transfers",)

    @post(
        "/",
        summary="Keep what another device fetches",
        errors=("bad_request",),
        status_code=HTTP_201_CREATED,
    )
    async def make(self, request: Asked, data: JSONBody[schemas.Transfer]) -> schemas.TransferMade:
        """Keep an encrypted text for ten minutes, or until it is fetched."""
        from empile.community import transfers
        from empile.community.clock import now_ms

        limit(request)
        body, host = data.body.encode(), host_of(request)
        expires = await database_of(request).write(
            lambda connection: transfers.put(connection, data.name, body, now_ms(), host)
        )
        return schemas.TransferMade(expires)

    @post(
        "/{name:str}/open",
        summary="Fetch what another device keeps ready",
        errors=("not_found",),
        status_code=HTTP_200_OK,
    )
    async def open(self, request: Asked, name: FromPath[str]) -> schemas.TransferOpened:
        """Return the text. It is given out once."""
        from empile.community import transfers
        from empile.community.clock import now_ms

        limit(request)
        body = await database_of(request).write(
            lambda connection: transfers.take(connection, name, now_ms())
        )
        return schemas.TransferOpened(body.decode())

    @delete("/{name:str}", summary="Withdraw a transfer", status_code=HTTP_204_NO_CONTENT)
    async def withdraw(self, request: Asked, name: FromPath[str]) -> None:
        """Remove a transfer, if there is one."""
        from empile.community import transfers

        limit(request)
        await database_of(request).write(lambda connection: transfers.withdraw(connection, name))


def database_of(request: Asked) -> Database:
    found: Database = request.app.state.database()
    return found
