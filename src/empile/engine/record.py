"""Records: whole games as JSON.

A record of a running game as one seat sees it has ``"view": seat`` (``null``: a spectator) and
``?`` for hidden parts of events.

A record may have a name, notes and variations (:mod:`empile.engine.variations`), as the chapters of
a study have. ``replay`` reads the main line; ``play_lines`` plays all lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from empile.engine.discovery import game_class
from empile.engine.errors import (
    IllegalActionError,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGameError,
)
from empile.engine.game import Event, Game, Result, State
from empile.engine.strict_json import PlainDataError, is_list, is_object, read_json
from empile.engine.variations.notes import (
    Note,
    Variation,
    line_dict,
    read_name,
    read_notes,
    read_variations,
)

FORMAT = "empile/1"

_KEYS = ("format", "game", "rules", "options", "seats", "events", "result")

_OPTIONAL = ("start", "name", "ended", "left", "view", "notes", "variations")

LeftBy: TypeAlias = Literal["resignation", "time", "absence"]
"""Why a seat left a game before its end."""
EndedBy: TypeAlias = Literal[LeftBy, "aborted", "late"]
"""Why a game ended before its rules ended it.

``aborted``: it was called off before everybody had moved, so that it does not count; ``late``: the
same, because a first move did not come in time."""

FULL: Final = "full"
"""The ``view`` of a full record, whose file has no such key."""


class Ended(NamedTuple):
    """How a game ended before its rules ended it."""

    by: EndedBy
    seats: list[int]
    """The seats that did so, at least one."""


@dataclass(frozen=True)
class Record:
    """A game as data; fields as in the file.

    Example::

        >>> record = empile.Match(empile.load("block-ness")).record()
        >>> empile.Record.from_json(record.to_json()) == record
        True
    """

    game: str
    rules: int
    options: dict[str, Any]
    seats: list[str]
    events: list[str]
    result: Result | None
    view: int | str | None = FULL
    start: dict[str, Any] | None = None
    """The position object from which the events go on; None: the initial state."""
    ended: Ended | None = None
    """Set for a game without a result that does not go on."""
    left: tuple[LeftBy | None, ...] = ()
    """By seat: why it left a game that went on without it. Empty if none did."""
    name: str = ""
    """A title, such as that of a chapter."""
    notes: tuple[Note, ...] = ()
    """Notes about positions of the main line, at most one for each."""
    variations: tuple[Variation, ...] = ()
    """Lines that replace events of the main line."""
    _loaded: Game | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of_game(
        cls,
        game: Game,
        *,
        seats: list[str] | None,
        events: list[str],
        result: Result | None,
        view: int | str | None = FULL,
        start: dict[str, Any] | None = None,
        ended: Ended | None = None,
        left: tuple[LeftBy | None, ...] = (),
    ) -> Record:
        """Return a record of ``game``; ``seats`` are names, by default numbers from 1."""
        names = seats or [str(seat + 1) for seat in range(game.num_players)]
        return cls(
            game=game.name,
            rules=game.rules_version,
            options=dict(game.options),
            seats=names,
            events=events,
            result=result,
            view=view,
            start=start,
            ended=ended,
            left=left,
            _loaded=game,
        )

    def load_game(self) -> Game:
        """Return the game with the rules it was played under; raises ``RecordError``."""
        if self._loaded is not None:
            return self._loaded
        try:
            return game_class(self.game, self.rules)(**self.options)
        except (OptionError, UnknownGameError) as error:
            raise RecordError(str(error)) from error

    def replay(self) -> Iterator[tuple[State, Event]]:
        """Yield each event with the state before it, a copy.

        Raises ``RecordError``, at the end for a wrong stored result. Example: ``for state, event in
        record.replay(): ...``.
        """
        for state, event in self.steps():
            if event is None:
                self.check_result(state)
            else:
                yield state, event

    def steps(self) -> Iterator[tuple[State, Event | None]]:
        """Yield like ``replay``, then the last state with None; ignores the result.

        Example: ``*history, (final, _) = record.steps()``.
        """
        if self.view != FULL or any("?" in text for text in self.events):
            raise RecordError(
                "this record is what one seat saw of a running game ('view'); only a full record"
                " can be replayed"
            )
        yield from play_texts(self._initial_state(), self.events)

    def history(self) -> tuple[list[State], list[Event]]:
        """Return all states, the last one included, and the events between them.

        Raises as ``replay``. Example: ``states, events = record.history()``.
        """
        states, events = collect(self.steps())
        self.check_result(states[-1])
        return states, events

    def _initial_state(self) -> State:
        try:
            return self.load_game().start_state(self.start)
        except (OptionError, PositionError) as error:
            raise RecordError(f"the record's start: {error}") from error

    def check_result(self, final: State) -> None:
        """Raise ``RecordError`` if the stored result is not that of ``final``."""
        result = final.result()
        if self.result != result:
            stored = None if self.result is None else self.result._asdict()
            found = None if result is None else result._asdict()
            raise RecordError(
                f"the record's result is {json.dumps(stored)} but its events lead to"
                f" {json.dumps(found)}"
            )

    def final_state(self) -> State:
        """Return the last state; raises as ``replay``. Example: ``record.final_state().scores()``."""
        *_, (state, _event) = self.steps()
        self.check_result(state)
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        found: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seats": self.seats,
            **({} if self.start is None else {"start": self.start}),
            **({"name": self.name} if self.name else {}),
            "events": self.events,
            "result": None if self.result is None else self.result._asdict(),
        }
        if self.ended is not None:
            found["ended"] = self.ended._asdict()
        if self.left:
            found["left"] = list(self.left)
        if self.view != FULL:
            found["view"] = self.view
        return {**found, **line_dict(self)}

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read a record; ``replay`` checks the events. Raises ``RecordError``.

        Example: ``Record.from_json(path.read_text())``.
        """
        try:
            data = read_json(text)
        except PlainDataError as error:
            raise RecordError(f"this is not JSON: {error}") from error
        return cls.from_dict(data)

    @classmethod
    def from_dict(cls, data: Any) -> Record:
        """Return the record in ``data``; raises ``RecordError``."""
        if not is_object(data):
            raise RecordError("a record is a JSON object")
        if data.get("format") != FORMAT:
            raise RecordError(f"a record's 'format' is \"{FORMAT}\", not {data.get('format')!r}")
        for key in _KEYS:
            if key not in data:
                raise RecordError(f"the record has no '{key}'")
        for key in data:
            if key not in (*_KEYS, *_OPTIONAL):
                raise RecordError(f"a record has no member '{key}'")
        _expect(type(data["game"]) is str, "'game' must be a text")
        _expect(type(data["rules"]) is int, "'rules' must be a whole number")
        _expect(type(data["options"]) is dict, "'options' must be an object")
        _expect(_is_texts(data["seats"]), "'seats' must be a list of names")
        _expect(_is_texts(data["events"]), "'events' must be a list of texts")
        view = data.get("view", FULL)
        _expect(
            "view" not in data or view is None or type(view) is int,
            "'view' must be a seat or null",
        )
        _expect(
            "start" not in data or type(data["start"]) is dict, "'start' must be a position object"
        )
        record = cls(
            game=data["game"],
            rules=data["rules"],
            options=data["options"],
            seats=data["seats"],
            events=data["events"],
            result=_read_result(data["result"]),
            view=view,
            start=data.get("start"),
            ended=_read_ended(data["ended"]) if "ended" in data else None,
            left=_read_left(data["left"]) if "left" in data else (),
            name=read_name(data.get("name", "")),
            notes=read_notes(data.get("notes", []), len(data["events"])),
            variations=read_variations(data.get("variations", []), len(data["events"])),
        )
        _expect(
            record.ended is None or (record.result is None and view == FULL),
            "a record with 'ended' has no 'view', and its 'result' is null",
        )
        _expect(not record.left or record.result is not None, "a record with 'left' has a 'result'")
        _expect(
            view == FULL or not record.variations,
            "a record with 'view' has no 'variations': they cannot be played",
        )
        game = record.load_game()
        if len(record.seats) != game.num_players:
            raise RecordError(f"{len(record.seats)} names for {game.num_players} seats")
        if type(view) is int and not 0 <= view < game.num_players:
            raise RecordError(f"'view' is seat {view} of {game.num_players}")
        _expect(
            len(record.left) in (0, game.num_players),
            f"'left' is of {len(record.left)} seats, not {game.num_players}",
        )
        for seat in record.ended.seats if record.ended else ():
            _expect(0 <= seat < game.num_players, f"'ended' has seat {seat} of {game.num_players}")
        return replace(record, options=game.options, _loaded=game)


def play_texts(
    state: State, texts: Sequence[str], line: str = ""
) -> Iterator[tuple[State, Event | None]]:
    """Yield each event with the state before it, a copy, then the last state with None.

    Raises ``RecordError`` for an illegal event; ``line`` names the line in its message. Example:
    ``list(play_texts(state, ["c3-e3"]))``.
    """
    before = f"{line}, " if line else ""
    for index, text in enumerate(texts):
        try:
            event = state.read_text(text)
        except (IllegalActionError, NotationError) as error:
            # The index is that of an event of the record.
            at = None if line else index
            raise RecordError(f"{before}event {index}, '{text}': {error}", at) from error
        yield state, event
        state = state.clone()
        state.apply_event(event)
    yield state, None


def collect(
    steps: Iterable[tuple[State, Event | None]],
) -> tuple[list[State], list[Event]]:
    """Return the states and the events of steps. Example: ``collect(record.steps())``."""
    played = list(steps)
    return [state for state, _ in played], [event for _, event in played if event is not None]


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RecordError(otherwise)


def _is_texts(value: object) -> bool:
    return is_list(value) and all(type(item) is str for item in value)


def _is_integers(value: object) -> bool:
    return is_list(value) and all(type(item) is int for item in value)


def _read_result(value: Any) -> Result | None:
    if value is None:
        return None
    _expect(
        is_object(value)
        and set(value) == set(Result._fields)
        and all(_is_integers(value[key]) for key in ("winners", "scores", "ranks"))
        and type(value["reason"]) is str,
        "'result' must be null or have exactly 'winners', 'scores', 'ranks' and 'reason'",
    )
    return Result(**value)


def _read_ended(value: Any) -> Ended:
    _expect(
        is_object(value)
        and set(value) == set(Ended._fields)
        and value["by"] in get_args(EndedBy)
        and _is_integers(value["seats"])
        and 0 < len(value["seats"]) == len(set(value["seats"])),
        f"'ended' must be {{'by': one of {', '.join(get_args(EndedBy))}, 'seats': [...]}}",
    )
    return Ended(**value)


def _read_left(value: Any) -> tuple[LeftBy | None, ...]:
    _expect(
        is_list(value) and any(value) and all(by in (None, *get_args(LeftBy)) for by in value),
        '\'left\' must have "resignation", "time", "absence" or null for each seat',
    )
    return tuple(value)
