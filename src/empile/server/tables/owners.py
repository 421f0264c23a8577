"""The interface of tables to accounts: owners of places. A server without accounts has none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from empile.server.tables.table import SeatedMember, Table
from empile.server.wire.messages import Answer, Rematch

if TYPE_CHECKING:
    from empile.server.tables.room import Room
    from empile.server.wire.connection import Connection
    from empile.server.wire.events import LogEntry

TOKEN_PREFIX: Final = "emp_"
"""Of tokens of programs; those of places are shorter."""
_LONGEST_SEAT_TOKEN: Final = 32

Scope: TypeAlias = Literal["read", "play", "challenge", "messages"]
"""What a token of a program is for."""
SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "challenge", "messages")

Holder: TypeAlias = SeatedMember | str
"""Who holds a place: a member, or a guest by the hash of the token."""


def is_api_token(token: str | None) -> bool:
    """Return whether a token is one of a program, not of a place."""
    return token is not None and token.startswith(TOKEN_PREFIX) and len(token) > _LONGEST_SEAT_TOKEN


class Caller(NamedTuple):
    """The account that a request is from."""

    account: int
    member: int | None = None
    """The member of a program's token."""
    public: str | None = None
    """The ID of this member."""
    scopes: frozenset[Scope] | None = None
    """What the token is for. None for a session, which may do everything."""
    token: int | None = None
    """The number of the token."""
    address_group: str = ""
    """The group of addresses that the request is from."""
    is_confirmed: bool = False
    """Whether the password or a passkey was confirmed a moment ago."""
    is_guest: bool = False
    """Whether nobody is signed in, but somebody of the account was in the same browser."""

    def allows(self, scope: Scope) -> bool:
        return self.scopes is None or scope in self.scopes


class Taker(NamedTuple):
    """A member that takes a place."""

    member: int
    public: str | None
    """The ID of the profile, or None if it is hidden."""
    name: str
    program: bool
    account: int = 0
    """The number of the account."""
    address_group: str = ""
    """The group of addresses from which the place is taken; empty if unknown."""

    muted: bool = False
    """Whether a moderator has taken free text away."""

    def name_at_table(self, wanted: str) -> str:
        """Return the name to play under: the member's own one if it is muted, or wants no other."""
        return self.name if self.muted or not wanted else wanted

    def seated(self) -> SeatedMember:
        return SeatedMember(self.public, number=self.member, account=self.account)


def people_at(table: Table) -> dict[int, Holder]:
    """Return the people at a table by place, also of places that a bot plays."""
    return {
        number: table.members.get(number, place.key)
        for number, place in enumerate(table.places)
        if place.key is not None
    }


def agrees_to_rematch(table: Table, message: Rematch | Answer) -> bool:
    """Return whether a message asks for a rematch, or agrees to one."""
    if isinstance(message, Rematch):
        return True
    asked = table.asks.get(message.ask)
    return message.yes and asked is not None and asked.what == "rematch"


class Owners(Protocol):
    """What tables need to know of accounts. Methods raise ``CommandError``."""

    async def caller(self, scope: Mapping[str, Any], token: str | None) -> Caller | None:
        """Return the account of a program's token, or of the session of a request.

        Raises ``bad_token`` for a token that is unknown, revoked or too old.
        """
        ...

    async def visitor(self, scope: Mapping[str, Any], token: str | None) -> Caller | None:
        """Like :meth:`caller`, but also return who is a guest in the browser of an account.

        Only for taking places: such a caller may nothing but play as a guest.
        """
        ...

    async def takers(
        self,
        caller: Caller | None,
        scope: Scope,
        wanted: Sequence[str | None],
        seated: Iterable[Holder | None],
        key: str | None,
    ) -> list[Taker | None]:
        """Return the members, by their IDs, that take places; None for guests.

        ``seated`` are the people at the table, with None for guests who may come. ``key`` is the hash
        of the token of the places, by which guests are known later; None if nobody can come. Raises
        ``signed_out``, ``not_yours``, or ``not_allowed`` if a token, a guardian, a ban or a block does
        not permit it.
        """
        ...

    async def own(self, number: int, takers: Mapping[int, Taker], key: str) -> None:
        """Store that members own the places that they took at a table."""
        ...

    async def check_listing(self, caller: Caller | None) -> None:
        """Raise ``not_allowed`` if a moderator has banned the account: strangers find no table of it."""
        ...

    async def check_rename(self, table: Table, key: str | None) -> None:
        """Raise ``not_allowed`` if a moderator has taken free text from the holder of ``key``."""
        ...

    async def check_rematch(self, table: Table, key: str | None) -> None:
        """Raise ``not_allowed`` if the holder of ``key`` may not play another game with the others."""
        ...

    async def key_at(self, caller: Caller, number: int, member: str | None = None) -> str | None:
        """Return the key of a place of the account, or None; ``member`` chooses among several."""
        ...

    async def members_of(self, numbers: Sequence[int]) -> dict[int, dict[int, SeatedMember]]:
        """Return the owners of places, by the numbers of the tables and by place."""
        ...

    def on_members_changed(self, room: Room) -> None:
        """Read the members at a table again: another process changed or deleted one."""
        ...

    async def place_for(self, number: int, taker: Taker | None, wanted: int | None) -> int | None:
        """Return the place to take at a table: the one that is kept for a member, or ``wanted``.

        Raises ``not_allowed`` if all places are kept for others.
        """
        ...

    def on_presence(self, room: Room) -> None:
        """Note that connections to a table began or ended."""
        ...

    def watch_token(self, caller: Caller, connection: Connection) -> Callable[[], None]:
        """Close a connection with ``revoked`` once the token of a program is no longer valid.

        Returns what to call when the connection ends. Raises ``rate_limited`` if there are too many.
        """
        ...

    def on_events(self, room: Room, entries: Sequence[LogEntry], *, here: bool) -> None:
        """Note what happened at a table; ``here`` if this process stored it."""
        ...
