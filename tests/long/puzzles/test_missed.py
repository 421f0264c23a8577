"""Puzzles from a game that somebody played."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.bots import choose, levels_of
from empile.engine.errors import RecordError
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.puzzles.missed import MOST, missed
from empile.puzzles.proving import prove


def played(name: str, seed: int, *, end: bool = True, **options: object) -> Record:
    """Return a game of beginners."""
    chosen: dict[str, Any] = options
    match = empile.Match(empile.load(name, players=2, **chosen))
    stream = new_stream(seed)
    level = levels_of(match.game)[0]
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        match.play_action(choose(match.state, level, stream))
        match.resolve_chance(stream, also_external=True)
        if not end and len(match.events) > 6:
            break
    return match.record()


def moves_of(record: Record, seat: int) -> dict[str, str]:
    """Return the moves of a seat by the positions before them."""
    return {
        str(state.position()): event.text for state, event in record.replay() if event.seat == seat
    }


@pytest.mark.parametrize(("name", "first"), [("block-ness", 6), ("blox", 0), ("on-top", 0)])
def test_moments_are_proven_and_another_move_was_played(name: str, first: int) -> None:
    total = 0
    for seed in range(first, first + 3):
        record = played(name, seed)
        for seat in range(2):
            found = missed(record, seat, new_stream(0))
            assert len(found) <= MOST
            for puzzle in found:
                prove(puzzle)
                state = puzzle.state()
                assert state.current_player() == seat
                assert moves_of(record, seat)[str(state.position())] != puzzle.line[0]
            total += len(found)
    assert total > 0


def test_a_game_in_which_every_block_stands_is_not_assumed() -> None:
    record = played("block-out", 1, referee="odds")
    assert missed(record, 0, new_stream(0)) == []


def test_a_running_game_and_an_unknown_seat_are_refused() -> None:
    with pytest.raises(RecordError, match="not over"):
        missed(played("block-ness", 0, end=False), 0, new_stream(0))
    with pytest.raises(ValueError, match="seats 0 to 1"):
        missed(played("block-ness", 0), 2, new_stream(0))
