"""What goes over the socket: messages, and the parts that the REST interface shares.

Every message of the socket is one JSON object with a ``type``; every event of a table's log has a
``kind``. ``docs/protocol.md`` tells the same with examples, and :func:`schema` gives the JSON
Schema of all of it, made from the structs below and nothing else.

Words. A table has **places**, a game has **seats**. A place belongs to a person, to a bot, or is
open; which place is seat 0 is drawn for the first game and moves on by one in each rematch. A
**token** is the secret that proves whose places somebody holds. The **log** of a table is a list of
events numbered by ``seq`` from 1 without gaps; an event is durable before anyone is told of it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

# -- Small parts ---------------------------------------------------------------------------------

PlaceKind = Literal["person", "open", "bot"]
Status = Literal["gathering", "playing", "over", "frozen"]
AskKind = Literal["takeback", "rematch", "takeover"]
Parts = dict[str, str]
"""What a person chooses to make a move: names of choices and what is chosen."""

ErrorCode = Literal[
    "bad_message",
    "bad_hello",
    "no_table",
    "no_place",
    "no_watching",
    "no_hints",
    "not_yours",
    "stale",
    "illegal",
    "not_now",
    "bad_request",
    "bad_options",
    "bad_record",
    "too_large",
    "slow_down",
    "frozen",
    "failed",
]
"""Why something was refused. A message to people goes with it; programs look at this.

``bad_message``: no message of this protocol. ``bad_hello``: the first message was no ``hello``.
``no_table``: no such table, code, game, lesson or record. ``no_place``: no such place, or not a free one.
``no_watching``: the table has no spectators and the token is not one of its own. ``no_hints``: the
table plays without hints. ``not_yours``: the seat to act, or what was asked for, is not this connection's. ``stale``: something happened since.
``illegal``: the rules forbid it. ``not_now``: it makes no sense at this point. ``bad_request``,
``bad_options``, ``bad_record``, ``too_large``: REST. ``slow_down``: too many messages. ``frozen``:
the table's code failed and nobody has resumed it. ``failed``: the server is at fault.
"""

ByeCode = Literal["stopping", "flood", "too_slow", "refused", "idle"]
"""Why the server closes. ``stopping``: it is going down, come again. ``flood``: too many messages.
``too_slow``: too much was waiting to be read. ``refused``: the ``hello`` was. ``idle``: no
``hello`` came."""


class Words(Struct, frozen=True):
    """A message of the game's catalogue: a key and what fills its places."""

    key: str
    args: dict[str, str | int] = {}


class GameResult(Struct, frozen=True):
    """How a game ended, as in a record."""

    winners: list[int]
    scores: list[int]
    ranks: list[int]
    reason: str


class LegalMove(Struct, frozen=True):
    """A legal move: its text, the choices that make it, and what it would do beyond them.

    ``brings`` is the game's own object; it is left out where there is nothing to tell.
    """

    text: str
    parts: Parts
    brings: dict[str, Any] | UnsetType = UNSET


class LastMove(Struct, frozen=True):
    """The move that led to the position."""

    seat: int
    text: str
    parts: Parts


class PlaceInfo(Struct, frozen=True):
    """One place of a table, as everybody may see it but for ``mine``."""

    place: int
    kind: PlaceKind
    """Who plays it now."""
    name: str
    """The person's name; empty for bots and open places."""
    level: int | None = None
    """The bot's level; ``None`` for persons."""
    present: bool = False
    """Whether its person is connected; true for bots."""
    mine: bool = False
    """Whether the token of this connection holds it."""
    stands_in: bool = False
    """A bot plays here for a person, whose place it remains."""
    resigned: bool = False
    """Its person resigned the game that runs (or that ended last)."""


class TableInfo(Struct, frozen=True):
    """A table from outside."""

    id: str
    game: str
    rules: int
    """The rules version that the table was begun under."""
    options: dict[str, Any]
    """Every option, defaults written out."""
    status: Status
    places: list[PlaceInfo]
    game_number: int
    """Which game of the table this is: 0 before the first, 2 in the first rematch."""
    watch: bool
    """Whether spectators are let in."""
    watchers: int
    """How many spectators are connected."""
    language: str = ""
    """The language that the table was made in, for invitations; may be empty."""
    code: str | None = None
    """The short code to join by; told only to those who hold a place."""
    trouble: str | None = None
    """What failed, while the table is frozen."""
    hints: bool = True
    """Whether players may ask what a strong player would do."""
    hides: bool = False
    """Whether seats do not see the whole position: hands round one screen are then shown in turn."""
    teams: list[int] | None = None
    """The team of each seat where some play together. Seats go round, partners stay: places whose
    numbers are those of partners' seats are partners in every game of the table."""


class AskInfo(Struct, frozen=True):
    """A question to the table that is not decided yet."""

    ask: int
    """Its number: the ``seq`` of its ``asked`` event."""
    what: AskKind
    place: int
    """Who asks."""
    waiting: list[int]
    """The places whose answer is still missing."""
    takes: int | None = None
    """For a takeover: the place that a bot is to play."""
    level: int | None = None
    """For a takeover: the bot's level."""


class StateView(Struct, frozen=True):
    """The game as this connection may see it."""

    seq: int
    """The log's last event: what ``act`` must send back."""
    game_number: int
    seats: list[int]
    """The place of seat 0, 1, ..."""
    to_act: int | None
    """The seat to act; ``None`` when the game is over, resigned, or waits for an outcome."""
    mine: bool
    """Whether the seat to act is this connection's."""
    legal: list[LegalMove]
    """All legal moves, where ``mine``; otherwise empty."""
    setting: dict[str, Any]
    """What never changes during the game: the board."""
    position: dict[str, Any]
    """The position object of the game, as this connection may see it."""
    scores: list[int]
    result: GameResult | None
    """How the game ended; ``None`` while it runs, and when it was resigned."""
    last: LastMove | None
    asks: list[AskInfo]
    takeback: bool
    """Whether this connection has a move to ask back."""


# -- Events of a table's log -----------------------------------------------------------------------


class _Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    seq: int
    at: int
    """When it became part of the log, in milliseconds since 1970."""


class Created(_Event, tag="created", frozen=True):
    """The table was made."""

    game: str
    rules: int
    options: dict[str, Any]
    places: list[PlaceInfo]
    watch: bool
    hints: bool


class Joined(_Event, tag="joined", frozen=True):
    """A person took an open place."""

    place: int
    name: str


class Filled(_Event, tag="filled", frozen=True):
    """An open place became a bot's."""

    place: int
    level: int


class Renamed(_Event, tag="renamed", frozen=True):
    """A person goes by another name."""

    place: int
    name: str


class Started(_Event, tag="started", frozen=True):
    """A game begins; ``seats`` tells the place of seat 0, 1, ...

    For the first game the table drew it, for a rematch it is the last one moved on by one.
    """

    game_number: int
    seats: list[int]


class Moved(_Event, tag="move", frozen=True):
    """A seat moved. ``parts`` and ``words`` come with ``"detail": "full"`` only."""

    seat: int
    text: str
    parts: Parts | UnsetType = UNSET
    words: Words | UnsetType = UNSET


class Chanced(_Event, tag="chance", frozen=True):
    """Chance or a referee decided. ``?`` in the text stands for what this connection may not see."""

    text: str
    words: Words | UnsetType = UNSET


class Asked(_Event, tag="asked", frozen=True):
    """Somebody asks the table. The question's number is this event's ``seq``."""

    what: AskKind
    place: int
    takes: int | None = None
    level: int | None = None


class Answered(_Event, tag="answered", frozen=True):
    """A person answered. One no settles the question; so do a yes of all who are asked."""

    ask: int
    place: int
    yes: bool


class TakenBack(_Event, tag="taken_back", frozen=True):
    """The game goes back: of its moves and chance events only the first ``to`` still count."""

    to: int
    place: int


class Hinted(_Event, tag="hinted", frozen=True):
    """A person asked for a hint."""

    place: int


class Resigned(_Event, tag="resigned", frozen=True):
    """A person resigned the running game."""

    place: int


class TakenOver(_Event, tag="taken_over", frozen=True):
    """A bot plays on for the person of a place."""

    place: int
    level: int


class Retaken(_Event, tag="retaken", frozen=True):
    """The person of a place plays it again."""

    place: int


class Over(_Event, tag="over", frozen=True):
    """The game is over. ``result`` is ``None`` where it was resigned."""

    result: GameResult | None


class Frozen(_Event, tag="frozen", frozen=True):
    """The table's code failed. Nothing is decided by that; the table waits to be resumed."""

    message: str


class Resumed(_Event, tag="resumed", frozen=True):
    """Somebody resumed a frozen table."""


LogEvent = (
    Created
    | Joined
    | Filled
    | Renamed
    | Started
    | Moved
    | Chanced
    | Asked
    | Answered
    | TakenBack
    | Hinted
    | Resigned
    | TakenOver
    | Retaken
    | Over
    | Frozen
    | Resumed
)

# -- Messages from the client ----------------------------------------------------------------------


class _FromClient(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromClient, tag="hello", frozen=True):
    """The first message: which table, who, and what was seen already."""

    table: str
    token: str | None = None
    """The seat token; without one the connection is a spectator's."""
    since: int = 0
    """The ``seq`` of the last event already known."""
    detail: Literal["full", "moves"] = "full"
    """``"moves"``: events alone, for programs that keep the rules themselves."""


class Act(_FromClient, tag="act", frozen=True):
    """Move for the seat to act. Refused as ``stale`` unless ``seq`` is the log's last event."""

    seq: int
    action: str
    """The move's text."""


class Takeback(_FromClient, tag="takeback", frozen=True):
    """Ask to go back to before one's own last move."""


class Answer(_FromClient, tag="answer", frozen=True):
    """Answer a question for all of one's places."""

    ask: int
    yes: bool


class Hint(_FromClient, tag="hint", frozen=True):
    """Ask what a strong player would do for the seat to act, which must be one's own.

    Answered by ``advice``, unless the game moves on before that: then by ``stale``.
    """


class Resign(_FromClient, tag="resign", frozen=True):
    """Resign the game. With several places on one screen, ``place`` tells which."""

    place: int | None = None


class Rematch(_FromClient, tag="rematch", frozen=True):
    """Ask for another game, once one is over; or agree to the one asked for."""


class Takeover(_FromClient, tag="takeover", frozen=True):
    """Ask that a bot play on for an absent person."""

    place: int
    level: int


class Retake(_FromClient, tag="retake", frozen=True):
    """Take one's own places back from the bots that play them."""


class Rename(_FromClient, tag="rename", frozen=True):
    """Go by another name. With several places on one screen, ``place`` tells which."""

    name: str
    place: int | None = None


class Resume(_FromClient, tag="resume", frozen=True):
    """Let a frozen table try again."""


class Ping(_FromClient, tag="ping", frozen=True):
    """Answered by ``pong``."""


ClientMessage = (
    Hello
    | Act
    | Takeback
    | Answer
    | Hint
    | Resign
    | Rematch
    | Takeover
    | Retake
    | Rename
    | Resume
    | Ping
)

# -- Messages from the server ----------------------------------------------------------------------


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class You(Struct, frozen=True):
    """Who the server takes this connection for."""

    places: list[int]
    """The places held; empty for a spectator."""


class Welcome(_FromServer, tag="welcome", frozen=True):
    """The answer to ``hello``: everything needed to go on."""

    table: TableInfo
    you: You
    seq: int
    """The log's last event."""
    events: list[LogEvent]
    """What happened after ``since``; of finished games before the current one, nothing."""
    state: StateView | None
    """``None`` before the first game and with ``"detail": "moves"``."""


class Happened(_FromServer, tag="happened", frozen=True):
    """Events that have become part of the log, oldest first."""

    events: list[LogEvent]
    table: TableInfo | None = None
    """Where it changed."""
    state: StateView | None = None
    """With ``"detail": "full"``, once a game has begun."""


class AdvisedMove(Struct, frozen=True, omit_defaults=True):
    """A move and what may be expected of it."""

    text: str
    value: float
    """What the seat may expect, -1 to 1: (opponents beaten - opponents not beaten) / opponents, on
    the mean. Against one opponent, or one other team, (1 + value) / 2 is the chance to win."""
    scores: list[float] | None = None
    """The points at the end by seat, on the mean; absent where the search does not play that far."""
    parts: Parts | UnsetType = UNSET
    words: Words | UnsetType = UNSET


class Advice(_FromServer, tag="advice", frozen=True):
    """The answer to ``hint``, to who asked alone. It knows no more than the seat does.

    ``parts`` and ``words`` of moves come with ``"detail": "full"`` only.
    """

    seq: int
    """The log's last event when the position was looked at."""
    seat: int
    sides: int
    """How many play against each other: seats, or teams."""
    best: AdvisedMove
    others: list[AdvisedMove]
    """The next best moves, at most three."""


class Presence(_FromServer, tag="presence", frozen=True):
    """Who is connected; not part of the log."""

    places: list[int]
    """The places whose persons are connected."""
    watchers: int


class Error(_FromServer, tag="error", frozen=True):
    """A message was refused and nothing changed by it."""

    code: ErrorCode
    message: str
    """One plain sentence in English."""
    about: str | None = None
    """The type of the message refused, where it could be read."""
    reason: Words | None = None
    """The same as a message of the game's catalogue, where the rules refused."""
    seq: int | None = None
    """The log's last event."""


class Pong(_FromServer, tag="pong", frozen=True):
    """The answer to ``ping``."""


class Bye(_FromServer, tag="bye", frozen=True):
    """The last message before the server closes."""

    code: ByeCode
    message: str


ServerMessage = Welcome | Happened | Advice | Presence | Error | Pong | Bye

# -- Schema ----------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the socket's messages: ``$defs`` with every struct by its name.

    ``properties.client`` is any message of a client, ``properties.server`` any of the server.
    """
    (client, server), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Empile's socket messages",
        "type": "object",
        "properties": {"client": client, "server": server},
        "$defs": parts,
    }
