"""The fast path for incoming messages preserves order and limits."""

from __future__ import annotations

import json
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from empile.server.wire.fast_websocket import frame_span
from tests.server.serving import Serving, make, perform
from tests.support.patience import PATIENCE


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70_000])
def test_frame_span_is_known_as_early_as_possible(length: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * length).serialize(mask=True)
    before = b"another one's"
    header = len(frame) - length - 4
    for much in {0, 1, 2, 3, header - 1, header, header + 1, len(frame)}:
        span = frame_span(before + frame[:much], len(before))
        if much < header:
            assert span is None
        else:
            assert span == (len(before) + header, len(before) + len(frame))


class Raw:
    """A client that sends raw bytes."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._web = ClientProtocol(parse_uri(f"ws://{place.netloc}/ws"), max_size=None)
        self._socket = socket.create_connection((place.hostname, place.port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._web.send_request(self._web.connect())
        self.send(*self._web.data_to_send())
        self._frames = self._received()
        next(self._frames)

    def send(self, *data: bytes) -> None:
        self._socket.sendall(b"".join(data))

    def close(self) -> None:
        self._socket.close()

    def _received(self) -> Iterator[Frame]:
        while True:
            data = self._socket.recv(65536)
            if not data:
                return
            self._web.receive_data(data)
            yield from self._web.events_received()  # type: ignore[misc]

    def types(self, count: int) -> list[str]:
        """Return the types of the next messages, or the opcode of pongs and closes."""
        found: list[str] = []
        for frame in self._frames:
            text = frame.opcode is Opcode.TEXT
            found.append(
                json.loads(bytes(frame.data))["type"] if text else frame.opcode.name.lower()
            )
            if len(found) == count:
                break
        return found


def text(payload: str | bytes, fin: bool = True, opcode: Opcode = Opcode.TEXT) -> bytes:
    """Return a client frame."""
    data = payload.encode() if isinstance(payload, str) else payload
    return Frame(opcode, data, fin=fin).serialize(mask=True)


PING = text('{"type": "ping"}')
BAD = text("no json")
RENAME = '{"type": "rename", "name": "Zoé"}'


@contextmanager
def seated(server: Serving) -> Generator[Raw]:
    """Yield a welcomed socket, alone at a table without a game."""
    made = perform(make(server.address, ["person", "open"]))
    raw = Raw(server.address)
    try:
        hello = {"type": "hello", "table": made.table, "token": made.token, "updates": "moves"}
        raw.send(text(json.dumps(hello)))
        assert raw.types(1) == ["welcome"]
        yield raw
    finally:
        raw.close()


def test_fast_path_answers_many_messages_in_order(server: Serving) -> None:
    with seated(server) as raw:
        raw.send(PING, BAD, PING, PING, BAD)
        assert raw.types(5) == ["pong", "error", "pong", "pong", "error"]


def test_fast_path_handles_single_bytes(server: Serving) -> None:
    with seated(server) as raw:
        for byte in PING + BAD + text(" " * 200 + '{"type": "ping"}'):
            raw.send(bytes((byte,)))
        assert raw.types(3) == ["pong", "error", "pong"]


def test_fast_path_keeps_the_order_of_non_ascii_messages(server: Serving) -> None:
    with seated(server) as raw:
        raw.send(PING, text(RENAME), PING, BAD)
        # Events are sent after storage, so they can arrive anywhere after the first pong.
        found = raw.types(4)
        assert found[0] == "pong"
        assert [kind for kind in found if kind != "update"] == ["pong", "pong", "error"]


def test_fast_path_handles_control_frames(server: Serving) -> None:
    with seated(server) as raw:
        raw.send(PING, text(b"anybody?", opcode=Opcode.PING), PING)
        assert sorted(raw.types(3)) == ["pong", "pong", "pong"]
        raw.send(text(b"", opcode=Opcode.PONG), PING)
        assert raw.types(1) == ["pong"]


def test_fast_path_handles_fragmented_messages(server: Serving) -> None:
    with seated(server) as raw:
        raw.send(PING, text('{"type": ', fin=False))
        assert raw.types(1) == ["pong"]
        raw.send(text(b"still there", opcode=Opcode.PING), text('"pi', False, Opcode.CONT))
        raw.send(text('ng"}', True, Opcode.CONT), BAD, PING)
        assert raw.types(4) == ["pong", "pong", "error", "pong"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (text(b'"\xff\xfe"'), 1007),
        (text("x" * 70_000)[:14], 1009),
        (Frame(Opcode.TEXT, b"").serialize(mask=False), 1002),
        (text("a", True, Opcode.CONT), 1002),
        (b"\xf1" + PING[1:], 1002),
        (b"\x83" + PING[1:], 1002),
        (b"\x89" + text("x" * 126)[1:], 1002),
    ],
    ids=["utf-8", "too long", "unmasked", "stray piece", "reserved bits", "opcode", "long ping"],
)
def test_fast_path_closes_on_invalid_data(server: Serving, wrong: bytes, code: int) -> None:
    with seated(server) as raw:
        raw.send(PING, wrong)
        assert raw.types(3) == ["pong", "bye", "close"]
        assert raw._web.close_rcvd is not None
        assert raw._web.close_rcvd.code == code


def test_fast_path_ignores_data_after_a_close(server: Serving) -> None:
    with seated(server) as raw:
        raw.send(PING, text((1000).to_bytes(2), opcode=Opcode.CLOSE), PING, BAD)
        assert raw.types(4) == ["pong", "close"]


def test_fast_path_obeys_the_rate_limit(server: Serving) -> None:
    """Messages beyond the burst size are delayed, all answered, and in order."""
    limits = server.registry.settings.limits
    more = int(limits.messages_at_once) + 3
    with seated(server) as raw:
        for number in range(more):
            raw.send(BAD if number % 2 else PING)
        found = raw.types(more + 1)
        assert found.count("pong") == (more + 1) // 2
        # One error more than bad messages: the warning about the limit.
        assert found.count("error") == more // 2 + 1
