"""Plays all lines of a record by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from empile.engine.game import Event, State
from empile.engine.record import Record, collect, play_texts
from empile.engine.variations.notes import Line, Note


@dataclass(frozen=True)
class PlayedLine:
    """A line with its positions."""

    number: tuple[int, ...]
    """Numbers of variations from 1, the outermost first: ``(2, 1)`` is the first variation of the
    record's second one. Empty: the main line."""
    at: int
    """Index in the line that it leaves; 0 for the main line."""
    states: Sequence[State]
    """The position before each event, and the last one; read-only."""
    events: Sequence[Event]
    notes: dict[int, Note]
    """By the number of events before them."""
    variations: Sequence[PlayedLine]
    """In the order of the file."""

    def variations_at(self, at: int) -> list[PlayedLine]:
        """Return the variations that leave the line after ``at`` events."""
        return [line for line in self.variations if line.at == at]

    def glyph(self, index: int) -> str:
        """Return the glyph of the event with an index, or an empty text."""
        note = self.notes.get(index + 1)
        return "" if note is None or note.glyph is None else note.glyph

    def comment(self, at: int) -> str:
        """Return the comment on the position after ``at`` events, or an empty text."""
        return self.notes[at].comment if at in self.notes else ""


def play_lines(record: Record) -> PlayedLine:
    """Play the main line and all variations of a record.

    Raises ``RecordError`` with the line and the event, or for a stored result that is wrong.
    Example: ``play_lines(record).variations_at(0)``.
    """
    states, events = record.history()
    return _line(record, (), 0, states, events)


def all_lines(line: PlayedLine) -> Iterator[PlayedLine]:
    """Yield a line and all its variations, each before its own ones."""
    yield line
    for variation in line.variations:
        yield from all_lines(variation)


def _line(
    line: Line, number: tuple[int, ...], at: int, states: list[State], events: list[Event]
) -> PlayedLine:
    notes = {note.at: note for note in line.notes}
    variations: list[PlayedLine] = []
    for index, variation in enumerate(line.variations, 1):
        place = (*number, index)
        name = f"variation {'.'.join(map(str, place))}"
        steps = play_texts(states[variation.at], variation.events, name)
        following, played = collect(steps)
        variations.append(_line(variation, place, variation.at, following, played))
    return PlayedLine(number, at, states, events, notes, variations)
