"""Evidence of reports: what is copied when one is made, so that nothing erases it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from empile.server.tables.room import Room
from empile.server.tables.table import SeatedMember, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError
from empile.server.wire.events import LogEvent
from empile.server.wire.people.moderation import EvidenceLine, EvidencePlayer

MOST_LINES: Final = 60
"""Events of the table up to a report."""
AROUND: Final = 20
"""Messages, and events of the table, before and after a reported message."""


class AtTable(NamedTuple):
    """A table as it is when one of its players is reported."""

    id: str
    game: str
    names: list[str]
    seated: dict[int, SeatedMember]
    lines: list[EvidenceLine]

    def players(self, reported: int | None, publics: dict[int, str]) -> list[EvidencePlayer]:
        """Return the players; ``publics`` are the IDs of members by number."""
        return [
            EvidencePlayer(
                place,
                name,
                publics.get(self.seated[place].number) if place in self.seated else None,
                place == reported,
            )
            for place, name in enumerate(self.names)
        ]


async def at_table(room: Room, seq: int | None = None) -> AtTable:
    """Copy the end of a table's log, or the events around one, as spectators see them."""
    last = room.table.seq
    before, count = last + 1, MOST_LINES
    if seq is not None:
        before, count = min(last, seq + AROUND) + 1, 2 * AROUND
    found = await room.seen_by_all(before, count)
    return AtTable(
        room.table.id,
        room.table.game.name,
        [room.table.shown_name(n, place.name) for n, place in enumerate(room.table.places)],
        dict(room.table.members),
        lines_of(room.table, found),
    )


def check_player(table: Table, place: int, account: int) -> SeatedMember | None:
    """Return the member at a place, None for a guest.

    Raises ``CommandError`` unless a guest or a member of another account sits there, at a table
    that ``account`` may watch.
    """
    mine = any(one.account == account for one in table.members.values())
    if not mine and not table.created.allow_spectators:
        raise CommandError("no_spectators", "this table has no spectators")
    if not 0 <= place < len(table.places) or table.places[place].key is None:
        raise CommandError("no_place", "nobody sits at this place")
    seated = table.members.get(place)
    if seated is None or seated.deleted:
        return None
    if seated.account == account:
        raise CommandError("bad_request", "members of one account do not report each other")
    return seated


def lines_of(table: Table, seen: Sequence[LogEvent]) -> list[EvidenceLine]:
    """Return events as lines."""
    seats = table.played[-1].seats if table.played else []
    return [
        EvidenceLine(one.seq, one.at, str(one.__struct_config__.tag), *_text(one, seats))
        for one in seen
    ]


def _text(event: LogEvent, seats: Sequence[int]) -> tuple[int | None, str]:
    """Return the place that did something, and what."""
    match event:
        case events.Moved():
            return (seats[event.seat] if event.seat < len(seats) else None), event.text
        case events.ChanceResolved():
            return None, event.text
        case events.Said():
            return event.place, event.phrase
        case events.Joined() | events.Renamed():
            return event.place, event.name
        case events.RulingProposed():
            return event.place, event.outcome
        case _:
            place = getattr(event, "place", None)
            return (place if isinstance(place, int) else None), ""
