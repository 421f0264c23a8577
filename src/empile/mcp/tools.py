"""The tools: their names, arguments and descriptions, and what they do.

Descriptions are part of every conversation, so they are short. Arguments are structs: their schemas
and checks follow from the types.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from empile.mcp.errors import RequestError
from empile.mcp.games import full_or_short_rules, game_text, games_text
from empile.mcp.service import Service
from empile.mcp.work import Tell

Arguments = TypeVar("Arguments", bound=Struct)

Answer: TypeAlias = str | bytes
"""Text, or a PNG file."""

TableName: TypeAlias = str


class Nothing(Struct, forbid_unknown_fields=True):
    """No arguments."""


class GamesArguments(Struct, forbid_unknown_fields=True):
    """Of ``games``."""

    game: Annotated[str, Meta(description="for its options and bot levels")] = ""


class RulesArguments(Struct, forbid_unknown_fields=True):
    """Of ``rules``."""

    game: str
    full: Annotated[bool, Meta(description="else a summary")] = False


class OpenArguments(Struct, forbid_unknown_fields=True):
    """Of ``open_table``."""

    game: str
    players: int | UnsetType = UNSET
    seat: Annotated[int, Meta(description="yours, from 1")] = 1
    others: Annotated[
        int | Literal["self"] | list[int | Literal["self"]],
        Meta(description='the other seats: a bot level, "self" (you play them), or a list by seat'),
    ] = 2
    options: Annotated[
        dict[str, Any], Meta(description="by name; values or presets, see games")
    ] = {}


class JoinArguments(Struct, forbid_unknown_fields=True):
    """Of ``join_table``."""

    table: Annotated[str, Meta(description="code, ID or address")]
    name: Annotated[str, Meta(description="shown to the others")] = "AI"


class TableArguments(Struct, forbid_unknown_fields=True):
    """Of tools that need a table only."""

    table: TableName


class ObserveArguments(Struct, forbid_unknown_fields=True):
    """Of ``observe``."""

    table: TableName
    data: Annotated[bool, Meta(description="add the position as JSON")] = False


class MovesArguments(Struct, forbid_unknown_fields=True):
    """Of ``legal_moves``."""

    table: TableName
    prefix: str = ""
    limit: Annotated[int, Meta(ge=0, le=5000)] = 100


class ActArguments(Struct, forbid_unknown_fields=True):
    """Of ``act``."""

    table: TableName
    move: str


class HintArguments(Struct, forbid_unknown_fields=True):
    """Of ``hint``."""

    table: TableName
    seconds: Annotated[float, Meta(gt=0)] = 5.0


class AnalyseArguments(Struct, forbid_unknown_fields=True):
    """Of ``analyse``."""

    table: TableName
    depth: Literal["quick", "deep"] = "quick"


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """A tool."""

    name: str
    description: str
    arguments: type[Arguments]
    call: Callable[[Service, Arguments, Tell], Awaitable[Answer]]
    reads_only: bool = True

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments.

        Example: ``TOOLS["rules"].schema()["required"]`` returns ``["game"]``.
        """
        (_,), found = msgspec.json.schema_components([self.arguments])
        schema = found[self.arguments.__name__]
        kept = {key: schema[key] for key in ("type", "properties", "required") if schema.get(key)}
        return {"properties": {}, **kept}

    async def run(self, service: Service, given: dict[str, Any], tell: Tell) -> Answer:
        """Call the tool; raises :class:`RequestError`, also for wrong arguments.

        Example: ``await TOOLS["rules"].run(service, {"game": "blox"}, tell)``.
        """
        try:
            # Models often write numbers and flags as texts.
            arguments = msgspec.convert(given, self.arguments, strict=False)
        except msgspec.ValidationError as error:
            names = ", ".join(self.arguments.__struct_fields__) or "no arguments"
            raise RequestError(f"{self.name} takes {names}: {_lower(str(error))}.") from error
        return await self.call(service, arguments, tell)


async def _games(service: Service, given: GamesArguments, tell: Tell) -> str:
    return game_text(given.game) if given.game else games_text()


async def _rules(service: Service, given: RulesArguments, tell: Tell) -> str:
    return full_or_short_rules(given.game, full=given.full)


async def _open(service: Service, given: OpenArguments, tell: Tell) -> str:
    players = None if given.players is UNSET else given.players
    name = await service.open(given.game, players, given.seat, given.others, given.options)
    return await _introduced(service, name, tell)


async def _join(service: Service, given: JoinArguments, tell: Tell) -> str:
    return await _introduced(service, await service.join(given.table, given.name), tell)


async def _introduced(service: Service, name: str, tell: Tell) -> str:
    table = service.tables.find(name)
    seen = await table.observe(tell)
    return f"Table {name}. {table.introduction()}\n\n{seen}"


async def _observe(service: Service, given: ObserveArguments, tell: Tell) -> str:
    table = service.tables.find(given.table)
    seen = await table.observe(tell)
    if not given.data:
        return seen
    position = json.dumps(await table.view(tell), ensure_ascii=False, separators=(",", ":"))
    return f"{table.introduction()}\n\n{seen}\n\nPosition as JSON, seats from 0: {position}"


async def _moves(service: Service, given: MovesArguments, tell: Tell) -> str:
    moves = await service.tables.find(given.table).legal_moves(tell)
    return service.moves_text(moves, given.prefix, given.limit)


async def _act(service: Service, given: ActArguments, tell: Tell) -> str:
    table = service.tables.find(given.table)
    move = await table.act(given.move, tell)
    return f"You played {move}.\n\n{await table.observe(tell)}"


async def _hint(service: Service, given: HintArguments, tell: Tell) -> str:
    seconds = min(given.seconds, service.limits.hint_seconds)
    return await service.tables.find(given.table).hint(seconds, tell)


async def _analyse(service: Service, given: AnalyseArguments, tell: Tell) -> str:
    return await service.tables.find(given.table).analyse(given.depth, tell)


async def _picture(service: Service, given: TableArguments, tell: Tell) -> bytes:
    return service.png(await service.tables.find(given.table).svg())


async def _record(service: Service, given: TableArguments, tell: Tell) -> str:
    return json.dumps(await service.tables.find(given.table).record(), ensure_ascii=False)


async def _resign(service: Service, given: TableArguments, tell: Tell) -> str:
    table = service.tables.find(given.table)
    await table.resign(tell)
    return f"You resigned.\n\n{await table.observe(tell)}"


async def _close(service: Service, given: TableArguments, tell: Tell) -> str:
    await service.tables.close(given.table)
    return f"Table {given.table} is closed."


TOOLS: Final[dict[str, Tool[Any]]] = {
    tool.name: tool
    for tool in (
        Tool("games", "List the board games, or one game's options.", GamesArguments, _games),
        Tool("rules", "Read a game's rules and how moves are written.", RulesArguments, _rules),
        Tool(
            "open_table",
            "Start a game here against bots. Returns the table's name and what you see.",
            OpenArguments,
            _open,
            reads_only=False,
        ),
        Tool(
            "join_table",
            "Take an open place at a table of an Empile server, to play people.",
            JoinArguments,
            _join,
            reads_only=False,
        ),
        Tool(
            "observe",
            "See your table: the last events, the position, your legal moves. Waits for your turn.",
            ObserveArguments,
            _observe,
        ),
        Tool("legal_moves", "List legal moves that begin with prefix.", MovesArguments, _moves),
        Tool(
            "act",
            "Play a move. Returns what you see at your next turn.",
            ActArguments,
            _act,
            reads_only=False,
        ),
        Tool("hint", "Search for the best moves of your turn.", HintArguments, _hint),
        Tool(
            "analyse",
            "Grade the moves of a game and find its turning points; may take a minute.",
            AnalyseArguments,
            _analyse,
        ),
        Tool("picture", "Draw the board as PNG.", TableArguments, _picture),
        Tool("record", "Get the game's record as JSON, to replay it.", TableArguments, _record),
        Tool("resign", "Resign your game.", TableArguments, _resign, reads_only=False),
        Tool("close_table", "Forget a table.", TableArguments, _close, reads_only=False),
    )
}
"""The tools by name."""


def _lower(text: str) -> str:
    return (text[:1].lower() + text[1:]).replace("`", "'").replace("$.", "")
