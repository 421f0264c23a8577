"""The writers that complete the rules of a game on cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from empile.engine.board.board import Board
from empile.engine.board.json.moves import (
    Hides,
    chance_writer,
    event_writer,
    hiding,
    move_writer,
    nothing_is_hidden,
    refusal_writer,
)
from empile.engine.board.json.patterns import patterns_of
from empile.engine.board.json.texts import WriterError, new_texts, rows_of
from empile.engine.board.json.view import view_writer
from empile.engine.board.moves import Moves

_OF_MOVES = ("write_move", "write_event", "write_refusal", "write_chance")


class CellWriters(NamedTuple):
    """What can be written of a game on cells."""

    functions: dict[str, Callable[..., Any]]
    """By name, as in ``empile.engine.compiled.templates.rules``."""
    lacks: dict[str, str]
    """Why there is no such function, by name."""
    texts: Sequence[str]
    """By token."""
    log_keys: range
    """The tokens of the keys of moves in the log, by verb."""
    hides: Hides | None
    """What the rules hide of chance; None: only the notation knows."""


def writers_of(rules: ModuleType, written: ModuleType, derived: Sequence[str]) -> CellWriters:
    """Return the writers of a game whose rules have ``BOARD`` and ``MOVES``.

    :param rules: with their defaults.
    :param written: without them.
    :param derived: fields of the state that views leave out.

    Example: ``writers_of(completed(rules, 2), rules, ()).functions["write_view"]``.
    """
    board: Board = rules.BOARD
    moves: Moves = rules.MOVES
    events: Moves | None = getattr(rules, "EVENTS", None)
    texts = new_texts()
    log_keys = rows_of(texts, *(f"log.{verb}" for verb in moves.verbs))
    hides: Hides | None = nothing_is_hidden
    if events is not None and hasattr(written, "observed_action"):
        hides = None if hasattr(written, "chance_actions_left") else hiding(rules, events)
    functions: dict[str, Callable[..., Any]] = {}
    lacks: dict[str, str] = {}
    try:
        fields = board.shown_fields(rules.STATE, derived)
        functions["write_view"] = view_writer(rules, fields, board.cells, texts)
    except WriterError as error:
        lacks["write_view"] = str(error)
    try:
        patterns = patterns_of(moves, texts)
        outcomes = None if events is None else patterns_of(events, texts)
        functions["write_move"] = move_writer(moves, patterns, texts)
        functions["write_refusal"] = refusal_writer(rules, patterns, texts)
        if events is None and hasattr(written, "chance"):
            without = "the rules have 'chance', but no EVENTS"
            lacks |= dict.fromkeys(("write_event", "write_chance"), without)
        elif hides is None:
            without = "the rules hide some of several outcomes at once"
            lacks |= dict.fromkeys(("write_event", "write_chance"), without)
        else:
            if outcomes is not None:
                functions["write_chance"] = chance_writer(outcomes, hides, texts)
            functions["write_event"] = event_writer(
                rules, (moves, patterns), outcomes, hides, log_keys, texts
            )
    except WriterError as error:
        lacks |= dict.fromkeys(_OF_MOVES, str(error))
    return CellWriters(functions, lacks, texts.all, log_keys, hides)
