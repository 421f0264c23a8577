"""How well the agent moved and how lucky it was, by game analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from empile.bots.analysis import analyse
from empile.engine.record import Record

if TYPE_CHECKING:
    from empile.evals.play import GamePlayed


class GameJudged(msgspec.Struct, frozen=True):
    """The agent's seats in the analysis of a game: a line of ``analyses.jsonl``.

    Returns are from -1 to 1. Moves that were forced, of the opening, or played as a consequence of
    bad answers are left out.
    """

    game: int
    moves: int
    """Moves of the agent that had an alternative."""
    loss: float
    """The expected return that these moves cost, summed."""
    variance: float
    """Of ``loss``, from the searches."""
    accuracy: float
    """Summed, each from 0 to 100."""
    grades: dict[str, int]
    luck: float
    """The expected return that chance gave, by seat of the agent on average."""
    referee: float
    """The same for outcomes that are not chance of the rules, such as falling blocks."""
    returns: float
    """The return that was reached."""


def judge(played: GamePlayed, *, threads: int | None = None) -> GameJudged:
    """Analyse a game; takes some seconds.

    :raises RecordError: for a record that breaks the rules

    Example: ``judge(results.games[0]).loss``.
    """
    text = msgspec.json.encode(played.record).decode()
    *_, analysis = analyse(Record.from_json(text), seed=played.game, threads=threads)
    seats = [seat for seat, is_agent in enumerate(played.seating) if is_agent]
    own = {answer.event for answer in played.answers if answer.kind == "legal"}
    moves = [
        move
        for move in analysis.moves
        if move.seat in seats and move.event in own and move.grade != "forced"
    ]
    grades: dict[str, int] = {}
    for move in moves:
        grades[move.grade] = grades.get(move.grade, 0) + 1
    begun = min((answer.event for answer in played.answers), default=0)
    luck = {"luck": 0.0, "referee": 0.0}
    for draw in analysis.draws:
        if draw.event >= begun:
            luck[draw.kind] += sum(draw.luck[seat] for seat in seats) / len(seats)
    return GameJudged(
        game=played.game,
        moves=len(moves),
        loss=round(sum(move.loss for move in moves), 6),
        variance=round(sum(move.error**2 for move in moves), 8),
        accuracy=round(sum(move.accuracy for move in moves), 3),
        grades=grades,
        luck=round(luck["luck"], 6),
        referee=round(luck["referee"], 6),
        returns=played.returns,
    )
