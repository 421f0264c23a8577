"""Tables that the server's code keeps for one device, as lines of JSON that the page must repeat.

What is drawn at random comes from streams of the table's seed, as in the page; nothing else is replaced.
``web/test/local/repeat.ts`` sends the same messages.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import empile
from empile.bots import levels_of
from empile.checks.steps.positions import begins_here
from empile.engine.contracts.referee import headless_options
from empile.engine.random import below, new_stream, split
from empile.server.store.interface import Row
from empile.server.tables import redaction
from empile.server.tables.commands import (
    advance,
    hint,
    rematch,
    resign,
    seating,
    start,
    takeback,
)
from empile.server.tables.commands.abort import abort
from empile.server.tables.commands.act import act, bot_acts
from empile.server.tables.pages import PageReader
from empile.server.tables.table import Step, Table
from empile.server.tables.updates import Applied, Update
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.events import LogEntry
from empile.server.wire.frames import payload_of
from tests.long.engine.wasm.trace import option_sets
from tests.support.games import random_match

KEY = "k" * 64
LONGEST_LOG = 420
MOST_GAMES = 3
LIMITS = ("round_limit",)
"""Number options without which random games are long."""
NAMES = ("Mila", "mila", " Léa  Ö ", "", "x" * 41, "x" * 40, "a\u0007b", "\u200d", "日本", "Mila 2")
Line = dict[str, Any]


def tables(name: str, *, seed: int) -> Iterator[tuple[empile.Game, Line]]:
    """Yield tables with each set of options, with other persons and bots, some from positions."""
    headless = headless_options(empile.game_class(name))
    sets = {str(chosen): chosen for one in option_sets(name) for chosen in [{**one, **headless}]}
    for number, options in enumerate(sets.values()):
        for variant in range(3):
            luck = random.Random(f"{seed} {number} {variant}")
            game = empile.load(name, **{**_limits(name, luck), **options})
            begun = _position(game, luck) if variant == 2 else None
            yield game, DeviceTable(game, luck, persons=variant, start=begun).played()


def _limits(name: str, luck: random.Random) -> dict[str, Any]:
    """Return limits with which games end early."""
    offered = empile.game_class(name).options_offered
    return {one.name: luck.randint(6, 12) for one in offered if one.name in LIMITS}


def _position(game: empile.Game, luck: random.Random) -> dict[str, Any] | None:
    match = random_match(game, luck.randrange(1000), 30)
    states = [match.state_before(index) for index in range(len(match.events))]
    states = [state for state in states if begins_here(state)]
    return luck.choice(states).position() if states else None


class Draws:
    """Stands in for ``secrets``: an event is drawn from the table's seed and its number."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.next = 2

    def randbelow(self, bound: int) -> int:
        return int(below(self._stream(self.next), bound))

    def randbits(self, _: int) -> int:
        self.next += 1
        return int(self._stream(self.next)[0])

    def _stream(self, seq: int) -> Any:
        return split(new_stream(self.seed), seq)


class Rows:
    """The part of a store that pages of older events are read from."""

    def __init__(self, table: Table) -> None:
        self.entries: list[LogEntry] = [table.created]

    async def rows_after(self, _: int, since: int, count: int) -> list[Row]:
        rows = self.entries[since : since + count]
        return [Row(entry.seq, entry.at, events.encode(entry)) for entry in rows]


class DeviceTable:
    """A table whose persons share one key, and what its client sent and got."""

    def __init__(
        self, game: empile.Game, luck: random.Random, *, persons: int, start: dict[str, Any] | None
    ) -> None:
        """Create a table with one person, with several, or from ``start``."""
        self.luck = luck
        self.now = 1_790_000_000_000
        self.draws = Draws(luck.getrandbits(64))
        count = game.num_players
        people = {luck.randrange(count)} if persons == 0 else set(range(count))
        if persons == 2:
            people = set(luck.sample(range(count), luck.randint(1, count)))
        self.created: events.Created[events.StoredPlace] = events.Created(
            seq=1,
            at=self.now,
            game=game.name,
            rules=game.rules_version,
            options=game.options,
            places=[self._place(game, number, people) for number in range(count)],
            allow_spectators=False,
            language=luck.choice(("de", "")),
            hints=luck.random() < 0.8,
            start=start,
            begins=luck.choice((None, luck.randrange(count))),
        )
        self.table = Table("~table", 1, game, self.created)
        self.rows = Rows(self.table)
        self.pages = PageReader(self.rows, 200)  # type: ignore[arg-type]
        self.steps: list[Line] = []

    def _place(self, game: empile.Game, number: int, people: set[int]) -> events.StoredPlace:
        if number in people:
            return events.StoredPlace("person", self.luck.choice(("", f"P{number}")), key=KEY)
        return events.StoredPlace("bot", level=self.luck.choice(levels_of(game)).number)

    def played(self) -> Line:
        """Play some games; return what the page needs, and each step with what follows from it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(advance, "secrets", self.draws)
            patch.setattr(start, "secrets", self.draws)
            self._look(0)
            self._run({"begin": True}, lambda table: start.first_game(table))
            while self.table.seq < LONGEST_LOG and self._step():
                if self.luck.random() < 0.05:
                    self._look(self.luck.choice((0, 0, self.luck.randint(0, self.table.seq))))
                    self._look_back()
            self._look(0)
            self._look_back()
        created = self.created
        return {
            "created": {
                "table": self.table.id,
                "game": created.game,
                "rules": created.rules,
                "options": created.options,
                "places": [
                    {"kind": place.kind, "name": place.name, "level": place.level}
                    for place in created.places
                ],
                "begins": created.begins,
                "start": created.start,
                "hints": created.hints,
                "language": created.language,
                "at": created.at,
                "seed": [self.draws.seed % 2**32, self.draws.seed >> 32],
            },
            "steps": self.steps,
            "entries": [msgspec.to_builtins(entry) for entry in self.rows.entries[1:]],
        }

    def _step(self) -> bool:
        """Let something happen; return whether the table goes on."""
        table, luck = self.table, self.luck
        if table.status == "over":
            if len(table.played) == MOST_GAMES:
                return False
            self._send({"type": "rematch"} if luck.random() < 0.5 else self._message())
            return True
        place, state = table.place_to_act, table.state
        assert place is not None
        assert state is not None
        if luck.random() < 0.15:
            self._send(self._message())
        elif table.places[place].kind == "bot":
            action = luck.choice(state.legal_actions())
            turn = table.turn
            moves = {"bot": state.action_to_text(action)}
            self._run(moves, lambda table: bot_acts(table, turn, action))
        else:
            text = luck.choice(state.legal_texts())
            self._send({"type": "act", "seq": table.seq, "action": text})
        return True

    def _message(self) -> dict[str, Any]:
        """Return a message that does anything but go on, or is refused."""
        luck, count = self.luck, len(self.table.places)
        place = luck.choice((None, *range(count), count))
        messages: list[tuple[float, dict[str, Any]]] = [
            (8, {"type": "takeback"}),
            (5, {"type": "hint"}),
            (2, {"type": "resign", "place": place}),
            (0.5, {"type": "abort"}),
            (0.5, {"type": "rematch"}),
            (2, {"type": "rename", "name": luck.choice(NAMES), "place": place}),
            (1, {"type": "act", "seq": self.table.seq, "action": "nonsense"}),
            (1, {"type": "act", "seq": self.table.seq - 1, "action": "nonsense"}),
        ]
        (_, message) = luck.choices(messages, [weight for weight, _ in messages])[0]
        return {name: value for name, value in message.items() if value is not None}

    def _send(self, message: dict[str, Any]) -> None:
        table = self.table
        match msgspec.convert(message, wire.ClientMessage):
            case wire.Act(seq=seq, action=text):
                self._run({"send": message}, lambda _: act(table, KEY, seq, text))
            case wire.Takeback():
                self._run({"send": message}, lambda _: takeback.takeback(table, KEY))
            case wire.Hint():
                self._run({"send": message}, lambda _: hint.hint(table, KEY))
            case wire.Resign(place=place):
                self._run({"send": message}, lambda _: resign.resign(table, KEY, place))
            case wire.Abort():
                self._run({"send": message}, lambda _: abort(table, KEY))
            case wire.Rematch():
                back = sum(place.stands_in for place in table.places)
                here = set(table.places_of(KEY))
                self._run({"send": message}, lambda _: rematch.rematch(table, KEY, here), back)
            case wire.Rename(name=name, place=place):
                self._run({"send": message}, lambda _: seating.rename(table, KEY, name, place))
            case other:
                raise AssertionError(other)

    def _run(self, step: Line, plan: Callable[[Table], list[Step]], before: int = 0) -> None:
        """Run a command; ``before`` are its events before the first one that may be drawn."""
        table = self.table
        self.draws.next = table.seq + 1 + before
        try:
            steps = plan(table)
        except CommandError as error:
            about = step["send"]["type"]
            refused = wire.Error(error.code, str(error), about, error.reason, table.seq)
            self.steps.append({**step, "error": _json(refused)})
            return
        if not steps:
            self.steps.append({**step, "count": 0})
            return
        self.now += self.luck.randint(1, 5000)
        applied: list[Applied] = []
        for one in steps:
            entry, state = replace(one.entry, seq=table.seq + 1, at=self.now), table.state
            table.take(entry, one)
            self.rows.entries.append(entry)
            applied.append(Applied(entry, state, one.event))
        update = Update(table, applied, self._info)
        sent = json.loads(payload_of(update.frame(KEY, full=True)))
        self.steps.append({**step, "count": len(steps), "at": self.now, "update": sent})

    def _info(self, key: str | None) -> wire.TableInfo:
        return redaction.table_info(self.table, key, set(self.table.places_of(KEY)), 0)

    def _look(self, since: int) -> None:
        table = self.table
        page = asyncio.run(self.pages.latest(table, since, KEY, full=True))
        welcome = wire.Welcome(
            table=self._info(KEY),
            you=wire.You(table.places_of(KEY)),
            seq=table.seq,
            events=page.events,
            state=redaction.state_view(table, KEY),
            events_before=page.counted,
            has_more=page.more,
            protocol=wire.PROTOCOL,
        )
        self.steps.append({"since": since, "welcome": _json(welcome)})

    def _look_back(self) -> None:
        before, count = self.luck.randint(1, self.table.seq + 2), self.luck.choice((1, 7, 1000))
        page = asyncio.run(self.pages.older(self.table, before, count, KEY, full=True))
        asked = {"type": "older", "before": before, "count": count}
        self.steps.append({"ask": asked, "older": _json(wire.OlderEvents(before, *page))})


def _json(message: wire.ServerMessage) -> Any:
    return json.loads(msgspec.json.encode(message))


def kinds_of(lines: Sequence[Line]) -> Counter[str]:
    """Return how often each kind of event, error and message occurs in tables."""
    found: Counter[str] = Counter()
    for line in lines:
        found.update(entry["kind"] for entry in line["entries"])
        for step in line["steps"]:
            found.update([*step])
            if "error" in step:
                found.update([step["error"]["code"]])
    return found
