"""Positions over REST: a start and the events since, for games without a table.

Requests are stateless: the client keeps the events.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from empile.engine.chance.choices import chance_choices, draw_rest
from empile.engine.errors import (
    IllegalActionError,
    NotationError,
    OptionError,
    PositionError,
)
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.server.http.positions.covering import NO_COVER, Cover, cover_of
from empile.server.tables import game_redaction, redaction
from empile.server.tables.loaded_games import loaded_game
from empile.server.tables.replays import MOST_EVENTS
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError, words_of
from empile.server.wire.schemas import Frame


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A start and the events since, as in a record."""

    game: str
    """The game's name."""
    options: dict[str, Any] = {}
    """Values by name of option; the others have defaults."""
    rules: int | None = None
    """The version of the game's rules; default: the newest."""
    start: dict[str, Any] | None = None
    """The position object from which the game begins; default: the initial state."""
    moves: list[str] = []
    """Moves and chance events since the start."""
    since: int | None = None
    """Number of events without frames; default: all but the last."""
    covered: list[int] = []
    """Seats whose hidden things, such as hands, are not shown."""
    draw: int | None = None
    """If chance decides next, its events are drawn with this seed; they follow in ``frames``."""
    chance: list[str] | None = None
    """Parts of the chance event that comes next, chosen so far. ``draw`` completes them; without
    it, ``chance`` of the answer lists what can follow.
    """


class ChanceOutcome(Struct, frozen=True):
    """A chance event, or a part of one, that can come next."""

    text: str
    """The event in notation, or the part."""
    is_event: bool
    """Whether ``text`` is a whole event."""
    probability: float
    """From 0 to 1, given the parts chosen so far."""
    message: wire.Message
    """What happens, in words."""


class PositionResponse(Struct, frozen=True):
    """A position with everything in sight, and what led to it."""

    board_setup: dict[str, Any]
    """Static board data."""
    position: dict[str, Any]
    """The position, as an object of the game; with its SVG as ``picture`` if pages need it."""
    seat: int | None
    """The seat to act, or ``None`` at a chance event or the end."""
    legal: list[wire.LegalMove]
    """All legal moves of the seat to act."""
    scores: list[int]
    """The score of each seat."""
    last: wire.LastMove | None
    """The last move."""
    result: wire.GameResult | None
    """The result. ``None`` while the game runs."""
    frames: list[Frame]
    """The positions after the events from ``since`` on."""
    poses: dict[str, Any] = {}
    """Rest poses in the game's own format."""
    is_chance: bool = False
    """Whether chance decides next."""
    chance: list[ChanceOutcome] = []
    """Whole chance events, or parts of one, that can come next; if they were asked for."""
    has_chance: bool = False
    """Whether chance decides something in this game."""
    has_hidden: bool = False
    """Whether seats do not see everything in this game."""


def begin(game: Game, start: dict[str, Any] | None) -> Match:
    """Return a match from a start. Raises ``CommandError`` if it does not hold together."""
    try:
        return Match(game) if start is None else Match.from_position(game, start)
    except PositionError as error:
        raise CommandError.of_position(error) from None
    except OptionError as error:
        raise CommandError.of_options(error) from None


def play(match: Match, moves: list[str]) -> None:
    """Play moves and chance events. Raises ``CommandError`` for the first that is illegal."""
    if len(moves) > MOST_EVENTS:
        raise CommandError("bad_request", f"a game may have at most {MOST_EVENTS} events")
    for text in moves:
        with _illegal_faults():
            match.play(text)


def position_after(game: Game, wanted: PositionRequest) -> PositionResponse:
    """Return a position. Blocks. Raises ``CommandError`` for a bad start or an illegal event."""
    match = begin(game, wanted.start)
    play(match, wanted.moves)
    if wanted.draw is not None:
        _draw(match, wanted.draw, wanted.chance or [])
    since = len(wanted.moves) - 1 if wanted.since is None else wanted.since
    found = shown(match, since, cover_of(wanted.covered))
    if wanted.chance is None or not found.is_chance:
        return found
    return msgspec.structs.replace(found, chance=_outcomes(match, wanted.chance))


def _draw(match: Match, seed: int, partial: list[str]) -> None:
    """Draw chance events, the first of which begins with ``partial``."""
    stream = new_stream(seed)
    if partial and match.state.is_chance_node():
        with _illegal_faults():
            match.push_event(draw_rest(match.state, partial, stream))
    match.resolve_chance(stream, also_external=True)


def _outcomes(match: Match, partial: list[str]) -> list[ChanceOutcome]:
    with _illegal_faults():
        return [
            ChanceOutcome(one.text, one.is_event, one.probability, words_of(one.message))
            for one in chance_choices(match.state, partial)
        ]


@contextmanager
def _illegal_faults() -> Generator[None]:
    try:
        yield
    except (IllegalActionError, NotationError) as error:
        raise CommandError.of_move(error) from None


def encoded_position(rules_version: int, options: dict[str, Any], wanted: PositionRequest) -> bytes:
    """Return :func:`position_after` as JSON; ``options`` are those of the game."""
    game = loaded_game(wanted.game, rules_version, options)
    return msgspec.json.encode(position_after(game, wanted))


def shown(match: Match, since: int | None = None, cover: Cover = NO_COVER) -> PositionResponse:
    """Return the position of a match; frames begin after ``since`` events, by default the last one."""
    state, game = match.state, match.game
    seat = state.current_player()
    result = state.result()
    position = game_redaction.position_shown(
        state, match.events, None, start=match.start, everything=True
    )
    first = max(0, len(match.events) - 1) if since is None else max(0, since)
    return PositionResponse(
        board_setup=redaction.setup_of(game, match.start),
        position=cover.position(state, position),
        seat=seat if seat >= 0 else None,
        legal=[] if seat < 0 or cover.hides_turn(state) else redaction.legal_moves(state),
        scores=state.scores(),
        last=_last(match),
        result=None if result is None else wire.GameResult(*result),
        frames=frames(match, first, cover),
        is_chance=result is None and seat < 0,
        has_chance=game.has_chance,
        has_hidden=game.imperfect_information,
        poses=redaction.poses_of(state, match.events, match.start),
    )


def frames(match: Match, first: int, cover: Cover = NO_COVER) -> list[Frame]:
    """Return the positions after the events from ``first`` on."""

    def frame(index: int) -> Frame:
        before, after = match.state_before(index), match.state_before(index + 1)
        happened = match.events[: index + 1]
        found = game_redaction.frame(
            after, before, happened, None, start=match.start, everything=True
        )
        return cover.frame(found, before, happened[-1], after)

    return [frame(index) for index in range(first, len(match.events))]


def _last(match: Match) -> wire.LastMove | None:
    for index, event in reversed(list(enumerate(match.events))):
        if event.seat >= 0:
            before = match.state_before(index)
            parts = before.game.presenter.move_parts(before, event.actions[0])
            return wire.LastMove(event.seat, event.text, parts)
    return None
