"""What checks raise, as one sentence for the author of a game."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any, NamedTuple

from empile.checks.check import Check, Step
from empile.checks.evidence import (
    CASES,
    CORPUS,
    GOLDEN,
    PERFT,
    VARIANTS,
    Variant,
    evidence_of,
    shown,
)
from empile.checks.lack import Lack
from empile.engine.discovery import game_class

_FROZEN = "<frozen"
_JIT_HINT = "NUMBA_DISABLE_JIT=1 runs the rules as plain Python"


class Found(NamedTuple):
    """A lack of a game, with where it was found."""

    step: str
    check: str
    subject: str
    """The variant, record or lesson; the game's name if all of it."""
    said: str
    """One sentence, without its full stop."""
    place: str
    """The variant and the random game in which it was found; may be empty."""
    file: str
    """What to write or correct."""
    example: str
    """What it may look like, or how to get it; may be empty."""

    def __str__(self) -> str:
        place = f" ({self.place})" if self.place else ""
        example = f", for example {self.example}" if self.example else ""
        return f"{self.said}{place}: write {self.file}{example}"


def found_in(error: Exception, name: str, step: Step, check: Check[Any], subject: object) -> Found:
    """Return the lack that an error of a check shows."""
    said, file, example = _told(error, name)
    places = [note for note in getattr(error, "__notes__", ()) if note.startswith("in the random")]
    about = "" if subject is None else getattr(subject, "name", None) or str(subject)
    if isinstance(subject, Variant):
        places.append(f"in the variant '{subject.label}'")
        about = subject.label
    written = file or check.file
    located = _located(written, name) if written == check.file else written
    return Found(step.name, check.name, about, said, " ".join(places), located, example)


def import_error(error: BaseException, name: str) -> Found:
    """Return the lack of a game that cannot be imported."""
    if isinstance(error, SyntaxError) and error.filename:
        file = shown(Path(error.filename))
    else:
        where = _frame(error, None)
        file = "__init__.py" if where is None else shown(Path(where.filename))
    return Found("game", "is_imported", name, _raised(error, None), "", file, "")


def _located(file: str, name: str) -> str:
    """Return the path of a file that a check names, in the folder of the game or of its evidence."""
    try:
        game = game_class(name)
        evidence = evidence_of(game)
    except Exception:
        return file
    if file in (VARIANTS, CASES, PERFT, GOLDEN, CORPUS):
        return shown(evidence / file)
    if not re.fullmatch(r"[\w./-]+", file):
        return file  # several, in words
    if (game.folder / file).exists() or "." in file:
        return shown(game.folder / file)
    found = sorted(game.folder.rglob(f"{file}.py"))
    return shown(found[0] if found else game.folder / f"{file}.py")


def _told(error: Exception, name: str) -> tuple[str, str, str]:
    """Return the sentence, the file and the example that an error gives."""
    if isinstance(error, Lack):
        return error.said, error.file, error.example
    try:
        folder: Path | None = game_class(name).folder
    except Exception:
        folder = None
    return _raised(error, folder), _file_of(error, folder), ""


def _raised(error: BaseException, folder: Path | None) -> str:
    if isinstance(error, SyntaxError):
        file = shown(Path(error.filename)) if error.filename else "the game"
        return f"{file}, line {error.lineno}, is not Python: {error.msg}"
    kind, message = type(error).__name__, str(error)
    if type(error).__module__.startswith("numba"):
        return f"the rules do not compile: {_of_numba(message, folder)}; {_JIT_HINT}"
    if isinstance(error, NotImplementedError) and not message:
        message = "it is not written yet"
    line = message.strip().split("\n")[0]
    told = f"{kind}: {line}" if line else kind
    where = _frame(error, folder)
    if where is None:
        return f"{told} was raised"
    return f"{where.name} raised {told}, at {shown(Path(where.filename))}, line {where.lineno}"


def _frame(error: BaseException, folder: Path | None) -> traceback.FrameSummary | None:
    """Return the last frame in the game's own code, or the last one of all."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _FROZEN not in f.filename]
    own = [f for f in frames if folder is not None and Path(f.filename).is_relative_to(folder)]
    chosen = own or frames
    return chosen[-1] if chosen else None


def _file_of(error: Exception, folder: Path | None) -> str:
    where = _frame(error, folder)
    if where is None or folder is None or not Path(where.filename).is_relative_to(folder):
        return ""
    return shown(Path(where.filename))


def _of_numba(message: str, folder: Path | None) -> str:
    """Return the line of an error of the compiler that says most, and where it is."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in message.split("\n")]
    places = [
        f"{shown(Path(found[1]))}, line {found[2]}"
        for line in lines
        if (found := re.search(r'File "(.+?)", line (\d+)', line))
        and (folder is None or Path(found[1]).is_relative_to(folder))
    ]
    told = [
        line
        for line in lines
        if line
        and not line.startswith(("Failed in", "File", "<source", "During", "-", "There are", "*"))
    ]
    return f"{(told or ['no reason given'])[0]}{f' at {places[-1]}' if places else ''}"
