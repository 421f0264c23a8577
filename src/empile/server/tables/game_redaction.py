"""Per-viewer redaction of records and replays; see ``redaction`` for viewers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from empile.engine.contracts.referee import position_to_begin
from empile.engine.game import Event, State
from empile.engine.record import Ended, LeftBy, Record
from empile.server.tables.loaded_games import loaded_game
from empile.server.tables.redaction import (
    log_viewer_of,
    poses_of,
    setup_of,
    start_seen,
    teams_of,
    visible_parts,
)
from empile.server.tables.table import GamePlayed, Table, after
from empile.server.wire import schemas
from empile.server.wire.errors import words_of


@dataclass(frozen=True)
class GameSnapshot:
    """What a viewer may know of a game as plain data, for another process."""

    name: str
    rules: int
    options: dict[str, Any]
    start: dict[str, Any] | None
    seats: list[str]
    """Player names by seat."""
    events: list[str]
    """Texts, not redacted."""
    viewer: int | None
    over: bool
    """Whether nothing is redacted any more."""
    ended: Ended | None = None
    """How the game ended before its rules ended it."""
    left: tuple[LeftBy | None, ...] = ()
    """By seat: why it left before the rules ended the game."""

    def states(self) -> Iterator[tuple[State, Event | None]]:
        """Yield each event with the state before it, then the last state with None."""
        state = loaded_game(self.name, self.rules, self.options).start_state(self.start)
        for text in self.events:
            event = state.read_text(text)
            yield state, event
            state = after(state, event)
        yield state, None


def snapshot_of(table: Table, game: GamePlayed, key: str | None) -> GameSnapshot:
    """Return a game of a table for :func:`record_seen` and :func:`replay_seen`."""
    return GameSnapshot(
        table.game.name,
        table.game.rules_version,
        table.game.options,
        table.created.start,
        table.names(game),
        [event.text for event in game.events],
        log_viewer_of(table, key, game),
        game.over,
        game.ended,
        game.left,
    )


def record_seen(snapshot: GameSnapshot) -> Record:
    """Return the record of a game, redacted until the game is over."""
    return _record(snapshot, list(snapshot.states()))


def _record(snapshot: GameSnapshot, states: Sequence[tuple[State, Event | None]]) -> Record:
    viewer = snapshot.viewer
    first, last = states[0][0], states[-1][0]
    game = first.game
    if snapshot.over:
        return Record.of_game(
            game,
            seats=snapshot.seats,
            events=snapshot.events,
            result=last.result(),
            start=snapshot.start,
            ended=snapshot.ended,
            left=snapshot.left,
        )
    return Record.of_game(
        game,
        seats=snapshot.seats,
        events=[
            game.notation.redacted_text(before, event, viewer)
            for before, event in states
            if event is not None
        ],
        result=None,
        view=viewer,
        start=start_seen(snapshot.start, first, viewer),
    )


def replay_seen(snapshot: GameSnapshot) -> schemas.Replay:
    """Return a replay of a game, redacted until the game is over."""
    states, start, viewer = list(snapshot.states()), snapshot.start, snapshot.viewer
    everything = snapshot.over
    first = states[0][0]
    happened: list[Event] = []
    frames = [frame(first, None, [], viewer, start=start, everything=everything)]
    for (before, event), (state, _) in pairwise(states):
        assert event is not None
        happened.append(event)
        frames.append(frame(state, before, happened, viewer, start=start, everything=everything))
    record = _record(snapshot, states).to_dict()
    return schemas.Replay(record, setup_of(first.game, start), frames, teams_of(first.game))


def frame(
    state: State,
    before: State | None,
    happened: Sequence[Event],
    viewer: int | None,
    *,
    start: dict[str, Any] | None = None,
    everything: bool,
) -> schemas.Frame:
    """Return one position of a replay, with the event that led to it.

    ``happened`` are all events from ``start`` to ``state``; ``before`` is the state before the last one, or
    None for a frame without event. ``everything`` turns redaction off.
    """
    seen: schemas.ReplayEvent | None = None
    if before is not None:
        seen = replay_event(before, happened[-1], viewer, everything=everything)
    seat = state.current_player()
    resting = poses_of(state, happened, start)
    position = position_shown(state, happened, viewer, start=start, everything=everything)
    return schemas.Frame(seen, position, state.scores(), seat if seat >= 0 else None, resting)


def position_shown(
    state: State,
    happened: Sequence[Event],
    viewer: int | None,
    *,
    start: dict[str, Any] | None = None,
    everything: bool,
) -> dict[str, Any]:
    """Return the position object that a page shows after the events ``happened``.

    With ``everything`` the picture, if the game needs one, is that of ``viewer`` or of the seat to act.
    """
    views = state.game.presenter.json
    if not everything:
        return views.page_view(state, viewer)
    acting = state.current_player()
    seat = acting if viewer is None and acting >= 0 else viewer
    return views.with_picture(position_to_begin(state, happened, start=start), state, seat)


def replay_event(
    before: State, event: Event, viewer: int | None, *, everything: bool
) -> schemas.ReplayEvent:
    game = before.game
    moved = event.seat >= 0
    if everything:
        viewer = game.notation.informed_viewer(before, event)
    text = event.text if everything else game.notation.redacted_text(before, event, viewer)
    return schemas.ReplayEvent(
        text=text,
        message=words_of(game.presenter.event_message(before, event, viewer)),
        seat=event.seat if moved else None,
        parts=visible_parts(before, event, text) if moved else None,
    )
