"""What a puzzle asks for, in words."""

from __future__ import annotations

from typing import Final

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.envs.text.words import of_game, say
from empile.puzzles.puzzle import Puzzle, kind_of

_CLOSE: Final = 1e-3
"""Values are stored with four digits."""


def task_text(puzzle: Puzzle, state: State, language: str = "en") -> str:
    """Return the task with what the position does not show, such as open cards.

    It tells what can be reached, but neither the solution nor the number of its moves.

    Example: ``task_text(puzzle, puzzle.state())``.
    """
    kind, game = kind_of(puzzle), state.game
    told = [say(_goal(puzzle), language)]
    if kind.open_hands:
        told.append(say(Reason("task.open_hands"), language))
    if kind.every_block_stands:
        told.append(of_game(game, Reason("puzzle.stands"), language))
    facts = [of_game(game, fact, language) for fact in game.puzzles.facts(state, kind)]
    parts = [
        f"## {say(Reason('heading.task'), language)}",
        " ".join(told),
        "\n".join(f"- {fact}" for fact in facts),
        say(Reason("task.judged"), language),
    ]
    return "\n\n".join(part for part in parts if part)


def _goal(puzzle: Puzzle) -> Reason:
    kind, seats, best = kind_of(puzzle), puzzle.load_game().num_players, puzzle.best
    if kind.goal == "points":
        return Reason("task.points")
    if kind.proof == "search":
        return Reason("task.chances")
    if best >= 1.0:
        return Reason("task.win")
    if seats == 2 and best == 0.0:
        return Reason("task.share")
    place = 1.0 + (1.0 - best) * (seats - 1) / 2.0
    if abs(place - round(place)) > _CLOSE:  # shared places, and averages over chance
        return Reason("task.best")
    return Reason("task.place", {"place": round(place)})
