"""To move, for a person and for a bot."""

from __future__ import annotations

from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.game import Event, State
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who
from empile.server.verbs.settle import game_step, what_follows


def act(table: Table, key: str | None, seq: int, text: str) -> list[Step]:
    """Return the move ``text`` of the seat to act, and what follows from it by itself."""
    if seq != table.seq:
        raise RefusedError("stale", f"something happened since event {seq}")
    who.running(table)
    place = table.place_to_act
    if place is None:
        raise RefusedError("not_now", "no seat is to act")
    if key is None or table.places[place].key != key:
        raise RefusedError("not_yours", "it is not your turn")
    if table.places[place].kind != "person":
        raise RefusedError("not_yours", "a bot plays your place")
    assert table.state is not None
    try:
        event = table.state.read_text(text)
    except NotationError as error:
        raise RefusedError("illegal", str(error)) from None
    except IllegalActionError as error:
        raise RefusedError("illegal", str(error), error.reason) from None
    return _moved(event, table.state)


def bot_acts(table: Table, turn: int, action: int) -> list[Step]:
    """Return the move of the bot that was asked at ``turn``; refused where that is over."""
    if turn != table.turn or table.status != "playing":
        raise RefusedError("stale", "something happened while the bot was thinking")
    assert table.state is not None
    event = table.state.read_text(table.state.action_to_text(action))
    return _moved(event, table.state)


def _moved(event: Event, state: State) -> list[Step]:
    step = game_step(event, state)
    assert step.after is not None
    return [step, *what_follows(step.after)]
