"""A game in an environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class, load
from empile.engine.errors import IllegalActionError
from empile.engine.game import Game, State
from empile.engine.optional_import import missing_extra
from empile.engine.planes import Plane, split_planes, stack_boards
from empile.engine.random import Stream

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing_extra("Gymnasium", "envs") from error

Observation: TypeAlias = dict[str, Any]
"""``"observation"`` (tensor or planes) and ``"action_mask"`` (``int8``)."""

Action: TypeAlias = int | np.int64
"""An index into ``game.possible_actions``."""

Planes: TypeAlias = bool | Literal["stacked"]
"""Observe a flat tensor, named planes, or ``"boards"`` (channels, rows, columns) and ``"numbers"``."""

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""Print the position; return text, an SVG document or pixels."""

Picture: TypeAlias = str | NDArray[np.uint8] | None

RENDER_FPS = 2


def load_headless(name: str, options: Mapping[str, object]) -> Game:
    """Load a game that needs no people; ``rules_version`` may be among the options."""
    chosen: dict[str, Any] = {**headless_options(game_class(name)), **options}
    return load(name, **chosen)


def check_render_mode(mode: str | None) -> str | None:
    """Return ``mode``; raises :class:`ValueError` or :class:`ImportError`."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not '{mode}'")
    if mode == "rgb_array":
        import_module("empile.envs.pixels")
    return mode


class Episode:
    """A game in which only seats act; other outcomes are drawn."""

    def __init__(self, game: Game, *, planes: Planes, memory: bool) -> None:
        if planes not in (False, True, "stacked"):
            raise ValueError(f"planes must be False, True or 'stacked', not {planes!r}")
        self.game = game
        self.actions = game.possible_actions
        self.state: State = game.new_state()
        self._by_planes, self._memory = planes, memory
        self._planes = game.information_planes if memory else game.observation_planes
        self._chance: Stream | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the actions, which the game has."""
        return {name: value for name, value in vars(self).items() if name != "actions"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self.actions = self.game.possible_actions

    def begin(self, chance: Stream) -> None:
        """Start a new game."""
        self.state, self._chance = self.game.new_state(), chance
        self._settle()

    def play(self, action: int) -> None:
        """Play a move and draw chance; raises :class:`IllegalActionError`."""
        self.state.apply_action(self.engine_action(action))
        self._settle()

    def engine_action(self, action: int) -> int:
        """Return the engine's number of an action; raises :class:`IllegalActionError`."""
        if not 0 <= action < len(self.actions):
            raise IllegalActionError(f"actions are 0 to {len(self.actions) - 1}, not {action}")
        return int(self.actions[action])

    def play_engine_action(self, action: int) -> None:
        """Play an action of the engine; raises :class:`IllegalActionError`."""
        self.state.apply_action(action)
        self._settle()

    def _settle(self) -> None:
        assert self._chance is not None
        while self.state.is_chance_node():
            _, self.state = self.state.after_chance(self._chance)

    def observe(self, seat: int) -> Observation:
        """Return the observation of ``seat``."""
        state = self.state
        flat = state.information_state(seat) if self._memory else state.observation(seat)
        return {"observation": self.arrange(flat), "action_mask": self.mask(seat)}

    def arrange(self, flat: NDArray[np.float32]) -> Any:
        """Return the planes of ``flat`` (shape (..., length)) as :data:`Planes` says."""
        if self._by_planes == "stacked":
            boards, numbers = stack_boards(self._planes, flat)
            return {"boards": boards, "numbers": numbers}
        return dict(split_planes(self._planes, flat)) if self._by_planes else flat

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the action mask of ``seat``."""
        if self.state.current_player() != seat:
            return np.zeros(len(self.actions), np.int8)
        return self.state.legal_mask()[self.actions].astype(np.int8)

    def action_meanings(self) -> dict[int, str]:
        """Return the notation of the legal actions."""
        state = self.state
        legal = state.legal_actions()
        numbers = np.searchsorted(self.actions, legal).tolist()
        return {n: state.action_to_text(action) for n, action in zip(numbers, legal, strict=True)}

    def render(self, mode: str | None, seat: int | None) -> Picture:
        """Render the position as ``seat`` sees it; see :data:`RENDER_MODES`."""
        if mode == "svg":
            return self.state.to_svg(seat)
        if mode == "rgb_array":
            from empile.envs.pixels import pixels

            return pixels(self.state.to_svg(seat))
        if mode is None:
            return None
        text = self.game.presenter.to_text(self.state, seat)
        if mode == "ansi":
            return text
        print(text)
        return None

    def observation_space(self) -> spaces.Dict:
        """Return the space of :meth:`observe`."""
        seen: spaces.Space[Any]
        if self._by_planes == "stacked":
            seen = self._stacked_space()
        elif self._by_planes:
            seen = spaces.Dict(
                {plane.name: _box_space([plane], plane.shape) for plane in self._planes}
            )
        else:
            seen = _box_space(self._planes)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        """Return the space of all actions."""
        return spaces.Discrete(len(self.actions))

    def _stacked_space(self) -> spaces.Dict:
        low, high = _bounds(self._planes)
        boards, numbers = (
            # Padding has no bounds of its own; environment checkers warn if they are equal.
            spaces.Box(least, np.maximum(greatest, least + 1), dtype=np.float32)
            for least, greatest in zip(
                stack_boards(self._planes, low), stack_boards(self._planes, high), strict=True
            )
        )
        return spaces.Dict({"boards": boards, "numbers": numbers})


def _box_space(planes: Sequence[Plane], shape: tuple[int, ...] | None = None) -> spaces.Box:
    low, high = (bound.reshape(shape or -1) for bound in _bounds(planes))
    return spaces.Box(low, high, dtype=np.float32)


def _bounds(planes: Sequence[Plane]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the least and the greatest flat tensor."""
    # Environment checkers reject unbounded spaces.
    greatest = np.finfo(np.float32).max
    low, high = (
        np.concatenate([np.full(plane.shape, bound, np.float32).ravel() for plane, bound in each])
        for each in ([(p, p.low) for p in planes], [(p, p.high) for p in planes])
    )
    return np.clip(low, -greatest, greatest), np.clip(high, -greatest, greatest)
