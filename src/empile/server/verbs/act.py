"""Moves of people and bots."""

from __future__ import annotations

from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.game import Event, State
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who
from empile.server.verbs.settle import game_step, what_follows


def act(table: Table, key: str | None, seq: int, text: str) -> list[Step]:
    """Return the steps of the move ``text`` and its consequences."""
    if seq != table.seq:
        raise RefusedError("stale", f"something happened since event {seq}")
    who.to_act(table, key)
    assert table.state is not None
    try:
        event = table.state.read_text(text)
    except NotationError as error:
        raise RefusedError("illegal", str(error)) from None
    except IllegalActionError as error:
        raise RefusedError("illegal", str(error), error.reason) from None
    return _moved(table, event, table.state)


def bot_acts(table: Table, turn: int, action: int) -> list[Step]:
    """Return the steps of a bot's move. Raises ``RefusedError`` if ``turn`` is over."""
    if turn != table.turn or table.status != "playing":
        raise RefusedError("stale", "something happened while the bot was thinking")
    assert table.state is not None
    event = table.state.read_text(table.state.action_to_text(action))
    return _moved(table, event, table.state)


def _moved(table: Table, event: Event, state: State) -> list[Step]:
    step = game_step(event, state)
    assert step.after is not None
    return [step, *what_follows(table, step.after)]
