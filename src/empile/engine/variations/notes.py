"""Notes and variations of a record as data.

A line is a list of events with notes and variations. A record's main line is its ``events``; each
variation is a line that replaces the events of another one from an index on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from empile.engine.errors import RecordError
from empile.engine.strict_json import is_list, is_object

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""Judgements of a move, as in chess."""
GOOD: Final = ("!!", "!")
COLOURS: Final = ("green", "red", "blue", "yellow")
"""Colours of marks."""

LONGEST_NAME: Final = 100
LONGEST_COMMENT: Final = 4000
MOST_MARKS: Final = 100
DEEPEST: Final = 32
"""How deeply variations may be nested."""


@dataclass(frozen=True)
class Mark:
    """A circle around a place of the board, or an arrow between two. The game names the places."""

    source: str
    """The place, or where the arrow begins."""
    target: str | None
    """Where the arrow ends; None: a circle."""
    colour: str
    """One of ``COLOURS``."""

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as JSON data."""
        if self.target is None:
            return {"kind": "circle", "from": self.source, "colour": self.colour}
        return {"kind": "arrow", "from": self.source, "to": self.target, "colour": self.colour}


@dataclass(frozen=True)
class Note:
    """What is noted about the position after ``at`` events of a line."""

    at: int
    comment: str = ""
    glyph: str | None = None
    """One of ``GLYPHS``, about the event before; None if there is none."""
    marks: tuple[Mark, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the note as JSON data."""
        found: dict[str, Any] = {"at": self.at}
        if self.comment:
            found["comment"] = self.comment
        if self.glyph is not None:
            found["glyph"] = self.glyph
        if self.marks:
            found["marks"] = [mark.to_dict() for mark in self.marks]
        return found


class Line(Protocol):
    """What a record and a variation have in common."""

    @property
    def events(self) -> Sequence[str]:
        """Texts of moves and chance events."""
        ...

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes about the positions of the line, at most one for each."""
        ...

    @property
    def variations(self) -> tuple[Variation, ...]:
        """Other continuations."""
        ...


@dataclass(frozen=True)
class Variation:
    """A line that replaces the events of another line from index ``at`` on.

    Example: ``Variation(at=2, events=("c3-e3",), notes=(Note(1, glyph="!"),))``.
    """

    at: int
    events: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    """Their ``at`` counts the events of this line, from 1: position 0 is one of the other line."""
    variations: tuple[Variation, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the variation as JSON data."""
        return {"at": self.at, "events": list(self.events), **line_dict(self)}


def line_dict(line: Line) -> dict[str, Any]:
    """Return the members of a line besides its events as JSON data, without empty ones."""
    found: dict[str, Any] = {}
    if line.notes:
        found["notes"] = [note.to_dict() for note in line.notes]
    if line.variations:
        found["variations"] = [variation.to_dict() for variation in line.variations]
    return found


def count_events(line: Line) -> int:
    """Return the number of events of a line and all its variations.

    Example: ``count_events(record) == len(record.events)`` for a record without variations.
    """
    return len(line.events) + sum(count_events(variation) for variation in line.variations)


def count_variations(line: Line) -> int:
    """Return the number of variations of a line, nested ones included."""
    return sum(1 + count_variations(variation) for variation in line.variations)


# -- Reading -----------------------------------------------------------------------------------


def read_notes(data: Any, length: int, path: str = "notes", *, first: int = 0) -> tuple[Note, ...]:
    """Return the notes of a line of ``length`` events; raises ``RecordError`` with the path."""
    notes = tuple(
        _read_note(value, place, length, first) for value, place in _items(data, path, "notes")
    )
    seen: set[int] = set()
    for index, note in enumerate(notes):
        _expect(note.at not in seen, f"'{path}[{index}].at': there is another note at {note.at}")
        seen.add(note.at)
    return notes


def read_variations(
    data: Any, length: int, path: str = "variations", *, depth: int = 1
) -> tuple[Variation, ...]:
    """Return the variations of a line of ``length`` events; raises ``RecordError`` with the path."""
    _expect(
        data == [] or depth <= DEEPEST, f"'{path}': variations may be nested {DEEPEST} deep at most"
    )
    return tuple(
        _read_variation(value, place, length, depth)
        for value, place in _items(data, path, "variations")
    )


def read_name(value: Any, path: str = "name") -> str:
    """Return a name of a study, a folder or a chapter; raises ``RecordError``."""
    if type(value) is str and len(value) <= LONGEST_NAME:
        return value
    raise RecordError(f"'{path}' must be a text of at most {LONGEST_NAME} characters")


def _read_variation(data: Any, path: str, length: int, depth: int) -> Variation:
    found = _members(data, path, ("at", "events"), ("notes", "variations"))
    events = found["events"]
    if not is_list(events) or not events or not all(type(text) is str for text in events):
        raise RecordError(f"'{path}.events' must be a list of at least one text")
    notes = read_notes(found.get("notes", []), len(events), f"{path}.notes", first=1)
    variations = read_variations(
        found.get("variations", []), len(events), f"{path}.variations", depth=depth + 1
    )
    return Variation(_position(found["at"], path, 0, length), tuple(events), notes, variations)


def _read_note(data: Any, path: str, length: int, first: int) -> Note:
    found = _members(data, path, ("at",), ("comment", "glyph", "marks"))
    at = _position(found["at"], path, first, length)
    comment = found.get("comment", "")
    _expect(
        type(comment) is str and len(comment) <= LONGEST_COMMENT,
        f"'{path}.comment' must be a text of at most {LONGEST_COMMENT} characters",
    )
    glyph = None
    if "glyph" in found:
        glyph = _choice(found["glyph"], f"{path}.glyph", GLYPHS)
        _expect(at > 0, f"'{path}.glyph': no event leads to the first position")
    marks = tuple(
        _read_mark(mark, place)
        for mark, place in _items(found.get("marks", []), f"{path}.marks", "marks")
    )
    _expect(len(marks) <= MOST_MARKS, f"'{path}.marks': a note has at most {MOST_MARKS} marks")
    return Note(at, comment, glyph, marks)


def _read_mark(data: Any, path: str) -> Mark:
    kind = data.get("kind") if is_object(data) else None
    _choice(kind, f"{path}.kind", ("circle", "arrow"))
    ends = ("from", "to") if kind == "arrow" else ("from",)
    found = _members(data, path, ("kind", *ends, "colour"), ())
    for end in ends:
        place = found[end]
        _expect(
            type(place) is str and 0 < len(place) <= LONGEST_NAME,
            f"'{path}.{end}' must be a place of the board",
        )
    target = found.get("to")
    _expect(target != found["from"], f"'{path}.to': an arrow ends at another place")
    return Mark(found["from"], target, _choice(found["colour"], f"{path}.colour", COLOURS))


def _items(data: Any, path: str, what: str) -> Iterator[tuple[Any, str]]:
    if not is_list(data):
        raise RecordError(f"'{path}' must be a list of {what}")
    return ((value, f"{path}[{index}]") for index, value in enumerate(data))


def _members(
    data: Any, path: str, needed: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, Any]:
    if not is_object(data):
        raise RecordError(f"'{path}' must be an object")
    for key in needed:
        _expect(key in data, f"'{path}' has no '{key}'")
    for key in data:
        _expect(key in (*needed, *optional), f"'{path}' has an unknown member '{key}'")
    return data


def _position(value: Any, path: str, first: int, length: int) -> int:
    if type(value) is int and first <= value <= length:
        return value
    raise RecordError(f"'{path}.at' must be a number from {first} to {length}, the line's events")


def _choice(value: Any, path: str, choices: tuple[str, ...]) -> str:
    if type(value) is str and value in choices:
        return value
    raise RecordError(f"'{path}' must be one of {', '.join(choices)}")


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RecordError(otherwise)
