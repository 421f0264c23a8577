"""What is measured of each move of a finished game, from its analysis and the times of its log.

Moves that say nothing are marked, and left out of all numbers:

* forced ones, because there was no choice;
* those of the opening, because players know them by heart;
* those in decided positions, because any move is as good as the best one;
* those of bots that stood in.
"""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec
from msgspec import Struct

from empile.bots.analysis_results import Analysis, MoveAnalysed
from empile.bots.hints import advise
from empile.engine.game import State
from empile.engine.random import new_stream, split
from empile.engine.record import Record
from empile.server.background.analyses import analysed, analysis_input_of_table
from empile.server.background.analysis_schemas import AnalysisInput, Part
from empile.server.tables.game_redaction import GameSnapshot
from empile.server.wire.errors import CommandError

FORMAT: Final = 1
"""Increase it to measure all games again."""
OPENING: Final = 2
"""The first moves of each seat."""
DECIDED: Final = 0.9
"""The expected return, from -1 to 1, from which a position is won, or lost below its negative."""
_SIMULATIONS: Final = 200
"""Of the short search that says how difficult a choice is."""

Left = Literal["", "forced", "opening", "decided", "bot"]


class MoveMeasured(Struct, frozen=True, array_like=True):
    """A move of a seat."""

    event: int
    """Index in the game."""
    left: Left
    """Why it does not count; empty if it does."""
    agreed: bool
    """Whether the engine found no better move."""
    loss: float
    """The expected return that it cost, from 0 to 2."""
    difficulty: float
    """How evenly a short search divides its attention among the moves: entropy in bits."""
    seconds: float
    """How long the seat thought; -1 if unknown."""


class SeatMeasured(Struct, frozen=True):
    """The moves of a seat of a game."""

    moves: list[MoveMeasured]

    @property
    def counted(self) -> list[MoveMeasured]:
        """The moves that say something."""
        return [move for move in self.moves if not move.left]


def encoded_measures(record: bytes, analysis: bytes, seconds: list[float]) -> bytes:
    """Return the encoded :class:`SeatMeasured` of each seat. Blocks for some seconds."""
    found = msgspec.json.decode(analysis, type=Analysis)
    return msgspec.json.encode(measure(Record.from_json(record), found, seconds))


def measure_game(snapshot: GameSnapshot, seconds: list[float]) -> list[SeatMeasured]:
    """Analyse a game and return the moves of each seat; none if it is too long. Blocks."""
    try:
        body = analysis_input_of_table(snapshot, "quick")
    except CommandError:
        return []
    wanted = msgspec.json.decode(body, type=AnalysisInput)
    record = bytes(wanted.record)
    *_, last = analysed(record, wanted.depth, wanted.name, stop=lambda: False)
    analysis = msgspec.json.decode(last, type=Part).analysis
    return msgspec.json.decode(
        encoded_measures(record, bytes(analysis), seconds), type=list[SeatMeasured]
    )


def measure(record: Record, analysis: Analysis, seconds: list[float]) -> list[SeatMeasured]:
    """Return the moves of each seat of a game.

    :param analysis: that of ``record``, complete
    :param seconds: by event: the time of thought, -1 for moves of bots
    """
    by_event = {move.event: move for move in analysis.moves}
    seats = len(record.seats)
    found: list[list[MoveMeasured]] = [[] for _ in range(seats)]
    for number, (state, event) in enumerate(record.steps()):
        if event is None or event.seat < 0:
            continue
        move = by_event[number]
        left = _left_out(move, len(found[event.seat]), seconds[number])
        difficulty = 0.0 if left else _difficulty(state, number)
        found[event.seat].append(
            MoveMeasured(
                number,
                left,
                move.best == move.move,
                round(move.loss, 4),
                round(difficulty, 2),
                round(seconds[number], 1),
            )
        )
    return [SeatMeasured(moves) for moves in found]


def _left_out(move: MoveAnalysed, earlier: int, seconds: float) -> Left:
    if seconds < 0.0:
        return "bot"
    if move.grade == "forced":
        return "forced"
    if earlier < OPENING:
        return "opening"
    return "decided" if abs(move.expected_best[move.seat]) >= DECIDED else ""


def _difficulty(state: State, number: int) -> float:
    advice = advise(
        state.clone(),
        stream=split(new_stream(0), number),
        simulations=_SIMULATIONS,
        points=False,
    )
    visits = [move.visits for move in advice.moves if move.visits > 0]
    total = sum(visits)
    return -sum(count / total * math.log2(count / total) for count in visits)
