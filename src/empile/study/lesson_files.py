"""Writes lessons into the folder of a game."""

from __future__ import annotations

import json
from pathlib import Path

from empile.engine.lessons import lesson_files
from empile.study.lesson import LessonFile
from empile.study.study import StudyError


def write_lesson(made: LessonFile, folder: Path, language: str) -> list[Path]:
    """Write a lesson and its messages into the folder of a game; return the two paths.

    A lesson of the same name is replaced; another one becomes the last. Raises ``StudyError`` if
    the folder has no catalogue of ``language``, and ``OSError``. Example: ``write_lesson(made,
    Path("src/empile/games/blox"), "en")``.
    """
    catalogue = folder / "locales" / f"{language}.json"
    if not catalogue.is_file():
        raise StudyError(f"{catalogue} does not exist: FOLDER must be that of a game")
    lessons = folder / "lessons"
    lessons.mkdir(exist_ok=True)
    path = _path(lessons, made.lesson.name)
    path.write_text(json.dumps(made.data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    messages = json.loads(catalogue.read_text("utf-8"))
    prefix = made.lesson.title.key.removesuffix("title")
    others = {key: text for key, text in messages.items() if not key.startswith(prefix)}
    text = json.dumps({**others, **made.messages}, ensure_ascii=False, indent=2)
    catalogue.write_text(text + "\n", "utf-8")
    return [path, catalogue]


def _path(lessons: Path, name: str) -> Path:
    """Return the file of the lesson with a name; a new one has the next number."""
    files = lesson_files(lessons)
    for path in files:
        if path.stem.partition("-")[2] == name:
            return path
    last = max((int(path.stem.partition("-")[0]) for path in files), default=0)
    return lessons / f"{last + 1:02}-{name}.json"
