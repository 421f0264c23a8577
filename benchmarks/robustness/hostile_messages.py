"""Hostile messages: random bytes, changed valid messages, wrong types, huge numbers, deep nesting."""

from __future__ import annotations

import copy
import json
import random
import string
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec
from msgspec import inspect

from empile.engine.strict_json import is_list, is_object
from empile.server.wire import messages as wire

KINDS: tuple[type[msgspec.Struct], ...] = get_args(wire.ClientMessage)
_INTEGERS = (0, 1, -1, 2, 7, 255, 2**31, 2**53, -(2**63), 2**63, 2**64, 10**30)
_FLOATS = (0.0, -0.0, 1e308, -1e308, 5e-324, 1e-9, 0.1)
_TEXTS = (
    "",
    " ",
    "?",
    "~stands",
    "a1-a2",
    "\x00",
    "\u202e\u0000\ufeff",
    "é" * 40,
    "\U0001f600" * 20,
    "x" * 4000,
    "../../etc",
    "'; DROP TABLE log; --",
    "${jndi:ldap://x}",
    "<script>",
    "NaN",
)
_JUNK: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"": {}}, -1, 1.5, "x", 10**40)


@dataclass
class Messages:
    """Makes messages for a table."""

    luck: random.Random
    table: str = ""
    tokens: Sequence[str] = ()
    seq: int = 1
    """The last event that is known."""
    moves: Sequence[str] = ()
    """Moves that are or were legal."""
    bodies: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    """Valid bodies of requests by path."""

    # -- Messages of a socket ----------------------------------------------------------------------

    def hello(self) -> bytes:
        """Return a ``hello`` that is often valid."""
        luck = self.luck
        message: dict[str, Any] = {"type": "hello", "table": self.table}
        if luck.random() < 0.8:
            message["token"] = luck.choice(self.tokens)
        if luck.random() < 0.3:
            message["updates"] = luck.choice(("full", "moves"))
        if luck.random() < 0.2:
            message["since"] = luck.choice(_INTEGERS)
        return _dump(message) if luck.random() < 0.9 else self.changed(message)

    def message(self) -> bytes:
        """Return the text of a message. Text that is no UTF-8 is rare: it ends the connection."""
        text = self._message()
        return text if self.luck.random() < 0.002 else text.decode("utf-8", "replace").encode()

    def _message(self) -> bytes:
        lot = self.luck.random()
        if lot < 0.1:
            return self.luck.randbytes(self.luck.randrange(200))
        if lot < 0.2:
            return self.nested()
        if lot < 0.35:
            return _dump(self.move())
        valid = self.valid()
        return _dump(valid) if lot < 0.55 else self.changed(valid)

    def move(self) -> dict[str, Any]:
        """Return a move, sometimes a legal one."""
        seq = self.seq + self.luck.choice((0, 0, 0, 1, -1, 2))
        return {"type": "act", "seq": seq, "action": self.luck.choice(self.moves or _TEXTS)}

    def valid(self) -> dict[str, Any]:
        """Return a message of the protocol with any values, at any time."""
        kind = inspect.type_info(self.luck.choice(KINDS))
        assert isinstance(kind, inspect.StructType)
        message: dict[str, Any] = {"type": kind.tag}
        for each in kind.fields:
            if each.required or self.luck.random() < 0.5:
                message[each.encode_name] = self._value(each.type)
        if "seq" in message and self.luck.random() < 0.7:
            message["seq"] = self.seq
        return message

    def _value(self, kind: inspect.Type) -> Any:
        luck = self.luck
        match kind:
            case inspect.Metadata(type=inner):
                return self._value(inner)
            case inspect.IntType():
                return luck.choice((*_INTEGERS, 0, 1, 2, 3))
            case inspect.FloatType():
                return luck.choice(_FLOATS)
            case inspect.StrType():
                return luck.choice((*_TEXTS, *self.moves[:20]))
            case inspect.BoolType():
                return luck.random() < 0.5
            case inspect.LiteralType(values=values):
                return luck.choice(values)
            case inspect.ListType(item_type=inner):
                return [self._value(inner) for _ in range(luck.choice((0, 1, 3, 64, 65)))]
            case inspect.TupleType(item_types=inners):
                return [self._value(inner) for inner in inners]
            case inspect.UnionType(types=inners):
                return self._value(luck.choice(inners))
            case _:
                return copy.deepcopy(luck.choice(_JUNK))

    def nested(self) -> bytes:
        """Return a deeply nested text."""
        depth = self.luck.choice((10, 500, 1100, 7000))
        start, end = self.luck.choice((("[", "]"), ('{"a":', "}"), ('{"type":[', "]}")))
        text = start * depth + "1" + end * (depth if self.luck.random() < 0.7 else 0)
        return text[:16_000].encode()

    def changed(self, message: Any) -> bytes:
        """Return a message after some changes of its values or its text."""
        message = json.loads(json.dumps(message))
        for _ in range(self.luck.choice((0, 1, 1, 2, 5))):
            self._change_value(message)
        text = bytearray(_dump(message))
        for _ in range(self.luck.choice((0, 0, 1, 2, 8))):
            at = self.luck.randrange(len(text) + 1)
            match self.luck.randrange(4):
                case 0:
                    del text[at : at + self.luck.randrange(1, 8)]
                case 1:
                    text[at:at] = self.luck.randbytes(self.luck.randrange(1, 4))
                case 2:
                    text[at:at] = self.luck.choice(string.punctuation).encode()
                case _:
                    text[at:at] = text[at : at + 20]
        return bytes(text)

    def _change_value(self, value: Any) -> None:
        luck = self.luck
        while True:
            keys: list[Any] = []
            if is_object(value):
                keys = list(value)
            elif is_list(value):
                keys = list(range(len(value)))
            if not keys:
                return
            key = luck.choice(keys)
            if (is_object(value[key]) or is_list(value[key])) and luck.random() < 0.7:
                value = value[key]
                continue
            match luck.randrange(4):
                case 0:
                    del value[key]
                case 1 if is_object(value):
                    value[luck.choice(_TEXTS)] = copy.deepcopy(luck.choice(_JUNK))
                case 2:
                    value[key] = luck.choice((*_INTEGERS, *_TEXTS, *_FLOATS))
                case _:
                    value[key] = copy.deepcopy(luck.choice(_JUNK))
            return

    # -- Frames ------------------------------------------------------------------------------------

    def broken_frame(self) -> bytes:
        """Return bytes that are no frame, or a frame that is not allowed."""
        luck = self.luck
        payload = luck.randbytes(luck.randrange(120))
        choices: tuple[Callable[[], bytes], ...] = (
            lambda: luck.randbytes(luck.randrange(1, 400)),
            lambda: frame(payload, opcode=luck.randrange(16)),
            lambda: frame(payload, first=luck.randrange(256)),
            lambda: bytes((0x81, len(payload))) + payload,  # not masked
            lambda: (
                bytes((0x81, 0xFF)) + struct.pack("!Q", luck.choice((2**63, 2**62, 2**40, 65_537)))
            ),
            lambda: frame(b"x" * 70_000),
            lambda: frame(luck.randbytes(200), opcode=luck.choice((8, 9, 10))),
            lambda: frame(payload, opcode=0),
            lambda: frame(payload, first=0x01) * luck.choice((1, 2, 50)),
            lambda: frame(struct.pack("!H", luck.randrange(65_536)), opcode=8),
            lambda: frame(b"", opcode=9) * 200,
            lambda: frame(luck.randbytes(50)),  # usually no UTF-8
        )
        return luck.choice(choices)()

    # -- Requests ----------------------------------------------------------------------------------

    def request(self, host: str) -> bytes:
        """Return an HTTP request that is often well-formed."""
        luck = self.luck
        path = luck.choice(list(self.bodies))
        body = luck.choice(self.bodies[path])
        method = "GET" if body is None else "POST"
        if luck.random() < 0.05:
            method = luck.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "X" * 30))
        target = self._target(path)
        content = b"" if body is None else self._body(body)
        kind = "application/json"
        if luck.random() < 0.05:
            kind = luck.choice(("text/plain", "application/xml", "a/b; charset=x", "\xe9", ""))
        headers = [f"Host: {host}", f"Content-Length: {len(content)}", f"Content-Type: {kind}"]
        if luck.random() < 0.5:
            token = luck.choice((*self.tokens, "x", "é", "", "a" * 500))
            headers.append(f"Authorization: {luck.choice(('Bearer', 'Basic', ''))} {token}")
        if luck.random() < 0.1:
            name = luck.choice(("Origin", "Range", "X-Forwarded-For", "Accept", "If-None-Match"))
            headers.append(f"{name}: {luck.choice(('x', '-1', 'bytes=9-', '::::', '*/*;q=x'))}")
        head = f"{method} {target} HTTP/1.1\r\n" + "\r\n".join(headers) + "\r\n\r\n"
        return head.encode("latin-1", "replace") + content

    def _target(self, path: str) -> str:
        luck = self.luck
        path = path.replace("{table}", self.table).replace("{token}", luck.choice(self.tokens))
        if luck.random() < 0.15:
            parts = path.split("/")
            parts[luck.randrange(len(parts))] = luck.choice(
                ("", "..", "%00", "%ff", "%c3%28", "-1", "9" * 400, "*", "%2e%2e", "null", "a%20b")
            )
            path = "/".join(parts) or "/"
        if luck.random() < 0.2:
            value = luck.choice(("", "-1", "0", "1", "1e9", "9" * 30, "x", "%ff", "null", "[]"))
            path += f"?{luck.choice(('game', 'game', 'x', 'since', '%ff'))}={value}"
        return path

    def _body(self, body: Any) -> bytes:
        lot = self.luck.random()
        if lot < 0.1:
            return self.luck.randbytes(self.luck.randrange(300))
        if lot < 0.2:
            return self.nested()
        if lot < 0.22:
            return b'{"options":' + b"[" * 200_000
        return _dump(body) if lot < 0.4 else self.changed(body)

    def broken_request(self) -> bytes:
        """Return bytes that are no request, or only a part of one."""
        luck = self.luck
        whole = self.request("127.0.0.1")
        return luck.choice(
            (
                luck.randbytes(luck.randrange(1, 500)),
                whole[: luck.randrange(1, len(whole))],
                whole.replace(b"Content-Length: ", b"Content-Length: -"),
                whole.replace(b"Content-Length: ", b"Transfer-Encoding: chunked\r\nX: "),
                b"GET / HTTP/9.9\r\n\r\n",
                b"GET " + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Y: z\r\n" * 5000 + b"\r\n",
            )
        )


def frame(payload: bytes, opcode: int = 1, first: int | None = None) -> bytes:
    """Return a frame as a client sends it, masked with zeros."""
    start = bytes((0x80 | opcode if first is None else first,))
    if len(payload) < 126:
        length = bytes((0x80 | len(payload),))
    elif len(payload) < 65_536:
        length = struct.pack("!BH", 0xFE, len(payload))
    else:
        length = struct.pack("!BQ", 0xFF, len(payload))
    return start + length + bytes(4) + payload


def _dump(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")
