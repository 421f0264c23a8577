"""The running public games of a server with what everybody may know of their players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from empile.community.ratings.apply import Pool
from empile.community.ratings.model import NEW
from empile.community.ratings.rated import PEOPLE, PROGRAMS, size_of
from empile.community.watching.choosing import Running
from empile.server.registry import TableRegistry
from empile.server.tables.listing import Listed
from empile.server.tables.table import SeatedMember
from empile.server.wire.clocks.settings import speed
from empile.server.wire.lobby.watching import WatchedGame, WatchedPlace


class Asked(NamedTuple):
    """Whose ratings are asked for, on which list."""

    pool: Pool
    members: tuple[int, ...]
    """Numbers of members."""


class Ratings(Protocol):
    """A source of ratings: :class:`empile.community.lobby.service.LobbyMembers`."""

    async def ratings(self, asked: list[Asked]) -> list[dict[int, int]]:
        """Return the ratings of members, for each that was asked."""
        ...


class Found(NamedTuple):
    """A running game."""

    seen: WatchedGame
    """As everybody sees it; the position is not known yet."""
    running: Running


class RunningGames:
    """Reads them; created on the event loop. ``ratings`` is None without accounts."""

    def __init__(self, registry: TableRegistry, ratings: Ratings | None) -> None:
        self._registry = registry
        self._ratings = ratings
        self._known: dict[Asked, dict[int, int]] = {}
        """Ratings at the beginning of games."""

    async def read(self) -> dict[str, Found]:
        """Return all running games by table. Raises ``CommandError``."""
        listed = await self._registry.running()
        owners = self._registry.owners
        numbers = [one.number for one in listed]
        members = {} if owners is None else await owners.members_of(numbers)
        asked = {one.id: _asked(one, members.get(one.number, {})) for one in listed}
        await self._learn([one for one in asked.values() if one.members])
        return {
            one.id: _found(one, members.get(one.number, {}), self._known.get(asked[one.id], {}))
            for one in listed
        }

    async def _learn(self, asked: list[Asked]) -> None:
        self._known = {one: self._known[one] for one in asked if one in self._known}
        new = [one for one in dict.fromkeys(asked) if one not in self._known]
        if new and self._ratings is not None:
            self._known.update(zip(new, await self._ratings.ratings(new), strict=True))


def _asked(one: Listed, members: Mapping[int, SeatedMember]) -> Asked:
    """Return whose ratings everybody may see."""
    created = one.created
    pool = Pool(
        PROGRAMS if any(place.program for place in one.places) else PEOPLE,
        created.game,
        size_of(len(one.places)),
        "fast" if created.clock is None else speed(created.clock),
    )
    return Asked(pool, tuple(member.number for member in members.values() if _is_public(member)))


def _is_public(member: SeatedMember | None) -> bool:
    return member is not None and member.public is not None and not member.deleted


def _found(one: Listed, members: Mapping[int, SeatedMember], ratings: Mapping[int, int]) -> Found:
    places: list[WatchedPlace] = []
    strengths: list[int] = []
    for number, place in enumerate(one.places):
        member = members.get(number)
        rating = None
        if member is not None and _is_public(member):
            rating = ratings.get(member.number)
        is_deleted = member is not None and member.deleted
        is_person = place.kind == "person"
        if is_person:
            strengths.append(NEW.points if rating is None else rating)
        places.append(
            WatchedPlace(
                place.kind,
                place.name if is_person and not is_deleted else "",
                place.level,
                program=place.program,
                member=member.public if member is not None and _is_public(member) else None,
                rating=rating,
            )
        )
    created = one.created
    seen = WatchedGame(
        one.id, created.game, places, 0, created.at, clock=created.clock, rated=created.rated
    )
    return Found(seen, Running(one.id, tuple(strengths), created.rated, one.at / 1000))
