"""The bodies of the REST interface: what is asked for and what is answered."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from empile.server.protocol import ErrorCode, Message, Parts, PlaceKind


class OptionInfo(Struct, frozen=True, omit_defaults=True):
    """One option of a game: how to ask for it."""

    name: str
    kind: Literal["choice", "number", "flag", "list", "data"]
    default: Any
    values: list[Any]
    """``choice``: what can be chosen; ``number``: least and greatest; otherwise empty."""
    rare: bool = False
    """Whether few people ever change it."""
    needs: dict[str, list[Any]] = {}
    """Options with the values that they must have for this one to leave its default."""
    depends: list[str] = []
    """Options that say what a value of this one means; when they change, it is asked for anew."""
    named: dict[str, Any] = {}
    """Values that the game brings along, by name; the value is what is sent, never the name."""


class LevelInfo(Struct, frozen=True, omit_defaults=True):
    """A level that bots play at."""

    level: int
    key: str
    """The message key of its name."""
    dexterity: int | None = None
    """The number of the hand that it has unless another is chosen; ``None`` where no hand is at work."""


class DexterityInfo(Struct, frozen=True):
    """How steady a bot's hand can be."""

    number: int
    """From 1, the least steady."""
    key: str
    """The message key of its name."""
    spread: float
    """Standard deviation, in millimetres, of where it lets go from where it wanted to."""


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    rules: int
    options: list[OptionInfo]
    players: list[int]
    levels: list[LevelInfo]
    lessons: int = 0
    """How many lessons it has."""
    dexterities: list[DexterityInfo] = []
    """How steady bots' hands can be, the least steady first; empty where no hand is at work."""


class OptionsWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game to be checked; those left out have their defaults."""

    options: dict[str, Any] = {}


class OptionsChecked(Struct, frozen=True, omit_defaults=True):
    """Options that were looked at: what they make, or what is wrong with them."""

    options: dict[str, Any] = {}
    """Every option, defaults written out, as a record would keep it; empty where refused."""
    setting: dict[str, Any] = {}
    """What never changes during a game played by them: the board; empty where refused."""
    dexterities: list[DexterityInfo] = []
    """How steady bots' hands can be, where hands are at work with them."""
    refused: Refusal | None = None
    """Why no table can be made with them."""


class PlaceWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of a table to be made."""

    kind: PlaceKind
    """``"person"``: played from here. ``"open"``: somebody joins. ``"bot"``: a bot of ``level``."""
    name: str = ""
    level: int | None = None
    dexterity: int | None = None
    """How steady a bot's hand is, one of the game's ``dexterities``; its level's by default."""


class TableWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made; places clockwise, as many as the game has seats."""

    game: str
    places: list[PlaceWanted]
    options: dict[str, Any] = {}
    language: str = ""
    watch: bool = True
    hints: bool = True
    calm: bool = False
    """Whether hands do not tremble and are helped to find the middle."""


class TableMade(Struct, frozen=True):
    """The new table, and the token that holds the places played from here."""

    table: str
    code: str
    token: str
    places: list[int]


class CodeFound(Struct, frozen=True):
    """The table of a short code."""

    table: str


class JoinWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open place: the first one, or ``place``."""

    name: str
    place: int | None = None


class JoinDone(Struct, frozen=True):
    """The token that holds ``places``, all those held by it."""

    token: str
    places: list[int]


class FillWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Let a bot take an open place: the first one, or ``place``."""

    level: int
    place: int | None = None
    dexterity: int | None = None


class Frame(Struct, frozen=True):
    """A position of a replay, and the event that led to it."""

    event: ReplayEvent | None
    """``None`` in the first frame."""
    position: dict[str, Any]
    scores: list[int]
    to_act: int | None
    """The seat to act; ``None`` at the end and where chance decides."""
    resting: dict[str, Any] = {}
    """Where things lie beyond what ``position`` tells: the game's own object, public."""


class ReplayEvent(Struct, frozen=True, omit_defaults=True):
    """A move (with ``seat`` and ``parts``) or a chance event of a replay."""

    text: str
    words: Message
    seat: int | None = None
    parts: Parts | None = None


class Replay(Struct, frozen=True):
    """A whole game, position by position."""

    record: dict[str, Any]
    setting: dict[str, Any]
    frames: list[Frame]
    teams: list[int] | None = None
    """The team of each seat where some play together."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """The body of every refused request."""

    code: ErrorCode
    message: str
    reason: Message | None = None
    """The same as a message of the game's, where the rules refused."""
    reasons: list[Message] = []
    """All faults of options as messages of the game's; ``cells`` names where they are."""
