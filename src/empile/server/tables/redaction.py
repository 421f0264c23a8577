"""Per-viewer redaction of running tables. Records and replays are in ``game_redaction``.

All outgoing table data is built in these two modules; ``updates`` joins it to messages.

A viewer is a seat, or ``None`` for a spectator. Two states that differ only in what a viewer cannot
see give that viewer identical bytes. Legal moves are sent only to the seat to act, private fields
of events (:data:`empile.server.wire.events.PRIVATE`) never.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from empile.bots.hints import Advice, MoveEvaluation
from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, Game, State
from empile.engine.rulings import possible_rulings
from empile.server.tables.clocks.at_table import away_until
from empile.server.tables.history import Span, events_of
from empile.server.tables.table import GamePlayed, Table, after
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.bot_settings import hand_skills
from empile.server.wire.errors import words_of
from empile.server.wire.events import LogEntry, LogEvent

Viewers = tuple[int | None, int | None]
"""The viewer of positions and the viewer of the log."""
SPECTATOR: Final[Viewers] = (None, None)

_MOST_OTHERS = 3
_moves_decoder = msgspec.json.Decoder(list[wire.LegalMove])


def viewer_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the viewer of positions for the holder of ``key``.

    A holder of several seats views as the seat to act if it is theirs, else as a spectator: players
    at one screen must not see each other's hands.
    """
    held = table.places_of(key)
    if len(held) > 1 and is_to_act(table, key) and game in (None, table.current):
        return table.seat_to_act
    return log_viewer_of(table, key, game)


def log_viewer_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the viewer of the log, which stays on screen: None if ``key`` has several seats."""
    game = game or table.current
    held = table.places_of(key)
    return game.seat_of(held[0]) if game is not None and len(held) == 1 else None


def viewers_of(table: Table, key: str | None) -> Viewers:
    """Return :func:`viewer_of`, None with perfect information, and :func:`log_viewer_of`."""
    found = table.viewers.get(key)
    if found is None:
        viewer = log_viewer = log_viewer_of(table, key)
        if not table.game.imperfect_information:
            viewer = None
        elif len(table.places_of(key)) > 1:  # changes with the turn
            return viewer_of(table, key), log_viewer
        found = table.viewers[key] = (viewer, log_viewer)
    return found


def hides_events(game: Game) -> bool:
    """Return whether viewers may see different texts of an event."""
    return game.imperfect_information or game.notation.redacts_text


def is_to_act(table: Table, key: str | None) -> bool:
    return key is not None and key == table.key_to_act


# -- The table -------------------------------------------------------------------------------------


def teams_of(game: Game) -> list[int] | None:
    return game.teams if len(set(game.teams)) < len(game.teams) else None


def table_info(
    table: Table, key: str | None, present: AbstractSet[int], spectators: int
) -> wire.TableInfo:
    held = table.places_of(key)
    if not held and not table.created.allow_spectators:
        return _outside(table)
    return wire.TableInfo(
        id=table.id,
        game=table.game.name,
        rules=table.game.rules_version,
        options=table.game.options,
        status=table.status,
        places=[
            wire.PlaceInfo(
                place=number,
                kind=place.kind,
                name=table.shown_name(number, place.name),
                level=place.level,
                present=number in present or (place.kind == "bot" and not place.stands_in),
                mine=number in held,
                stands_in=place.stands_in,
                resigned=place.resigned,
                hand_skill=place.hand_skill,
                member=_profile_of(table, number),
                program=place.program or UNSET,
                away_until=away_until(table, number) or UNSET,
            )
            for number, place in enumerate(table.places)
        ],
        game_number=len(table.played),
        allow_spectators=table.created.allow_spectators,
        spectators=spectators,
        language=table.created.language,
        code=table.code if held else None,
        failure=table.failure,
        hints=table.created.hints,
        imperfect_information=table.game.imperfect_information,
        teams=teams_of(table.game),
        assist=table.assist if hand_skills(table.game) else None,
        clock=table.created.clock or UNSET,
        rated=table.created.rated or UNSET,
        friendly=table.created.friendly or UNSET,
        patience=_patience(table),
    )


def clocks_of(table: Table) -> wire.ClockView | None:
    """Return the clocks now, or None without a clock or a game."""
    return None if table.clock is None else table.clock.view(time.time_ns() // 1_000_000)


def _patience(table: Table) -> int | UnsetType:
    seconds = table.created.patience
    return UNSET if seconds == events.DEFAULT_PATIENCE else seconds


def _profile_of(table: Table, place: int) -> str | UnsetType:
    member = table.members.get(place)
    return UNSET if member is None or member.public is None else member.public


def _outside(table: Table) -> wire.TableInfo:
    """Return what strangers may know of a table without spectators: enough to join it."""
    created = table.created
    return wire.TableInfo(
        id=table.id,
        game=table.game.name,
        rules=table.game.rules_version,
        options=table.game.options,
        status="gathering" if any(p.kind == "open" for p in table.places) else "private",
        places=[
            wire.PlaceInfo(number, "person", "", program=place.program or UNSET)
            if place.stands_in
            else wire.PlaceInfo(
                number,
                place.kind,
                "",
                level=place.level,
                hand_skill=place.hand_skill,
                program=place.program or UNSET,
            )
            for number, place in enumerate(table.places)
        ],
        game_number=0,
        allow_spectators=False,
        spectators=0,
        language=created.language,
        hints=created.hints,
        imperfect_information=table.game.imperfect_information,
        teams=teams_of(table.game),
        assist=created.assist if hand_skills(table.game) else None,
        clock=created.clock or UNSET,
        rated=created.rated or UNSET,
        friendly=created.friendly or UNSET,
        patience=_patience(table),
    )


# -- The log ---------------------------------------------------------------------------------------


def event_seen(
    table: Table,
    entry: LogEntry,
    before: State | None,
    event: Event | None,
    viewer: int | None,
    full: bool,
    *,
    revealed: bool = False,
) -> LogEvent:
    """Redact a log entry.

    Moves and chance events need the state ``before`` them and the parsed ``event``. ``full`` adds
    log messages and the parts of moves. ``revealed`` shows all of the game, as its record does after
    the end.
    """
    match entry:
        case events.Moved() | events.ChanceResolved():
            assert before is not None
            assert event is not None
            if revealed:
                viewer = informed_viewer(before, event)
            text = event.text
            if not revealed:
                text = table.game.notation.redacted_text(before, event, viewer)
            return game_event_seen(entry, before, event, viewer, full, text)
        case events.Started() if table.created.start is not None:
            start: dict[str, Any] | None = table.created.start
            if not revealed:
                start = start_seen(start, table.initial, viewer)
            return replace(entry, start=start)
        case events.Created():
            places = [
                wire.PlaceInfo(
                    number,
                    place.kind,
                    table.shown_name(number, place.name),
                    place.level,
                    hand_skill=place.hand_skill,
                    program=place.program or UNSET,
                )
                for number, place in enumerate(entry.places)
            ]
            shown: Any = replace(entry, places=places, **events.PRIVATE[events.Created])
            return cast("events.Created[wire.PlaceInfo]", shown)
        case events.Joined() | events.Renamed():
            name = table.shown_name(entry.place, entry.name)
            return replace(entry, name=name, **events.PRIVATE.get(type(entry), {}))
        case _:
            private = events.PRIVATE.get(type(entry))
            return replace(entry, **private) if private else entry


def game_event_seen(
    entry: events.GameEntry,
    before: State,
    event: Event,
    viewer: int | None,
    full: bool,
    text: str,
) -> LogEvent:
    """Redact a move or chance event whose text is ``text`` for ``viewer``; see :func:`event_seen`."""
    if not full:
        return entry if text == entry.text else replace(entry, text=text)
    message = words_of(before.game.presenter.event_message(before, event, viewer))
    if isinstance(entry, events.ChanceResolved):
        return replace(entry, text=text, message=message)
    parts = visible_parts(before, event, text)
    return replace(entry, text=text, parts=parts, message=message)


def informed_viewer(before: State, event: Event) -> int | None:
    """Return a viewer who may see all of an event, if there is one: for games that are over."""
    if event.seat >= 0:
        return event.seat
    redacted_text = before.game.notation.redacted_text
    viewers = (None, *range(before.game.num_players))
    return next((one for one in viewers if redacted_text(before, event, one) == event.text), None)


def revealed_events(table: Table) -> AbstractSet[int]:
    """Return the numbers of the events that everyone may see: those in the record of a game that is over."""
    game = table.current
    if game is None or not game.over:
        return frozenset()
    return {game.first_seq, *table.history.standing()}


def visible_parts(before: State, event: Event, text: str) -> wire.Parts:
    """Return the parts of a move, or nothing if ``text``, as the viewer sees it, is redacted."""
    if text != event.text:
        return {}
    return before.game.presenter.event_parts(before, event)


class LogSeen(NamedTuple):
    events: list[LogEvent]
    counted: int
    """How many of the game's moves and chance events counted before the first of ``events``."""


def log_seen(
    table: Table,
    span: Span,
    known: Sequence[Event],
    first: int,
    viewer: int | None,
    *,
    full: bool,
    revealed: AbstractSet[int],
) -> LogSeen:
    """Return the redacted entries of ``span`` from ``first`` on. Safe to call in a thread.

    ``known`` are game events of the game: those that occur in ``span`` need not be parsed again.
    ``revealed`` are the numbers of entries that are not redacted.
    """
    counted = events_of(span.path)
    states = [table.initial.clone()]
    for earlier in counted:
        states.append(after(states[-1], earlier))
    before_first = len(counted)
    seen: list[LogEvent] = []
    for logged in span.logged:
        entry, parsed = logged.entry, logged.event
        if entry.seq == first:
            before_first = len(counted)
        before: State | None = None
        event: Event | None = None
        if isinstance(entry, events.TakenBack):
            del counted[entry.to :], states[entry.to + 1 :]
        elif isinstance(entry, events.Moved | events.ChanceResolved):
            before = states[-1]
            event = parsed or _parsed(before, entry.text, counted, known)
            counted.append(event)
            states.append(after(before, event))
        if entry.seq >= first:
            shown = entry.seq in revealed
            seen.append(event_seen(table, entry, before, event, viewer, full, revealed=shown))
    return LogSeen(seen, before_first)


def _parsed(before: State, text: str, counted: list[Event], known: Sequence[Event]) -> Event:
    # Parsing takes longer than all the rest. The same text after the same events is the same event.
    count = len(counted)
    if count < len(known) and known[count].text == text and counted == known[:count]:
        return known[count]
    return before.read_text(text)


def events_since(table: Table, since: int, key: str | None, *, full: bool) -> list[LogEvent]:
    """Return the redacted log after ``since``, from the current game on, if it is in memory."""
    history = table.history
    first = max(since + 1, history.first_seq)
    if first > table.seq:
        return []
    span = history.span(history.checkpoint(first), table.seq)
    assert span is not None, "the game is short"
    viewer, revealed = log_viewer_of(table, key), revealed_events(table)
    return log_seen(table, span, [], first, viewer, full=full, revealed=revealed).events


# -- The game --------------------------------------------------------------------------------------


def state_view(table: Table, key: str | None) -> wire.StateView | None:
    """Return the redacted current game, or None before the first.

    The game's own objects are encoded already.
    """
    viewers: tuple[int | None, int | None] = (None, None)
    if table.game.imperfect_information:
        viewers = (viewer_of(table, key), log_viewer_of(table, key))
    view = spectator_view(table, *viewers)
    if view is None or table.state is None:
        return None
    mine = is_to_act(table, key)
    legal: Any = Raw(legal_json(table.state)) if mine else []
    takeback = table.takeback_target(key) is not None
    return replace(view, mine=mine, legal=legal, takeback=takeback)


def spectator_view(
    table: Table, viewer: int | None, log_viewer: int | None
) -> wire.StateView | None:
    """Return the view of a spectator who sees what ``viewer`` sees."""
    game, state = table.current, table.state
    if game is None or state is None:
        return None
    setup: Any = table.setup
    position: Any = Raw(position_json(state, viewer))
    return wire.StateView(
        seq=table.seq,
        game_number=game.number,
        seats=game.seats,
        to_act=table.seat_to_act,
        mine=False,
        legal=[],
        board_setup=setup,
        position=position,
        scores=state.scores(),
        result=result_of(state),
        last=last_move(table, log_viewer),
        asks=asks_of(table),
        takeback=False,
        poses=poses_of(state, game.events, table.created.start),
        pending_ruling=pending_ruling(table, state),
    )


def position_json(state: State, viewer: int | None) -> bytes:
    """Return the position, encoded."""
    return state.game.presenter.json.view(state, viewer)


def legal_json(state: State) -> bytes:
    """Return the legal moves, encoded, for the player of the seat to act only."""
    return state.game.presenter.json.moves(state)


def result_of(state: State) -> wire.GameResult | None:
    """Return the result, None before the end."""
    result = state.result()
    return None if result is None else wire.GameResult(*result)


def asks_of(table: Table) -> list[wire.AskInfo]:
    return [
        wire.AskInfo(
            ask.seq,
            ask.what,
            ask.place,
            sorted(ask.waiting),
            ask.takes,
            ask.level,
            ask.hand_skill,
            ask.assist,
        )
        for ask in table.asks.values()
    ]


def setup_of(game: Game, start: dict[str, Any] | None) -> dict[str, Any]:
    """Return the static board data of a game, from a position object if ``start`` is one."""
    presenter = game.presenter
    return presenter.board_setup() if start is None else presenter.start_setup(start)


def poses_of(
    state: State, events: Sequence[Event], start: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the rest poses in ``state``; empty without a referee."""
    referee = state.game.referee
    return {} if referee is None else referee.poses(state, events, start=start)


def poses_json(table: Table, state: State) -> Any:
    """Return the rest poses of the current game, encoded."""
    referee = state.game.referee
    if referee is None:
        return {}
    return Raw(referee.poses_json(state, table.played[-1].events, start=table.created.start))


def pending_ruling(table: Table, state: State) -> wire.PendingRuling | None:
    referee = referee_at(state)
    if referee is None or table.status != "playing":
        return None
    source = referee.outcome_source(state)
    if source == "odds":
        return None
    seat = referee.placing_seat(state)
    if source == "hand":
        return wire.PendingRuling(source, seat, list(referee.grips(state)))
    held = table.held
    return wire.PendingRuling(
        source,
        seat,
        outcomes=[
            wire.PossibleOutcome(answer.event.text, answer.ends, answer.later)
            for answer in possible_rulings(state)
        ],
        proposed=None if held is None else wire.ProposedOutcome(held.outcome, held.place),
    )


def legal_moves(state: State) -> list[wire.LegalMove]:
    """Return the legal moves, for the player of the seat to act only."""
    return _moves_decoder.decode(state.game.presenter.json.moves(state))


def advice(table: Table, found: Advice, *, full: bool) -> wire.Advice:
    """Return a search's advice, for the player of the seat to act only."""
    assert table.state is not None
    state = table.state
    best, *others = found.moves
    tried = [evaluation for evaluation in others if evaluation.visits > 0]
    return wire.Advice(
        seq=table.seq,
        seat=found.seat,
        sides=len(set(table.game.teams)),
        best=_advised(state, found.seat, best, full),
        others=[
            _advised(state, found.seat, evaluation, full) for evaluation in tried[:_MOST_OTHERS]
        ],
    )


def _advised(state: State, seat: int, evaluation: MoveEvaluation, full: bool) -> wire.AdvisedMove:
    game = state.game
    event = Event(seat, (evaluation.action,), evaluation.move)
    scores = None if evaluation.scores is None else [round(score, 1) for score in evaluation.scores]
    return wire.AdvisedMove(
        text=evaluation.move,
        value=round(evaluation.value, 3),
        scores=scores,
        parts=game.presenter.move_parts(state, evaluation.action) if full else UNSET,
        message=words_of(game.presenter.event_message(state, event, seat)) if full else UNSET,
    )


def last_move(table: Table, viewer: int | None) -> wire.LastMove | None:
    if table.last_move is None:
        return None
    before, event = table.last_move
    text = table.game.notation.redacted_text(before, event, viewer)
    return wire.LastMove(event.seat, text, visible_parts(before, event, text))


def start_seen(
    start: dict[str, Any] | None, initial: State, viewer: int | None
) -> dict[str, Any] | None:
    """Return the view of the start; what only the start has, such as rest poses, is public."""
    return None if start is None else {**start, **initial.view(viewer)}
