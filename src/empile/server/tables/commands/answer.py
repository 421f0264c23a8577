"""Answers to questions that the table votes on."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.commands import takeback
from empile.server.tables.commands.start import next_game
from empile.server.tables.table import Ask, Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def answer(table: Table, key: str | None, number: int, *, yes: bool) -> list[Step]:
    held = set(permissions.require_seat(table, key))
    ask = table.asks.get(number)
    if ask is None:
        raise CommandError("not_now", "this question is closed")
    mine = ask.waiting & held
    if not mine:
        raise CommandError("not_yours", "this question is not for you, or you have answered it")
    steps = [Step(events.Answered(ask=number, place=min(mine), yes=yes))]
    if yes and ask.waiting <= held:
        steps += _effect(table, ask, held)
    return steps


def _effect(table: Table, ask: Ask, last: set[int]) -> list[Step]:
    match ask.what:
        case "takeback":
            return takeback.granted(table, ask.place)
        case "takeover":
            assert ask.takes is not None
            assert ask.level is not None
            return [
                Step(events.TakenOver(place=ask.takes, level=ask.level, hand_skill=ask.hand_skill))
            ]
        case "assist":
            assert ask.assist is not None
            return [Step(events.AssistSet(place=ask.place, on=ask.assist))]
        case "presence":
            return []  # that it was answered is all
        case "rematch":
            asker = set(table.places_of(table.places[ask.place].key))
            return next_game(table, {*ask.of, *asker, *last})
