"""Tournament results, in memory or in a file.

The file is JSON Lines: a :class:`Header`, then a :class:`empile.arena.result.GameResult` per game. An
incomplete last line is ignored.
"""

from __future__ import annotations

import platform
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

import msgspec
import numpy as np

import empile
from empile.arena.errors import ArenaError
from empile.arena.plan import Plan
from empile.arena.result import GameResult
from empile.engine.files import lock, open_to_append, sync, sync_folder, whole_lines

FORMAT: Final = "empile-tournament/1"

_encoder = msgspec.json.Encoder()
_played: msgspec.json.Decoder[GameResult] = msgspec.json.Decoder(GameResult)


class Header(msgspec.Struct, frozen=True):
    format: str
    plan: Plan
    empile: str
    """Version of Empile."""
    with_: dict[str, str] = msgspec.field(name="with", default_factory=dict[str, str])
    """Versions of Python and NumPy."""


class Results:
    """The games of a tournament; returned by :func:`open_results` and :func:`read_results`.

    As a context manager it closes its file.
    """

    def __init__(self, plan: Plan, file: BinaryIO | None = None) -> None:
        self.plan = plan
        self.games: dict[int, GameResult] = {}
        """By their number."""
        self._file = file

    def add(self, played: GameResult) -> None:
        """Sync a game to disk; raises ``OSError``."""
        if self._file is not None:
            _write(self._file, played)
        self.games[played.game] = played

    def in_order(self) -> list[GameResult]:
        """Return the games, by number."""
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
    """Open the results of a tournament, including those in an existing file.

    :param path: None to keep them in memory.
    :raises ArenaError: the file is damaged, of another tournament, or in use.
    :raises OSError: the file cannot be opened.

    Example::

        >>> plan = empile.arena.plan_of(empile.load("block-ness"), ["level:1", "random"])
        >>> with open_results(plan, Path("results.jsonl")) as results:
        ...     len(results.games)
        0
    """
    if path is None:
        return Results(plan)
    file = open_to_append(path)
    try:
        if not lock(file):
            raise ArenaError(f"another tournament is writing to {path}")
        lines = whole_lines(file)
        results = Results(plan, file)
        if lines:
            _fit(_header(lines[0], path), plan, path)
            _take(results, lines[1:], path)
        else:
            _write(file, _header_of(plan))
            sync_folder(path.parent)
    except BaseException:
        file.close()
        raise
    return results


def read_results(path: Path) -> Results:
    """Read a results file.

    :raises ArenaError: the file is damaged or no results file.
    :raises OSError: the file cannot be opened.

    Example::

        >>> plan = empile.arena.plan_of(empile.load("block-ness"), ["level:1", "random"])
        >>> open_results(plan, Path("results.jsonl")).close()
        >>> read_results(Path("results.jsonl")).plan == plan
        True
    """
    with path.open("rb") as file:
        lines = [line for line in file if line.endswith(b"\n")]
    if not lines:
        raise ArenaError(f"{path} has no tournament results")
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
        raise ArenaError(f"{path} is not a file of tournament results") from None
    if header.format != FORMAT:
        raise ArenaError(f"{path} has an unknown format: {header.format}")
    return header


def _fit(header: Header, plan: Plan, path: Path) -> None:
    facts: list[tuple[str, Any, Any]] = [("empile", header.empile, empile.__version__)]
    old, new = msgspec.to_builtins(header.plan), msgspec.to_builtins(plan)
    old_options, new_options = old.pop("options"), new.pop("options")
    for name in new:
        if name != "entrants":
            facts.append((name, old[name], new[name]))
    for name in {**old_options, **new_options}:
        facts.append((f"option {name}", old_options.get(name), new_options.get(name)))
    names = [[entrant["name"] for entrant in entrants["entrants"]] for entrants in (old, new)]
    facts.append(("entrants", ", ".join(names[0]), ", ".join(names[1])))
    for one, other in zip(old["entrants"], new["entrants"], strict=False):
        facts.append((one["name"], _entrant(one), _entrant(other)))
    for name, before, now in facts:
        if before != now:
            raise ArenaError(
                f"{path} is of another tournament ({name}: {_shown(before)} there, {_shown(now)}"
                " now): use another file or the same arguments"
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
            raise ArenaError(f"{path}, line {at}: invalid game: {error}") from None
        seats = len(results.plan.loaded.teams)
        if played.game < 0 or played.game in results.games:
            raise ArenaError(f"{path}, line {at}: duplicate or negative game number {played.game}")
        if not _fits(results.plan, played) or len(played.ranks) != seats:
            raise ArenaError(f"{path}, line {at}: wrong seats or ranks in game {played.game}")
        results.games[played.game] = played


def _fits(plan: Plan, played: GameResult) -> bool:
    seats = plan.seating(played.game)
    if plan.server is not None:  # which draws them
        return sorted(played.seats) == sorted(seats)
    return played.seats == seats


def _write(file: BinaryIO, line: Header | GameResult) -> None:
    file.write(_encoder.encode(line) + b"\n")
    sync(file)
