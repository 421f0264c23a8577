"""What is measured of moves, from a game and its analysis."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import empile
from empile import Match, Record
from empile.bots import analysis
from empile.bots.analysis import Analysis, Depth, analyse
from empile.bots.analysis_results import MoveAnalysed
from empile.community.fairplay.game_log import GameLog
from empile.community.fairplay.measures import (
    DECIDED,
    SeatMeasured,
    encoded_measures,
    measure,
    measure_game,
)
from empile.engine.random import new_stream
from empile.server.background.queue import kinds
from empile.server.tables.game_redaction import GameSnapshot

TINY = Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)


@pytest.fixture(scope="module")
def game() -> tuple[Record, Analysis]:
    """A game of first legal moves, with its analysis."""
    match, stream = Match(empile.load("on-top", players=2)), new_stream(1)
    match.resolve_chance(stream)
    while not match.state.is_terminal():
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(stream)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(analysis.DEPTHS, "quick", TINY)
        *_, found = analyse(match.record())
    return match.record(), found


def with_moves(found: Analysis, **changed: object) -> Analysis:
    """Return an analysis with every move changed."""

    def change(move: MoveAnalysed) -> MoveAnalysed:
        return replace(move, **changed)  # type: ignore[arg-type]

    return replace(found, moves=[change(move) for move in found.moves])


def test_measure_says_why_moves_do_not_count(game: tuple[Record, Analysis]) -> None:
    record, found = game
    even = with_moves(found, grade="good", expected_best=[0.0, 0.0])
    seconds = [float(number) for number in range(len(record.events))]
    for seat in measure(record, even, seconds):
        assert [move.left for move in seat.moves[:3]] == ["opening", "opening", ""]
        assert seat.counted == seat.moves[2:]
        assert [move.seconds for move in seat.moves] == [move.event for move in seat.moves]
        assert all(move.difficulty > 1 for move in seat.counted[:3])
    decided = with_moves(even, expected_best=[DECIDED, -DECIDED])
    forced = with_moves(even, grade="forced")
    for changed, left in ((decided, "decided"), (forced, "forced")):
        for seat in measure(record, changed, seconds):
            assert {move.left for move in seat.moves[2:]} == {left}
    for seat in measure(record, even, [-1.0] * len(record.events)):
        assert {move.left for move in seat.moves} == {"bot"}


def test_measure_agrees_where_no_better_move_was_found(game: tuple[Record, Analysis]) -> None:
    record, found = game
    seats = measure(record, found, [1.0] * len(record.events))
    moves = {move.event: move for seat in seats for move in seat.moves}
    assert moves.keys() == {move.event for move in found.moves}
    for move in found.moves:
        assert moves[move.event].agreed == (move.best == move.move)
        assert moves[move.event].loss == pytest.approx(move.loss, abs=1e-4)
    assert 0 < sum(move.agreed for move in moves.values()) < len(moves)


def test_workers_measure_the_same(game: tuple[Record, Analysis]) -> None:
    record, found = game
    seconds = [1.5] * len(record.events)
    arguments = (record.to_json().encode(), msgspec.json.encode(found), seconds)
    kind, encoded = kinds.decode(kinds.encode("fair play", arguments))
    assert kinds.function_of(kind) is encoded_measures
    body = encoded_measures(*kinds.decoded_arguments(encoded_measures, encoded))
    assert msgspec.json.decode(body, type=list[SeatMeasured]) == measure(record, found, seconds)


def test_measure_game_leaves_out_games_that_are_too_long(
    game: tuple[Record, Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, _ = game
    snapshot = GameSnapshot(
        record.game,
        record.rules,
        record.options,
        None,
        record.seats,
        record.events,
        viewer=None,
        over=True,
        ended=None,
    )
    log = GameLog(snapshot, [1.0] * len(record.events))
    monkeypatch.setitem(analysis.DEPTHS, "quick", TINY)
    assert len(measure_game(*log)) == 2
    monkeypatch.setattr("empile.server.background.analyses.MOST_MOVES", 3)
    assert measure_game(*log) == []
