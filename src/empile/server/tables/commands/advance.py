"""Resolves chance nodes and the end of the game after a step."""

from __future__ import annotations

import secrets

from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, State
from empile.engine.random import new_stream
from empile.server.tables.table import Step, Table, after, is_over
from empile.server.wire import events
from empile.server.wire.messages import GameResult


def make_step(event: Event, state: State) -> Step:
    return _step(event, after(state, event))


def _step(event: Event, reached: State) -> Step:
    entry = (
        events.Moved(seat=event.seat, text=event.text)
        if event.seat >= 0
        else events.ChanceResolved(text=event.text)
    )
    return Step(entry, event, reached)


def auto_advance(table: Table, state: State) -> list[Step]:
    """Return the chance events after ``state`` and the end of the game.

    Random numbers come from the operating system. Placements, and rulings by people, are left to
    the table.
    """
    steps: list[Step] = []
    while state.is_chance_node() and not _is_external(table, state):
        event, state = state.after_chance(new_stream(secrets.randbits(64)))
        steps.append(_step(event, state))
    if is_over(state):
        result = state.result()
        assert result is not None
        steps.append(Step(events.Over(result=GameResult(*result))))
    return steps


def _is_external(table: Table, state: State) -> bool:
    referee = referee_at(state)
    source = None if referee is None else referee.outcome_source(state)
    return source == "hand" or (source == "people" and bool(table.keys()))
