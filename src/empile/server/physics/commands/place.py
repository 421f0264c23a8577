"""Placements by hand, in games that wait for them."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from empile.engine.contracts.referee import referee_at
from empile.engine.game import State
from empile.server.tables import permissions
from empile.server.tables.commands.advance import auto_advance, make_step
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def place_at_work(table: Table) -> int | None:
    """Return the place whose placement the game waits for, or None."""
    state = table.state
    if table.status != "playing" or state is None:
        return None
    referee = referee_at(state)
    if referee is None or referee.outcome_source(state) != "hand":
        return None
    return table.played[-1].seats[referee.placing_seat(state)]


def may_place(table: Table, key: str | None) -> list[Step]:
    """Raise ``CommandError`` unless ``key`` may place the current piece."""
    permissions.require_running(table)
    place = place_at_work(table)
    if place is None:
        raise CommandError("not_now", "there is nothing to place")
    if key is None or table.places[place].key != key:
        raise CommandError("not_yours", "it is not your turn to place")
    if table.places[place].kind != "person":
        raise CommandError("not_yours", "a bot plays your place")
    return []


class Pause(NamedTuple):
    """Milliseconds that clocks do not count."""

    lag: int
    """From the release of the piece to its outcome."""
    hold: int
    """The length of the animation."""


def placed(table: Table, state: State, text: str, pause: Pause | None = None) -> list[Step]:
    if table.state is not state or place_at_work(table) is None:
        raise CommandError("stale", "the table no longer waits for this")
    step = make_step(state.read_text(text), state)
    after = step.after
    assert after is not None
    if table.clock is not None and pause is not None:
        assert isinstance(step.entry, events.ChanceResolved)
        entry = replace(step.entry, lag=pause.lag, hold=pause.hold)
        step = Step(entry, step.event, after)
    return [step, *auto_advance(table, after)]
