"""A chat endpoint on this machine that answers by a script."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import empile

Messages = list[dict[str, Any]]


class Answer(NamedTuple):
    """What the endpoint sends."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    """Close the connection without a reply."""


Script = Callable[[int, dict[str, Any]], Answer]
"""Takes the number of the request and its body."""


def completion(text: str | None, **message: Any) -> Answer:
    """Return a reply with a text and a usage of 100 and 7 tokens."""
    reason = message.pop("finish_reason", "stop")
    found = {
        "choices": [
            {
                "message": {"role": "assistant", "content": text, **message},
                "finish_reason": reason,
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 7},
    }
    return Answer(body=json.dumps(found).encode())


class Endpoint:
    """What a running endpoint has seen."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.url = ""
        self._lock = threading.Lock()

    def take(self, body: dict[str, Any], key: str | None) -> Answer:
        with self._lock:
            self.bodies.append(body)
            self.keys.append(key)
            number = len(self.bodies) - 1
        return self.script(number, body)


@contextmanager
def endpoint(script: Script) -> Iterator[Endpoint]:
    """Run an endpoint in a thread."""
    seen = Endpoint(script)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            assert self.path == "/v1/chat/completions"
            length = int(self.headers["Content-Length"])
            text = self.rfile.read(length)
            if len(text) < length:
                raise ConnectionError("the client has given up within its request")
            answer = seen.take(json.loads(text), self.headers.get("Authorization"))
            if answer.drop:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            with suppress(ConnectionError):  # the client may have given up
                self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            # The client may have given up before it sent its next request.
            if not isinstance(sys.exception(), ConnectionError):
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    seen.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield seen
    finally:
        server.shutdown()
        server.server_close()


def turn_of(body: dict[str, Any]) -> str:
    """Return the text of the turn, also beside a picture."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[0]["text"]


def first_move(body: dict[str, Any]) -> str:
    """Return the first legal move that the turn lists."""
    turn = turn_of(body)
    return turn.partition("## Your legal moves")[2].splitlines()[2].split()[0]


def good_move(body: dict[str, Any]) -> str:
    """Return the move of a level in the position that the turn has as JSON, on the usual board."""
    turn = turn_of(body)
    position = turn.partition("As JSON: ")[2].splitlines()[0]
    game = empile.load("block-ness")
    state = game.state_from_position(json.loads(position))
    level = empile.levels_of(game)[2]
    return state.action_to_text(empile.choose(state, level, empile.new_stream(1)))
