"""Moves and messages as JSON by compiled code, from the patterns of moves."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.json.patterns import Patterns
from empile.engine.board.json.texts import COMMA, QUOTE, SPACE, quoted, rows_of
from empile.engine.board.moves import MOST_PARTS, Moves
from empile.engine.compiled.jit import inline, outlined
from empile.engine.compiled.json_writer import (
    SEES_ALL,
    MessageTexts,
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put,
    put_string,
)
from empile.engine.compiled.layout import StructRef

Hides: TypeAlias = Callable[[StructRef, StructRef, int, int], bool]
"""Whether a seat, -1 for a spectator, cannot tell an outcome of chance from another."""
WriteMove: TypeAlias = Callable[[StructRef, StructRef, int, Tokens], int]
WriteEvent: TypeAlias = Callable[[StructRef, StructRef, int, NDArray[np.int32], Tokens], int]

_MOVE = "move"
"""The argument with the text of a move."""


def move_writer(moves: Moves, patterns: Patterns, texts: MessageTexts) -> WriteMove:
    """Return the compiled ``write_move``: the text, the parts, and the verb if there are several.

    Example: ``move_writer(MOVES, patterns, texts)``.
    """
    put_text, verb_of, value_of = patterns.put_text, patterns.verb_of, patterns.value_of
    counts, names = patterns.parts, patterns.names
    begin, middle, end = rows_of(texts, '{"text":"', '","parts":{', "}}")
    shows_verb = len(moves.verbs) > 1
    verbs = texts.add(*(f'"verb":{quoted(verb)}' for verb in moves.verbs))
    labels = _labels(moves, texts, '"{}":"')

    @inline
    def write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
        at = put(out, put_text(action, out, put(out, 0, begin)), middle)
        verb = verb_of(action)
        if shows_verb:
            at = put(out, at, verbs + verb)
        for part in range(int(counts[verb])):
            if shows_verb or part:
                at = put(out, at, COMMA)
            at = put(out, at, int(labels[verb, part]))
            at = put(out, at, int(names[verb, part]) + value_of(action, verb, part))
            at = put(out, at, QUOTE)
        return put(out, at, end)

    return write_move


def _labels(moves: Moves, texts: MessageTexts, form: str, left_out: str = "") -> NDArray[np.int32]:
    """Return the rows of the names of the parts in a form, by verb and part; -1 for one ``left_out``."""
    labels = np.zeros((len(moves.verbs), MOST_PARTS), np.int32)
    names = list(dict.fromkeys(part for verb in moves.verbs for part in moves.parts_of(verb)))
    rows = texts.add(*(form.format(name) for name in names))
    for verb, name in enumerate(moves.verbs):
        for k, part in enumerate(moves.parts_of(name)):
            labels[verb, k] = -1 if part == left_out else rows + names.index(part)
    return labels


# -- Messages ------------------------------------------------------------------------------------


def hiding(rules: ModuleType, events: Moves) -> Hides:
    """Return the compiled function that says what ``observed_action`` of the rules hides.

    Nobody but all seats that see an outcome can be shown it, so spectators see the least.
    Example: ``hiding(rules, EVENTS)(params, s, seat, action)``.
    """
    observed: Any = rules.observed_action
    outcomes = events.actions

    @inline
    def hidden_from(params: StructRef, s: StructRef, seat: int, action: int) -> bool:
        seen = int(observed(params, s, seat, action))
        alike = 0
        for other in range(outcomes):
            alike += int(observed(params, s, seat, other)) == seen
        return alike > 1

    @inline
    def hides(params: StructRef, s: StructRef, seat: int, action: int) -> bool:
        if seat >= 0:
            return hidden_from(params, s, seat, action)
        seats = 0
        for other in range(int(params.seats)):
            seats += hidden_from(params, s, other, action)
        return seats > 0

    return hides


@inline
def nothing_is_hidden(params: StructRef, s: StructRef, seat: int, action: int) -> bool:
    """Return False: what chance decides is public."""
    return False


def chance_writer(events: Patterns, hides: Hides, texts: MessageTexts) -> WriteEvent:
    """Return the compiled ``write_chance``: the outcomes in the order of the actions, with spaces.

    Example: ``chance_writer(patterns_of(EVENTS, texts), nothing_is_hidden, texts)``.
    """
    put_text, verb_of, value_of, counts = (
        events.put_text,
        events.verb_of,
        events.value_of,
        events.parts,
    )
    begin, hidden = rows_of(texts, "~", "?")

    @outlined
    def write_chance(
        params: StructRef, s: StructRef, viewer: int, actions: NDArray[np.int32], out: Tokens
    ) -> int:
        at = put(out, 0, begin)
        for k in range(len(actions)):
            action = int(actions[k])
            verb = verb_of(action)
            if verb < 0:
                return 0
            for part in range(int(counts[verb])):
                if value_of(action, verb, part) < 0:
                    return 0
            if k:
                at = put(out, at, SPACE)
            if viewer != SEES_ALL and hides(params, s, viewer, action):
                at = put(out, at, hidden)
            else:
                at = put_text(action, out, at)
        return at

    return write_chance


def event_writer(
    rules: ModuleType,
    moves: tuple[Moves, Patterns],
    events: Patterns | None,
    hides: Hides,
    keys: range,
    texts: MessageTexts,
) -> WriteEvent:
    """Return the compiled ``write_event``.

    A move has its key among ``keys``, by verb, with its parts and its text as arguments; chance has
    ``log.chance`` with its outcomes.
    """
    patterns = moves[1]
    put_text, verb_of, value_of = patterns.put_text, patterns.verb_of, patterns.value_of
    counts, names = patterns.parts, patterns.names
    first_key = keys[0]
    chance, event, move, hidden = rows_of(texts, "log.chance", "event", _MOVE, "?")
    put_outcome = put_text if events is None else events.put_text
    labels = _labels(moves[0], texts, "{}", left_out=_MOVE)
    current: Any = rules.current

    @inline
    def write_event(
        params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: Tokens
    ) -> int:
        if int(current(params, s)) < 0:
            at = begin_string(event, out, begin_message(chance, out))
            for k in range(len(actions)):
                if k:
                    at = put(out, at, SPACE)
                action = int(actions[k])
                if hides(params, s, seat, action):
                    at = put(out, at, hidden)
                else:
                    at = put_outcome(action, out, at)
            return end_message(out, end_string(out, at))
        action = int(actions[0])
        verb = verb_of(action)
        at = begin_message(first_key + verb, out)
        for part in range(int(counts[verb])):
            label = int(labels[verb, part])
            if label >= 0:
                value = int(names[verb, part]) + value_of(action, verb, part)
                at = put_string(label, value, out, at)
        at = end_string(out, put_text(action, out, begin_string(move, out, at)))
        return end_message(out, at)

    return write_event


def refusal_writer(rules: ModuleType, patterns: Patterns, texts: MessageTexts) -> WriteMove:
    """Return the compiled ``write_refusal``: the first part that no legal move like it has.

    Example: ``refusal_writer(rules, patterns, texts)``.
    """
    put_text, verb_of, value_of = patterns.put_text, patterns.verb_of, patterns.value_of
    counts, names = patterns.parts, patterns.names
    outside, illegal, wrong_part = rows_of(texts, "illegal.no_move", "illegal.move", "illegal.part")
    move, value = rows_of(texts, _MOVE, "value")
    legal: Any = rules.legal
    most: int = rules.MAX_LEGAL

    @inline
    def is_outside(action: int, verb: int) -> bool:
        outside = False
        for part in range(int(counts[verb])):
            outside = outside or value_of(action, verb, part) < 0
        return outside

    @inline
    def part_at_fault(params: StructRef, s: StructRef, action: int, verb: int) -> int:
        """Return the first part with which there is no legal move, or -1."""
        moves = np.empty(most, np.int32)
        left = 0
        for k in range(int(legal(params, s, moves))):
            if verb_of(int(moves[k])) == verb:
                moves[left] = moves[k]
                left += 1
        if left == 0 or int(counts[verb]) < 2:
            return -1
        for part in range(int(counts[verb])):
            alike = 0
            for k in range(left):
                if value_of(int(moves[k]), verb, part) == value_of(action, verb, part):
                    moves[alike] = moves[k]
                    alike += 1
            if alike == 0:
                return part
            left = alike
        return -1

    @inline
    def write_refusal(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
        verb = verb_of(action)
        if verb < 0 or is_outside(action, verb):
            return end_message(out, begin_message(outside, out))
        part = part_at_fault(params, s, action, verb)
        at = begin_message(illegal if part < 0 else wrong_part, out)
        at = end_string(out, put_text(action, out, begin_string(move, out, at)))
        if part >= 0:
            at = put_string(value, int(names[verb, part]) + value_of(action, verb, part), out, at)
        return end_message(out, at)

    return write_refusal
