"""A bot from outside: plays the places of a connection until the game is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from empile.client.connection import TableConnection
from empile.client.errors import RefusedError
from empile.client.follow import Follower
from empile.engine.game import State


async def play(seat: TableConnection, choose: Callable[[State], int]) -> Follower:
    """Play the current game to its end by ``choose``, which is called in a thread.

    Agrees to nothing and asks for nothing. Returns the game as it was followed.
    """
    follower = Follower(seat.welcome.table)
    follower.take(seat.welcome.events, seat.state)
    while not follower.over:
        if follower.place_to_act in seat.places:
            state = follower.state.clone()
            action = await asyncio.to_thread(choose, state)
            try:
                events = await seat.act(state.action_to_text(action))
            except RefusedError as refusal:
                if refusal.code != "stale":
                    raise
                continue
        else:
            events = await seat.happened()
        follower.take(events, seat.state)
    return follower
