"""The games of a tournament that are played, in memory or in a file.

The file is JSON, a line each: first what the tournament is (:class:`Header`), then a line a game
(:class:`empile.arena.played.Played`) in the order in which they ended. A game is on the disk
before it counts, so that a tournament that was broken off, by whatever, goes on with the games that
the file lacks. A last line that was not written to its end is no game.
"""

from __future__ import annotations

import importlib
import os
import platform
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

import msgspec
import numpy as np

import empile
from empile.arena.errors import ArenaError
from empile.arena.plan import Plan
from empile.arena.played import Played

FORMAT: Final = "empile-tournament/1"

_encoder = msgspec.json.Encoder()
_played: msgspec.json.Decoder[Played] = msgspec.json.Decoder(Played)


class Header(msgspec.Struct, frozen=True):
    """The first line of a file of results."""

    format: str
    plan: Plan
    empile: str
    """The version that plays: another one's bots may be others."""
    with_: dict[str, str] = msgspec.field(name="with", default_factory=dict[str, str])
    """Other versions at the beginning, to be read by people."""


class Results:
    """The games that are played; made by :func:`open_results`, used as a context."""

    def __init__(self, plan: Plan, file: BinaryIO | None = None) -> None:
        self.plan = plan
        self.games: dict[int, Played] = {}
        """By number."""
        self._file = file

    def add(self, played: Played) -> None:
        """Keep a game; it is safe when this returns. Raises ``OSError``."""
        if self._file is not None:
            _write(self._file, played)
        self.games[played.game] = played

    def in_order(self) -> list[Played]:
        """Return the games by their numbers."""
        return [self.games[number] for number in sorted(self.games)]

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_results(plan: Plan, path: Path | None = None) -> Results:
    """Return the results of a tournament, to be added to: those in the file at ``path``, if it is there.

    Raises :class:`ArenaError` where the file is of another tournament, damaged, or being written by
    somebody else, and ``OSError``.
    """
    if path is None:
        return Results(plan)
    descriptor = os.open(
        path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_BINARY", 0), 0o666
    )
    file = os.fdopen(descriptor, "r+b")
    try:
        _lock(file, path)
        lines = _whole_lines(file)
        results = Results(plan, file)
        if lines:
            _fit(_header(lines[0], path), plan, path)
            _take(results, lines[1:], path)
        else:
            _write(file, _header_of(plan))
            _sync_folder(path)
    except BaseException:
        file.close()
        raise
    return results


def read_results(path: Path) -> Results:
    """Return the results in a file, to be looked at; raises as :func:`open_results` does."""
    with path.open("rb") as file:
        lines = [line for line in file if line.endswith(b"\n")]
    if not lines:
        raise ArenaError(f"{path} holds no results of a tournament")
    results = Results(_header(lines[0], path).plan)
    _take(results, lines[1:], path)
    return results


def _header_of(plan: Plan) -> Header:
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    return Header(FORMAT, plan, empile.__version__, versions)


def _header(line: bytes, path: Path) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ArenaError(f"{path} is no file of a tournament's results") from None
    if header.format != FORMAT:
        raise ArenaError(f"{path} is of another format: {header.format}")
    return header


def _fit(header: Header, plan: Plan, path: Path) -> None:
    """Refuse results of another tournament."""
    told: list[tuple[str, Any, Any]] = [("empile", header.empile, empile.__version__)]
    old, new = msgspec.to_builtins(header.plan), msgspec.to_builtins(plan)
    old_options, new_options = old.pop("options"), new.pop("options")
    for name in new:
        if name != "entrants":
            told.append((name, old[name], new[name]))
    for name in {**old_options, **new_options}:
        told.append((f"option {name}", old_options.get(name), new_options.get(name)))
    names = [[entrant["name"] for entrant in entrants["entrants"]] for entrants in (old, new)]
    told.append(("entrants", ", ".join(names[0]), ", ".join(names[1])))
    for one, other in zip(old["entrants"], new["entrants"], strict=False):
        told.append((one["name"], _entrant(one), _entrant(other)))
    for name, before, now in told:
        if before != now:
            raise ArenaError(
                f"{path} is of another tournament ({name}: {_shown(before)} there, {_shown(now)}"
                " now): name another file, or ask for the same"
            )


def _entrant(entrant: dict[str, Any]) -> str:
    strength = f" {_shown(entrant['level'])}" if entrant["level"] else ""
    return f"{entrant['kind']} {entrant['what']}{strength}".strip()


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    text = _encoder.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."


def _take(results: Results, lines: list[bytes], path: Path) -> None:
    for at, line in enumerate(lines, 2):
        try:
            played = _played.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArenaError(f"{path}, line {at}, is no game: {error}") from None
        seats = len(results.plan.loaded.teams)
        if played.game < 0 or played.game in results.games:
            raise ArenaError(f"{path}, line {at}: there is no second game {played.game}")
        if played.seats != results.plan.seating(played.game) or len(played.ranks) != seats:
            raise ArenaError(f"{path}, line {at}: others play in game {played.game}")
        results.games[played.game] = played


def _whole_lines(file: BinaryIO) -> list[bytes]:
    """Return the lines of a file; what comes after the last line end is cut off."""
    lines = file.readlines()
    if lines and not lines[-1].endswith(b"\n"):
        torn = lines.pop()
        file.seek(-len(torn), os.SEEK_END)
        file.truncate()
    file.seek(0, os.SEEK_END)
    return lines


def _write(file: BinaryIO, line: Header | Played) -> None:
    file.write(_encoder.encode(line) + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Have the file's name on the disk too, where folders can be synchronized."""
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep others from writing to the file, where files can be locked."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:  # there is none on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArenaError(f"another tournament is writing to {path}") from None
    except OSError:  # a file system without locks
        return
