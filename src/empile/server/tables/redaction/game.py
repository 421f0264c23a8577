"""The current game as a viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from empile.bots.hints import Advice, MoveEvaluation
from empile.engine.chance.rulings import possible_rulings
from empile.engine.contracts.referee import referee_at
from empile.engine.game import Event, Game, State
from empile.server.tables.redaction.log import visible_parts
from empile.server.tables.redaction.viewers import is_to_act, log_viewer_of, viewer_of
from empile.server.tables.table import Table
from empile.server.wire import messages as wire
from empile.server.wire.errors import words_of

_MOST_OTHERS: Final = 3
"""Moves of a hint, in addition to the best one."""
_moves_decoder = msgspec.json.Decoder(list[wire.LegalMove])


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
    """Return the view of a spectator that sees what ``viewer`` sees."""
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


def legal_moves(state: State) -> list[wire.LegalMove]:
    """Return the legal moves, for the player of the seat to act only."""
    return _moves_decoder.decode(state.game.presenter.json.moves(state))


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


def last_move(table: Table, viewer: int | None) -> wire.LastMove | None:
    if table.last_move is None:
        return None
    before, event = table.last_move
    text = table.game.notation.redacted_text(before, event, viewer)
    return wire.LastMove(event.seat, text, visible_parts(before, event, text))


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
