"""Hidden information over the wire: it changes no byte that a seat receives.

For each game with hidden information, a table is played twice on a real server with histories that
differ only in what one seat and all spectators cannot see. Ids, secrets and times are equal, so all
output to that seat and to a spectator must be byte-identical.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

import empile
from empile.bots.hints import Advice, advise
from empile.engine.contracts import Notation, Presenter
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.engine.random import Stream, below, new_stream, split
from empile.server.tables import game_redaction, redaction, tokens
from empile.server.wire import messages as wire
from tests.server.serving import ROOMY, Serving, make, perform, serving
from tests.server.tables.test_redaction import MINE, THEIRS, as_sent, table_of
from tests.support.games import random_match
from tests.support.patience import PATIENCE

HIDING = [name for name in empile.game_names() if game_class(name).imperfect_information]
NOW = 1_790_000_000_000_000_000
SPECTATOR = "a spectator"
PAGE = 5
LIMITS = replace(
    ROOMY,
    events_per_page=PAGE,
    pages_at_once=1e6,
    asides_at_once=1e6,
    table_asides_at_once=1e6,
)
Heard = dict[str, list[str]]
"""All messages received, by client."""


def headless(name: str, players: int) -> empile.Game:
    """Return a game that is played without anybody's hand, or people who judge."""
    return empile.load(name, **{**headless_options(game_class(name)), "players": players})


def twins(game: empile.Game, blind: int, seed: int) -> tuple[empile.Match, empile.Match]:
    """Return two running matches that ``blind`` and spectators cannot distinguish."""
    for attempt in range(50):
        found = _side_by_side(game, blind, split(new_stream(seed), attempt), moves=6)
        if found is not None and found[0].state != found[1].state:
            return found
    raise AssertionError("no two such games were found")


def twins_from_positions(
    game: empile.Game, blind: int, seed: int
) -> tuple[empile.Match, empile.Match]:
    """Return two such matches that began from positions, which differ."""
    for attempt in range(50):
        stream = split(new_stream(seed), attempt)
        found = _side_by_side(game, blind, stream, moves=3)
        if found is None or found[0].state == found[1].state:
            continue
        if found[0].state.is_chance_node():
            continue
        one, other = (empile.Match.from_position(game, match.state.position()) for match in found)
        after = _go_on_alike(one, other, blind, stream, moves=3)
        if after is not None:
            return after
    raise AssertionError("no two such games were found")


def _side_by_side(
    game: empile.Game, blind: int, stream: Stream, moves: int
) -> tuple[empile.Match, empile.Match] | None:
    """Play two matches with equal moves, in which draws hidden from ``blind`` may differ."""
    return _go_on_alike(empile.Match(game), empile.Match(game), blind, stream, moves)


def _go_on_alike(
    one: empile.Match, other: empile.Match, blind: int, stream: Stream, moves: int
) -> tuple[empile.Match, empile.Match] | None:
    while True:
        if one.state.is_chance_node():
            event = one.state.draw_event(stream)
            alike = _alike(one.state, event, other.state, blind, stream)
            if alike is None:
                return None
            one.push_event(event)
            other.push_event(alike)
            continue
        common = sorted({*one.state.legal_texts()}.intersection(other.state.legal_texts()))
        if moves == 0 or not common:
            return (one, other) if moves == 0 and common else None
        text = common[below(stream, len(common))]
        one.play(text)
        other.play(text)
        moves -= 1


def _alike(state: State, event: Event, other: State, blind: int, stream: Stream) -> Event | None:
    """Return an event for ``other`` that looks like ``event`` to ``blind`` and spectators."""
    game = state.game
    seen = [game.notation.redacted_text(state, event, eye) for eye in (blind, None)]
    for attempt in range(200):
        try:
            drawn = other.read_text(event.text) if attempt == 199 else other.draw_event(stream)
        except empile.EmpileError:
            return None
        if [game.notation.redacted_text(other, drawn, eye) for eye in (blind, None)] == seen:
            return drawn
    return None


class Channel:
    """A WebSocket and all its messages."""

    def __init__(self, socket: ClientConnection, heard: list[str]) -> None:
        self.socket = socket
        self.heard = heard
        self.seq = 0

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            text = str(await self.socket.recv())
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "welcome":
            self.seq = message["seq"]
        elif message["type"] == "update":
            self.seq = message["events"][-1]["seq"]
        return message

    async def hears(self, kind: str) -> dict[str, Any]:
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def reaches(self, seq: int) -> None:
        while self.seq < seq:
            await self.receive()


class Scene:
    """A running table of people: one follows a match, all listen."""

    def __init__(self, address: str, match: empile.Match) -> None:
        self.address = address
        self.match = match
        self.heard: Heard = {}
        self.tokens: dict[str, str | None] = {}
        self.table = ""
        self.pages = 0
        """The number of pages of older events."""
        self.channels: dict[str, list[Channel]] = {}

    async def play(self) -> Heard:
        """Play the game with all kinds of events; return all messages."""
        await self._gather()
        for index, event in enumerate(self.match.events):
            if event.seat < 0:
                continue
            await self._provoke(index)
            await self._ask_hints(f"seat {event.seat}")
            await self._act(event)
        await self._look_from_outside()
        await self._ask_back()
        await self._come_again()
        if self.match.game.num_players == 2:
            await self._resign()
            await self._read_finished()
        for channel in itertools.chain(*self.channels.values()):
            await channel.socket.close()
        assert self.pages > len(self.tokens)
        return self.heard

    async def _gather(self) -> None:
        count = self.match.game.num_players
        made = await make(
            self.address,
            ["person", *["open"] * (count - 1)],
            game=self.match.game.name,
            options=self.match.game.options,
            start=self.match.start,
        )
        self.table = made.table
        self.tokens = {"seat 0": made.token}
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as http:
            for seat in range(1, count):
                path = f"/api/tables/{self.table}/join"
                joined = await http.post(path, json={"name": f"Person {seat}"})
                self.tokens[f"seat {seat}"] = joined.json()["token"]
        self.tokens[SPECTATOR] = None
        for who in self.tokens:
            self.heard[who] = []
            self.channels[who] = [await self._enter(who, detail) for detail in ("full", "moves")]
        # When all have received the last joiner's events, nothing is in transit.
        for who, channels in self.channels.items():
            for channel in channels:
                await channel.send(type="ping")
                await channel.hears("pong")
            assert self.heard[who]

    async def _enter(self, who: str, detail: str, since: int = 0) -> Channel:
        socket = await connect(
            f"ws{self.address.removeprefix('http')}/ws",
            compression=None,
            max_size=None,
            max_queue=None,
            proxy=None,
        )
        channel = Channel(socket, self.heard[who])
        await channel.send(
            type="hello",
            table=self.table,
            token=self.tokens[who],
            since=since,
            updates=detail,
            protocol=wire.PROTOCOL,
        )
        await self._read_older(channel, await channel.hears("welcome"))
        return channel

    async def _read_older(self, channel: Channel, page: dict[str, Any]) -> None:
        """Read all events before a page of the log."""
        while page.get("has_more"):
            await channel.send(type="older", before=page["events"][0]["seq"], count=PAGE)
            page = await channel.hears("older")
            self.pages += 1

    async def _provoke(self, index: int) -> None:
        """Let all clients try moves that are not theirs or not possible now."""
        state = self.match.state_before(index)
        legal = state.legal_texts()
        acting = f"seat {state.current_player()}"
        texts = list(dict.fromkeys(event.text for event in self.match.events if event.seat >= 0))
        for who, (full, _) in self.channels.items():
            wrong = [text for text in texts if who != acting or text not in legal]
            for text in ["nonsense", *wrong[:4]]:
                await full.send(type="act", seq=full.seq, action=text)
                assert (await full.hears("error"))["code"] in ("illegal", "not_yours"), who

    async def _ask_hints(self, acting: str) -> None:
        """Let all clients ask for hints; the seat to act gets one."""
        for who, (full, _) in self.channels.items():
            await full.send(type="hint")
            if who != acting:
                assert (await full.hears("error"))["code"] == "not_yours", who
        seq = (await self.channels[acting][0].hears("advice"))["seq"]
        for channel in itertools.chain(*self.channels.values()):
            await channel.reaches(seq)

    async def _act(self, event: Event) -> None:
        full = self.channels[f"seat {event.seat}"][0]
        await full.send(type="act", seq=full.seq, action=event.text)
        seq = (await full.hears("update"))["events"][-1]["seq"]
        for channel in itertools.chain(*self.channels.values()):
            await channel.reaches(seq)

    async def _look_from_outside(self) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as http:
            for who, token in self.tokens.items():
                headers = {"authorization": f"Bearer {token}"} if token else {}
                for path in ("", "/record", "/record?game=1", "/replay"):
                    answer = await http.get(f"/api/tables/{self.table}{path}", headers=headers)
                    assert answer.status_code == 200
                    self.heard[who].append(answer.text)

    async def _ask_back(self) -> None:
        """Let each seat ask for a takeback; the others agree if it is possible."""
        for seat in range(self.match.game.num_players):
            full = self.channels[f"seat {seat}"][0]
            await full.send(type="takeback")
            message = await full.receive()
            if message["type"] == "error":
                continue
            asked = message["events"][-1]["seq"]
            for other in range(self.match.game.num_players):
                channel = self.channels[f"seat {other}"][0]
                await channel.reaches(asked)
                if other != seat:
                    await channel.send(type="answer", ask=asked, yes=True)
                    asked_now = (await channel.hears("update"))["events"][-1]["seq"]
                    for each in itertools.chain(*self.channels.values()):
                        await each.reaches(asked_now)
            return

    async def _come_again(self) -> None:
        for who in self.tokens:
            for detail, since in itertools.product(("full", "moves"), (0, 4)):
                channel = await self._enter(who, detail, since)
                await channel.socket.close()

    async def _resign(self) -> None:
        full = self.channels["seat 0"][0]
        await full.send(type="resign")
        seq = (await full.hears("update"))["events"][-1]["seq"]
        for channel in itertools.chain(*self.channels.values()):
            await channel.reaches(seq)

    async def _read_finished(self) -> None:
        """Check that now everyone reads the same in the log as in the record; ``heard`` ends before."""
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as http:
            record = (await http.get(f"/api/tables/{self.table}/record")).json()
        assert "view" not in record
        for who in self.tokens:
            before = list(self.heard[who])
            seen: list[dict[str, Any]] = []
            late = await self._enter(who, "full")
            for text in self.heard[who][len(before) :]:
                seen[:0] = json.loads(text)["events"]
            await late.socket.close()
            connected = self.channels[who][0]
            asked: list[dict[str, Any]] = []
            page: dict[str, Any] = {"has_more": True, "events": [{"seq": connected.seq + 1}]}
            while page.get("has_more"):
                first = page["events"][0]["seq"]
                await connected.send(type="older", before=first, count=PAGE)
                page = await connected.hears("older")
                asked[:0] = page["events"]
            assert asked == seen
            assert played(seen) == record["events"]
            assert record.get("start") == seen[0].get("start") == self.match.start
            self.heard[who][:] = before


def played(log: list[dict[str, Any]]) -> list[str]:
    """Return the texts of the game events that count at the end of a log."""
    texts: list[str] = []
    for event in log:
        if event["kind"] in ("move", "chance"):
            texts.append(event["text"])
        elif event["kind"] == "taken_back":
            del texts[event["to"] :]
    return texts


@pytest.fixture
def same_each_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[empile.Match], None]:
    """Return a function that makes the next server repeat a match's draws with fixed ids and times."""
    by_chance = State.after_chance

    def no_stream(seed: int) -> None:
        return None

    def same_stream(seed: int) -> Stream:
        return new_stream(1)

    def quickly(
        state: State, *, stream: Stream, seconds: float, stop: Callable[[], bool]
    ) -> Advice:
        # The same number of simulations each time.
        return advise(state, stream=stream, simulations=40, stop=stop)

    def the_first(count: int) -> int:
        return 0

    def one_code(_: int) -> str:
        return "ABCDEF"

    def prepare(match: empile.Match) -> None:
        numbers = itertools.count(1)
        drawn = iter([event.text for event in match.events if event.seat < 0])

        def draw(state: State, stream: Stream | None) -> tuple[Event, State]:
            # Games are also warmed up with streams of their own.
            if stream is not None:
                return by_chance(state, stream)
            after = state.clone()
            return after.apply_text(next(drawn)), after

        monkeypatch.setattr(State, "after_chance", draw)
        monkeypatch.setattr("empile.server.tables.commands.advance.new_stream", no_stream)
        monkeypatch.setattr("empile.server.background.hints.new_stream", same_stream)
        monkeypatch.setattr("empile.server.background.hints.advise", quickly)
        monkeypatch.setattr(tokens, "new_token", lambda: f"token-{next(numbers):016}")
        monkeypatch.setattr(tokens, "new_table_id", lambda: f"table-{next(numbers)}")
        monkeypatch.setattr(tokens, "new_code", one_code)
        monkeypatch.setattr("empile.server.tables.commands.start.secrets.randbelow", the_first)
        monkeypatch.setattr("empile.server.tables.room.time.time_ns", lambda: NOW)

    return prepare


CASES = [(name, seats, blind) for name in HIDING for seats, blind in ((2, 0), (2, 1), (3, 1))]


@pytest.mark.parametrize(("name", "seats", "blind"), CASES)
def test_hidden_differences_change_no_byte(
    name: str,
    seats: int,
    blind: int,
    tmp_path: Path,
    same_each_time: Callable[[empile.Match], None],
) -> None:
    game = headless(name, seats)
    one, other = played_twice(twins(game, blind, seed=seats + blind), tmp_path, same_each_time)
    for who in (f"seat {blind}", SPECTATOR):
        assert len(one[who]) > 20
        assert one[who] == other[who]
    assert any(one[who] != other[who] for who in one), "somebody sees what differs"


@pytest.mark.parametrize("name", HIDING)
def test_hidden_differences_of_a_start_change_no_byte(
    name: str, tmp_path: Path, same_each_time: Callable[[empile.Match], None]
) -> None:
    matches = twins_from_positions(headless(name, 3), 1, seed=4)
    assert matches[0].start != matches[1].start
    one, other = played_twice(matches, tmp_path, same_each_time)
    for who in ("seat 1", SPECTATOR):
        assert any('"start":' in text for text in one[who])
        assert one[who] == other[who]
    assert any(one[who] != other[who] for who in one), "somebody sees what differs"


def played_twice(
    matches: Sequence[empile.Match],
    folder: Path,
    same_each_time: Callable[[empile.Match], None],
) -> list[Heard]:
    """Return the messages of each match, played on a separate server."""
    told: list[Heard] = []
    for number, match in enumerate(matches):
        same_each_time(match)
        with serving(folder / f"{number}.sqlite3", limits=LIMITS) as server:
            told.append(perform(Scene(server.address, match).play()))
    return told


@pytest.mark.parametrize("leak", ["view", "redacted_text", "event_message"])
def test_hidden_differences_detect_a_leak(
    leak: str,
    tmp_path: Path,
    same_each_time: Callable[[empile.Match], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The test can fail: it detects a game that leaks hidden stones in one place."""
    game = empile.load("cairn", players=2)
    matches = twins(game, 0, seed=1)

    def view(presenter: Presenter, state: State, _: int | None) -> dict[str, Any]:
        return presenter.position(state)

    def redacted_text(_: Notation, before: State, event: Event, seat: int | None) -> str:
        return event.text

    def event_message(_: Presenter, before: State, event: Event, seat: int | None) -> Reason:
        return Reason("log.deal", {"stones": event.text})

    leaks = {"view": view, "redacted_text": redacted_text, "event_message": event_message}
    part = (
        type(game).contracts.notation if leak == "redacted_text" else type(game).contracts.presenter
    )
    monkeypatch.setattr(part, leak, leaks[leak])
    one, other = played_twice(matches, tmp_path, same_each_time)
    for who in ("seat 0", SPECTATOR):
        assert one[who] != other[who]


@pytest.fixture
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The seeds of all draws, in order."""
    taken: list[int] = []

    def randbits(bits: int) -> int:
        taken.append((0x9E3779B97F4A7C15 * (len(taken) + 1)) % (1 << bits))
        return taken[-1]

    monkeypatch.setattr("empile.server.tables.commands.advance.secrets.randbits", randbits)
    return iter([taken])


@pytest.mark.parametrize("name", HIDING)
def test_seeds_of_draws_are_never_sent(
    name: str, server: Serving, known_seeds: Iterator[list[int]]
) -> None:
    async def scene() -> None:
        options = headless(name, 2).options
        made = await make(server.address, ["person", "bot:1"], game=name, options=options)
        heard: list[str] = []
        for token in (made.token, None):
            socket = await connect(
                f"ws{server.address.removeprefix('http')}/ws", compression=None, proxy=None
            )
            channel = Channel(socket, heard)
            await channel.send(type="hello", table=made.table, token=token, since=0, updates="full")
            state = (await channel.hears("welcome"))["state"]
            if token is not None and state["mine"]:
                await channel.send(type="act", seq=channel.seq, action=state["legal"][0]["text"])
                await channel.hears("update")
            await socket.close()
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
            for path in ("", "/record", "/replay"):
                heard.append((await http.get(f"/api/tables/{made.table}{path}")).text)
        (seeds,) = list(known_seeds)
        assert seeds, "something was drawn"
        for seed, text in itertools.product(seeds, heard):
            assert str(seed) not in text
            assert f"{seed:x}" not in text.lower()

    perform(scene())


@pytest.mark.parametrize("name", HIDING)
def test_takeback_is_refused_after_hidden_chance(name: str) -> None:
    game = headless(name, 2)
    refused = 0
    for seed in range(6):
        match = random_match(game, seed, 24)
        texts = [event.text for event in match.events]
        for upto in range(len(texts) + 1):
            table = table_of(game, texts, upto)
            for key, seat in ((MINE, 1), (THEIRS, 0)):
                target = table.takeback_target(key)
                moved = any(event.seat == seat for event in match.events[:upto])
                if target is None:
                    refused += moved
                    continue
                assert match.events[target].seat == seat
                assert all(event.seat >= 0 for event in match.events[target:upto])
    assert refused > 0, "no draw ever came between"


@pytest.mark.parametrize("name", HIDING)
def test_shared_screen_shows_the_position_in_turn_and_a_redacted_log(name: str) -> None:
    game = headless(name, 3)
    match = random_match(game, 3, 20)
    texts = [event.text for event in match.events]
    hidden = 0
    for upto in range(len(texts) + 1):
        state = match.state_before(upto)
        table = table_of(game, texts, upto, (MINE, MINE, THEIRS))
        acting = table.place_to_act
        view = redaction.state_view(table, MINE)
        assert view is not None
        mine = acting in (0, 1)
        shown = state.game.presenter.json.page_view(state, table.seat_to_act if mine else None)
        assert as_sent(view).position == shown
        assert redaction.events_since(table, 0, MINE, full=True) == redaction.events_since(
            table, 0, None, full=True
        )
        played = table.current
        assert played is not None
        views = [game_redaction.snapshot_of(table, played, key) for key in (MINE, None)]
        seen = game_redaction.record_seen(views[0])
        assert seen == game_redaction.record_seen(views[1])
        hidden += "?" in str(seen.events)
        assert game_redaction.replay_seen(views[0]) == game_redaction.replay_seen(views[1])
    assert hidden > 0
