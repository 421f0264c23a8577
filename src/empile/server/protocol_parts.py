"""The parts of what goes out and comes in: places, tables, positions, and why something is refused.

:mod:`empile.server.protocol` tells the words and passes all of this on.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

PlaceKind = Literal["person", "open", "bot"]
Status = Literal["gathering", "playing", "over", "frozen"]
AskKind = Literal["takeback", "rematch", "takeover", "calm"]
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
    "bad_hand",
    "not_now",
    "unsure",
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
``illegal``: the rules forbid it. ``bad_hand``: no hand can do that. ``not_now``: it makes no sense at this point. ``unsure``: it
would end the game and was not said to be sure. ``bad_request``,
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
    dexterity: int | None = None
    """How steady the bot's hand is; ``None`` for persons and where no hand is at work."""


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
    calm: bool | None = None
    """Whether hands do not tremble and are helped to find the middle; ``None`` where no hand is at
    work."""


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
    dexterity: int | None = None
    """For a takeover: how steady the bot's hand is, where one is at work."""
    calm: bool | None = None
    """For calm: whether it is to be."""


class PossibleAnswer(Struct, frozen=True):
    """What people may answer where they judge."""

    text: str
    """As the chance event that it would be: what ``judge`` sends back."""
    ends: bool
    """Whether the game would be over: then ``judge`` must be sure."""
    later: str | None = None
    """The answer that it may still become: until the next turn begins it is held, unless it ends
    the game. ``None``: it is final at once."""


class HeldAnswer(Struct, frozen=True):
    """What people answered, while it may still become another answer."""

    text: str
    place: int
    """Whose person said so last."""


class Judging(Struct, frozen=True):
    """What happened waits for an answer that the rules do not know."""

    by: Literal["hand", "people"]
    """A hand that places something in a simulated world, or the people at the table."""
    seat: int
    """The seat whose deed it is."""
    grips: list[str] = []
    """``hand``: the ways to hold what is placed."""
    answers: list[PossibleAnswer] = []
    """``people``: what may be answered."""
    held: HeldAnswer | None = None
    """``people``: what was answered, until ``begin``."""


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
    resting: dict[str, Any] = {}
    """Where things lie beyond what ``position`` tells: the game's own object, public."""
    judging: Judging | None = None
    """Who says what happened, where that is waited for."""
