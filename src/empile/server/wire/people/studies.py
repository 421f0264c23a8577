"""Bodies of the studies of a member. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class StudyInfo(Struct, frozen=True):
    """What is known of a study without its content."""

    id: str
    """Its ID, given by the client that made it."""
    name: str
    """Its name."""
    folder: str
    """The name of its folder; empty: none."""
    games: list[str]
    """The games of its chapters, each once."""
    chapters: int
    """The number of chapters."""
    changed: int
    """When it was last stored."""
    version: int
    """Its version: larger after each change, also if it was removed in between."""
    edit: str
    """What the client called this content."""


class StudyList(Struct, frozen=True):
    """The studies of a member."""

    studies: list[StudyInfo]
    """All of them, the last changed first."""


class StoredStudy(Struct, frozen=True):
    """A study of a member."""

    info: StudyInfo
    """What is known of it."""
    study: str
    """The study as JSON, in the format `empile-study/1`."""


class NewStudy(Struct, frozen=True):
    """A study to store."""

    version: Annotated[int, Meta(ge=0, le=2**53)]
    """The version that the client has changed; 0 for a study that is not stored yet."""
    edit: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    """A random name for this content. Sending the same content again, under its name, changes nothing."""
    study: str
    """The study as JSON, in the format `empile-study/1`, at most 512,000 bytes."""
