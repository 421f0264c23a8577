"""Game analysis: mistakes, luck and statistical noise."""

from __future__ import annotations

import itertools
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.bots import Level, analysis, choose, evaluation, hints, levels_of
from empile.bots.analysis import LARGE, Analysis, Depth, analyse
from empile.bots.analysis_results import SeatAnalysed
from empile.bots.hints import advise
from empile.engine.errors import RecordError
from empile.engine.random import Stream, below, new_stream
from empile.engine.record import Record
from empile.engine.search.search import search

ROOT = Path(__file__).parents[3]
TINY = Depth(best=0.02, eval_sims=0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)


def whole(record: Record, **wanted: Any) -> Analysis:
    *_, last = analyse(record, **wanted)
    return last


STRONG = Level(1, "level.strong", 16_000)
WEAK = Level(1, "level.weak", 4, rollout_depth=1)
"""Fixed levels, independent of the games' own."""


def a_game(name: str, seed: int, level: Level | None = None, **options: Any) -> Record:
    """Return the record of a game between bots of a level, or random players."""
    match, stream = empile.Match(empile.load(name, **options)), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(_move(match.state, stream, level))
        match.resolve_chance(stream, also_external=True)
    return match.record()


def _move(state: empile.State, stream: Stream, level: Level | None) -> int:
    if level is not None:
        return choose(state, level, stream)
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search very little, if the numbers do not matter."""
    monkeypatch.setitem(analysis.DEPTHS, "quick", TINY)


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("block-ness", {"players": 2}),
    ("block-ness", {"players": 4}),
    ("blox", {"players": 2, "round_limit": 4}),
    ("on-top", {"players": 2}),
    ("block-out", {"players": 3}),
    ("cairn", {"players": 2}),
    ("cairn", {"players": 4, "teams": True}),
]


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_analyse_covers_every_position_and_move(name: str, options: dict[str, Any]) -> None:
    record = a_game(name, 3, **options)
    seats = record.load_game().num_players
    found = whole(record)
    assert found.is_done
    assert (found.events, found.done) == (len(record.events), len(record.events))
    assert len(found.expected) == len(record.events) + 1
    for row in found.expected:
        assert len(row) == seats
        assert all(-1.0 <= value <= 1.0 for value in row)
        assert sum(row) == pytest.approx(0.0, abs=0.3)  # zero-sum
    assert found.expected[-1] == pytest.approx(record.final_state().returns(), abs=1e-3)
    moves = [(at, event) for at, (_, event) in enumerate(record.replay()) if event.seat >= 0]
    assert [(move.event, move.seat, move.move) for move in found.moves] == [
        (at, event.seat, event.text) for at, event in moves
    ]
    for move, (state, _) in zip(
        found.moves, [pair for pair in record.replay() if pair[1].seat >= 0], strict=True
    ):
        assert move.best in state.legal_texts()
        assert (move.loss > 0.0) == (move.best != move.move)
    for draw in found.draws:
        drawn = record.events[draw.event : draw.event + draw.events]
        assert all(text.startswith("~") for text in drawn)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_analyse_is_incremental_and_reproducible(name: str, options: dict[str, Any]) -> None:
    record = a_game(name, 4, **options)
    steps = list(analyse(record, seed=5))
    for before, later in itertools.pairwise(steps):
        assert later.progress > before.progress
        assert later.done >= before.done
        # Values are final up to the last event that is done.
        assert later.expected[: before.done] == before.expected[: before.done]
        assert later.moves[: len(before.moves)] == before.moves
        assert later.draws[: len(before.draws)] == before.draws
        assert not before.is_done
    assert whole(record, seed=5) == steps[-1]
    assert whole(record, seed=5, threads=1) == steps[-1]
    assert whole(record, seed=6) != steps[-1]


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_analyse_first_gives_coarse_values_of_all_positions(
    name: str, options: dict[str, Any]
) -> None:
    record = a_game(name, 3, **options)
    for found in analyse(record):
        if len(found.expected) == found.events + 1:
            assert (found.done, found.moves) == (0, [])
            assert 0.0 < found.progress <= 0.2
            break
        assert found.done == 0
    else:
        pytest.fail("there was no first pass")
    assert found.expected[-1] == pytest.approx(record.final_state().returns(), abs=1e-3)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_analyse_grades_each_move_and_summarises_each_seat(
    name: str, options: dict[str, Any]
) -> None:
    record = a_game(name, 3, **options)
    found = whole(record)
    game = record.load_game()
    thresholds = game.bots.grade_thresholds
    for move, (state, _) in zip(
        found.moves, [pair for pair in record.replay() if pair[1].seat >= 0], strict=True
    ):
        if len(state.legal_actions()) == 1:
            assert (move.grade, move.is_only_move) == ("forced", False)
        else:
            assert move.grade == thresholds.grade(move.loss)
        assert (move.line is None) == (move.best == move.move)
        if move.line is not None:
            assert move.line[0] == move.best
            action = state.text_to_action(move.best)
            assert move.parts == game.presenter.move_parts(state, action)
    assert len(found.seats) == game.num_players
    for seat, summary in enumerate(found.seats):
        own = [move for move in found.moves if move.seat == seat]
        assert sum(summary.grades.values()) == len(own)
        assert summary.lost == pytest.approx(sum(move.loss for move in own), abs=1e-3)
        chosen = [move.accuracy for move in own if move.grade != "forced"]
        if chosen:
            assert summary.accuracy == pytest.approx(sum(chosen) / len(chosen), abs=0.06)
        else:
            assert summary.accuracy is None
        total = sum(draw.luck[seat] for draw in found.draws)
        assert summary.luck + summary.referee == pytest.approx(total, abs=1e-3)
    assert found.has_chance == bool(found.draws)


def test_analyse_finds_a_blunder_with_any_seed() -> None:
    """A losing move instead of a win is found with three seeds."""
    for stream in map(new_stream, range(1, 20)):
        match = empile.Match(empile.load("block-ness"))
        while len(match.events) < 8:
            match.play_action(_move(match.state, stream, STRONG))
        advice = advise(match.state, stream=new_stream(1), simulations=60_000)
        if advice.best.value == 1.0:
            break
    else:
        pytest.fail("no position of the sample was won")

    def loses(action: int) -> bool:
        after = match.state.clone()
        after.apply_action(action)
        answer = advise(after, stream=new_stream(1), simulations=60_000).best
        return answer.values[advice.seat] == -1.0

    worst = next(evaluation for evaluation in reversed(advice.moves) if loses(evaluation.action))
    match.play(worst.move)
    while not match.state.is_terminal():
        match.play_action(_move(match.state, stream, STRONG))
    for seed in (1, 2, 3):
        found = whole(match.record(), seed=seed)
        point = next(point for point in found.turning_points if point.event == 8)
        assert (point.kind, point.seat, point.events) == ("mistake", advice.seat, 1)
        assert point.before - point.after >= LARGE
        assert point.better is not None
        assert point.message is not None
        assert point.message.key in match.game.presenter.catalogue.messages("en")


def test_analyse_finds_few_turning_points_in_strong_play() -> None:
    """Two games of the strongest bots, with two seeds each, have few mistakes."""
    strongest = levels_of(empile.load("block-ness"))[-1]
    counts = [
        sum(point.kind == "mistake" for point in whole(record, seed=seed).turning_points)
        for record in (a_game("block-ness", seed, level=strongest) for seed in (21, 22))
        for seed in (1, 2)
    ]
    assert sum(counts) <= 2, counts


def test_analyse_better_line_can_be_replayed() -> None:
    found = 0
    games: list[tuple[str, dict[str, Any]]] = [
        ("block-ness", {}),
        ("cairn", {"players": 2, "goal": 3}),
    ]
    for name, options in games:
        for seed in range(2):
            record = a_game(name, seed, **options)
            for point in whole(record).turning_points:
                if point.kind != "mistake":
                    continue
                assert point.line is not None
                assert point.line[0] == point.better
                events = [*record.events[: point.event], *point.line]
                side = Record.of_game(record.load_game(), seats=None, events=events, result=None)
                *_, (last, _) = side.steps()
                assert last.is_terminal() or not last.is_chance_node()
                found += 1
    assert found > 2


def test_analyse_separates_referee_outcomes() -> None:
    """The referee decides whether the cairn falls: neither a mistake nor luck."""
    evaluation = 0
    for seed in range(5):
        record = a_game("cairn", seed, level=STRONG, players=2, goal=3)
        for point in whole(record).turning_points:
            happened = record.events[point.event : point.event + point.events]
            answered = any(text.startswith(("~stands", "~falls")) for text in happened)
            assert (point.kind == "referee") == answered
            if answered:
                evaluation += 1
                assert (point.better, point.message, point.line) == (None, None, None)
                assert abs(point.after - point.before) >= LARGE - 1e-3
    assert evaluation > 0


def test_analyse_finds_a_decisive_draw() -> None:
    found = 0
    for seed in range(1, 5):
        record = a_game("on-top", seed, level=WEAK, players=2)
        lucky = [point for point in whole(record).turning_points if point.kind == "luck"]
        assert all(record.events[point.event].startswith("~") for point in lucky)
        assert all(point.better is None for point in lucky)
        found += len(lucky)
    assert found > 0


@pytest.mark.usefixtures("tiny")
def test_analyse_luck_is_zero_for_hidden_draws() -> None:
    record = a_game("blox", 5, players=3, round_limit=3)
    found = whole(record)
    checked = 0
    for draw in found.draws[1:]:
        if draw.events == 1 and record.events[draw.event].count("~") == 1:
            mover = next(m.seat for m in reversed(found.moves) if m.event < draw.event)
            assert all(value == 0.0 for s, value in enumerate(draw.luck) if s != mover)
            checked += 1
    assert checked > 3


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kept", [0, 1, 2, 5])
def test_analyse_accepts_unfinished_games(kept: int) -> None:
    record = a_game("cairn", 2, players=3)
    short = Record.of_game(record.load_game(), seats=None, events=record.events[:kept], result=None)
    found = whole(short)
    assert found.is_done
    assert len(found.expected) == kept + 1


def test_analyse_rejects_incomplete_records() -> None:
    record = a_game("block-ness", 1)
    seen = Record.of_game(
        record.load_game(), seats=None, events=record.events[:4], result=None, view=0
    )
    with pytest.raises(RecordError, match="only a full record"):
        analyse(seen)
    hidden = Record.of_game(record.load_game(), seats=None, events=["~hand ?????"], result=None)
    with pytest.raises(RecordError):
        analyse(hidden)
    wrong = Record.of_game(record.load_game(), seats=None, events=["d5-d7", "no"], result=None)
    with pytest.raises(RecordError, match="event 1"):
        analyse(wrong)


@pytest.mark.usefixtures("tiny")
def test_analyse_can_be_stopped() -> None:
    record = a_game("block-ness", 1)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    found = list(analyse(record, stop=stop, threads=1))
    assert not found or not found[-1].is_done
    assert asked < 50


@pytest.mark.usefixtures("tiny")
def test_analyse_searches_no_more_after_it_was_closed() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return False

    running = analyse(a_game("block-ness", 1), stop=stop)
    next(running)
    assert isinstance(running, Generator)
    running.close()
    before = asked
    assert list(running) == []
    assert asked == before


@pytest.mark.usefixtures("tiny")
def test_analysis_to_dict_is_json() -> None:
    told = whole(a_game("cairn", 1, players=2)).to_dict()
    assert json.loads(json.dumps(told)) == told
    assert set(told) == set(Analysis.__dataclass_fields__)
    assert set(told["seats"][0]) == set(SeatAnalysed.__dataclass_fields__)


def test_analyse_spends_no_more_than_the_games_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = 0

    def counted(*wanted: Any, simulations: int, **more: Any) -> Any:
        nonlocal spent
        spent += simulations
        return search(*wanted, simulations=simulations, **more)

    for module in (evaluation, hints):
        monkeypatch.setattr(module, "search", counted)
    record = a_game("block-ness", 5)
    game = record.load_game()
    monkeypatch.setattr(type(game.bots), "analysis_simulations", property(lambda _: 20_000))
    whole(record, threads=1)
    assert 5_000 < spent < 40_000


def test_analyse_finds_an_only_move() -> None:
    """In some games of good bots a single move does not lose at once."""
    found = [
        move
        for seed in (1, 2, 3)
        for move in whole(a_game("block-ness", seed, level=STRONG)).moves
        if move.is_only_move
    ]
    assert found
    assert any(move.grade == "best" for move in found)
    assert all(move.grade != "forced" for move in found)
