"""Where people judge: to say what the real thing did, and to go on.

What a person says is one of the answers that the rules know. One that stays open to another word is
held until somebody says that the next turn begins; all others happen at once, and so does one that
ends the game: that is only believed when it is said to be sure.
"""

from __future__ import annotations

from empile.engine.answers import possible_answers
from empile.engine.game import OUTSIDE, Event, State
from empile.server import events
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who
from empile.server.verbs.settle import game_step, what_follows


def judge(table: Table, key: str | None, seq: int, text: str, *, sure: bool) -> list[Step]:
    """Return how the answer ``text`` is held, or how it happens and what follows from it."""
    place, state = _asked(table, key, seq)
    answers = {answer.event.text: answer for answer in possible_answers(state)}
    answer = answers.get(text)
    if answer is None:
        raise RefusedError("illegal", f"'{text}' is no answer here: {', '.join(answers)}")
    if answer.ends and not sure:
        raise RefusedError("unsure", f"'{text}' ends the game: say it to be sure")
    if not answer.is_held:
        return _happens(table, answer.event, state)
    if table.held is not None and table.held.answer == text:
        raise RefusedError("not_now", "that has been said already")
    return [Step(events.RulingProposed(place=place, answer=text))]


def begin(table: Table, key: str | None, seq: int) -> list[Step]:
    """Return how the answer that is held happens: the next turn begins."""
    _, state = _asked(table, key, seq)
    if table.held is None:
        raise RefusedError("not_now", "nobody has said yet what happened")
    return _happens(table, state.read_text(table.held.answer), state)


def _happens(table: Table, event: Event, state: State) -> list[Step]:
    step = game_step(event, state)
    assert step.after is not None
    return [step, *what_follows(table, step.after)]


def _asked(table: Table, key: str | None, seq: int) -> tuple[int, State]:
    """Return the place that speaks and what it speaks of; refuses where nobody is asked."""
    if seq != table.seq:
        raise RefusedError("stale", f"something happened since event {seq}")
    who.running(table)
    place = who.of_the_table(table, key)[0]
    state = table.state
    assert state is not None
    if state.current_player() != OUTSIDE or state.game.judge(state) != "people":
        raise RefusedError("not_now", "there is nothing to judge")
    return place, state
