"""Playing over a connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from empile.client.connection import TableConnection, connect
from empile.client.errors import ClosedError, CommandError
from empile.client.placement import Placement
from empile.client.rest import Rest
from empile.client.tracker import GameTracker
from empile.engine.game import State
from empile.server.wire.people.challenges import Challenge
from empile.server.wire.people.programs import (
    StreamChallenge,
    StreamEvent,
    StreamStarted,
    StreamTable,
)


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


async def play_all(
    rest: Rest,
    choose: Callable[[State], int],
    on_event: Callable[[StreamEvent], None] = lambda _: None,
    accepts: Callable[[Challenge], bool] | None = None,
) -> None:
    """Play at all tables of a program at the same time, until the server ends the stream.

    Raises :class:`ClosedError` then; call it again to go on.

    :param rest: with the token of the program.
    :param choose: returns an action for a state; runs in a thread.
    :param on_event: gets each event of the stream.
    :param accepts: returns whether to accept a challenge, or to decline it; default: neither.

    Example::

        async with Rest("http://localhost:8000", token) as rest:
            await play_all(rest, lambda state: state.legal_actions()[0])
    """
    playing: dict[tuple[str, int], asyncio.Task[None]] = {}
    answering: set[asyncio.Task[None]] = set()
    try:
        async for event in rest.events():
            on_event(event)
            if accepts is not None and isinstance(event, StreamChallenge):
                task = asyncio.create_task(_answer(rest, event.challenge, accepts))
                answering.add(task)
                task.add_done_callback(answering.discard)
            game = _game_to_play(event)
            if game is not None and game not in playing:
                playing[game] = asyncio.create_task(_play_table(rest, game[0], choose))
    finally:
        for task in (*playing.values(), *answering):
            task.cancel()
        await asyncio.gather(*playing.values(), *answering, return_exceptions=True)


def _game_to_play(event: StreamEvent) -> tuple[str, int] | None:
    if isinstance(event, StreamTable):
        return (event.table, event.game_number) if event.status == "playing" else None
    return (event.table, event.game_number) if isinstance(event, StreamStarted) else None


async def _answer(rest: Rest, challenge: Challenge, accepts: Callable[[Challenge], bool]) -> None:
    own = challenge.players[challenge.place]
    if challenge.state != "open" or challenge.place == 0 or own.accepted:
        return
    with contextlib.suppress(CommandError):  # it has already ended
        if accepts(challenge):
            await rest.accept_challenge(challenge)
        else:
            await rest.decline_challenge(challenge)


async def _play_table(rest: Rest, table: str, choose: Callable[[State], int]) -> None:
    with contextlib.suppress(ClosedError):  # the table was deleted, or the server stops
        async with await connect(rest.address, table, rest.token) as seat:
            await play(seat, choose)
