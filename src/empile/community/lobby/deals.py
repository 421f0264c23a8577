"""Offers of tables, and what gives people their places at them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from empile.community.lobby.kinds import seeker_of
from empile.community.lobby.matching import Kind
from empile.community.lobby.notes import Entry, Offer


class Client(Protocol):
    """A connection to the lobby."""

    def send(self, frame: bytes) -> None: ...


@dataclass(eq=False)
class Deal:
    """An offer, as this process sees it."""

    offer: Offer
    entries: list[Entry]
    """By place."""
    until: float
    table: str | None = None
    seated: set[str] = field(default_factory=set[str])

    @property
    def kind(self) -> Kind:
        return seeker_of(self.entries[0]).kinds[self.offer.wishes[0]]

    @property
    def complete(self) -> bool:
        return len(self.seated) == len(self.entries)

    @property
    def public(self) -> bool:
        """Whether the game is public."""
        return all(entry.public for entry in self.entries)

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings: never with bots of the server."""
        return self.kind.rated and not self.offer.levels


class Seating(Protocol):
    """Gives the people of this process their places; see :mod:`empile.community.lobby.seating`."""

    def make(self, deal: Deal, client: Client) -> None: ...

    def join(self, deal: Deal, seek: str, client: Client) -> None: ...

    def complete(self, deal: Deal, seek: str, client: Client) -> None:
        """Send a client its table."""

    def give_up(self, deal: Deal, seek: str) -> None:
        """Forget what was done for a client."""
