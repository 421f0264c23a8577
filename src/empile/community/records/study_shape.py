"""The shape of studies (``docs/reference/study.md``), checked before one is stored.

Positions and events are not played: that takes seconds, and the page does it when it opens a chapter.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from empile.server.http.bodies import check_body
from empile.server.wire.errors import CommandError

LARGEST: Final = 512_000
"""Bytes of a study as JSON."""
_DEEPEST: Final = 100
"""Objects and arrays inside each other: 32 variations, and positions."""

_Name: TypeAlias = Annotated[str, Meta(max_length=100)]
_Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
_Index: TypeAlias = Annotated[int, Meta(ge=0)]
_Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??"]
_Colour: TypeAlias = Literal["green", "red", "blue", "yellow"]
_Object: TypeAlias = dict[str, Any]

# Unknown members are errors: they would be lost.


class _Circle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="circle"):
    from_: _Word = msgspec.field(name="from")
    colour: _Colour


class _Arrow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="arrow"):
    from_: _Word = msgspec.field(name="from")
    to: _Word
    colour: _Colour


class _Note(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: _Index
    comment: Annotated[str, Meta(max_length=4000)] | UnsetType = UNSET
    glyph: _Glyph | UnsetType = UNSET
    marks: Annotated[list[_Circle | _Arrow], Meta(max_length=100)] | UnsetType = UNSET


class _Variation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: _Index
    events: Annotated[list[str], Meta(min_length=1)]
    notes: list[_Note] | UnsetType = UNSET
    variations: list[_Variation] | UnsetType = UNSET


class _Chapter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: Literal["empile/1"]
    game: Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
    rules: int
    options: _Object
    seats: list[str]
    events: list[str]
    result: _Object | None
    start: _Object | UnsetType = UNSET
    ended: _Object | UnsetType = UNSET
    left: list[_Word | None] | UnsetType = UNSET
    name: _Name | UnsetType = UNSET
    notes: list[_Note] | UnsetType = UNSET
    variations: list[_Variation] | UnsetType = UNSET


class _Study(Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["empile-study/1"]
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    name: _Name
    folder: _Name
    chapters: Annotated[list[_Chapter], Meta(min_length=1, max_length=64)]


_DECODER: Final = msgspec.json.Decoder(_Study)


class CheckedStudy(NamedTuple):
    """A study of the right shape."""

    id: str
    name: str
    folder: str
    games: list[str]
    """Each once, in order."""
    chapters: int
    body: str
    """The study as compact JSON."""


def check_study(text: str) -> CheckedStudy:
    """Return a study of a client. Takes some milliseconds: call it in a thread.

    Raises ``CommandError`` if it is too large (``too_large``), or of another shape.
    """
    body = text.encode(errors="surrogatepass")
    if len(body) > LARGEST:
        raise CommandError("too_large", f"a study may have at most {LARGEST} bytes")
    check_body(body, _DEEPEST)
    try:
        study = _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise CommandError("bad_request", f"no study: {error}") from None
    _check_order(study)
    games = sorted({chapter.game for chapter in study.chapters})
    encoded = msgspec.json.encode(study).decode()
    return CheckedStudy(study.id, study.name, study.folder, games, len(study.chapters), encoded)


def _check_order(study: _Study) -> None:
    """Raise ``CommandError`` if a note or variation is beyond the end of its line."""
    lines: list[_Chapter | _Variation] = list(study.chapters)
    while lines:
        line = lines.pop()
        parts = [*(line.notes or ()), *(line.variations or ())]
        if any(part.at > len(line.events) for part in parts):
            raise CommandError("bad_request", "no study: 'at' is beyond the end of its line")
        lines += line.variations or ()
