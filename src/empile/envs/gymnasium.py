"""Gymnasium environments: one seat learns, bots play the others.

Importing this module registers every game as ``empile/SomeGame-v1``. Rewards are 0 until the end
of the game, then the seat's return (-1 to 1).

Example::

    >>> import gymnasium
    >>> env = gymnasium.make("empile.envs.gymnasium:empile/BlockNess-v1", players=2, opponents=1)
    >>> observation, info = env.reset(seed=1)
    >>> _ = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from empile.engine.discovery import game_names
from empile.engine.errors import IllegalActionError
from empile.engine.game import State
from empile.engine.optional_import import missing_extra
from empile.engine.random import below, new_stream, split
from empile.envs.episode import (
    RENDER_FPS,
    RENDER_MODES,
    Action,
    Episode,
    Observation,
    Picture,
    Planes,
    check_render_mode,
    load_headless,
)
from empile.envs.names import environment_id
from empile.envs.opponents import Opponent, opponents_of, play_at_random

try:
    import gymnasium as gym
except ImportError as error:
    raise missing_extra("Gymnasium", "envs") from error

__all__ = ["Opponent", "SeatEnv", "play_at_random"]

_CHANCE, _BOTS, _SEAT = 0, 1, 2
"""Streams of an episode."""


class SeatEnv(gym.Env[Observation, Action]):
    """A game as a Gymnasium environment for one seat.

    ``info`` has ``"action_mask"`` and ``"seat"``.

    :param seat: the learner's; None draws one for each game.
    :param opponents: one for all, or one for each seat, clockwise from the learner.
    :param illegal: ``"lose"``: illegal actions end the game with reward -1 and the reason in
        ``info["illegal"]``; ``"raise"``: they raise :class:`empile.IllegalActionError`.
    :param render_mode: ``"human"``, ``"ansi"``, ``"svg"`` or ``"rgb_array"``.
    :param planes: True: observe a dict of planes, not a flat tensor; ``"stacked"``: a dict of ``boards``
        (channels, rows, columns) and ``numbers``, as ``stack_boards`` returns them.
    :param memory: observe the information state.
    :raises UnknownGameError: unknown game.
    :raises OptionError: invalid game option.
    :raises ValueError: another argument is invalid.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as declared by Gymnasium
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: str,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = 1,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        planes: Planes = False,
        memory: bool = False,
        **options: object,
    ) -> None:
        self.game = load_headless(game, options)
        if seat is not None and not 0 <= seat < self.game.num_players:
            raise ValueError(f"seat must be 0 to {self.game.num_players - 1} or None, not {seat}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal must be 'lose' or 'raise', not '{illegal}'")
        self.render_mode = check_render_mode(render_mode)
        self._fixed_seat, self.seat = seat, seat or 0
        self._illegal = illegal
        self._opponents = opponents_of(self.game, opponents)
        self._episode = Episode(self.game, planes=planes, memory=memory)
        self._is_over = True
        self.observation_space = self._episode.observation_space()
        self.action_space = self._episode.action_space()

    def __getstate__(self) -> dict[str, Any]:
        # Many times the size of everything else.
        return {k: v for k, v in vars(self).items() if k != "observation_space"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.observation_space = self._episode.observation_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game; play to the seat's first move."""
        super().reset(seed=seed, options=options)
        stream = new_stream(int(self.np_random.integers(2**63)))
        if self._fixed_seat is None:
            self.seat = below(split(stream, _SEAT), self.game.num_players)
        self._bots = split(stream, _BOTS)
        self._episode.begin(split(stream, _CHANCE))
        self._let_others_play()
        self._is_over = self._episode.state.is_terminal()
        return self._episode.observe(self.seat), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play to the seat's next move; raises :class:`gymnasium.error.ResetNeeded` after the end."""
        if self._is_over:
            raise gym.error.ResetNeeded("the game is over: call reset() to start another")
        try:
            self._episode.play(index(action))
        except IllegalActionError as refused:
            if self._illegal == "raise":
                raise
            self._is_over = True
            info = {**self._info(), "illegal": str(refused)}
            return self._episode.observe(self.seat), -1.0, True, False, info
        self._let_others_play()
        self._is_over = self._episode.state.is_terminal()
        reward = self._episode.state.returns()[self.seat]
        return self._episode.observe(self.seat), reward, self._is_over, False, self._info()

    def _let_others_play(self) -> None:
        episode = self._episode  # its state is another object after chance
        while (player := episode.state.current_player()) >= 0 and player != self.seat:
            place = (player - self.seat) % self.game.num_players - 1
            episode.play_engine_action(self._opponents[place](episode.state, self._bots))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._episode.mask(self.seat), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's ``MaskablePPO`` expects."""
        return self._episode.mask(self.seat).astype(np.bool_)

    @property
    def empile_state(self) -> State:
        """The engine's state, hidden information included."""
        return self._episode.state

    def action_meanings(self) -> dict[int, str]:
        """Return the notation of the legal actions."""
        return self._episode.action_meanings()

    def render(self) -> Picture:
        """Render the position for the seat."""
        return self._episode.render(self.render_mode, self.seat)


def register() -> None:
    """Register every game."""
    for name in game_names():
        if environment_id(name) not in gym.registry:
            gym.register(  # pyright: ignore[reportUnknownMemberType] - a bare dict among its types
                environment_id(name),
                f"{__name__}:SeatEnv",
                vector_entry_point="empile.envs.vector:SeatVectorEnv",
                kwargs={"game": name},
            )


register()
