"""After a step of the game: what follows from it by itself."""

from __future__ import annotations

import secrets

from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, State
from empile.engine.random import new_stream
from empile.server import log
from empile.server.protocol import GameResult
from empile.server.table import Step, Table, after, is_over


def game_step(event: Event, state: State) -> Step:
    """Return the step in which ``event`` happens in ``state``."""
    return _step(event, after(state, event))


def _step(event: Event, reached: State) -> Step:
    entry = log.Move(event.seat, event.text) if event.seat >= 0 else log.Chance(event.text)
    return Step(entry, event, reached)


def what_follows(table: Table, state: State) -> list[Step]:
    """Return what chance decides from ``state`` on until somebody is to act, and the game's end.

    The random numbers come from the operating system and are kept nowhere. Where a hand or people
    judge, the table waits for them; where nobody sits who could judge, the odds that the rules tell
    stand in.
    """
    steps: list[Step] = []
    while state.is_chance_node() and not _is_awaited(table, state):
        event, state = state.after_chance(new_stream(secrets.randbits(64)))
        steps.append(_step(event, state))
    if is_over(state):
        result = state.result()
        assert result is not None
        steps.append(Step(log.Over(GameResult(*result))))
    return steps


def _is_awaited(table: Table, state: State) -> bool:
    """Return whether somebody at the table is to say what happened."""
    referee = referee_at(state)
    source = None if referee is None else referee.outcome_source(state)
    return source == "hand" or (source == "people" and bool(table.keys()))
