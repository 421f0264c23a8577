"""The main program of a worker process: calls functions for the server, one after another.

``python -m empile.server.background.worker_process NICE`` reads pickled calls from standard input
and writes their encoded results to standard output. It ends with the server, even during a call,
because standard input ends then.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from typing import IO, Final, NamedTuple

import msgspec

from empile.server.wire.errors import CommandError

CALL: Final = b"C"
"""A call that returns bytes."""
STREAM: Final = b"I"
"""A call that yields bytes; its keyword argument ``stop`` returns whether to end early."""
STOP: Final = b"S"
PART: Final = b"P"
DONE: Final = b"D"
REFUSED: Final = b"R"
FAILED: Final = b"F"

_HEAD: Final = struct.Struct("!cQ")
_MOST_MEMORY: Final = 2 << 30


class Message(NamedTuple):
    kind: bytes
    body: bytes


class _Call(NamedTuple):
    kind: bytes
    body: bytes
    stop: threading.Event


def write(stream: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    stream.write(_HEAD.pack(kind, len(body)))
    stream.write(body)
    stream.flush()


def read(stream: IO[bytes]) -> Message | None:
    """Return the next message, or None at the end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    body = stream.read(length)
    return Message(kind, body) if len(body) == length else None


def _listen(stream: IO[bytes], calls: queue.SimpleQueue[_Call]) -> None:
    stop = threading.Event()
    while (message := read(stream)) is not None:
        if message.kind == STOP:
            stop.set()
        else:
            stop = threading.Event()
            calls.put(_Call(*message, stop))
    os._exit(0)


def _answer(output: IO[bytes], call: _Call) -> None:
    try:
        function, arguments = pickle.loads(call.body)
        result = b""
        if call.kind == STREAM:
            for part in function(*arguments, stop=call.stop.is_set):
                write(output, PART, part)
        else:
            result = function(*arguments)
    except CommandError as error:
        write(output, REFUSED, msgspec.json.encode(error.problem()))
    except Exception:
        write(output, FAILED, traceback.format_exc().encode("utf-8", "replace"))
    else:
        write(output, DONE, result)


def _limit(nice: int) -> None:
    with contextlib.suppress(AttributeError, OSError):  # not available on Windows
        os.nice(nice)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_MEMORY, _MOST_MEMORY))


def main(nice: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    _limit(nice)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keeps printed text out of the results
    calls: queue.SimpleQueue[_Call] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        _answer(output, calls.get())


if __name__ == "__main__":
    main(int(sys.argv[1]))
