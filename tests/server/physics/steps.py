"""Steps that tests of placements share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from empile.client import TableConnection, connect
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.scripted_placement import GRIPS
from tests.server.serving import (
    Serving,
    hears,
    in_turn,
    join,
    make,
)

LAY = "lay"


async def cairn(server: Serving, places: Sequence[Any], **more: Any) -> schemas.TableCreated:
    return await make(server.address, places, game="cairn", **more)


async def one_screen(server: Serving, **more: Any) -> TableConnection:
    """Return the connection of two people at one screen."""
    made = await cairn(server, ["person", "person"], **more)
    return await connect(server.address, made.table, made.token)


async def two_screens(server: Serving) -> tuple[TableConnection, TableConnection]:
    """Return the connections of two people, the one to act first."""
    made = await cairn(server, ["person", "open"])
    joined = await join(server.address, made.table)
    one = await connect(server.address, made.table, made.token)
    other = await connect(server.address, made.table, joined.token)
    return in_turn(one, other)


def view(seat: TableConnection) -> wire.StateView:
    assert seat.state is not None
    return seat.state


async def lay(seat: TableConnection) -> None:
    """Lay a stone, so that the game waits for a placement."""
    text = next(move.text for move in view(seat).legal if move.text.startswith(LAY))
    await seat.act(text)
    assert view(seat).pending_ruling is not None


def piece(*points: tuple[float, float, float]) -> list[wire.Sample]:
    """Return samples of a hand path from (at, x, z)."""
    return [(at, x, 0.0, z, 0.0) for at, x, z in points]


async def place(seat: TableConnection, x: float = 0.0, z: float = 20.0) -> None:
    """Place the stone without waiting for the outcome."""
    await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
    await seat.send(wire.HandPath(seat.seq, piece((0.0, 50.0, 30.0), (0.05, x, z))))
    await seat.send(wire.Release(seat.seq))


async def refusal(seat: TableConnection, message: wire.ClientMessage) -> str:
    await seat.send(message)
    error = await hears(seat, wire.Error)
    assert isinstance(error, wire.Error)
    return error.code


async def heard_until(seat: TableConnection, kind: type[Any]) -> list[wire.ServerMessage]:
    """Return all messages up to the next one of a kind."""
    heard: list[wire.ServerMessage] = []
    while not heard or not isinstance(heard[-1], kind):
        heard.append(await seat.receive())
    return heard
