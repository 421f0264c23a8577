"""Cairn with placements by hand, in a scripted simulation."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from empile.engine.contracts.referee import (
    Animation,
    BadPathError,
    Frame,
    HandSkill,
    OutcomeSource,
    PlacementSimulation,
    Referee,
    Sample,
    SimulationError,
    Verdict,
)
from empile.engine.discovery import game_class
from empile.engine.game import Event, State
from empile.engine.random import Stream

STANDS, FALLS = "~stands", "~falls"
GRIPS = ("flat", "edge")
HAND_SKILLS = (
    HandSkill(1, "hand_skill.shaky", 9.0),
    HandSkill(2, "hand_skill.sure", 4.0),
    HandSkill(3, "hand_skill.still", 1.0),
)
MIDDLE = 10.0
"""A stone released further than this from x = 0 collapses the cairn."""
GROUND = 0.0
"""A hand below this height knocks the cairn over."""


@dataclass
class Script:
    """What simulations do, and what was called."""

    faults: int = 0
    """Number of calls to fail while advancing."""
    error: type[Exception] = SimulationError
    film_seconds: float = 0.3
    plan_seconds: float = 0.2
    opened: list[Worldlet] = field(default_factory=list["Worldlet"])
    threads: set[str] = field(default_factory=set[str])
    """Threads that computed something."""
    answering: set[str] = field(default_factory=set[str])
    """Threads that computed an outcome."""

    @property
    def open(self) -> int:
        """Number of open simulations."""
        return sum(not world.closed for world in self.opened)


class Worldlet(PlacementSimulation):
    """A simulation whose hand follows its path exactly; the stone trembles, the cairn does not."""

    def __init__(self, script: Script, state: State, events: Sequence[Event], assist: bool) -> None:
        self.script = script
        self.seat: int = state.field("seat")
        self.events = len(events)
        self.assist = assist
        self.now = 0.0
        self.moves: list[Sample] = []
        self.waiting: list[Sample] = []
        self.where: Sample | None = None
        self.closed = False
        script.opened.append(self)
        self._note()

    def _note(self) -> None:
        assert not self.closed
        self.script.threads.add(threading.current_thread().name)

    def hold(self, grip: str, turn: float) -> Frame:
        self._note()
        if grip not in GRIPS:
            raise BadPathError(f"a stone is not held by '{grip}'")
        self.where = Sample(self.now, 100.0, 0.0, 100.0, turn)
        return self._frame(others=True)

    def move(self, samples: Sequence[Sample]) -> None:
        times = [sample.at for sample in (*self.waiting, *samples)]
        assert times == sorted(times)
        self.moves.extend(samples)
        self.waiting.extend(samples)

    def advance(self, seconds: float) -> Frame:
        self._note()
        if self.script.faults:
            self.script.faults -= 1
            raise self.script.error("a secret of the world")
        self.now += seconds
        due = [sample for sample in self.waiting if sample.at <= self.now + 1e-9]
        del self.waiting[: len(due)]
        if due:
            self.where = due[-1]
            return self._frame()
        return Frame(self.now, {})

    def _frame(self, *, others: bool = False) -> Frame:
        assert self.where is not None
        _, x, y, z, _ = self.where
        poses = {"stone": (x, y, z, 1.0, 0.0, 0.0, 0.0)}
        if others:
            poses["cairn"] = (0.0, 0.0, 10.0, 1.0, 0.0, 0.0, 0.0)
        return Frame(self.now, poses)

    @property
    def knocked_over(self) -> bool:
        return self.where is not None and self.where.z < GROUND

    def let_go(self) -> Verdict:
        self._note()
        self.script.answering.add(threading.current_thread().name)
        if self.where is None:
            raise BadPathError("nothing is held")
        if self.knocked_over or abs(self.where.x) > MIDDLE:
            return Verdict(FALLS, self._film())
        return Verdict(f"{STANDS} {round(self.where.x, 1)},{self.events}", self._film())

    def _film(self) -> Animation:
        frames = np.zeros((2, 7), "<i2")
        return Animation(
            ("stone",), 30, 2, self.script.film_seconds, zlib.compress(frames.tobytes()), {"countdown": 0.1}
        )  # fmt: skip

    def plan(self, skill: HandSkill, stream: Stream) -> tuple[str, float, list[Sample]]:
        self._note()
        seconds = self.script.plan_seconds
        steps = 10
        return (
            GRIPS[0],
            float(skill.number),
            [
                Sample(seconds * step / steps, 100.0 * (1 - step / steps), 0.0, 20.0, 0.0)
                for step in range(steps + 1)
            ],
        )

    def close(self) -> None:
        assert not self.closed, "closed once"
        self.closed = True


def resting(state: State, events: Sequence[Event]) -> dict[str, Any]:
    """Return the rest pose of the last stone."""
    for event in reversed(events):
        if event.text.startswith(STANDS):
            return {"stones": event.text.removeprefix(STANDS).strip()}
    return {"stones": ""}


def cairn_by_hand(script: Script, patch: Callable[[type, str, Any], None]) -> None:
    """Add placements to Cairn, through ``patch(class, name, value)``."""

    class HandReferee(Referee):
        def outcome_source(self, state: State) -> OutcomeSource:
            return "hand"

        def placing_seat(self, state: State) -> int:
            seat: int = state.field("seat")
            return seat

        def grips(self, state: State) -> Sequence[str]:
            return GRIPS

        def hand_skills(self) -> Sequence[HandSkill]:
            return HAND_SKILLS

        def poses(
            self,
            state: State,
            events: Sequence[Event],
            *,
            start: Mapping[str, Any] | None = None,
        ) -> dict[str, Any]:
            return resting(state, events)

        def simulation(
            self,
            state: State,
            events: Sequence[Event],
            stream: Stream,
            *,
            start: Mapping[str, Any] | None = None,
            assist: bool = False,
        ) -> PlacementSimulation:
            return Worldlet(script, state, events, assist)

    cairn = game_class("cairn")
    patch(cairn, "contracts", replace(cairn.contracts, referee=HandReferee))
