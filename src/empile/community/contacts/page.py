"""Live updates of the friends page: presence, requests and challenges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection

from empile.community import sessions
from empile.community.clock import now_ms
from empile.community.contacts import relations
from empile.community.contacts.service import ContactsService
from empile.community.database import Database
from empile.community.members import own
from empile.community.notices.change_feed import ChangeFeed, FeedSlots
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.people.challenges import FriendsPage

MOST_PAGES: Final = 20
"""Pages of a member that follow its friends, in one process."""
_LOOK_SECONDS: Final = 60.0
_GATHER_SECONDS: Final = 1.0
"""Shortest time between two updates."""


class FriendPages:
    """All pages of friends of a process."""

    def __init__(self, database: Database, contacts: ContactsService) -> None:
        self._database = database
        self._contacts = contacts
        self.slots = FeedSlots(MOST_PAGES, f"at most {MOST_PAGES} pages follow friends")

    def follow(
        self, member: int, public: str, token: str | None, connection: WebConnection
    ) -> Callable[[], None]:
        """Send the friends of a member to a page, which counts as being here.

        Returns what to call at its end.
        """
        release = self.slots.take(member)
        friends: set[int] = set()

        def read(connection: Connection) -> FriendsPage:
            now = now_ms()
            session = sessions.find(connection, token, now)
            found = own(connection, session.account, public)
            friends.clear()
            friends.update(number for number, _ in relations.friends(connection, member))
            return FriendsPage(
                self._contacts.contacts(connection, found),
                self._contacts.inbox_of(connection, found, now),
            )

        feed = ChangeFeed(self._database, read, connection, _LOOK_SECONDS, _GATHER_SECONDS)

        def on_presence(changed: Iterable[int]) -> None:
            if not friends.isdisjoint(changed):
                feed.wake()

        hub = self._contacts.hub
        feed.at_end(
            hub.enter(member),
            hub.watch(member, feed.wake),
            hub.watch_presence(on_presence),
            release,
        )
        return feed.close
