"""What ``empile study`` does."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.i18n import users_language
from empile.cli.records import read_file

if TYPE_CHECKING:
    from empile.study.lesson import LessonFile
    from empile.study.study import Study


def _check(arguments: argparse.Namespace) -> int:
    from empile.engine.variations.lines import all_lines
    from empile.study.study import StudyError

    study = _read(arguments.study)
    lines = events = 0
    try:
        for chapter in study.play():
            for line in all_lines(chapter):
                lines += 1
                events += len(line.events)
    except StudyError as error:
        raise CommandError(f"{_name(arguments.study)}: {error}") from error
    print(f"chapters: {len(study.chapters)}, lines: {lines}, events: {events}; all are legal")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from empile.cli.move_text import Talk
    from empile.cli.study_text import StudyText
    from empile.cli.terminal.lines import Terminal
    from empile.study.study import StudyError

    study = _read(arguments.study)
    language: str = arguments.language or users_language(os.environ)
    talk = Talk(Terminal(sys.stdin, sys.stdout), language)
    try:
        StudyText(talk, boards=arguments.boards).show(study)
    except StudyError as error:
        raise CommandError(f"{_name(arguments.study)}: {error}") from error
    return 0


def _lesson(arguments: argparse.Namespace) -> int:
    from empile.engine.errors import EmpileError
    from empile.study.lesson import make_lesson

    study = _read(arguments.study)
    number: int = arguments.chapter
    if number > len(study.chapters):
        raise CommandError(f"there is no chapter {number}: the study has {len(study.chapters)}")
    try:
        lesson = make_lesson(study.chapters[number - 1], arguments.name)
    except EmpileError as error:
        raise CommandError(f"{_name(arguments.study)}, chapter {number}: {error}") from error
    if arguments.into is None:
        print(json.dumps(lesson.data, ensure_ascii=False))
        print(json.dumps(lesson.messages, ensure_ascii=False))
        return 0
    return _write(lesson, Path(arguments.into), arguments.language)


def _write(lesson: LessonFile, folder: Path, language: str) -> int:
    from empile.study.lesson_files import write_lesson
    from empile.study.study import StudyError

    try:
        for path in write_lesson(lesson, folder, language):
            print(path)
    except StudyError as error:
        raise CommandError(str(error)) from error
    return 0


def _read(name: str) -> Study:
    from empile.study.study import StudyError, read_study

    try:
        return read_study(read_file(name))
    except StudyError as error:
        raise CommandError(f"{_name(name)}: {error}") from error


def _name(name: str) -> str:
    return "the standard input" if name == "-" else name


ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "show": _show,
    "lesson": _lesson,
}
