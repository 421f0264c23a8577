"""Reads games that were played, as a source of puzzles.

A puzzle from such a game has its position, options and moves only: no names, tables or times.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from empile.engine.errors import RecordError
from empile.engine.record import Record
from empile.engine.strict_json import PlainDataError, is_list, is_object, read_json

_SUFFIXES = (".json", ".jsonl")


def read_games(path: Path, game: str) -> Iterator[Record]:
    """Yield the records of finished games of ``game`` in a file, or in all files of a folder.

    A file is a record, an export of tables (``empile tables export``), or has one of them in each
    line. Games of other kinds, running ones, and those with one player are left out.

    :raises RecordError: a file has something else, or a record of ``game`` is no valid one.
    :raises OSError: a file cannot be read.

    Example: ``[*read_games(Path("games"), "on-top")]``.
    """
    for file in _files(path):
        for where, value in _values(file):
            for data in _records(where, value):
                if data.get("game") != game:
                    continue
                try:
                    record = Record.from_dict(data)
                except RecordError as error:
                    raise RecordError(f"{where}: {error}") from error
                is_over = record.result is not None or record.ended is not None
                if is_over and len(record.seats) > 1:
                    yield record


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(one for one in path.rglob("*") if one.suffix in _SUFFIXES)
    else:
        yield path


def _values(file: Path) -> Iterator[tuple[str, Any]]:
    """Yield the JSON values of a file, each with its place for messages."""
    text = file.read_text("utf-8")
    try:
        yield str(file), read_json(text)
        return
    except PlainDataError as error:
        lines = text.splitlines()
        if len(lines) < 2:
            raise RecordError(f"{file}: this is not JSON: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{file}, line {number}"
            try:
                yield where, read_json(line)
            except PlainDataError as error:
                raise RecordError(f"{where}: this is not JSON: {error}") from error


def _records(where: str, value: Any) -> Iterator[dict[str, Any]]:
    if is_object(value) and "format" in value:
        yield value
        return
    found = value.get("records") if is_object(value) else value
    if not is_list(found):
        raise RecordError(f"{where}: this is no record of a game, and no export of a table")
    for one in found:
        if not is_object(one):
            raise RecordError(f"{where}: a record is a JSON object")
        yield one
