"""Decodes messages from servers of any version.

Types and events that this version does not know are skipped; unknown codes become ``failed``.
"""

from __future__ import annotations

import warnings
from typing import Any, Final, NamedTuple, get_args

import msgspec

from empile.engine.strict_json import is_list, is_object
from empile.server.wire import messages as wire
from empile.server.wire.events import KINDS
from empile.server.wire.people import programs

_decoder: msgspec.json.Decoder[wire.ServerMessage] = msgspec.json.Decoder(wire.ServerMessage)
_stream_decoder: msgspec.json.Decoder[programs.StreamEvent] = msgspec.json.Decoder(
    programs.StreamEvent
)
_STREAM_TYPES: Final = frozenset(
    kind.__struct_config__.tag for kind in get_args(programs.StreamEvent)
)
_TYPES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(wire.ServerMessage))
_CODES: Final[dict[str, frozenset[str]]] = {
    "error": frozenset(get_args(wire.ErrorCode)),
    "bye": frozenset(get_args(wire.ClosingCode)),
}
_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in KINDS)


class Received(NamedTuple):
    """A message, and the ``seq`` of its last event, which may have been skipped."""

    message: wire.ServerMessage
    seq: int | None


class MessageReader:
    """Decodes the messages of a connection."""

    def __init__(self) -> None:
        self._warned: set[str] = set()

    def read(self, text: str | bytes) -> Received | None:
        """Decode a message, or return None if its type is unknown.

        Warns once of each unknown type, event or code. Raises ``msgspec.DecodeError``.
        """
        try:
            message = _decoder.decode(text)
        except msgspec.ValidationError:
            return self._read_newer(msgspec.json.decode(text))
        events = message.events if isinstance(message, wire.Update) else ()
        return Received(message, events[-1].seq if events else None)

    def _read_newer(self, found: Any) -> Received | None:
        kind = found.get("type") if is_object(found) else None
        if isinstance(kind, str) and kind not in _TYPES:
            self._warn(f"message {kind!r}")
            return None
        if is_object(found) and isinstance(kind, str) and kind in _CODES:
            self._replace_unknown_code(found, kind)
        seq = None
        if is_object(found) and is_list(events := found.get("events")):
            seq = events[-1].get("seq") if events and is_object(events[-1]) else None
            found["events"] = [event for event in events if self._is_known(event)]
        return Received(msgspec.convert(found, wire.ServerMessage), seq)

    def _is_known(self, event: Any) -> bool:
        kind = event.get("kind") if is_object(event) else None
        if not isinstance(kind, str) or kind in _EVENTS:
            return True  # refused by the decoder, if need be
        self._warn(f"event {kind!r}")
        return False

    def _replace_unknown_code(self, found: dict[str, Any], kind: str) -> None:
        code = found.get("code")
        if isinstance(code, str) and code not in _CODES[kind]:
            self._warn(f"code {code!r} of {kind!r}", "read as 'failed'")
            found["code"] = "failed"

    def _warn(self, what: str, treatment: str = "skipped") -> None:
        if what not in self._warned:
            self._warned.add(what)
            message = f"the server sent an unknown {what}, which is {treatment}; update empile"
            warnings.warn(message, stacklevel=2)


def read_stream_event(line: str) -> programs.StreamEvent | None:
    """Decode a line of a program's stream, or return None if its type is unknown."""
    try:
        return _stream_decoder.decode(line)
    except msgspec.ValidationError:
        found = msgspec.json.decode(line)
        if is_object(found) and found.get("type") not in _STREAM_TYPES:
            return None
        raise


def read_closing(line: str) -> wire.Closing | None:
    """Decode the last line of a stream, or return None if the server did not end it."""
    if not line:
        return None
    try:
        received = MessageReader().read(line)
    except msgspec.ValidationError:
        return None
    message = None if received is None else received.message
    return message if isinstance(message, wire.Closing) else None
