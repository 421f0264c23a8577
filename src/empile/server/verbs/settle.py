"""After a step of the game: what follows from it by itself."""

from __future__ import annotations

import secrets

from empile.engine.game import CHANCE, OUTSIDE, Event, State
from empile.engine.random import new_stream
from empile.server import events
from empile.server.protocol import GameResult
from empile.server.table import Step, Table, after, is_over


def game_step(event: Event, state: State) -> Step:
    """Return the step in which ``event`` happens in ``state``."""
    entry = (
        events.Moved(seat=event.seat, text=event.text)
        if event.seat >= 0
        else events.ChanceResolved(text=event.text)
    )
    return Step(entry, event, after(state, event))


def what_follows(table: Table, state: State) -> list[Step]:
    """Return what chance decides from ``state`` on until somebody is to act, and the game's end.

    The random numbers come from the operating system and are kept nowhere. Where a hand or people
    judge, the table waits for them; where nobody sits who could judge, the odds that the rules tell
    stand in.
    """
    steps: list[Step] = []
    while state.current_player() in (CHANCE, OUTSIDE) and not _is_awaited(table, state):
        step = game_step(state.draw_event(new_stream(secrets.randbits(64))), state)
        assert step.after is not None
        steps.append(step)
        state = step.after
    if is_over(state):
        result = state.result()
        assert result is not None
        steps.append(Step(events.Over(result=GameResult(*result))))
    return steps


def _is_awaited(table: Table, state: State) -> bool:
    """Return whether somebody at the table is to say what happened."""
    if state.current_player() != OUTSIDE:
        return False
    judge = state.game.judge(state)
    return judge == "hand" or (judge == "people" and bool(table.keys()))
