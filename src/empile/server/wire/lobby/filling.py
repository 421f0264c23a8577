"""Messages of the lobby about bots in missing seats."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class FillSeats(Struct, frozen=True, tag="fill", tag_field="type", forbid_unknown_fields=True):
    """Take bots in the missing seats. The game is not rated then.

    A game for two begins at once. For more, all players that wait for the same game and suit each
    other play together as soon as each of them has sent this.
    """

    wish: Annotated[int, Meta(ge=0)] | None = None
    """The index of the wish; default: wait for people again."""
    alone: bool = False
    """Whether to begin at once, with bots in all other seats."""
