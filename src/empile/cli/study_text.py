"""Studies as text for a terminal, in the user's language."""

from __future__ import annotations

import textwrap
from typing import Final

from empile.cli.i18n import say
from empile.cli.move_text import Talk
from empile.engine.errors import Reason
from empile.engine.record import Record
from empile.engine.variations.lines import PlayedLine
from empile.engine.variations.notes import Mark
from empile.study.study import Study

_WIDTH: Final = 100
_INDENT: Final = "    "


class StudyText:
    """Prints the moves of a study with variations, comments, glyphs and marks."""

    def __init__(self, talk: Talk, *, boards: bool) -> None:
        self._talk = talk
        self._boards = boards
        """Whether positions of the main line are shown: the first, the last, and those with notes."""

    def show(self, study: Study) -> None:
        """Print all chapters; raises ``StudyError`` for illegal events."""
        if study.name:
            self._print(study.name)
        if study.folder:
            self._print(self._talk.text("study.folder", name=study.folder))
        for number, (chapter, line) in enumerate(zip(study.chapters, study.play(), strict=True), 1):
            if number > 1 or study.name or study.folder:
                self._print()
            self._chapter(chapter, line, number)

    def _chapter(self, chapter: Record, line: PlayedLine, number: int) -> None:
        key = "study.chapter.named" if chapter.name else "study.chapter"
        self._print(self._talk.text(key, number=number, name=chapter.name))
        game = chapter.load_game()
        name = say(game, Reason("name"), self._talk.language) or chapter.game
        self._print(f"{name} ({', '.join(chapter.seats)})")
        self._position(line, 0, "")
        self._moves(chapter, line, 0, "")

    def _moves(self, chapter: Record, line: PlayedLine, made: int, indent: str) -> None:
        """Print a line after ``made`` moves, and each variation after the event it replaces."""
        for index, event in enumerate(line.events):
            text = self._talk.describe_all(line.states[index], event)
            before = made
            if event.seat < 0:
                lead = " " * 4
            else:
                made += 1
                lead = f"{made:>2}. {chapter.seats[event.seat]}: "
            self._print(f"{indent}{lead}{text} {line.glyph(index)}".rstrip())
            self._position(line, index + 1, indent)
            self._variations(chapter, line, index, before, indent)
        self._variations(chapter, line, len(line.events), made, indent)

    def _variations(
        self, chapter: Record, line: PlayedLine, at: int, made: int, indent: str
    ) -> None:
        for variation in line.variations_at(at):
            number = ".".join(map(str, variation.number))
            inner = indent + _INDENT
            self._print(f"{inner}{self._talk.text('study.variation', number=number)}")
            self._moves(chapter, variation, made, inner)

    def _position(self, line: PlayedLine, at: int, indent: str) -> None:
        """Print the note on a position, and the position if boards are shown."""
        note = line.notes.get(at)
        if note is not None:
            inner = indent + _INDENT
            for paragraph in note.comment.splitlines():
                self._print(
                    textwrap.fill(paragraph, _WIDTH, initial_indent=inner, subsequent_indent=inner)
                )
            if note.marks:
                self._print(inner + "; ".join(map(self._mark, note.marks)))
        is_end = at in (0, len(line.events))
        noted = note is not None and (note.comment or note.marks)
        if self._boards and not line.number and (is_end or noted):
            self._print(f"\n{self._talk.to_text(line.states[at], None)}\n")

    def _mark(self, mark: Mark) -> str:
        colour = self._talk.text(f"study.colour.{mark.colour}")
        if mark.target is None:
            return self._talk.text("study.circle", place=mark.source, colour=colour)
        return self._talk.text("study.arrow", source=mark.source, target=mark.target, colour=colour)

    def _print(self, text: str = "") -> None:
        self._talk.terminal.say(text)
