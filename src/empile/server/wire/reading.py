"""Decodes messages from clients. Members that this version does not know are ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

import msgspec

from empile.engine.strict_json import is_object
from empile.server.wire import messages as wire

_decoder: msgspec.json.Decoder[wire.ClientMessage] = msgspec.json.Decoder(wire.ClientMessage)
read_known: Final = _decoder.decode
"""Decode a message all of whose members are known, as nearly all are; see :func:`read_message`."""
_MEMBERS: Final[Mapping[object, frozenset[str]]] = {
    struct.__struct_config__.tag: frozenset(("type", *struct.__struct_fields__))
    for struct in get_args(wire.ClientMessage)
}
"""The members of each type of message."""


class Read(NamedTuple):
    """A message, and the names of members that were ignored."""

    message: wire.ClientMessage
    ignored: list[str]


def read_message(text: str | bytes) -> Read:
    """Decode a message. Raises ``msgspec.DecodeError`` and ``RecursionError``.

    >>> read_message('{"type": "ping", "colour": "red"}')
    Read(message=Ping(), ignored=['colour'])
    """
    try:
        return Read(_decoder.decode(text), [])
    except msgspec.ValidationError:
        found: Any = msgspec.json.decode(text)
        if not is_object(found):
            raise
        kind = found.get("type")
        known = _MEMBERS.get(kind) if isinstance(kind, str) else None
        ignored = [name for name in found if known is not None and name not in known]
        if not ignored or known is None:
            raise
        rest = {name: value for name, value in found.items() if name in known}
        return Read(msgspec.convert(rest, wire.ClientMessage), ignored)
