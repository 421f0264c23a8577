"""What is known of a table itself: its places, settings and clocks."""

from __future__ import annotations

import time
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from copy import deepcopy

from msgspec import UNSET, UnsetType

from empile.engine.game import Game
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.clocks.at_table import away_until
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.bot_settings import hand_skills


def teams_of(game: Game) -> list[int] | None:
    return game.teams if len(set(game.teams)) < len(game.teams) else None


def table_info(
    table: Table, key: str | None, present: AbstractSet[int], spectators: int
) -> wire.TableInfo:
    held = table.places_of(key)
    if not held and not table.created.allow_spectators:
        return _outside(table)
    return wire.TableInfo(
        id=table.id,
        game=table.game.name,
        rules=table.game.rules_version,
        options=table.game.options,
        status=table.status,
        places=[
            wire.PlaceInfo(
                place=number,
                kind=place.kind,
                name=table.shown_name(number, place.name),
                level=place.level,
                present=number in present or (place.kind == "bot" and not place.stands_in),
                mine=number in held,
                stands_in=place.stands_in,
                resigned=place.resigned,
                left=UNSET if place.left is None or place.left == "resignation" else place.left,
                hand_skill=place.hand_skill,
                member=_profile_of(table, number),
                program=place.program or UNSET,
                away_until=away_until(table, number) or UNSET,
            )
            for number, place in enumerate(table.places)
        ],
        game_number=len(table.played),
        allow_spectators=table.created.allow_spectators,
        spectators=spectators,
        language=table.created.language,
        code=table.code if held else None,
        failure=table.failure,
        hints=table.created.hints,
        imperfect_information=table.game.imperfect_information,
        teams=teams_of(table.game),
        assist=table.assist if hand_skills(table.game) else None,
        clock=table.created.clock or UNSET,
        rated=table.created.rated or UNSET,
        friendly=table.created.friendly or UNSET,
        patience=_patience(table),
    )


def clocks_of(table: Table, outages: Collection[Period] = ()) -> wire.ClockView | None:
    """Return the clocks now, or None without a clock or a game.

    They are credited with ``outages`` that are not in the log yet.
    """
    clock = table.clock
    if clock is not None and outages:
        clock = deepcopy(clock)
        for outage in outages:
            clock.add_outage(outage)
    return None if clock is None else clock.view(time.time_ns() // 1_000_000)


def _patience(table: Table) -> int | UnsetType:
    seconds = table.created.patience
    return UNSET if seconds == events.DEFAULT_PATIENCE else seconds


def _profile_of(table: Table, place: int) -> str | UnsetType:
    member = table.members.get(place)
    return UNSET if member is None or member.public is None else member.public


def _outside(table: Table) -> wire.TableInfo:
    """Return what strangers may know of a table without spectators: enough to join it."""
    created = table.created
    return wire.TableInfo(
        id=table.id,
        game=table.game.name,
        rules=table.game.rules_version,
        options=table.game.options,
        status="gathering" if any(p.kind == "open" for p in table.places) else "private",
        places=[
            wire.PlaceInfo(number, "person", "", program=place.program or UNSET)
            if place.stands_in
            else wire.PlaceInfo(
                number,
                place.kind,
                "",
                level=place.level,
                hand_skill=place.hand_skill,
                program=place.program or UNSET,
            )
            for number, place in enumerate(table.places)
        ],
        game_number=0,
        allow_spectators=False,
        spectators=0,
        language=created.language,
        hints=created.hints,
        imperfect_information=table.game.imperfect_information,
        teams=teams_of(table.game),
        assist=created.assist if hand_skills(table.game) else None,
        clock=created.clock or UNSET,
        rated=created.rated or UNSET,
        friendly=created.friendly or UNSET,
        patience=_patience(table),
    )
