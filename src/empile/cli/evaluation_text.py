"""Formats a search's evaluation as text."""

from __future__ import annotations

from collections.abc import Sequence

from empile.cli.move_text import Talk
from empile.engine.game import Game


def expectation(
    game: Game, seat: int, value: float, scores: Sequence[float] | None, talk: Talk
) -> str:
    """Return the expected result of a seat as text.

    This is the winning chance, or the expected place with more than two sides, and the points if
    known, summed over partners. ``value`` is the expected return, ``scores`` are those by seat.
    """
    teams = game.teams
    sides = len(set(teams))
    if sides == 2:
        parts = [talk.text("hint.chance", percent=percent(value))]
    else:
        place = f"{1 + (1 - value) / 2 * (sides - 1):.1f}"
        if talk.language != "en":
            place = place.replace(".", ",")
        parts = [talk.text("hint.place", place=place, sides=sides)]
    if scores is not None:
        points = dict.fromkeys(teams, 0.0)
        for team, score in zip(teams, scores, strict=True):
            points[team] += score
        own = round(points.pop(teams[seat]))
        others = " : ".join(str(round(count)) for count in points.values())
        parts.append(talk.text("hint.points", count=own, others=others))
    return ", ".join(parts)


def percent(value: float) -> int:
    """Convert an expected return (-1 to 1) to percent; 0 and 100 only if certain."""
    if abs(value) >= 1:
        return 100 if value > 0 else 0
    return min(99, max(1, round(50 * (1 + value))))
