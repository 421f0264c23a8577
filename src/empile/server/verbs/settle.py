"""Resolves chance nodes and the end of the game after a step."""

from __future__ import annotations

import secrets

from empile.engine.game import CHANCE, OUTSIDE, Event, State
from empile.engine.random import new_stream
from empile.server import log
from empile.server.protocol import GameResult
from empile.server.table import Step, Table, after, is_over


def game_step(event: Event, state: State) -> Step:
    """Return the step in which ``event`` happens in ``state``."""
    entry = log.Move(event.seat, event.text) if event.seat >= 0 else log.Chance(event.text)
    return Step(entry, event, after(state, event))


def what_follows(table: Table, state: State) -> list[Step]:
    """Return the chance events after ``state`` and the end of the game.

    Random numbers come from the operating system. Placements, and rulings if people play, are left
    to the table.
    """
    steps: list[Step] = []
    while state.current_player() in (CHANCE, OUTSIDE) and not _is_external(table, state):
        step = game_step(state.draw_event(new_stream(secrets.randbits(64))), state)
        assert step.after is not None
        steps.append(step)
        state = step.after
    if is_over(state):
        result = state.result()
        assert result is not None
        steps.append(Step(log.Over(GameResult(*result))))
    return steps


def _is_external(table: Table, state: State) -> bool:
    """Return whether the table waits for a placement or ruling."""
    if state.current_player() != OUTSIDE:
        return False
    judge = state.game.judge(state)
    return judge == "hand" or (judge == "people" and bool(table.keys()))
