"""Moves of people and bots."""

from __future__ import annotations

from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.game import Event, State
from empile.server.tables import permissions
from empile.server.tables.commands.advance import auto_advance, make_step
from empile.server.tables.table import Step, Table
from empile.server.wire.errors import CommandError


def act(table: Table, key: str | None, seq: int, text: str) -> list[Step]:
    permissions.require_current(table, seq)
    permissions.require_turn(table, key)
    assert table.state is not None
    try:
        event = table.state.read_text(text)
    except (IllegalActionError, NotationError) as error:
        raise CommandError.of_move(error) from None
    return _moved(table, event, table.state)


def bot_acts(table: Table, turn: int, action: int) -> list[Step]:
    if turn != table.turn or table.status != "playing":
        raise CommandError("stale", "something happened while the bot was thinking")
    assert table.state is not None
    event = table.state.read_text(table.state.action_to_text(action))
    return _moved(table, event, table.state)


def _moved(table: Table, event: Event, state: State) -> list[Step]:
    step = make_step(event, state)
    assert step.after is not None
    return [step, *auto_advance(table, step.after)]
