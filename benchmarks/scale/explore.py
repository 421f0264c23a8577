"""Explores all states of the model, breadth first; then with each rule switched off.

``python -m benchmarks.scale.explore``: each state must be safe, and from each one the steps of the
system alone must lead to a settled one. Takes some minutes, and some GB of memory.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from dataclasses import fields, replace
from typing import Final, NamedTuple

from .model import Bounds, Model, Rules, is_settled, violation


class Exploration(NamedTuple):
    """What came of an exploration."""

    states: int
    steps: int
    fault: str
    """Empty if there is none."""
    trace: tuple[str, ...]
    """The shortest way to the fault."""


def explore(model: Model) -> Exploration:
    """Visit all states that can be reached, breadth first."""
    start = model.start()
    numbers = {start: 0}
    came: list[tuple[int, str]] = [(0, "")]
    waiting = deque([start])
    back: list[list[int]] = [[]]
    """For each state, those from which a step of the system leads to it."""
    settled: list[int] = []
    steps = 0
    while waiting:
        state = waiting.popleft()
        number = numbers[state]
        if is_settled(state, model.bounds.events):
            settled.append(number)
        for step in model.steps(state):
            steps += 1
            found = numbers.get(step.state)
            if found is None:
                found = numbers[step.state] = len(came)
                came.append((number, f"{step.name} {step.process}"))
                back.append([])
                waiting.append(step.state)
                fault = violation(step.state)
                if fault:
                    return Exploration(len(came), steps, fault, _trace(came, found))
            if step.is_ours and found != number:
                back[found].append(number)
    stuck = _unreached(settled, back)
    if stuck is None:
        return Exploration(len(came), steps, "", ())
    return Exploration(len(came), steps, "a process never shows all events", _trace(came, stuck))


def _unreached(settled: list[int], back: list[list[int]]) -> int | None:
    """Return the first state from which the system alone does not settle."""
    reached = bytearray(len(back))
    for number in settled:
        reached[number] = 1
    waiting = list(settled)
    while waiting:
        for before in back[waiting.pop()]:
            if not reached[before]:
                reached[before] = 1
                waiting.append(before)
    found = reached.find(0)
    return None if found < 0 else found


def _trace(came: list[tuple[int, str]], number: int) -> tuple[str, ...]:
    names: list[str] = []
    while number:
        number, name = came[number]
        names.append(name)
    return tuple(reversed(names))


SHORT: Final = (
    Bounds(commands=2, events=2, crashes=1, restarts=0, pauses=0),
    Bounds(commands=1, events=2, restarts=0, disconnects=0, losses=0),
    Bounds(
        processes=3, commands=0, events=0, frames=2, crashes=0, restarts=0, pauses=1,
        disconnects=0, losses=0,
    ),
)  # fmt: skip
"""Bounds in which each switched-off rule shows."""
LONG: Final = (
    Bounds(commands=1, events=2),
    Bounds(commands=2, events=3, pauses=0),
    Bounds(commands=2, events=3, crashes=0, restarts=0, disconnects=0),
    Bounds(processes=3, commands=1, events=2, restarts=0, disconnects=0, pauses=0),
    Bounds(
        processes=3, commands=0, events=0, frames=3, crashes=1, restarts=0, pauses=2,
        disconnects=0, losses=0,
    ),
)  # fmt: skip
"""Bounds of the long form: some minutes, some GB of memory."""


def explore_without(rule: str) -> Exploration:
    """Switch off a rule, and return the first fault within :data:`SHORT`, or the last result."""
    rules = replace(Rules(), **{rule: False})
    first, *others = (Model(bounds, rules) for bounds in SHORT)
    found = explore(first)
    for model in others:
        if not found.fault:
            found = explore(model)
    return found


def main() -> None:
    """Explore the model, then with each rule switched off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    for bounds in (*SHORT, *LONG):
        began = time.monotonic()
        found = explore(Model(bounds))
        seconds = time.monotonic() - began
        said = found.fault or "no fault"
        print(f"{bounds}: {found.states} states, {found.steps} steps, {seconds:.0f} s: {said}")
        if found.fault:
            raise SystemExit(", ".join(found.trace))
    for rule in fields(Rules):
        found = explore_without(rule.name)
        print(f"without {rule.name}: {found.fault}: {', '.join(found.trace)}")


if __name__ == "__main__":
    main()
