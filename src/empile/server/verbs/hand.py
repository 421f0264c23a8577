"""To place something with one's hand, where that is what the game waits for."""

from __future__ import annotations

from empile.engine.contracts.referee import referee_at
from empile.engine.game import State
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who
from empile.server.verbs.settle import game_step, what_follows


def place_at_work(table: Table) -> int | None:
    """Return the place whose hand the game waits for; ``None`` where it waits for none."""
    state = table.state
    if table.status != "playing" or state is None:
        return None
    referee = referee_at(state)
    if referee is None or referee.outcome_source(state) != "hand":
        return None
    return table.played[-1].seats[referee.placing_seat(state)]


def may_place(table: Table, key: str | None) -> list[Step]:
    """Refuse where no hand is waited for, or another than that of who holds ``key``.

    Nothing happens at the table by a hand that is at work.
    """
    who.running(table)
    place = place_at_work(table)
    if place is None:
        raise RefusedError("not_now", "there is nothing to place")
    if key is None or table.places[place].key != key:
        raise RefusedError("not_yours", "it is not your hand that is waited for")
    if table.places[place].kind != "person":
        raise RefusedError("not_yours", "a bot plays your place")
    return []


def placed(table: Table, state: State, text: str) -> list[Step]:
    """Return the answer ``text`` to what was placed in ``state``, and what follows from it.

    Refused as stale where the table does not wait for it any more.
    """
    if table.state is not state or place_at_work(table) is None:
        raise RefusedError("stale", "the table does not wait for this any more")
    step = game_step(state.read_text(text), state)
    assert step.after is not None
    return [step, *what_follows(table, step.after)]
