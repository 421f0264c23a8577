"""Pictures and films of records. They show what spectators see, since they are for everybody."""

from __future__ import annotations

import zlib
from base64 import b64decode
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from empile.engine.contracts.referee import Animation
from empile.engine.record import Record
from empile.server.http.sharing.drawing import png, webp
from empile.server.tables.loaded_games import loaded_game
from empile.server.tables.replays import record_faults, short_enough
from empile.server.wire.errors import CommandError

MOST_FRAMES: Final = 40
_PICTURE_SIDE: Final = 1200
_FILM_SIDE: Final = 720
_PACE: Final = 1000
_LAST: Final = 3000
MOST_BODIES: Final = 64
_NUMBERS: Final = 7
"""Of a body in a frame: three of its place, four of its turn."""
_FALL_SIDE: Final = 520
_FALL_PACE: Final = 12
_MOST_FALL: Final = 90


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


class FallRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a film of a placement: the ``animation`` that the server has sent."""

    game: str
    """The game's name."""
    bodies: Annotated[list[str], Meta(max_length=MOST_BODIES)]
    """The bodies, in the order of the data."""
    rate: Annotated[int, Meta(ge=1, le=240)]
    """Frames per second."""
    frames: Annotated[int, Meta(ge=1, le=3600)]
    """The number of frames."""
    marks: dict[str, float]
    """Moments in seconds."""
    data: str
    """Poses as in ``animation``."""


def fall(rules_version: int, options: dict[str, Any], wanted: FallRequest) -> bytes:
    """Return an animated WebP of a placement. Blocks for some seconds.

    Raises ``CommandError`` if the data are damaged, or if the game draws no films.
    """
    referee = loaded_game(wanted.game, rules_version, options).referee
    size = wanted.frames * len(wanted.bodies) * _NUMBERS * 2
    packed = _checked(wanted.data, size)
    animation = Animation(
        wanted.bodies, wanted.rate, wanted.frames, wanted.frames / wanted.rate, packed, wanted.marks
    )
    svgs = () if referee is None else referee.film(animation, _FALL_PACE)
    if not svgs:
        raise CommandError("bad_request", f"{wanted.game} has no films of placements")
    return webp(svgs[:_MOST_FALL], _FALL_SIDE, 1000 // _FALL_PACE, _LAST)


def _checked(data: str, size: int) -> bytes:
    """Return compressed data that unpack to exactly ``size`` bytes. Raises ``CommandError``."""
    try:
        packed = b64decode(data, validate=True)
        # No more than expected is unpacked, whatever the data would grow to.
        if 0 < size == len(zlib.decompressobj().decompress(packed, size + 1)):
            return packed
    except (ValueError, zlib.error):
        pass
    raise CommandError("bad_request", "the data of the animation are damaged")


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
