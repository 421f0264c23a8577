"""What pages were told of a game of Blox, held against what their eyes may see.

The truth is the record of the game as the server has it; who drew which cards is worked out here
from the order of the events alone, not by the code that hides them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, Request, WebSocket

import empile
from empile.engine.game import State
from empile.server.tables.table import Table, after
from empile.server.wire import events

_CARDS = re.compile("[WGBM]")
_WORD = re.compile(r"(?<![A-Za-z])[WGBM]+(?![A-Za-z*])")


@dataclass
class Heard:
    """Everything that a page heard and said over the network, as texts."""

    page: Page
    eye: int | None
    """The seat that it sees with; ``None``: a spectator."""
    texts: list[str] = field(default_factory=list[str])
    answered: list[Request] = field(default_factory=list[Request])

    def __post_init__(self) -> None:
        self.listen(self.page)

    def listen(self, page: Page) -> None:
        """Listen to another page of the same person too."""
        page.on("websocket", self._on_socket)
        # Answers that have come whole: of one that a reload cut off the rest is waited for in vain.
        page.on("requestfinished", self._on_answer)

    def _on_socket(self, socket: WebSocket) -> None:
        for way in ("framereceived", "framesent"):
            socket.on(way, lambda payload: self.texts.append(str(payload)))

    def _on_answer(self, request: Request) -> None:
        if "/api/" in request.url:
            self.answered.append(request)

    def documents(self) -> list[Any]:
        """Return all that was heard so far, read as JSON."""
        for request in self.answered:
            response = request.response()
            assert response is not None
            self.texts.append(response.text())
        self.answered.clear()
        return [json.loads(text) for text in self.texts if text.lstrip()[:1] in ("{", "[")]


class Truth:
    """The game at a table as it really stands."""

    def __init__(self, table: Table) -> None:
        game = table.current
        assert game is not None
        assert not game.over, "when a game is over everything is open"
        self.events = list(game.events)
        history = table.history
        span = history.span(history.checkpoint(history.first_seq), table.seq)
        assert span is not None
        self.seqs = [
            one.entry.seq
            for one in span.logged
            if isinstance(one.entry, events.Moved | events.ChanceResolved)
        ]
        assert len(self.seqs) == len(self.events)
        assert table.state is not None
        self._find_owners(table.state)

    def _find_owners(self, state: State) -> None:
        self.hands: list[str] = state.position()["hands"]
        self.owners: list[int | None] = []
        dealt, mover = 0, 0
        for event in self.events:
            owner: int | None = None
            if event.seat >= 0:
                mover = event.seat
            elif event.text.startswith("~hand "):
                owner, dealt = dealt, dealt + 1
            elif not event.text.startswith("~towers "):
                owner = mover
            self.owners.append(owner)
        assert dealt == len(self.hands)

    def seen(self, index: int, eye: int | None) -> str:
        """Return the text of an event as a seat may see it."""
        text, owner = self.events[index].text, self.owners[index]
        return text if owner is None or owner == eye else _CARDS.sub("?", text)

    def secrets(self, eye: int | None) -> list[str]:
        """Return the hands that a seat may not see."""
        return [hand for seat, hand in enumerate(self.hands) if seat != eye]


class KeptTruth(Truth):
    """The same of a table that the page plays by itself, from what the browser keeps of it."""

    def __init__(self, kept: dict[str, Any]) -> None:
        created = kept["created"]
        entries = [one for one in kept["entries"] if one["kind"] in ("move", "chance")]
        state = empile.load(created["game"], **created["options"]).new_state()
        self.events, self.seqs = [], [one["seq"] for one in entries]
        for entry in entries:
            event = state.read_text(entry["text"])
            self.events.append(event)
            state = after(state, event)
        assert not state.is_terminal(), "when a game is over everything is open"
        self._find_owners(state)
        self.places = next(one["seats"] for one in kept["entries"] if one["kind"] == "started")
        """The places by seat."""


def objects_in(document: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a document of JSON."""
    if isinstance(document, dict):
        yield document
        for value in document.values():
            yield from objects_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from objects_in(value)


def strings_in(document: Any) -> Iterator[str]:
    """Yield every text in a document of JSON, keys too."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from strings_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from strings_in(value)


def words_of_cards(texts: Iterator[str]) -> set[str]:
    """Return every run of card letters in texts."""
    return {word for text in texts for word in _WORD.findall(text)}


def check(document: Any, truth: Truth, eye: int | None) -> dict[str, int]:
    """Assert that a document tells ``eye`` nothing hidden; return how much of each kind it held.

    A page may be told less, as much as a spectator is: it is one until it has its place.
    """
    met = {"positions": 0, "events": 0, "records": 0}
    chances = {
        truth.seen(index, one)
        for index, event in enumerate(truth.events)
        for one in (eye, None)
        if event.seat < 0
    }
    for text in strings_in(document):
        if text.startswith("~"):
            assert text in chances, f"{eye} is told {text}"
    for found in objects_in(document):
        if "hands" in found:
            _check_position(found, eye)
            met["positions"] += 1
        if found.get("kind") in ("move", "chance"):
            index = truth.seqs.index(found["seq"])
            _check_event(found, truth, index, eye)
            met["events"] += 1
        if found.get("format") == "empile/1":
            assert found["view"] == eye
            told = found["events"]
            assert told == [truth.seen(index, eye) for index in range(len(told))]
            met["records"] += 1
        if "frames" in found:
            for index, frame in enumerate(found["frames"][1:]):
                _check_event(frame["event"], truth, index, eye)
        if found.get("legal"):
            assert found["mine"]
            assert found["to_act"] == eye
    return met


def _check_position(position: dict[str, Any], eye: int | None) -> None:
    assert position["seat"] is not None
    assert type(position["deck"]) is int
    for seat, hand in enumerate(position["hands"]):
        hidden = set(hand) <= {"?"}
        assert hidden or seat == eye, f"{eye} is told the hand {hand} of {seat}"


def _check_event(found: dict[str, Any], truth: Truth, index: int, eye: int | None) -> None:
    assert found["text"] in (truth.seen(index, eye), truth.seen(index, None))
    if "?" in found["text"]:
        words = words_of_cards(strings_in(found.get("message")))
        assert not words, f"{eye} is told {words} in words"
        assert not found.get("parts")


def heap_strings(page: Page) -> list[str]:
    """Return every text that the page's programs hold, from a snapshot of their memory."""
    session = page.context.new_cdp_session(page)
    chunks: list[str] = []

    def add(part: dict[str, str]) -> None:
        chunks.append(part["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", add)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    snapshot = json.loads("".join(chunks))
    strings: list[str] = snapshot["strings"]
    return strings
