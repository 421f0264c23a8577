"""JSON Schema of the wire types, derived from their structs.

``python -m empile.server.http.json_schema`` writes the schema and the reference to
``docs/reference``. The page's types are generated from the schema.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from empile.bots import analysis_results
from empile.engine import errors as engine_errors
from empile.engine.strict_json import is_list, is_object
from empile.server.background import analysis_schemas
from empile.server.http import lessons, solo
from empile.server.http.lines import schemas as engine_lines
from empile.server.http.offline import lessons as offline_lessons
from empile.server.http.offline import solo as offline_solo
from empile.server.http.positions import answers as positions
from empile.server.http.puzzles import schemas as puzzles
from empile.server.http.sharing import pictures
from empile.server.tables import replays
from empile.server.wire import events, from_client, from_server, messages, parts, schemas
from empile.server.wire.clocks import settings as clock_settings
from empile.server.wire.clocks import view as clock_view
from empile.server.wire.lobby import filling, watching
from empile.server.wire.lobby import messages as lobby
from empile.server.wire.lobby import people as lobby_people
from empile.server.wire.people import (
    absences,
    accounts,
    acts,
    calls,
    challenges,
    contacts,
    fair_play,
    moderation,
    notices,
    profiles,
    programs,
    ratings,
    studies,
)
from empile.server.wire.people import (
    messages as text_messages,
)
from empile.server.wire.people import (
    puzzles as people_puzzles,
)

FILE: Final = "protocol.schema.json"
REFERENCE: Final = "protocol-reference.md"

_REF: Final = "#/$defs/"
_MODULES: Final = (
    from_client,
    from_server,
    filling,
    watching,
    lobby,
    lobby_people,
    calls,
    events,
    parts,
    schemas,
    accounts,
    absences,
    profiles,
    studies,
    people_puzzles,
    programs,
    ratings,
    contacts,
    challenges,
    text_messages,
    notices,
    fair_play,
    acts,
    moderation,
    replays,
    lessons,
    positions,
    engine_lines,
    clock_settings,
    clock_view,
    solo,
    offline_lessons,
    offline_solo,
    puzzles,
    pictures,
    analysis_schemas,
)
"""In the order of the reference."""
_DATACLASS_MODULES: Final = (engine_errors, analysis_results)
"""Modules with dataclasses that are sent as they are."""
_ALIASES: Final[dict[str, Any]] = {
    "LogEvent": events.LogEvent,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
    "LobbyClientMessage": lobby.LobbyClientMessage,
    "LobbyServerMessage": lobby.LobbyServerMessage,
    "CallsClientMessage": calls.CallsClientMessage,
    "CallsServerMessage": calls.CallsServerMessage,
    "PlaceKind": messages.PlaceKind,
    "Status": messages.Status,
    "AskKind": messages.AskKind,
    "ErrorCode": messages.ErrorCode,
    "ClosingCode": messages.ClosingCode,
    "Parts": messages.Parts,
    "Sample": messages.Sample,
    "Pose": messages.Pose,
}
"""An alias precedes those that contain it."""
_UNIONS: Final = {
    "ClientMessage": "Messages from the client",
    "ServerMessage": "Messages from the server",
    "LobbyClientMessage": "Messages to the lobby",
    "LobbyServerMessage": "Messages from the lobby",
    "CallsClientMessage": "Messages of a page that awaits calls",
    "CallsServerMessage": "Calls to tables",
    "LogEvent": "Events of the log",
}
"""Types whose members have a chapter of the reference."""
_REST: Final = (
    list[schemas.GameInfo],
    list[schemas.GamePrepared],
    schemas.OptionsRequest,
    schemas.OptionsResponse,
    schemas.CreateTable,
    schemas.TableCreated,
    schemas.TableList,
    schemas.CodeFound,
    schemas.JoinRequest,
    schemas.JoinResponse,
    schemas.FillRequest,
    schemas.MoveRequest,
    schemas.ResignRequest,
    schemas.AnswerRequest,
    schemas.PhraseRequest,
    schemas.LogReached,
    schemas.Transfer,
    schemas.TransferMade,
    schemas.TransferOpened,
    schemas.Replay,
    schemas.Problem,
    replays.VariationRequest,
    replays.VariationResponse,
    list[lessons.LessonInfo],
    lessons.LessonMoves,
    lessons.LessonStep,
    lessons.LessonAnswer,
    positions.PositionRequest,
    positions.PositionResponse,
    engine_lines.LinesRequest,
    engine_lines.LinesResponse,
    schemas.NetworkAccess,
    solo.SoloLevels,
    solo.SoloLevel,
    solo.SoloStart,
    solo.SoloVerdict,
    solo.SoloMoves,
    solo.SoloHintRequest,
    solo.SoloHint,
    solo.SoloSolution,
    offline_lessons.OfflineLessons,
    offline_solo.OfflineLevel,
    puzzles.PuzzleList,
    puzzles.PuzzleOfDay,
    puzzles.PuzzleBoard,
    puzzles.WholePuzzle,
    puzzles.PuzzleMoves,
    puzzles.OwnPuzzleMoves,
    puzzles.PuzzleTried,
    puzzles.PuzzlesMissed,
    pictures.PictureRequest,
    pictures.FilmRequest,
    pictures.FallRequest,
    analysis_schemas.AnalysisRequest,
    analysis_schemas.AnalysisCreated,
    analysis_schemas.AnalysisResponse,
    accounts.NewAccount,
    accounts.AccountMade,
    accounts.SignIn,
    accounts.Confirm,
    accounts.MeChange,
    accounts.RecoveryCodes,
    accounts.InvitationMade,
    accounts.RecoverByCode,
    accounts.RecoverByMail,
    accounts.NewPassword,
    list[accounts.SessionInfo],
    accounts.PasskeyOptions,
    accounts.NewPasskey,
    accounts.PasskeySignIn,
    accounts.NewMember,
    accounts.MemberChange,
    accounts.MemberRules,
    list[accounts.Approval],
    accounts.PrivacyText,
    absences.NewAbsence,
    absences.AbsenceCalendar,
    text_messages.Conversations,
    text_messages.MessagePage,
    text_messages.NewMessage,
    text_messages.MessagesRead,
    notices.Notices,
    notices.NoticesSeen,
    notices.NoticeChoices,
    notices.NoticeSettings,
    notices.PushKey,
    notices.NewPushDevice,
    notices.PushShown,
    profiles.KeepGames,
    profiles.GamesKept,
    profiles.TablesOfMine,
    programs.NewApiToken,
    programs.ApiTokenMade,
    list[programs.ApiToken],
    profiles.Profile,
    profiles.Statistics,
    profiles.Opponents,
    profiles.HistoryPage,
    profiles.Progress,
    studies.StudyList,
    studies.StoredStudy,
    studies.NewStudy,
    people_puzzles.PuzzleAttempts,
    people_puzzles.PuzzleHistory,
    programs.StreamEvent,
    ratings.MemberRatings,
    ratings.RatingHistory,
    ratings.Leaderboard,
    ratings.BotRatings,
    ratings.ExpectedScores,
    ratings.TableRatings,
    fair_play.FairPlayReport,
    contacts.Contacts,
    contacts.NewContact,
    contacts.BlockedPlaces,
    contacts.PeopleHere,
    challenges.NewChallenge,
    challenges.ChallengePlace,
    challenges.Inbox,
    challenges.FriendsPage,
    moderation.NewReport,
    list[moderation.OwnReport],
    list[acts.ActShown],
    moderation.NewAppeal,
    moderation.ModerationQueue,
    moderation.ReportShown,
    moderation.MemberCase,
    moderation.NewAct,
    moderation.DecisionWords,
    moderation.AppealAnswer,
    moderation.ModerationLog,
)

_REQUESTS: Final = frozenset(
    {
        accounts.NewAccount,
        accounts.Confirm,
        accounts.MeChange,
        accounts.NewPasskey,
        accounts.MemberChange,
        programs.NewApiToken,
        notices.NoticesSeen,
        contacts.NewContact,
        challenges.NewChallenge,
        moderation.NewReport,
        moderation.NewAct,
        moderation.DecisionWords,
        moderation.AppealAnswer,
    }
)
"""Structs that only clients send, and so may leave out what has a default. Others forbid unknown fields."""


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages, cached: do not change it.

    ``$defs`` has every struct by its name, including the bodies of REST.
    """
    found, definitions = msgspec.json.schema_components(
        (*_ALIASES.values(), *_REST), ref_template=_REF + "{name}"
    )
    # `Created` is generic, and named by its argument. It is sent with one argument only.
    found, definitions = json.loads(
        json.dumps([found, definitions])
        .replace("Created_PlaceInfo_", "Created")
        .replace("Created[PlaceInfo]", "Created")
    )
    aliases = dict(zip(_ALIASES, found, strict=False))
    text = json.dumps(definitions)
    for name, alias in aliases.items():
        text = text.replace(json.dumps(alias), json.dumps({"$ref": _REF + name}))
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "SocketMessage",
        "description": "A message of the socket, from the client or from the server.",
        "anyOf": [{"$ref": _REF + "ClientMessage"}, {"$ref": _REF + "ServerMessage"}],
        "$defs": _simplified(aliases | json.loads(text)),
    }
    for module in _MODULES:
        documented = _attribute_docs(module)
        for name in _ALIASES.keys() & documented.keys():
            whole["$defs"][name]["description"] = documented[name]
        for struct in _structs(module):
            if (found := whole["$defs"].get(struct.__name__)) is not None:
                _complete(found, struct, documented)
    for module in _DATACLASS_MODULES:
        for field, description in _attribute_docs(module).items():
            name, _, member = field.partition(".")
            if member in whole["$defs"].get(name, {}).get("properties", {}):
                whole["$defs"][name]["properties"][member]["description"] = description
    return whole


def _simplified(node: Any) -> Any:
    """Return a schema without what common generators of code misread.

    They ignore ``prefixItems``, and know ``discriminator`` from OpenAPI only. Tuples here have numbers.
    """
    if is_list(node):
        return [_simplified(item) for item in node]
    if not is_object(node):
        return node
    found: dict[str, Any] = {
        key: _simplified(value) for key, value in node.items() if key != "discriminator"
    }
    if found.pop("prefixItems", None) is not None:
        found["items"] = {"type": "number"}
    if found.get("type") == "array":
        found.setdefault("items", {})
    match found.get("enum"):
        case [str(only)]:
            del found["enum"]
            found = {"type": "string", "const": only, **found}
        case _:
            pass
    return found


def _structs(module: ModuleType) -> Iterator[type[Struct]]:
    for struct in vars(module).values():
        is_struct = isinstance(struct, type) and issubclass(struct, Struct)
        if is_struct and struct.__module__ == module.__name__:
            yield struct


def _complete(found: dict[str, Any], struct: type[Struct], documented: dict[str, str]) -> None:
    """Add what msgspec leaves out: descriptions, and which fields are always or never sent."""
    properties = found["properties"]
    always = set(found.get("required", ()))
    for one in msgspec.structs.fields(struct):
        if properties[one.encode_name].pop("private", False):
            del properties[one.encode_name]
            continue
        for owner in struct.__mro__:
            if description := documented.get(f"{owner.__name__}.{one.name}"):
                properties[one.encode_name]["description"] = description
        if _is_always_sent(struct, one):
            always.add(one.encode_name)
            properties[one.encode_name].pop("default", None)
        elif struct.__struct_config__.omit_defaults and one.default is None:
            _drop_null(properties[one.encode_name])
    found["required"] = [name for name in properties if name in always]


def _is_always_sent(struct: type[Struct], one: msgspec.structs.FieldInfo) -> bool:
    config = struct.__struct_config__
    if config.forbid_unknown_fields or struct in _REQUESTS:  # sent by the client
        return one.required
    if config.omit_defaults:
        is_plain = one.default_factory in (msgspec.NODEFAULT, list, dict)
        return not is_plain or (config.tag_field == "kind" and one.name in ("seq", "at"))
    return one.default is not UNSET


def _drop_null(of: dict[str, Any]) -> None:
    options = [option for option in of.pop("anyOf") if option != {"type": "null"}]
    del of["default"]
    of.update(options[0] if len(options) == 1 else {"anyOf": options})


def _attribute_docs(module: ModuleType) -> dict[str, str]:
    """Return the docstrings of type aliases and fields (``"Struct.field"``)."""
    found: dict[str, str] = {}
    tree = ast.parse(inspect.getsource(module))
    classes = {node.name + ".": node.body for node in tree.body if isinstance(node, ast.ClassDef)}
    for prefix, body in {"": tree.body, **classes}.items():
        for statement, text in pairwise(body):
            match statement, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name))
                    | ast.Assign(targets=[ast.Name(id=name)]),
                    ast.Expr(value=ast.Constant(value=str(description))),
                ):
                    found[prefix + name] = inspect.cleandoc(description)
                case _:
                    pass
    return found


def schema_text() -> str:
    return json.dumps(schema(), indent=1) + "\n"


def reference_text() -> str:
    lines = [
        "# Protocol reference",
        "",
        "All messages, events and bodies of the [protocol](protocol.md). Generated from the server's",
        "structs by `python -m empile.server.http.json_schema`; do not edit.",
    ]
    definitions: dict[str, Any] = schema()["$defs"]
    titles = {title: _members(definitions[name]) for name, title in _UNIONS.items()}
    listed = {name for names in titles.values() for name in names} | _UNIONS.keys()
    titles["Other types"] = sorted(definitions.keys() - listed)
    described: set[str] = set()
    for title, names in titles.items():
        lines += ["", f"## {title}"]
        for name in names:
            if name not in described:  # both sockets have it
                described.add(name)
                lines += _section(name, definitions[name])
    return "\n".join(lines) + "\n"


def _members(union: dict[str, Any]) -> list[str]:
    return [one["$ref"].rpartition("/")[2] for one in union["anyOf"]]


def _section(name: str, found: dict[str, Any]) -> Iterator[str]:
    properties: dict[str, Any] = dict(found.get("properties", {}))
    tag = _tag(found)
    if tag is None:
        yield from ("", f"### {name}")
    else:
        key, text = tag
        del properties[key]
        yield from ("", f"### `{text}`: {name}")
    if "properties" not in found:
        yield from ("", _type(found))
    if description := found.get("description"):
        yield from ("", inspect.cleandoc(description).replace("``", "`"))
    if properties:
        yield from ("", "| field | type | |", "| --- | --- | --- |")
    for field, of in properties.items():
        mark = "" if field in found["required"] else " (optional)"
        yield f"| `{field}`{mark} | {_type(of)} | {_prose(of.get('description', ''))} |"


def _tag(found: dict[str, Any]) -> tuple[str, str] | None:
    """Return the JSON member that names the type of a message or an event, and its value."""
    for key in ("type", "kind"):
        match found.get("properties", {}).get(key):
            case {"const": str(text)}:
                return key, text
            case _:
                pass
    return None


def anchor(name: str) -> str:
    """Return the anchor that Markdown gives to the heading of a type in the reference."""
    if name in _UNIONS:
        return _UNIONS[name].lower().replace(" ", "-")
    tag = _tag(schema()["$defs"][name])
    return name.lower() if tag is None else f"{tag[1]}-{name}".lower()


def _prose(text: str) -> str:
    return " ".join(text.replace("``", "`").split()).replace("|", "\\|")


def _type(of: dict[str, Any]) -> str:
    match of:
        case {"$ref": str(target)}:
            name = target.rpartition("/")[2]
            return f"[{name}](#{anchor(name)})"
        case {"anyOf": options}:
            return " or ".join(dict.fromkeys(_type(option) for option in options))
        case {"enum": values}:
            return ", ".join(f"`{json.dumps(value)}`" for value in values)
        case {"type": "array", "minItems": int(low), "maxItems": int(high)} if low == high:
            return f"array of {low} numbers"
        case {"type": "array"} if of.get("items"):
            return f"array of {_type(of['items'])}"
        case {"type": "object"} if of.get("additionalProperties"):
            return f"object of {_type(of['additionalProperties'])}"
        case {"type": str(name)}:
            return name
        case _:
            return "any"


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference")
    (folder / FILE).write_text(schema_text(), "utf-8")
    (folder / REFERENCE).write_text(reference_text(), "utf-8")
