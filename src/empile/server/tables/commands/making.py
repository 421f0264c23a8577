"""What a new table, and a new player at a table, need before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from empile.engine.errors import OptionError, PositionError
from empile.engine.game import Game
from empile.server.tables import permissions
from empile.server.tables.owners import Caller, Owners, Taker, people_at
from empile.server.tables.table import Table
from empile.server.wire import events, schemas
from empile.server.wire.bot_settings import check_bot
from empile.server.wire.errors import CommandError


async def takers_of_new(
    owners: Owners | None,
    wanted: schemas.CreateTable,
    caller: Caller | None,
    key: str,
    *,
    matched: bool = False,
) -> dict[int, Taker]:
    """Return the members that take places of a new table with ``key``, by place.

    At a ``matched`` table any player may join, guests included.
    """
    persons = [n for n, place in enumerate(wanted.places) if place.kind == "person"]
    named = [wanted.places[n].member for n in persons]
    if owners is None:
        _require_guests(named)
        return {}
    if caller is None and not any(named):
        return {}
    is_open = any(place.kind == "open" for place in wanted.places)
    if wanted.listed and is_open:
        await owners.check_listing(caller)
    others = [None] if matched or (is_open and not any(named)) else []
    takers = await owners.takers(caller, "challenge", named, others, key if is_open else None)
    return {n: taker for n, taker in zip(persons, takers, strict=True) if taker is not None}


async def taker_of_join(
    owners: Owners | None,
    table: Table,
    wanted: schemas.JoinRequest,
    caller: Caller | None,
    key: str,
) -> Taker | None:
    """Return the member that takes a place at a table with ``key``, or None for a guest."""
    if owners is None:
        _require_guests([wanted.member])
        return None
    seated = people_at(table).values()
    (taker,) = await owners.takers(caller, "play", [wanted.member], seated, key)
    return taker


def _require_guests(named: list[str | None]) -> None:
    if any(named):
        raise CommandError("signed_out", "this server has no accounts")


def check_start(game: Game, wanted: schemas.CreateTable) -> None:
    """Raise ``CommandError`` if no game can begin as wanted. Blocks."""
    if wanted.begins is not None and wanted.begins >= len(wanted.places):
        raise CommandError("bad_request", f"there is no place {wanted.begins} to begin")
    try:
        game.start_state(wanted.start)
    except OptionError as error:
        raise CommandError.of_options(error) from None
    except PositionError as error:
        raise CommandError.of_position(error) from None


def stored_places(
    game: Game, wanted: Sequence[schemas.PlaceRequest], key: str, takers: Mapping[int, Taker]
) -> list[events.StoredPlace]:
    """Return the places as a table is created with them. Raises ``CommandError``."""
    places: list[events.StoredPlace] = []
    for number, place in enumerate(wanted):
        names = [one.name for one in places]
        places.append(_stored_place(game, place, key, takers.get(number), names))
    return places


def _stored_place(
    game: Game, place: schemas.PlaceRequest, key: str, taker: Taker | None, others: Sequence[str]
) -> events.StoredPlace:
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
                permissions.name_beside(name, others),
                key=key,
                member=None if taker is None else taker.member,
                program=taker is not None and taker.program,
            )
