"""The log as a viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, cast

from msgspec import UNSET
from msgspec.structs import replace

from empile.engine.game import Event, State
from empile.server.tables.history import Span, events_of
from empile.server.tables.redaction.viewers import log_viewer_of
from empile.server.tables.table import Table, after
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.errors import words_of
from empile.server.wire.events import LogEntry, LogEvent


def event_seen(
    table: Table,
    entry: LogEntry,
    before: State | None,
    event: Event | None,
    viewer: int | None,
    full: bool,
    *,
    revealed: bool = False,
) -> LogEvent:
    """Redact a log entry.

    Moves and chance events need the state ``before`` them and the parsed ``event``. ``full`` adds
    log messages and the parts of moves. ``revealed`` shows all of the game, as its record does after
    the end.
    """
    match entry:
        case events.Moved() | events.ChanceResolved():
            assert before is not None
            assert event is not None
            if revealed:
                viewer = table.game.notation.informed_viewer(before, event)
            text = event.text
            if not revealed:
                text = table.game.notation.redacted_text(before, event, viewer)
            return game_event_seen(entry, before, event, viewer, full, text)
        case events.Started() if table.created.start is not None:
            start: dict[str, Any] | None = table.created.start
            if not revealed:
                start = start_seen(start, table.initial, viewer)
            return replace(entry, start=start)
        case events.Created():
            places = [
                wire.PlaceInfo(
                    number,
                    place.kind,
                    table.shown_name(number, place.name),
                    place.level,
                    hand_skill=place.hand_skill,
                    program=place.program or UNSET,
                )
                for number, place in enumerate(entry.places)
            ]
            shown: Any = replace(entry, places=places, **events.PRIVATE[events.Created])
            return cast("events.Created[wire.PlaceInfo]", shown)
        case events.Joined() | events.Renamed():
            name = table.shown_name(entry.place, entry.name)
            return replace(entry, name=name, **events.PRIVATE.get(type(entry), {}))
        case _:
            private = events.PRIVATE.get(type(entry))
            return replace(entry, **private) if private else entry


def game_event_seen(
    entry: events.GameEntry,
    before: State,
    event: Event,
    viewer: int | None,
    full: bool,
    text: str,
) -> LogEvent:
    """Redact a move or chance event whose text is ``text`` for ``viewer``; see :func:`event_seen`."""
    if not full:
        return entry if text == entry.text else replace(entry, text=text)
    message = words_of(before.game.presenter.event_message(before, event, viewer))
    if isinstance(entry, events.ChanceResolved):
        return replace(entry, text=text, message=message)
    parts = visible_parts(before, event, text)
    return replace(entry, text=text, parts=parts, message=message)


def revealed_events(table: Table) -> AbstractSet[int]:
    """Return the numbers of the events that everyone may see: those in the record of a game that is over."""
    game = table.current
    if game is None or not game.over:
        return frozenset()
    return {game.first_seq, *table.history.standing()}


def visible_parts(before: State, event: Event, text: str) -> wire.Parts:
    """Return the parts of a move, or nothing if ``text``, as the viewer sees it, is redacted."""
    if text != event.text:
        return {}
    return before.game.presenter.event_parts(before, event)


def start_seen(
    start: dict[str, Any] | None, initial: State, viewer: int | None
) -> dict[str, Any] | None:
    """Return the view of the start; what only the start has, such as rest poses, is public."""
    return None if start is None else {**start, **initial.view(viewer)}


class LogSeen(NamedTuple):
    events: list[LogEvent]
    counted: int
    """How many of the game's moves and chance events counted before the first of ``events``."""


def log_seen(
    table: Table,
    span: Span,
    known: Sequence[Event],
    first: int,
    viewer: int | None,
    *,
    full: bool,
    revealed: AbstractSet[int],
) -> LogSeen:
    """Return the redacted entries of ``span`` from ``first`` on. Safe to call in a thread.

    ``known`` are game events of the game: those that occur in ``span`` need not be parsed again.
    ``revealed`` are the numbers of entries that are not redacted.
    """
    counted = events_of(span.path)
    states = [table.initial.clone()]
    for earlier in counted:
        states.append(after(states[-1], earlier))
    before_first = len(counted)
    seen: list[LogEvent] = []
    for logged in span.logged:
        entry, parsed = logged.entry, logged.event
        if entry.seq == first:
            before_first = len(counted)
        before: State | None = None
        event: Event | None = None
        if isinstance(entry, events.TakenBack):
            del counted[entry.to :], states[entry.to + 1 :]
        elif isinstance(entry, events.Moved | events.ChanceResolved):
            before = states[-1]
            event = parsed or _parsed(before, entry.text, counted, known)
            counted.append(event)
            states.append(after(before, event))
        if entry.seq >= first:
            shown = entry.seq in revealed
            seen.append(event_seen(table, entry, before, event, viewer, full, revealed=shown))
    return LogSeen(seen, before_first)


def _parsed(before: State, text: str, counted: list[Event], known: Sequence[Event]) -> Event:
    # Parsing takes longer than all the rest. The same text after the same events is the same event.
    count = len(counted)
    if count < len(known) and known[count].text == text and counted == known[:count]:
        return known[count]
    return before.read_text(text)


def events_since(table: Table, since: int, key: str | None, *, full: bool) -> list[LogEvent]:
    """Return the redacted log after ``since``, from the current game on, if it is in memory."""
    history = table.history
    first = max(since + 1, history.first_seq)
    if first > table.seq:
        return []
    span = history.span(history.checkpoint(first), table.seq)
    assert span is not None, "the game is short"
    viewer, revealed = log_viewer_of(table, key), revealed_events(table)
    return log_seen(table, span, [], first, viewer, full=full, revealed=revealed).events
