"""The referee of Block Out!: a physics simulation, the odds, or the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from empile.engine.contracts.level import Level
from empile.engine.contracts.referee import (
    Animation,
    HandSkill,
    OutcomeSource,
    PlacementSimulation,
    Referee,
)
from empile.engine.game import Event, State
from empile.engine.random import Stream
from empile.games.block_out.physics import planning, tower_poses
from empile.games.block_out.physics.animation import decode
from empile.games.block_out.physics.bodies import FACES
from empile.games.block_out.show import fall_svg
from empile.games.block_out.text import notation

_SOURCES: Mapping[str, OutcomeSource] = {"physics": "hand", "odds": "odds", "people": "people"}


class BlockOutReferee(Referee):
    headless_options: ClassVar[Mapping[str, Any]] = {"referee": "odds"}
    revisable_outcomes: ClassVar[Mapping[str, str]] = {"~stands": "~falls-later"}

    def outcome_source(self, state: State) -> OutcomeSource:
        return _SOURCES[self.game.options["referee"]]

    def placing_seat(self, state: State) -> int:
        seat: int = state.field("seat")
        return seat

    def grips(self, state: State) -> Sequence[str]:
        return FACES

    def simulation(
        self,
        state: State,
        events: Sequence[Event],
        stream: Stream,
        *,
        start: Mapping[str, Any] | None = None,
        assist: bool = False,
    ) -> PlacementSimulation:
        # Loads MuJoCo.
        from empile.games.block_out.physics.simulation import TowerSimulation

        block = notation.tower_of(state)[-1]
        standing = tower_poses.standing(state, events, start)
        return TowerSimulation(standing, block, stream, assist=assist)

    def film(self, animation: Animation, pace: int) -> Sequence[str]:
        shown = fall_svg.moments(
            animation.rate, animation.frames, animation.marks.get("fall"), pace
        )
        return fall_svg.film(animation.names, decode(animation)[shown])

    def hand_skills(self) -> Sequence[HandSkill]:
        return planning.hand_skills() if self.game.options["referee"] == "physics" else ()

    def default_hand_skill(self, level: Level) -> HandSkill | None:
        """Return the level's hand skill: stronger bots have steadier hands."""
        skills = self.hand_skills()
        return skills[min(level.number, len(skills)) - 1] if skills else None

    def placement_bonus(
        self,
        state: State,
        events: Sequence[Event],
        skill: HandSkill,
        *,
        start: Mapping[str, Any] | None = None,
        assist: bool = False,
    ) -> Mapping[int, float]:
        blocks = {
            action: block
            for action in state.legal_actions()
            if (block := notation.block_of(action)) is not None
        }
        standing = tower_poses.standing(state, events, start)
        bonus = planning.placement_bonus(standing, set(blocks.values()), skill, assist=assist)
        return {action: bonus[block] for action, block in blocks.items()}

    def poses(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        return tower_poses.poses(state, events, start)

    def poses_json(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> bytes:
        if start is None and self.game.options["referee"] != "physics":
            events = ()  # their poses are not recorded
        return tower_poses.poses_json(state, events, start)

    def position(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        position = state.position()
        standing = tower_poses.standing(state, events, start)
        if standing and self.game.options["referee"] == "physics":
            position["poses"] = [str(pose) for pose in standing]
        return position
