"""The open pages of members, and which of them goes to a table whose game has begun."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from empile.server.wire.people.calls import Called


@dataclass(eq=False)
class Page:
    """A page that can be taken to a table."""

    member: int
    touched: float
    """When a person last used it, in seconds since 1970."""
    tell: Callable[[Called], None]


class Pages:
    """The pages of this process."""

    def __init__(self) -> None:
        self._of: defaultdict[int, list[Page]] = defaultdict(list)
        """By member."""

    def add(self, page: Page) -> None:
        self._of[page.member].append(page)

    def remove(self, page: Page) -> None:
        self._of[page.member].remove(page)
        if not self._of[page.member]:
            del self._of[page.member]

    def touched(self, member: int) -> float:
        """Return when a member last used one of its pages, or 0."""
        return max((page.touched for page in self._of.get(member, ())), default=0.0)

    def call(self, member: int, table: str, game: str, names: list[str], elsewhere: float) -> None:
        """Take the page that was touched last to a table; tell the others.

        ``elsewhere`` is when a page in another process was last touched: if that was later, it goes.
        """
        pages = self._of.get(member, [])
        latest = max(pages, key=lambda page: page.touched, default=None)
        for page in list(pages):
            go = page is latest and page.touched >= elsewhere
            page.tell(Called(table, game, names, go))
