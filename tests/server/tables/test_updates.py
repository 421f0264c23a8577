"""Updates: with them, a client has the state that a new ``welcome`` would show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import empile
from empile.client.merging import merged
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Event
from empile.engine.random import below, new_stream
from empile.server.tables import redaction
from empile.server.tables.commands.advance import auto_advance, make_step
from empile.server.tables.table import Step, Table
from empile.server.tables.updates import Applied, Update
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.frames import payload_of

ANNE, BEA = "a" * 32, "b" * 32
KEYS = (ANNE, BEA, None)
MOVES = 12


class Audience:
    """A table, and what its clients know from the messages that they got."""

    def __init__(self, name: str, keys: tuple[str, str] = (ANNE, BEA)) -> None:
        game = empile.load(name, **{**headless_options(game_class(name)), "players": 2})
        places = [events.StoredPlace("person", "A", key=key) for key in keys]
        created: events.Created[events.StoredPlace] = events.Created(
            seq=1,
            game=name,
            rules=game.rules_version,
            options=game.options,
            places=places,
        )
        self.table = Table("table", 1, game, created)
        self.keys = tuple(dict.fromkeys((*keys, None)))
        self.states: dict[str | None, wire.StateView | None] = dict.fromkeys(self.keys)
        self.sent: dict[str | None, dict[str, Any]] = {}

    def take(self, *steps: Step) -> None:
        """Append events and send them to all clients."""
        table = self.table
        applied: list[Applied] = []
        for step in steps:
            entry, before = replace(step.entry, seq=table.seq + 1), table.state
            table.take(entry, step)
            applied.append(Applied(entry, before, step.event))
        update = Update(table, applied, lambda key: redaction.table_info(table, key, set(), 0))
        for key in self.keys:
            payload = payload_of(update.frame(key, full=True))
            self.sent[key] = json.loads(payload)
            message = msgspec.json.decode(payload, type=wire.Update)
            self.states[key] = merged(self.states[key], message)

    def start(self) -> None:
        number = len(self.table.played) + 1
        game = self.table.game
        steps = auto_advance(self.table, self.table.initial)
        self.take(
            Step(events.Started(game_number=number, seats=list(range(game.num_players)))), *steps
        )

    def move(self, choice: int) -> None:
        state = self.table.state
        assert state is not None
        actions = state.legal_actions()
        action = actions[choice % len(actions)]
        event = Event(state.current_player(), (action,), state.action_to_text(action))
        step = make_step(event, state)
        assert step.after is not None
        self.take(step, *auto_advance(self.table, step.after))

    def check(self) -> None:
        """Compare every client's state with that of a new ``welcome``, byte for byte."""
        for key in self.keys:
            view = redaction.state_view(self.table, key)
            whole = msgspec.json.decode(msgspec.json.encode(view), type=wire.StateView)
            assert msgspec.json.encode(self.states[key]) == msgspec.json.encode(whole)


@pytest.mark.parametrize("keys", [(ANNE, BEA), (ANNE, ANNE)], ids=["two clients", "one screen"])
@pytest.mark.parametrize("name", empile.game_names())
def test_updates_keep_a_client_up_to_date(name: str, keys: tuple[str, str]) -> None:
    audience, stream = Audience(name, keys), new_stream(7)
    for _ in range(2):
        audience.start()
        audience.check()
        for number in range(MOVES):
            audience.move(below(stream, 1000))
            audience.check()
            for step in asides(audience.table, number):
                audience.take(step)
                audience.check()
            if audience.table.status == "over":
                break
    seats = audience.table.game.num_players
    audience.take(Step(events.TakenBack(to=len(audience.table.played[-1].events) - 1, place=0)))
    audience.check()
    audience.take(Step(events.TakenOver(place=seats - 1, level=1)))
    audience.check()
    audience.take(Step(events.Frozen(detail="it failed")))
    audience.check()
    audience.take(Step(events.Resumed()))
    audience.check()


def asides(table: Table, number: int) -> Iterator[Step]:
    """Yield events that leave the position as it is."""
    yield Step(events.Renamed(place=0, name=f"Anne {number}"))
    yield Step(events.Hinted(place=0))
    yield Step(events.Said(place=1, phrase="play.nice"))
    yield Step(events.Arrived(place=1))
    yield Step(events.Asked(what="takeback", place=0, of=[1]))
    yield Step(events.Answered(ask=table.seq, place=1, yes=False))


def test_update_of_a_move_has_no_static_members() -> None:
    audience = Audience("block-ness")
    audience.start()
    assert {"board_setup", "seats", "last"} <= audience.sent[None]["state"].keys()
    audience.move(0)
    for key in KEYS:
        state = audience.sent[key]["state"]
        assert not {"board_setup", "seats", "game_number", "last"} & state.keys()
        assert bool(state["legal"]) == state["mine"] == (key == BEA)


def test_update_of_an_aside_has_no_position() -> None:
    audience = Audience("block-ness")
    audience.start()
    audience.take(Step(events.Hinted(place=0)))
    for key in KEYS:
        assert audience.sent[key]["state"].keys() == {"seq", "asks", "takeback", "pending_ruling"}


def test_a_client_without_a_state_waits_for_a_whole_one() -> None:
    audience = Audience("block-ness")
    audience.start()
    audience.states[ANNE] = None
    audience.move(0)
    assert audience.states[ANNE] is None
    audience.take(Step(events.Frozen(detail="it failed")))
    audience.take(Step(events.Resumed()))
    audience.check()
