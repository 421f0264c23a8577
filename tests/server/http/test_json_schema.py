"""The documentation of the protocol, its schema and its structs agree."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from jsonschema import Draft202012Validator

from empile.server.background import analysis_schemas
from empile.server.http.json_schema import reference_text, schema, schema_text
from empile.server.tables import replays
from empile.server.wire import messages, schemas
from empile.server.wire.people import challenges, programs
from empile.server.wire.people import messages as text_messages

DOCS = Path(__file__).parents[3] / "docs" / "reference"
TYPES: dict[str, Any] = {
    "client": messages.ClientMessage,
    "server": messages.ServerMessage,
    "event": messages.LogEvent,
    "GamesInfo": list[schemas.GameInfo],
    "PendingRuling": messages.PendingRuling,
    "TimeLimit": messages.TimeLimit,
}
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", (DOCS / "protocol.md").read_text("utf-8"), re.S)


def type_named(name: str) -> Any:
    homes = (schemas, analysis_schemas, replays, programs, challenges, text_messages)
    return TYPES.get(name) or next(getattr(home, name) for home in homes if hasattr(home, name))


def test_examples_match_the_structs() -> None:
    for name, text in EXAMPLES:
        message = msgspec.json.decode(text, type=type_named(name))
        again = json.loads(msgspec.json.encode(message))
        given = json.loads(text)
        assert without_unset(given, again) == again, name


def without_unset(given: Any, again: Any) -> Any:
    """Return ``given`` without members at their default, which are not sent."""
    if isinstance(given, dict) and isinstance(again, dict):
        lacking = [key for key in again if key not in given]
        assert lacking == [] or all(again[key] in ("", None, False, {}, [], 0) for key in lacking)
        return again | {key: without_unset(value, again.get(key)) for key, value in given.items()}
    if isinstance(given, list) and isinstance(again, list):
        return [without_unset(*pair) for pair in zip(given, again, strict=True)]
    return given


def test_examples_match_the_schema() -> None:
    whole = schema()
    Draft202012Validator.check_schema(whole)
    for name, text in EXAMPLES:
        if name in ("client", "server"):
            sides(whole, name).validate(json.loads(text))
            Draft202012Validator(whole).validate(json.loads(text))


def sides(whole: dict[str, Any], name: str) -> Draft202012Validator:
    """Return a validator of the messages from the client or the server."""
    root = {"$ref": f"#/$defs/{name.title()}Message", "$defs": whole["$defs"]}
    return Draft202012Validator(root)


def test_schema_rejects_invalid_messages() -> None:
    client, server = sides(schema(), "client"), sides(schema(), "server")
    assert not client.is_valid({"type": "act", "seq": "4", "action": "c3-e3"})
    assert not client.is_valid({"type": "ping", "more": 1})
    assert not client.is_valid({"type": "hand_path", "seq": 4, "samples": [[0, 1, 2, 3]]})
    assert not server.is_valid({"type": "bye", "code": "why", "detail": ""})
    whole = Draft202012Validator(schema())
    assert not whole.is_valid({})
    assert not whole.is_valid({"type": "dance"})


def test_schema_has_no_keywords_that_generators_misread() -> None:
    text = schema_text()
    assert "prefixItems" not in text
    assert "discriminator" not in text


def test_every_member_has_a_description() -> None:
    lacking = [
        f"{name}.{member}"
        for name, found in schema()["$defs"].items()
        for member, of in found.get("properties", {}).items()
        if not of.get("description") and "const" not in of
    ]
    assert lacking == []


def test_examples_cover_every_message_and_event() -> None:
    shown = {
        json.loads(text).get("type") or json.loads(text).get("kind")
        for name, text in EXAMPLES
        if name in ("client", "server", "event")
    }
    unions = (messages.ClientMessage, messages.ServerMessage, messages.LogEvent)
    members = [get_origin(member) or member for union in unions for member in get_args(union)]
    known = {member.__struct_config__.tag for member in members}
    assert shown == known


def test_schema_file_matches_the_structs() -> None:
    assert (DOCS / "protocol.schema.json").read_text("utf-8") == schema_text()


def test_reference_file_matches_the_structs() -> None:
    assert (DOCS / "protocol-reference.md").read_text("utf-8") == reference_text()


def test_links_of_the_reference_have_headings() -> None:
    text = reference_text()
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= set(anchors)
