"""What a search expects, in the words of the command line."""

from __future__ import annotations

from empile.bots.advising import Advice
from empile.cli.talk import Talk
from empile.engine.game import Game


def expectation(game: Game, advice: Advice, talk: Talk) -> str:
    """Return what the seat to act may expect of the best move.

    That is the chance to win, or the place where several others play; and points, where they are
    known, those of partners together.
    """
    teams = game.teams
    sides = len(set(teams))
    value = advice.best.value
    if sides == 2:
        told = [talk.text("hint.chance", percent=percent(value))]
    else:
        place = f"{1 + (1 - value) / 2 * (sides - 1):.1f}"
        if talk.language != "en":
            place = place.replace(".", ",")
        told = [talk.text("hint.place", place=place, sides=sides)]
    if advice.best.scores is not None:
        points = dict.fromkeys(teams, 0.0)
        for team, score in zip(teams, advice.best.scores, strict=True):
            points[team] += score
        own = round(points.pop(teams[advice.seat]))
        others = " : ".join(str(round(count)) for count in points.values())
        told.append(talk.text("hint.points", count=own, others=others))
    return ", ".join(told)


def percent(value: float) -> int:
    """Return an expected return (-1 to 1) as a chance in percent, certain only where it is."""
    if abs(value) >= 1:
        return 100 if value > 0 else 0
    return min(99, max(1, round(50 * (1 + value))))
