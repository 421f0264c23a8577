"""The functions that jobs call, by name, and how their arguments are stored.

Only these can be called, whatever a store holds. They are named as text, because most are of higher
layers, and loaded when they are first called.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from empile.server.wire.errors import CommandError

KINDS: Final[dict[str, str]] = {
    "analysis": "empile.server.background.analyses:analysed",
    "analysis input": "empile.server.background.analyses:analysis_input",
    "analysis input of a table": "empile.server.background.analyses:analysis_input_of_table",
    "fair play": "empile.community.fairplay.measures:encoded_measures",
    "fair play report": "empile.community.fairplay.report:encoded_report",
    "film of a fall": "empile.server.http.sharing.pictures:fall",
    "film": "empile.server.http.sharing.pictures:film",
    "engine lines": "empile.server.http.lines.answers:encoded_lines",
    "line": "empile.server.tables.replays:encoded_line",
    "offline lessons": "empile.server.http.offline.lessons:encoded_lessons",
    "offline level": "empile.server.http.offline.solo:encoded_level",
    "picture": "empile.server.http.previews.tables:picture_of",
    "picture of a record": "empile.server.http.sharing.pictures:picture",
    "position": "empile.server.http.positions.answers:encoded_position",
    "puzzle": "empile.server.http.puzzles.answers:encoded_puzzle",
    "puzzles missed": "empile.server.http.puzzles.answers:encoded_missed",
    "own puzzle move": "empile.server.http.puzzles.answers:encoded_own_try",
    "puzzle move": "empile.server.http.puzzles.answers:encoded_try",
    "record": "empile.server.tables.replays:encoded_record_seen",
    "replay": "empile.server.tables.replays:encoded_replay",
    "replay of a table": "empile.server.tables.replays:encoded_replay_seen",
    "solo hint": "empile.server.http.solo:encoded_hint",
    "solo solution": "empile.server.http.solo:encoded_solution",
    "solo verdict": "empile.server.http.solo:encoded_verdict",
}
"""Functions that return bytes, or yield them and can be stopped."""

_Encoded = tuple[str, list[msgspec.Raw]]


def function_of(kind: str) -> Callable[..., Any]:
    """Return the function of a kind."""
    module, _, name = KINDS[kind].partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def kind_of(function: Callable[..., Any]) -> str | None:
    """Return the kind of a function, or None if workers do not know it."""
    name = f"{function.__module__}:{function.__qualname__}"
    return {known: kind for kind, known in KINDS.items()}.get(name)


def is_stream(function: Callable[..., Any]) -> bool:
    """Return whether a function yields parts of its result, and can be stopped."""
    return "stop" in inspect.signature(function).parameters


def encode(kind: str, arguments: tuple[Any, ...]) -> bytes:
    """Return a job as it is stored. Raises ``CommandError`` if it is nested too deeply."""
    try:
        return msgspec.msgpack.encode((kind, arguments))
    except RecursionError:
        raise CommandError("bad_request", "the request is nested too deeply") from None


def decode(body: bytes) -> tuple[str, list[msgspec.Raw]]:
    """Return a stored job with encoded arguments."""
    found: tuple[str, list[msgspec.Raw]] = msgspec.msgpack.decode(body, type=_Encoded)
    return found


def decoded_arguments(function: Callable[..., Any], arguments: list[msgspec.Raw]) -> list[Any]:
    """Return the arguments of a function, by its annotations."""
    return [
        msgspec.msgpack.decode(argument, type=kind)
        for argument, kind in zip(arguments, _parameters(function), strict=True)
    ]


@cache
def _parameters(function: Callable[..., Any]) -> list[Any]:
    hints = get_type_hints(function)
    return [hints[name] for name in inspect.signature(function).parameters if name != "stop"]
