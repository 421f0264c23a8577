"""Every check of ``empile.checks`` on every game: what ``empile check-game`` runs, in full.

A game whose subjects cannot be read (a broken ``variants.json``, an import error) fails by itself
and does not hinder the tests of other games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

import empile
from empile.checks import STEPS, Check
from empile.checks.steps.cases import worked_cases_hold
from empile.engine.discovery import skipped_games

COLLECTED = (worked_cases_hold,)
"""Checks that run tests which pytest collects itself."""


class Unreadable:
    """The subjects of a check in a game that does not give them."""

    def __init__(self, name: str, error: Exception) -> None:
        self.name, self.error = name, error

    def fail(self) -> NoReturn:
        raise self.error

    def __str__(self) -> str:
        return f"{self.name}-unreadable"


def subjects(check: Check[Any], name: str) -> list[Any]:
    try:
        return list(check.subjects(name))
    except Exception as error:
        return [Unreadable(name, error)]


def label(subject: object) -> str:
    if isinstance(subject, Path):
        return f"{subject.parts[-3]}-{subject.stem}"
    game = getattr(getattr(subject, "game", None), "name", None)
    return str(subject) if game is None else f"{game}-{getattr(subject, 'name', subject)}"


def cases() -> Iterator[Any]:
    """Yield the checks of a step subject by subject: random games are kept for a while."""
    for name in empile.game_names():
        for step in STEPS:
            found = [
                (check, one)
                for check in step.checks
                if check not in COLLECTED
                for one in subjects(check, name)
            ]
            order = list(dict.fromkeys(label(one) for _, one in found))
            for check, subject in sorted(found, key=lambda pair: order.index(label(pair[1]))):
                named = f"{step.name}-{check.name}-{label(subject)}"
                yield pytest.param(check, subject, id=named)


def test_no_game_is_skipped() -> None:
    assert list(map(str, skipped_games())) == []


@pytest.mark.parametrize(("check", "subject"), [*cases()])
def test_check(check: Check[Any], subject: Any) -> None:
    if isinstance(subject, Unreadable):
        subject.fail()
    check(subject)
