"""A study as data: chapters, each of them a game record with notes and variations."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from empile.engine.errors import EmpileError, RecordError
from empile.engine.record import FORMAT as RECORD_FORMAT
from empile.engine.record import FULL, Record
from empile.engine.strict_json import PlainDataError, is_list, is_object, read_json
from empile.engine.variations.lines import PlayedLine, play_lines
from empile.engine.variations.notes import read_name

FORMAT: Final = "empile-study/1"
MOST_CHAPTERS: Final = 64
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KEYS: Final = ("format", "id", "name", "folder", "chapters")


class StudyError(EmpileError):
    """An invalid study."""


@dataclass(frozen=True)
class Study:
    """Chapters of one game.

    Example::

        >>> record = empile.Match(empile.load("block-ness")).record()
        >>> study = Study(new_id(), "Openings", "", (record,))
        >>> Study.from_json(study.to_json()) == study
        True
    """

    id: str
    """Random; a copy has another one."""
    name: str
    folder: str
    """The name of its folder; empty: none."""
    chapters: tuple[Record, ...]
    """At least one; full records, all of the same game."""

    def play(self) -> Iterator[PlayedLine]:
        """Yield the main line of each chapter with all its variations, played by the rules.

        Raises ``StudyError`` with chapter, line and event. Example: ``*lines, = study.play()``.
        """
        for number, chapter in enumerate(self.chapters, 1):
            try:
                yield play_lines(chapter)
            except RecordError as error:
                raise StudyError(f"{chapter_title(chapter, number)}: {error}") from error

    def to_json(self) -> str:
        """Return the study as one line of JSON."""
        data = {
            "format": FORMAT,
            "id": self.id,
            "name": self.name,
            "folder": self.folder,
            "chapters": [chapter.to_dict() for chapter in self.chapters],
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Study:
        """Read a study; ``play`` checks the events. Raises ``StudyError``.

        Example: ``Study.from_json(path.read_bytes())``.
        """
        return cls.from_dict(_read(text))

    @classmethod
    def from_dict(cls, data: Any) -> Study:
        """Return the study in ``data``; raises ``StudyError``."""
        if not is_object(data) or data.get("format") != FORMAT:
            raise StudyError(f"a study is a JSON object with the 'format' \"{FORMAT}\"")
        for key in data:
            if key not in _KEYS:
                raise StudyError(f"a study has no member '{key}'")
        identifier = data.get("id", "")
        if type(identifier) is not str or not _ID.fullmatch(identifier):
            raise StudyError("'id' must be a text of 1 to 64 letters, digits, '-' and '_'")
        try:
            name, folder = read_name(data.get("name")), read_name(data.get("folder", ""), "folder")
        except RecordError as error:
            raise StudyError(str(error)) from error
        chapters = data.get("chapters")
        if not is_list(chapters) or not 0 < len(chapters) <= MOST_CHAPTERS:
            raise StudyError(f"'chapters' must be a list of 1 to {MOST_CHAPTERS} chapters")
        read = tuple(_read_chapter(chapter, number) for number, chapter in enumerate(chapters, 1))
        if len({chapter.game for chapter in read}) > 1:
            raise StudyError("all chapters of a study must be of the same game")
        return cls(identifier, name, folder, read)


def new_id() -> str:
    """Return the id of a new study: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def read_study(text: str | bytes) -> Study:
    """Read a study, or a record as a study of one chapter with its name and a new id.

    Raises ``StudyError``. Example: ``read_study(record.to_json()).chapters == (record,)``.
    """
    data = _read(text)
    if is_object(data) and data.get("format") == RECORD_FORMAT:
        chapter = _read_chapter(data, 1)
        return Study(new_id(), chapter.name, "", (chapter,))
    return Study.from_dict(data)


def chapter_title(chapter: Record, number: int) -> str:
    """Return the name of a chapter for messages, such as ``chapter 2 ('Bridges')``."""
    return f"chapter {number}" + (f" ('{chapter.name}')" if chapter.name else "")


def _read(text: str | bytes) -> Any:
    try:
        return read_json(text)
    except PlainDataError as error:
        raise StudyError(f"this is not JSON: {error}") from error


def _read_chapter(data: Any, number: int) -> Record:
    try:
        chapter = Record.from_dict(data)
    except RecordError as error:
        raise StudyError(f"chapter {number}: {error}") from error
    if chapter.view != FULL:
        raise StudyError(
            f"chapter {number}: this is what one seat saw of a running game ('view'); a study needs"
            " full records"
        )
    return chapter
