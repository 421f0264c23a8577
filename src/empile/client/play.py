"""A bot from outside: plays the places of a connection until the game is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from empile.client.connection import TableConnection
from empile.client.errors import RefusedError
from empile.client.follow import Follower
from empile.client.placing import Placement
from empile.engine.game import State


async def play(
    seat: TableConnection,
    choose: Callable[[State], int],
    place: Callable[[Follower], Placement] | None = None,
) -> Follower:
    """Play the current game to its end by ``choose``, which is called in a thread.

    So is ``place`` where a hand is waited for; in games that ask for one there must be such a
    function, otherwise :class:`ValueError` is raised. Agrees to nothing and asks for nothing.
    Returns the game as it was followed.
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
        elif follower.place_at_work in seat.places:
            if place is None:
                raise ValueError("this table waits for a hand: tell how to place things")
            events = await seat.place(await asyncio.to_thread(place, follower))
        else:
            events = await seat.happened()
        follower.take(events, seat.state)
    return follower
