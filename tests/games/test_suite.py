"""Every check of ``empile.checks`` on every game, as ``empile check-game`` runs them.

The quick suite has the fast part: variants of three numbers of seats, four random games of each.
The long one has all variants, thirty games of each and the slow checks. A game whose subjects cannot
be read (a broken ``variants.json``, an import error) fails by itself, not the tests of other games.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import empile
from empile.checks import STEPS, Check, NotApplicable, chosen_subjects, few_games
from empile.checks.steps.cases import worked_cases_hold
from empile.engine.discovery import skipped_games

COLLECTED = (worked_cases_hold,)
"""Checks that run tests which pytest collects itself."""


def cases() -> Iterator[ParameterSet]:
    """Yield the checks by game, since random games are kept for a while; the whole ones are long."""
    for whole in (False, True):
        for name in empile.game_names():
            for step in STEPS:
                for check in step.checks:
                    if check not in COLLECTED and (whole or not check.slow):
                        label = f"{step.name}-{check.name}-{name}{'-whole' if whole else ''}"
                        marks = [pytest.mark.long] if whole else []
                        yield pytest.param(check, name, whole, id=label, marks=marks)


def test_no_game_is_skipped() -> None:
    assert list(map(str, skipped_games())) == []


@pytest.mark.parametrize(("check", "name", "whole"), [*cases()])
def test_check(check: Check[Any], name: str, whole: bool) -> None:
    lacks: list[Exception] = []
    with nullcontext() if whole else few_games():
        for subject in chosen_subjects(check, name, whole=whole):
            try:
                check(subject)
            except NotApplicable:
                pass
            except Exception as lack:
                lack.add_note(f"of {subject}")
                lacks.append(lack)
    if lacks:
        raise ExceptionGroup(check.about, lacks)
