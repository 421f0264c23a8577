"""One game after another, as every environment plays them: chance is drawn between the seats' moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game, State
from empile.engine.planes import Plane, split_planes
from empile.engine.random import Stream
from empile.envs.extras import missing

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing("Gymnasium", "envs") from error

Observation: TypeAlias = dict[str, Any]
"""``"observation"``: what a seat sees, flat or by planes; ``"action_mask"``: ``int8`` (actions,)."""

Action: TypeAlias = int | np.int64
"""An action as people and as Gymnasium's spaces choose it."""

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""The position printed; as lines of text; as an SVG document; as pixels."""

Picture: TypeAlias = str | NDArray[np.uint8] | None
"""What is rendered: nothing where it is printed, lines, a document, or an array (height, width, 3)."""

RENDER_FPS = 2
"""Pictures a second that a person can follow."""


def load_unattended(name: str, options: Mapping[str, object]) -> Game:
    """Return a game that needs nobody's hand: a referee's answers are drawn by the odds."""
    cls = game_class(name)
    return cls(**{**headless_options(cls), **options})


def check_render_mode(mode: str | None) -> str | None:
    """Return ``mode``; raises :class:`ValueError` where there is no such mode.

    Where what it needs is not installed, :class:`ImportError` tells how to get it.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render modes are {', '.join(RENDER_MODES)}, not '{mode}'")
    if mode == "rgb_array":
        import_module("empile.envs.pixels")
    return mode


class Episode:
    """A game under way in which only seats act: whatever chance or a referee decides is drawn."""

    def __init__(self, game: Game, *, planes: bool, memory: bool) -> None:
        self.game = game
        self.state: State = game.new_state()
        self._by_planes, self._memory = planes, memory
        self._planes = game.information_planes if memory else game.observation_planes
        self._chance: Stream | None = None

    def begin(self, chance: Stream) -> None:
        """Begin a new game whose chance is drawn from ``chance``, up to the first seat to act."""
        self.state, self._chance = self.game.new_state(), chance
        self._settle()

    def play(self, action: int) -> None:
        """Let the seat to act move, and chance decide until a seat is to act or the game is over.

        Raises :class:`empile.engine.errors.IllegalActionError` with the reason; nothing has changed then.
        """
        self.state.apply_action(action)
        self._settle()

    def _settle(self) -> None:
        assert self._chance is not None
        while self.state.is_chance_node():
            _, self.state = self.state.after_chance(self._chance)

    # -- What is seen --------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """Return what ``seat`` sees and which actions it may choose: none unless it is to act."""
        state = self.state
        flat = state.information_state(seat) if self._memory else state.observation(seat)
        seen = dict(split_planes(self._planes, flat)) if self._by_planes else flat
        return {"observation": seen, "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for each action that ``seat`` may choose now."""
        if self.state.current_player() != seat:
            return np.zeros(self.game.num_distinct_actions, np.int8)
        return self.state.legal_mask().astype(np.int8)

    def action_meanings(self) -> dict[int, str]:
        """Return the legal moves of the seat to act, each as the record writes it."""
        state = self.state
        return {action: state.action_to_text(action) for action in state.legal_actions()}

    def render(self, mode: str | None, seat: int | None) -> Picture:
        """Return the position as ``seat`` sees it, in one of :data:`RENDER_MODES`; print it for "human"."""
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

    # -- Spaces --------------------------------------------------------------------------------

    def observation_space(self) -> spaces.Dict:
        """Return the space of :meth:`observe`."""
        seen: spaces.Space[Any]
        if self._by_planes:
            seen = spaces.Dict({plane.name: _box([plane], plane.shape) for plane in self._planes})
        else:
            seen = _box(self._planes)
        mask = spaces.Box(0, 1, (self.game.num_distinct_actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        """Return the space of all actions; which of them are legal the mask tells."""
        return spaces.Discrete(self.game.num_distinct_actions)


def _box(planes: Sequence[Plane], shape: tuple[int, ...] | None = None) -> spaces.Box:
    bounds = [
        np.concatenate([np.full(plane.shape, bound, np.float32).ravel() for plane, bound in each])
        for each in ([(p, p.low) for p in planes], [(p, p.high) for p in planes])
    ]
    # A space has an end for its checkers, though points may have none: the greatest number there is.
    greatest = np.finfo(np.float32).max
    low, high = (np.clip(bound, -greatest, greatest).reshape(shape or -1) for bound in bounds)
    return spaces.Box(low, high, dtype=np.float32)
