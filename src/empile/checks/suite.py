"""The suite: all steps in the order in which an author writes a game, and how they are run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from empile.checks.check import Check, NotChecked, Step
from empile.checks.evidence import Variant
from empile.checks.random_games import few_games
from empile.checks.sentences import Found, found_in
from empile.checks.steps.bots import BOTS
from empile.checks.steps.cases import CASES_STEP, PERFT_STEP
from empile.checks.steps.corpus import CORPUS_STEP
from empile.checks.steps.environments import ENVIRONMENTS
from empile.checks.steps.game import GAME
from empile.checks.steps.golden import GOLDEN_STEP
from empile.checks.steps.hidden import HIDDEN
from empile.checks.steps.lessons import LESSONS
from empile.checks.steps.messages import MESSAGES
from empile.checks.steps.notation import NOTATION
from empile.checks.steps.page import PAGE
from empile.checks.steps.pictures import PICTURES
from empile.checks.steps.positions import POSITIONS
from empile.checks.steps.readme import README
from empile.checks.steps.rules import RULES
from empile.checks.steps.tensors import TENSORS

STEPS: tuple[Step, ...] = (
    GAME, RULES, NOTATION, POSITIONS, HIDDEN, CASES_STEP, PERFT_STEP, PICTURES, MESSAGES, README,
    LESSONS, GOLDEN_STEP, CORPUS_STEP, BOTS, TENSORS, ENVIRONMENTS, PAGE,
)  # fmt: skip
"""In the order of writing; no step needs a later one."""

MOST_VARIANTS = 3
"""Variants that the fast part checks, of different numbers of seats."""


@dataclass
class StepDone:
    """What a step found in a game."""

    step: Step
    lacks: list[Found] = field(default_factory=list[Found])
    checked: int = 0
    """Subjects checked without a lack."""
    left_out: int = 0
    """Slow checks that were left out."""
    needs: str = ""
    """The step whose gate is closed, if this one was not checked for that reason."""
    missing: list[str] = field(default_factory=list[str])
    """What must be installed before more can be checked."""
    seconds: float = 0.0
    stopped: bool = False
    """Whether a gate of this step is closed."""


def check_game(
    name: str,
    *,
    only: Sequence[str] = (),
    whole: bool = False,
    first: bool = False,
    begin: Callable[[Step], None] | None = None,
) -> Iterator[StepDone]:
    """Check a game step by step; yield each step when it is done.

    ``only`` names the steps to show; the gates of those that they need are checked too. ``whole``
    adds the slow checks, all variants and more random games. ``first`` ends
    with the first lack. ``begin`` is called with each step. Nothing is raised: what the game's
    code raises is a lack.

    Example: ``all(not done.lacks for done in check_game("cairn"))``.
    """
    closed: dict[str, str] = {}
    with nullcontext() if whole else few_games():
        for step in STEPS:
            needed = next((closed[need] for need in step.needs if need in closed), "")
            shown = not only or step.name in only
            done = StepDone(step, needs=needed)
            if not needed and (shown or _is_needed(step, only)):
                began = time.perf_counter()
                if begin is not None:
                    begin(step)
                _run(name, done, whole=whole, first=first, gates_only=not shown)
                done.seconds = time.perf_counter() - began
            if needed or done.stopped:
                closed[step.name] = needed or step.name
            if shown or done.lacks:
                yield done
            if first and done.lacks:
                return


def _is_needed(step: Step, only: Sequence[str]) -> bool:
    wanted = {need for later in STEPS if later.name in only for need in later.needs}
    return step.name in wanted or any(step.name in s.needs for s in STEPS if s.name in wanted)


def _run(name: str, done: StepDone, *, whole: bool, first: bool, gates_only: bool) -> None:
    for check in done.step.checks:
        if gates_only and not check.gate:
            continue
        if check.slow and not whole:
            done.left_out += 1
            continue
        found = _first_lack(name, check, done, whole=whole)
        if found is not None:
            if found.said not in [lack.said for lack in done.lacks]:
                done.lacks.append(found)
            done.stopped = check.gate
            if check.gate or first:
                return


def _first_lack(name: str, check: Check[Any], done: StepDone, *, whole: bool) -> Found | None:
    """Run a check on its subjects up to the first lack: the others say the same."""
    subject: object = None
    try:
        for subject in chosen_subjects(check, name, whole=whole):
            check(subject)
            done.checked += 1
    except NotChecked as error:
        done.missing.append(str(error))
    except Exception as error:
        return found_in(error, name, done.step, check, subject)
    return None


def chosen_subjects(check: Check[Any], name: str, *, whole: bool) -> Sequence[Any]:
    """Return what a check is held against in a game: all, or few in the fast part.

    Raises :class:`Lack` if the subjects cannot be read.
    """
    subjects = check.subjects(name)
    return subjects if whole or check.every else _few(subjects)


def _few(subjects: Sequence[Any]) -> Sequence[Any]:
    """Return the first variants of different numbers of seats; other subjects unchanged."""
    first: dict[int, Variant] = {}
    for subject in subjects:
        if isinstance(subject, Variant):
            first.setdefault(subject.game().num_players, subject)
    return [*first.values()][:MOST_VARIANTS] or subjects
