"""Pictures and films of records. They show what spectators see, since they are for everybody."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from empile.engine.record import Record
from empile.server.http.sharing.drawing import png, webp
from empile.server.tables.replays import record_faults, short_enough
from empile.server.wire.errors import CommandError

MOST_FRAMES: Final = 40
_PICTURE_SIDE: Final = 1200
_FILM_SIDE: Final = 720
_PACE: Final = 1000
_LAST: Final = 3000


class PictureRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a picture of a position."""

    record: dict[str, Any]
    """The record of the game."""
    at: int | None = None
    """The number of events before the position; default: all."""


class FilmRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a film of some moves."""

    record: dict[str, Any]
    """The record of the game."""
    first: int
    """The number of events before the first position."""
    last: int
    """The number of events before the last position."""


def picture(wanted: PictureRequest) -> bytes:
    """Return a PNG of a position. Blocks. Raises ``CommandError`` if there is no such position."""
    record = _record(wanted.record)
    at = len(record.events) if wanted.at is None else wanted.at
    (svg,) = _positions(record, at, at)
    return png(svg, _PICTURE_SIDE)


def film(wanted: FilmRequest) -> bytes:
    """Return an animated WebP of some positions, one for each second.

    Blocks for some seconds. Raises ``CommandError`` if there are no such positions, or too many.
    """
    if wanted.last - wanted.first + 1 > MOST_FRAMES:
        raise CommandError("bad_request", f"a film may have at most {MOST_FRAMES} positions")
    svgs = _positions(_record(wanted.record), wanted.first, wanted.last)
    return webp(svgs, _FILM_SIDE, _PACE, _LAST)


def _record(data: dict[str, Any]) -> Record:
    with record_faults():
        return short_enough(Record.from_dict(data))


def _positions(record: Record, first: int, last: int) -> list[str]:
    """Return the positions after ``first`` to ``last`` events as SVG."""
    if not 0 <= first <= last <= len(record.events):
        raise CommandError("bad_request", f"the record has no positions {first} to {last}")
    with record_faults():
        return [
            state.to_svg(None)
            for index, (state, _) in enumerate(record.steps())
            if first <= index <= last
        ]
