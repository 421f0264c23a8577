"""What a new table, and a new player, need for a clock and for a rated game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from empile.server.tables.owners import Taker
from empile.server.tables.table import Table
from empile.server.wire import schemas
from empile.server.wire.clocks.settings import Clock, RealClock, TurnClock
from empile.server.wire.errors import CommandError


def check_clock(clock: Clock | None, seats: int) -> None:
    """Raise ``CommandError`` if a table with so many seats cannot have this clock."""
    if isinstance(clock, RealClock) and seats != 2:
        raise CommandError("bad_request", "a clock for the whole game needs two seats: use 'turn'")
    if isinstance(clock, TurnClock) and seats < 3:
        raise CommandError("bad_request", "a clock for each turn needs three seats: use 'real'")


def check_rated(wanted: schemas.CreateTable, takers: Mapping[int, Taker]) -> None:
    """Raise ``CommandError`` if the games of a new table cannot be rated.

    ``takers`` are the members that take places, by place.
    """
    if not wanted.rated:
        return
    if wanted.clock is None:
        raise CommandError("bad_request", "rated games need a clock")
    if wanted.hints or wanted.assist or wanted.start is not None:
        raise CommandError(
            "bad_request", "rated games have no hints, no assistance and no position of their own"
        )
    if wanted.begins is not None:
        raise CommandError("bad_request", "it is drawn who begins rated games")
    if any(place.kind == "bot" for place in wanted.places):
        raise CommandError("bad_request", "games with bots of the server are not rated")
    people = [n for n, place in enumerate(wanted.places) if place.kind == "person"]
    if not all(place in takers for place in people):
        raise CommandError("signed_out", "sign in to play rated games")
    _check_accounts([takers[place].account for place in people], friendly=wanted.friendly)


def check_rated_join(table: Table, taker: Taker | None) -> None:
    """Raise ``CommandError`` if someone may not join a table because its games are rated."""
    created = table.created
    if not created.rated:
        return
    if taker is None:
        raise CommandError("signed_out", "sign in to play rated games")
    seated = [member.account for member in table.members.values() if not member.deleted]
    _check_accounts([*seated, taker.account], friendly=created.friendly)


def _check_accounts(accounts: Sequence[int], *, friendly: bool) -> None:
    if not friendly and len(set(accounts)) < len(accounts):
        raise CommandError(
            "not_allowed", "games within one account are rated only if they are marked as friendly"
        )
