"""Playing over a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from empile.client.connection import TableConnection
from empile.client.errors import CommandError
from empile.client.placement import Placement
from empile.client.tracker import GameTracker
from empile.engine.game import State


async def play(
    seat: TableConnection,
    choose: Callable[[State], int],
    place: Callable[[GameTracker], Placement] | None = None,
) -> GameTracker:
    """Play the current game to its end, without votes; return it.

    :param choose: returns an action for a state; runs in a thread.
    :param place: returns a placement by hand; runs in a thread.
    :raises ValueError: the game needs ``place``.

    Example::

        game = await play(seat, lambda state: state.legal_actions()[0])
    """
    follower = GameTracker(seat.welcome.table)
    follower.take(seat.welcome.events, seat.state)
    while not follower.over:
        if follower.place_to_act in seat.places:
            state = follower.state.clone()
            action = await asyncio.to_thread(choose, state)
            try:
                events = await seat.act(state.action_to_text(action))
            except CommandError as refusal:
                if refusal.code != "stale":
                    raise
                continue
        elif follower.place_at_work in seat.places:
            if place is None:
                raise ValueError("this game has placements by hand: pass 'place'")
            events = await seat.place(await asyncio.to_thread(place, follower))
        else:
            events = await seat.next_events()
        follower.take(events, seat.state)
    return follower
