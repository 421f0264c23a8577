"""Empile's WebSocket protocol reads random frames as the library `websockets` does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

from websockets.frames import Frame, Opcode

from tests.server.wire.sans_io import MOST_MESSAGE, library_hears, server_hears

STREAMS = 400


def test_random_streams_are_read_as_by_the_library() -> None:
    closed: dict[int | None, int] = {}

    async def compare() -> None:
        for seed in range(STREAMS):
            random = Random(seed)
            stream = random_stream(random)
            heard = await server_hears(split(stream, random), seed)
            expected = library_hears(stream)
            assert heard == expected, f"seed {seed}"
            closed[heard.closed] = closed.get(heard.closed, 0) + 1

    asyncio.run(compare())
    # The streams reach every way to end.
    assert set(closed) >= {None, 1000, 1002, 1005, 1007, 1009}, closed


def random_stream(random: Random) -> bytes:
    """Return frames of a client, mostly valid; sometimes one byte is wrong, or the end missing."""
    frames = [one for _ in range(random.randrange(12)) for one in message(random)]
    if random.random() < 0.5:
        at = random.randrange(len(frames) + 1)
        frames.insert(at, flawed(random))
        if random.random() < 0.3:
            # An error must be found before its frame is complete.
            frames[at:] = [frames[at][: random.randrange(2, 12) - 20]]
    stream = b"".join(frames)
    if stream and random.random() < 0.2:
        at = random.randrange(len(stream))
        stream = stream[:at] + bytes((random.randrange(256),)) + stream[at + 1 :]
    if random.random() < 0.2:
        stream = stream[: random.randrange(len(stream) + 1)]
    return stream


def split(stream: bytes, random: Random) -> list[bytes]:
    longest = random.choice((1, 3, 20, 200, 100_000))
    chunks: list[bytes] = []
    while stream:
        size = random.randint(1, longest)
        chunks.append(stream[:size])
        stream = stream[size:]
    return chunks


def frame(opcode: Opcode, data: bytes, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


def message(random: Random) -> Iterator[bytes]:
    """Yield the frames of a message, whole or in pieces with control frames between them."""
    opcode, data = payload(random)
    if random.random() < 0.3:
        yield control(random)
    elif random.random() < 0.7:
        yield frame(opcode, data)
    else:
        cuts = sorted(random.randint(0, len(data)) for _ in range(random.randint(1, 4)))
        pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for number, piece in enumerate(pieces):
            yield frame(opcode if number == 0 else Opcode.CONT, piece, number + 1 == len(pieces))
            if random.random() < 0.3:
                yield control(random)


def payload(random: Random) -> tuple[Opcode, bytes]:
    length = random.choice((0, 1, 5, 125, 126, 127, 1000))
    kind = random.randrange(4)
    if kind == 0:
        return Opcode.BINARY, random.randbytes(length)
    if kind == 1:
        return Opcode.TEXT, ("é" * length).encode()
    return Opcode.TEXT, bytes(random.choice(b'abc{}"') for _ in range(length))


def control(random: Random) -> bytes:
    opcode = random.choice((Opcode.PING, Opcode.PONG))
    return frame(opcode, random.randbytes(random.choice((0, 4, 125))))


def flawed(random: Random) -> bytes:
    """Return a frame that is wrong, or wrong at its place, or the last."""
    opcode, data = payload(random)
    whole = frame(opcode, data)
    return random.choice(
        (
            frame(Opcode.TEXT, b"a\xff\xfe"),
            frame(Opcode.TEXT, "é".encode()[:1], fin=False) + frame(Opcode.CONT, b"x"),
            frame(opcode, data, mask=False),
            frame(opcode, data, fin=False) + whole,
            frame(Opcode.CONT, data),
            frame(opcode, bytes(MOST_MESSAGE + 1)),
            frame(opcode, bytes(MOST_MESSAGE), fin=False) + frame(Opcode.CONT, bytes(30)),
            frame(opcode, bytes(MOST_MESSAGE - 9), fin=False) + control(random),
            frame(opcode, bytes(70_000))[: random.choice((2, 4, 9, 10, 14))],
            bytes((whole[0] | random.choice((0x10, 0x20, 0x40)),)) + whole[1:],
            bytes((random.randrange(256),)) + whole[1:],
            frame(Opcode.PING, b"")[:1] + frame(opcode, bytes(126))[1:],
            bytes((0x09,)) + frame(Opcode.PING, b"x")[1:],
            frame(Opcode.CLOSE, b""),
            frame(Opcode.CLOSE, b"\x03"),
            frame(Opcode.CLOSE, (1000).to_bytes(2) + b"bye"),
            frame(Opcode.CLOSE, (1000).to_bytes(2) + b"\xff"),
            frame(Opcode.CLOSE, (1005).to_bytes(2)),
        )
    )
