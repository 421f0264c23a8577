"""Requests for analyses, and how far they are."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from empile.bots.analysis_results import Analysis, DepthName
from empile.server.wire.errors import CommandError

MOST_WAITING: Final = 16
MOST_WAITING_PER_ADDRESS: Final = 8
ABANDONED_SECONDS: Final = 60.0
"""An unrequested analysis yields to a queued one after this time."""

JobState = Literal["waiting", "running", "done", "failed"]


def too_many_waiting() -> CommandError:
    """Return the error of a request for which there is no room in the queue."""
    return CommandError(
        "rate_limited",
        "too many games are waiting to be analysed; try again in a minute",
        retry_after=60.0,
    )


class AnalysisRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to analyse a ``record``, or a game (default: the last) of a ``table``."""

    record: dict[str, Any] | None = None
    """The record of a finished game."""
    table: str | None = None
    """The ID of a table."""
    game: int | None = None
    """The number of the table's game, from 1."""
    depth: DepthName = "quick"
    """How long to search."""


class AnalysisCreated(Struct, frozen=True):
    """The id of an analysis."""

    id: str
    """The analysis's ID: the same for the same game and depth."""


class AnalysisResponse(Struct, frozen=True):
    """Progress and results of an analysis."""

    id: str
    """The analysis's ID."""
    state: JobState
    """How far it is."""
    ahead: int
    """Number of analyses queued before this one."""
    analysis: Analysis | None
    """``None`` at first."""


class AnalysisInput(Struct, frozen=True):
    """A checked record to analyse."""

    name: str
    record: msgspec.Raw
    depth: DepthName
    cost: float


class Part(Struct, frozen=True):
    """An analysis as far as it is."""

    is_done: bool
    analysis: msgspec.Raw


class EncodedSeen(Struct, frozen=True):
    """:class:`AnalysisResponse` with an encoded analysis."""

    id: str
    state: JobState
    ahead: int
    analysis: msgspec.Raw | None
