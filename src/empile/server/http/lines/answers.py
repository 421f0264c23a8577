"""Engine lines of a position. All of it blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from empile.bots.lines import EngineLine as FoundLine
from empile.bots.lines import best_lines
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.server.http.lines.schemas import EngineLine, LineEvent, LinesRequest, LinesResponse
from empile.server.http.positions import answers as positions
from empile.server.tables.loaded_games import loaded_game
from empile.server.wire.errors import CommandError, words_of

_SEED = 0
"""So that equal requests have equal answers, which are cached."""


def encoded_lines(
    rules_version: int,
    options: dict[str, Any],
    wanted: LinesRequest,
    *,
    stop: Callable[[], bool],
) -> Iterator[bytes]:
    """Yield the engine lines of a position as JSON, unless stopped.

    Raises ``CommandError`` for a bad start, an illegal event, or if no seat acts.
    """
    match = positions.begin(loaded_game(wanted.game, rules_version, options), wanted.start)
    positions.play(match, wanted.moves)
    state = match.state
    if state.is_terminal():
        raise CommandError("not_now", "the game is over: there is no move to search")
    if state.current_player() < 0:
        raise CommandError("not_now", "a chance event comes next: there is no move to search")
    found = best_lines(
        state,
        stream=new_stream(_SEED),
        simulations=wanted.simulations,
        count=wanted.count,
        stop=stop,
    )
    if stop():
        raise CommandError("unavailable", "the search was stopped")
    yield msgspec.json.encode(
        LinesResponse(
            found.seat,
            found.simulations,
            found.depth,
            [_sent(state, found.seat, line) for line in found.lines],
        )
    )


def _sent(state: State, seat: int, line: FoundLine) -> EngineLine:
    events = _events(state, seat, line.events)
    return EngineLine(
        move=line.move,
        message=events[0].message,
        parts=state.game.presenter.move_parts(state, line.action),
        visits=line.visits,
        values=[round(value, 4) for value in line.values],
        scores=None if line.scores is None else [round(score, 1) for score in line.scores],
        solved=line.solved,
        events=events,
    )


def _events(state: State, seat: int, texts: Sequence[str]) -> list[LineEvent]:
    """Return the events of a line, as ``seat`` sees them."""
    after, events = state.clone(), list[LineEvent]()
    presenter = state.game.presenter
    for text in texts:
        event = after.read_text(text)
        events.append(
            LineEvent(text, event.seat, words_of(presenter.event_message(after, event, seat)))
        )
        after.apply_event(event)
    return events
