"""Rulings by people on what happened on the real table.

A ruling that may be revised is held until the next turn begins; others take effect at once. One
that ends the game must be confirmed.
"""

from __future__ import annotations

from empile.engine.chance.rulings import possible_rulings
from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, State
from empile.server.tables import permissions
from empile.server.tables.commands.advance import auto_advance, make_step
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def judge(table: Table, key: str | None, seq: int, text: str, *, sure: bool) -> list[Step]:
    place, state = _asked(table, key, seq)
    answers = {answer.event.text: answer for answer in possible_rulings(state)}
    answer = answers.get(text)
    if answer is None:
        raise CommandError(
            "illegal", f"'{text}' is not possible here: choose one of {', '.join(answers)}"
        )
    if answer.ends and not sure:
        raise CommandError("unconfirmed", f"'{text}' ends the game: confirm it")
    if not answer.is_revisable:
        return _happens(table, answer.event, state)
    if table.held is not None and table.held.outcome == text:
        raise CommandError("not_now", "that has been said already")
    return [Step(events.RulingProposed(place=place, outcome=text))]


def begin(table: Table, key: str | None, seq: int) -> list[Step]:
    _, state = _asked(table, key, seq)
    if table.held is None:
        raise CommandError("not_now", "say first what happened")
    return _happens(table, state.read_text(table.held.outcome), state)


def _happens(table: Table, event: Event, state: State) -> list[Step]:
    step = make_step(event, state)
    assert step.after is not None
    return [step, *auto_advance(table, step.after)]


def _asked(table: Table, key: str | None, seq: int) -> tuple[int, State]:
    permissions.require_current(table, seq)
    permissions.require_running(table)
    place = permissions.require_seat(table, key)[0]
    state = table.state
    assert state is not None
    referee = referee_at(state)
    if referee is None or referee.outcome_source(state) != "people":
        raise CommandError("not_now", "there is nothing to rule on")
    return place, state
