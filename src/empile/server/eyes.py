"""What goes out: the one place where anything about a table is made to be seen by somebody.

What a connection may see of the game is named here through the game's own ``view``, ``redacted_text``
and ``event_message`` for one seat, or for a spectator; the parts of a move are told only to whom its
whole text is, and legal moves only to the seat to act. Hashes of tokens never leave the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

import msgspec

from empile.bots.advising import Advice, Judged
from empile.engine.answers import possible_answers
from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, Game, State
from empile.engine.record import Record
from empile.server import bodies, log
from empile.server import protocol as wire
from empile.server.dexterities import hand_skills
from empile.server.log import Logged
from empile.server.refused import words_of
from empile.server.table import GamePlayed, Table, after
from empile.server.verbs.takeback import target_of

_MOST_OTHERS = 3
"""Moves beside the best that advice tells of."""


def eye_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the seat whose eyes a token sees the position with; ``None``: a spectator's.

    Who holds several seats sees as the seat to act where a person plays that from here. Otherwise
    he sees as a spectator does: nobody of those round his screen is to see another's hand.
    """
    held = table.places_of(key)
    if len(held) > 1 and is_to_act(table, key) and game in (None, table.current):
        return table.seat_to_act
    return log_eye_of(table, key, game)


def log_eye_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the seat whose eyes a token sees what happened with; ``None``: a spectator's.

    What happened stays to be read when the turn has passed to the next. So who holds several seats
    reads it as a spectator does.
    """
    game = game or table.current
    held = table.places_of(key)
    return game.seat_of(held[0]) if game is not None and len(held) == 1 else None


def eye_for_texts(table: Table, key: str | None) -> int | None:
    """Return a seat that the texts of events look the same to as to who holds a token.

    Where every seat and every spectator reads the same texts, that is always a spectator's eye.
    """
    return log_eye_of(table, key) if table.game.notation.redacts_text else None


def is_to_act(table: Table, key: str | None) -> bool:
    """Return whether the seat to act is played by who holds ``key``."""
    place = table.place_to_act
    if place is None or key is None or table.status != "playing":
        return False
    return table.places[place].kind == "person" and table.places[place].key == key


# -- The table -------------------------------------------------------------------------------------


def teams_of(game: Game) -> list[int] | None:
    """Return the team of each seat; ``None`` where each plays alone."""
    return game.teams if len(set(game.teams)) < len(game.teams) else None


def table_info(
    table: Table, key: str | None, present: AbstractSet[int], watchers: int
) -> wire.TableInfo:
    """Return a table as who holds ``key`` may see it."""
    held = table.places_of(key)
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
                name=place.name,
                level=place.level,
                present=number in present or (place.kind == "bot" and not place.stands_in),
                mine=number in held,
                stands_in=place.stands_in,
                resigned=place.resigned,
                dexterity=place.dexterity,
            )
            for number, place in enumerate(table.places)
        ],
        game_number=len(table.played),
        watch=table.created.watch,
        watchers=watchers,
        language=table.created.language,
        code=table.created.code if held else None,
        trouble=table.trouble,
        hints=table.created.hints,
        hides=table.game.imperfect_information,
        teams=teams_of(table.game),
        calm=table.calm if hand_skills(table.game) else None,
    )


# -- The log ---------------------------------------------------------------------------------------


def event_seen(
    game: Any,
    logged: Logged,
    before: State | None,
    event: Event | None,
    eye: int | None,
    full: bool,
) -> wire.LogEvent:
    """Return an entry of the log as ``eye`` may see it.

    ``before`` and ``event`` belong to moves and chance events; with ``full`` they come with words,
    and moves with parts.
    """
    seq, at, entry = logged
    match entry:
        case log.Move() | log.Chance():
            assert before is not None
            assert event is not None
            return _played(game, logged, before, event, eye, full)
        case log.Created():
            places = [
                wire.PlaceInfo(
                    number, place.kind, place.name, place.level, dexterity=place.dexterity
                )
                for number, place in enumerate(entry.places)
            ]
            return wire.Created(
                seq,
                at,
                entry.game,
                entry.rules,
                entry.options,
                places,
                entry.watch,
                entry.hints,
                entry.calm,
            )
        case log.Joined():
            return wire.Joined(seq, at, entry.place, entry.name)
        case log.Filled():
            return wire.Filled(seq, at, entry.place, entry.level, entry.dexterity)
        case log.Renamed():
            return wire.Renamed(seq, at, entry.place, entry.name)
        case log.Started():
            return wire.Started(seq, at, entry.game_number, entry.seats)
        case log.Asked():
            return wire.Asked(
                seq,
                at,
                entry.what,
                entry.place,
                entry.takes,
                entry.level,
                entry.dexterity,
                entry.calm,
            )
        case log.Answered():
            return wire.Answered(seq, at, entry.ask, entry.place, entry.yes)
        case log.TakenBack():
            return wire.TakenBack(seq, at, entry.to, entry.place)
        case log.Judged():
            return wire.Judged(seq, at, entry.place, entry.answer)
        case log.Hinted():
            return wire.Hinted(seq, at, entry.place)
        case log.Resigned():
            return wire.Resigned(seq, at, entry.place)
        case log.TakenOver():
            return wire.TakenOver(seq, at, entry.place, entry.level, entry.dexterity)
        case log.Retaken():
            return wire.Retaken(seq, at, entry.place)
        case log.Calmed():
            return wire.Calmed(seq, at, entry.place, entry.on)
        case log.Over():
            return wire.Over(seq, at, entry.result)
        case log.Frozen():
            return wire.Frozen(seq, at, entry.message)
        case log.Resumed():
            return wire.Resumed(seq, at)


def _played(
    game: Any, logged: Logged, before: State, event: Event, eye: int | None, full: bool
) -> wire.LogEvent:
    text = game.notation.redacted_text(before, event, eye)
    words: wire.Words | msgspec.UnsetType = msgspec.UNSET
    parts: wire.Parts | msgspec.UnsetType = msgspec.UNSET
    if full:
        words = words_of(game.presenter.event_message(before, event, eye))
    if event.seat < 0:
        return wire.Chanced(logged.seq, logged.at, text, words)
    if full:
        parts = _parts_seen(before, event, eye)
    return wire.Moved(logged.seq, logged.at, event.seat, text, parts, words)


def _parts_seen(before: State, event: Event, eye: int | None) -> wire.Parts:
    if before.game.notation.redacted_text(before, event, eye) != event.text:
        return {}
    return before.game.presenter.move_parts(before, event.actions[0])


def events_since(table: Table, since: int, key: str | None, *, full: bool) -> list[wire.LogEvent]:
    """Return the log after ``since`` as who holds ``key`` may see it.

    Nothing of games before the current one: then it begins with the current game's ``started``.
    """
    game = table.current
    first = max(since + 1, game.first_seq if game is not None else 1)
    if first > table.seq:
        return []
    eye = log_eye_of(table, key)
    seen: list[wire.LogEvent] = []
    states: list[State] = []
    for logged in table.log[game.first_seq - 1 if game is not None else 0 :]:
        before: State | None = None
        event: Event | None = None
        entry = logged.entry
        if isinstance(entry, log.Started):
            states = [table.game.new_state()]
        elif isinstance(entry, log.TakenBack):
            del states[entry.to + 1 :]
        elif isinstance(entry, log.Move | log.Chance):
            before = states[-1]
            event = before.read_text(entry.text)
            states.append(after(before, event))
        if logged.seq >= first:
            seen.append(event_seen(table.game, logged, before, event, eye, full))
    return seen


# -- The game --------------------------------------------------------------------------------------


def state_view(table: Table, key: str | None) -> wire.StateView | None:
    """Return the current game as who holds ``key`` may see it; ``None`` before the first."""
    game, state = table.current, table.state
    if game is None or state is None:
        return None
    eye = eye_of(table, key)
    mine = is_to_act(table, key)
    result = state.result()
    return wire.StateView(
        seq=table.seq,
        game_number=game.number,
        seats=game.seats,
        to_act=table.seat_to_act,
        mine=mine,
        legal=legal_moves(state) if mine else [],
        setting=table.game.presenter.board_setup(),
        position=state.view(eye),
        scores=state.scores(),
        result=None if result is None else wire.GameResult(*result),
        last=_last(table, game, log_eye_of(table, key)),
        asks=[
            wire.AskInfo(
                ask.seq,
                ask.what,
                ask.place,
                sorted(ask.waiting),
                ask.takes,
                ask.level,
                ask.dexterity,
                ask.calm,
            )
            for ask in table.asks.values()
        ],
        takeback=target_of(table, key) is not None,
        resting=poses_of(state, game.events),
        judging=_judging(table, state),
    )


def poses_of(state: State, events: Sequence[Event]) -> dict[str, Any]:
    """Return the rest poses in ``state``, to which ``events`` led; empty without a referee."""
    return {} if state.game.referee is None else state.game.referee.poses(state, events)


def _judging(table: Table, state: State) -> wire.Judging | None:
    referee = referee_at(state)
    if table.status != "playing" or referee is None:
        return None
    source = referee.outcome_source(state)
    if source == "odds":
        return None
    seat = referee.placing_seat(state)
    if source == "hand":
        return wire.Judging(source, seat, list(referee.grips(state)))
    held = table.held
    return wire.Judging(
        source,
        seat,
        answers=[
            wire.PossibleAnswer(answer.event.text, answer.ends, answer.later)
            for answer in possible_answers(state)
        ],
        held=None if held is None else wire.HeldAnswer(held.answer, held.place),
    )


def legal_moves(state: State) -> list[wire.LegalMove]:
    """Return the legal moves, for who plays the seat to act alone."""
    game = state.game
    moves = [
        wire.LegalMove(
            state.action_to_text(action),
            game.presenter.move_parts(state, action),
            game.presenter.move_effects(state, action) or msgspec.UNSET,
        )
        for action in state.legal_actions()
    ]
    return sorted(moves, key=lambda move: move.text)


def advice(table: Table, found: Advice, *, full: bool) -> wire.Advice:
    """Return what a search advises the seat to act, for who plays that seat alone.

    A search has the eyes of the seat to act, and its moves are that seat's own.
    """
    assert table.state is not None
    state = table.state
    best, *others = found.moves
    tried = [judged for judged in others if judged.visits > 0]
    return wire.Advice(
        seq=table.seq,
        seat=found.seat,
        sides=len(set(table.game.teams)),
        best=_advised(state, found.seat, best, full),
        others=[_advised(state, found.seat, judged, full) for judged in tried[:_MOST_OTHERS]],
    )


def _advised(state: State, seat: int, judged: Judged, full: bool) -> wire.AdvisedMove:
    game = state.game
    event = Event(seat, (judged.action,), judged.move)
    scores = None if judged.scores is None else [round(score, 1) for score in judged.scores]
    return wire.AdvisedMove(
        text=judged.move,
        value=round(judged.value, 3),
        scores=scores,
        parts=game.presenter.move_parts(state, judged.action) if full else msgspec.UNSET,
        words=words_of(game.presenter.event_message(state, event, seat)) if full else msgspec.UNSET,
    )


def _last(table: Table, game: GamePlayed, eye: int | None) -> wire.LastMove | None:
    before = table.before_last
    for event in reversed(game.events):
        if event.seat >= 0:
            break
    else:
        return None
    if event is not game.events[-1] or before is None:
        # Chance has decided something since: the move's own state is further back.
        index = next(i for i, one in enumerate(game.events) if one is event)
        before = next(state for i, state in enumerate(table.states(game)) if i == index)
    text = table.game.notation.redacted_text(before, event, eye)
    return wire.LastMove(event.seat, text, _parts_seen(before, event, eye))


# -- Records and replays ---------------------------------------------------------------------------


def record_seen(table: Table, game: GamePlayed, key: str | None) -> Record:
    """Return the record of a game as who holds ``key`` may see it; complete once it is over."""
    if game.over:
        return table.record(game)
    eye = log_eye_of(table, key, game)
    return Record.of_game(
        table.game,
        seats=table.names(game),
        events=[
            table.game.notation.redacted_text(before, event, eye)
            for before, event in zip(table.states(game), game.events, strict=False)
        ],
        result=None,
        view=eye,
    )


def replay_seen(table: Table, game: GamePlayed, key: str | None) -> bodies.Replay:
    """Return a game position by position as who holds ``key`` may see it; all of it once over."""
    eye = log_eye_of(table, key, game)
    states = list(table.states(game))
    frames = [frame(states[0], None, [], eye, everything=game.over)]
    for index, (before, state) in enumerate(pairwise(states), 1):
        frames.append(frame(state, before, game.events[:index], eye, everything=game.over))
    record = record_seen(table, game, key).to_dict()
    return bodies.Replay(record, table.game.presenter.board_setup(), frames, teams_of(table.game))


def frame(
    state: State,
    before: State | None,
    events: Sequence[Event],
    eye: int | None,
    *,
    everything: bool,
) -> bodies.Frame:
    """Return one position of a replay with the last of ``events``, which led from ``before`` to it.

    Without ``before`` no event is told. ``events`` are all that led to ``state``. ``everything`` is
    for games that are over and for records that somebody has in full anyway.
    """
    seen: bodies.ReplayEvent | None = None
    if before is not None:
        seen = replay_event(before, events[-1], eye, everything=everything)
    seat = state.current_player()
    position = state.position() if everything else state.view(eye)
    resting = poses_of(state, events)
    return bodies.Frame(seen, position, state.scores(), seat if seat >= 0 else None, resting)


def replay_event(
    before: State, event: Event, eye: int | None, *, everything: bool
) -> bodies.ReplayEvent:
    """Return an event of a replay; ``everything`` as in :func:`frame`."""
    game = before.game
    moved = event.seat >= 0
    if everything:
        eye = event.seat if moved else None
    parts: wire.Parts | None = None
    if moved:
        parts = (
            game.presenter.move_parts(before, event.actions[0])
            if everything
            else _parts_seen(before, event, eye)
        )
    return bodies.ReplayEvent(
        text=event.text if everything else game.notation.redacted_text(before, event, eye),
        words=words_of(game.presenter.event_message(before, event, eye)),
        seat=event.seat if moved else None,
        parts=parts,
    )
