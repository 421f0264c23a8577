"""Kinds of games: what of two wishes must be equal so that they can be one game."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from empile.community.lobby.matching import Kind, Seeker
from empile.community.lobby.notes import Entry
from empile.engine.game import Game
from empile.server.wire.lobby.messages import Wish

_clock = msgspec.json.Encoder(order="deterministic")


def kind_of(wish: Wish, *, rated: bool) -> Kind:
    """Return the kind of a wish; two wishes fit each other if theirs are equal.

    >>> from empile.server.wire.clocks.settings import RealClock
    >>> kind_of(Wish("blox", 2, RealClock(300, 3)), rated=True).clock
    '{"kind":"real","base":300,"increment":3}'
    """
    options = json.dumps(wish.options, sort_keys=True, separators=(",", ":"))
    clock = "" if wish.clock is None else _clock.encode(wish.clock).decode()
    return Kind(wish.game, wish.players, options, clock, rated)


def full_wish(wish: Wish, game: Game) -> Wish:
    """Return a wish with all options of the game, so that equal games have equal kinds."""
    options: dict[str, Any] = dict(game.options)
    return msgspec.structs.replace(wish, options=options)


def seeker_of(entry: Entry) -> Seeker:
    """Return what matching needs of a seek."""
    seek = entry.seek
    return Seeker(
        seek.id,
        seek.since / 1000,
        tuple(kind_of(wish, rated=seek.rated) for wish in seek.wishes),
        tuple(entry.ratings),
        seek.below,
        seek.above,
        entry.account,
        frozenset(entry.avoids),
    )
