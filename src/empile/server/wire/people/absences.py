"""Bodies of the calendar of absences."""

from __future__ import annotations

from msgspec import Struct


class NewAbsence(Struct, frozen=True, forbid_unknown_fields=True):
    """An absence to add to a member's calendar. Times are milliseconds since 1970.

    It lasts an hour or more, and ends within a year.
    """

    ended: int
    """When it ends."""
    began: int | None = None
    """When it begins, at the earliest now. ``None``: now."""
    stand_in: bool = False
    """Whether a bot plays during the absence, at tables whose games are not rated."""


class AbsenceInfo(Struct, frozen=True):
    """An absence of a member. Times are milliseconds since 1970."""

    id: int
    """Its number."""
    began: int
    """When it begins, or began."""
    ended: int
    """When it ends."""
    stand_in: bool
    """Whether a bot plays during the absence."""


class YearOfAbsences(Struct, frozen=True):
    """How much of a year's absences a member has left."""

    year: int
    """The year, by UTC."""
    left: int
    """Milliseconds left of 30 days. Each absence takes a day or more."""


class AbsenceCalendar(Struct, frozen=True):
    """The absences of a member, for all games with days for each move."""

    absences: list[AbsenceInfo]
    """Those that are not over, in order."""
    years: list[YearOfAbsences]
    """This year and the next one."""
