"""What a new table, and a new player at a table, need before anything is stored."""

from __future__ import annotations

from typing import Any

from empile.engine.errors import OptionError, PositionError
from empile.engine.game import Game
from empile.server.tables import permissions
from empile.server.tables.owners import Caller, Owners, Taker
from empile.server.tables.table import Table
from empile.server.wire import events, schemas
from empile.server.wire.bot_settings import check_bot
from empile.server.wire.errors import CommandError


async def takers_of_new(
    owners: Owners | None,
    wanted: schemas.CreateTable,
    caller: Caller | None,
    *,
    matched: bool = False,
) -> dict[int, Taker]:
    """Return the members that take places of a new table, by place.

    At a ``matched`` table any player may join, guests included.
    """
    persons = [n for n, place in enumerate(wanted.places) if place.kind == "person"]
    named = [wanted.places[n].member for n in persons]
    if owners is None:
        _require_guests(named)
        return {}
    if caller is None and not any(named):
        return {}
    if wanted.listed and any(place.kind == "open" for place in wanted.places):
        await owners.check_listing(caller)
    takers = await owners.takers(caller, "challenge", named, [None] if matched else [])
    return {n: taker for n, taker in zip(persons, takers, strict=True) if taker is not None}


async def taker_of_join(
    owners: Owners | None, table: Table, wanted: schemas.JoinRequest, caller: Caller | None
) -> Taker | None:
    """Return the member that takes a place at a table, or None for a guest."""
    if owners is None:
        _require_guests([wanted.member])
        return None
    seated = [
        table.members.get(number)
        for number, place in enumerate(table.places)
        if place.key is not None
    ]
    (taker,) = await owners.takers(caller, "play", [wanted.member], seated)
    return taker


def _require_guests(named: list[str | None]) -> None:
    if any(named):
        raise CommandError("signed_out", "this server has no accounts")


def check_start(game: Game, start: dict[str, Any] | None) -> None:
    """Raise ``CommandError`` if no game can begin from ``start``. Blocks."""
    try:
        game.start_state(start)
    except OptionError as error:
        raise CommandError.of_options(error) from None
    except PositionError as error:
        raise CommandError.of_position(error) from None


def stored_place(
    game: Game, place: schemas.PlaceRequest, key: str, taker: Taker | None
) -> events.StoredPlace:
    """Return a place as the table is created with it. Raises ``CommandError``."""
    match place.kind:
        case "bot":
            bot = check_bot(game, place.level, place.hand_skill)
            return events.StoredPlace("bot", level=bot.level, hand_skill=bot.hand_skill)
        case "open":
            return events.StoredPlace("open")
        case "person":
            name = place.name if taker is None else taker.name_at_table(place.name)
            return events.StoredPlace(
                "person",
                permissions.clean_name(name),
                key=key,
                member=None if taker is None else taker.member,
                program=taker is not None and taker.program,
            )
