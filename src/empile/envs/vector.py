"""Vector environments of Gymnasium on batches: many games, stepped by compiled code.

Example::

    >>> import gymnasium
    >>> from empile.envs.gymnasium import play_at_random
    >>> envs = gymnasium.make_vec(
    ...     "empile.envs.gymnasium:empile/BlockNess-v1", 1000, opponents=play_at_random
    ... )
    >>> observations, infos = envs.reset(seed=1)
    >>> _ = envs.step(infos["action_mask"].argmax(axis=1))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from empile.engine.arguments import new_stream, whole_number
from empile.engine.batches.batch import Batch, RandomStep, Step
from empile.engine.errors import IllegalActionError
from empile.engine.game import TERMINAL
from empile.engine.optional_import import missing_extra
from empile.envs.episode import Episode, Observation, Planes, load_headless
from empile.envs.opponents import Opponent, opponents_of, play_at_random

try:
    import gymnasium as gym
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_extra("Gymnasium", "envs") from error

__all__ = ["BatchPolicy", "SeatVectorEnv"]

BatchPolicy: TypeAlias = Callable[[Batch, NDArray[np.bool_]], ArrayLike]
"""Selects the engine's actions for the games of a mask: shape (games,), others do not matter."""

Infos: TypeAlias = dict[str, Any]

Results: TypeAlias = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos
]


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games of one :class:`empile.Batch`, with the spaces of :class:`empile.envs.gymnasium.SeatEnv`.

    ``infos`` has ``"action_mask"`` and ``"seat"``; with the mode ``SAME_STEP`` also ``"final_obs"`` and
    ``"final_info"`` of games that ended, as in Gymnasium's own vector environments.
    ``reset(options={"reset_mask": mask})`` restarts some games. Copies and pickles go on
    identically.

    :param opponents: as for ``SeatEnv``; random play is much faster than bots.
    :param policy: plays all other seats, for many games at once, instead of ``opponents``.
    :param illegal: ``"lose"``: illegal actions end a game with reward -1 and the reason in
        ``infos["illegal"]``; ``"raise"``: they raise :class:`empile.IllegalActionError`.
    :param threads: of the batch.
    :param copy: False: observations and masks are overwritten by the next step, which saves time.
    :param autoreset_mode: when games that ended restart: in the next step, whose action is ignored, in
        the same step, or by ``reset`` only.
    :raises UnknownGameError: unknown game.
    :raises OptionError: invalid game option.
    :raises ArgumentError: ``num_envs`` or ``threads`` is less than 1.
    :raises ValueError: another argument is invalid.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = 1,
        policy: BatchPolicy | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        planes: Planes = False,
        memory: bool = False,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: object,
    ) -> None:
        self.game = load_headless(game, options)
        num_envs = whole_number("num_envs", num_envs, 1)
        if seat is not None and not 0 <= whole_number("seat", seat) < self.game.num_players:
            raise ValueError(f"seat must be 0 to {self.game.num_players - 1} or None, not {seat}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal must be 'lose' or 'raise', not '{illegal}'")
        self.num_envs = num_envs
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode}
        self.batch = Batch(self.game, num_envs, 0, threads=threads, autoreset=False)
        """The games; the state of game ``i`` is ``env.batch.state(i)``."""
        self._episode = Episode(self.game, planes=planes, memory=memory)
        self._illegal, self._copy, self._policy = illegal, copy, policy
        self._opponents = opponents_of(self.game, opponents)
        self._is_random = all(each is play_at_random for each in self._opponents)
        self._memory = memory
        self._fixed_seat = seat
        self._seats = np.full(num_envs, seat or 0, np.int32)
        self._is_over = np.ones(num_envs, np.bool_)
        self._results = np.zeros(num_envs)
        """The learner's returns in games that ended."""
        self._steps: RandomStep | None = None
        self._seen: NDArray[np.float32] | None = None
        self._masks: NDArray[np.bool_] | None = None
        self._bots = new_stream(0)
        self.single_observation_space: gym.Space[Any] = self._episode.observation_space()
        self.single_action_space: gym.Space[Any] = self._episode.action_space()
        self.action_space = batch_space(self.single_action_space, num_envs)

    @cached_property
    def observation_space(self) -> gym.Space[Any]:  # type: ignore[override]
        """The space of all observations, created at first use: it is as large as two of them."""
        return batch_space(self.single_observation_space, self.num_envs)

    def __getstate__(self) -> dict[str, Any]:
        # Many times the size of everything else.
        large = ("observation_space", "single_observation_space", "_steps", "_seen")
        return {
            **{k: v for k, v in vars(self).items() if k not in large},
            "_masks": None if self._masks is None else True,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._steps = self._seen = None
        if self._masks is not None:
            self._masks = self.batch.action_masks()
        self.single_observation_space = self._episode.observation_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Start the games, or those of ``options["reset_mask"]``; play to the seat's first moves.

        Raises ``ValueError`` for a seed that is not an integer, or with a mask.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            if seed is not None:
                raise ValueError("a seed restarts all games: pass a seed or a mask, not both")
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise ValueError(f"reset_mask must be a mask of shape ({self.num_envs},)")
        _check_seed(seed)
        super().reset(seed=seed)
        if mask is None:
            self.batch.reset(seed=int(self.np_random.integers(2**63)))
            self._bots = new_stream(int(self.np_random.integers(2**63)))
        self._restart(np.ones(self.num_envs, np.bool_) if mask is None else mask)
        return self._observe(), self._infos()

    def step(self, actions: ArrayLike) -> Results:
        """Play to the seat's next move in every game.

        Raises :class:`gymnasium.error.ResetNeeded` if a game is over and not restarted by itself.
        """
        restarting = self._is_over.copy()
        if restarting.any() and (self._mode is AutoresetMode.DISABLED or self._masks is None):
            raise gym.error.ResetNeeded("games are over: call reset() to start others")
        playing = ~restarting & (self.batch.current >= 0)
        chosen, refused = self._checked(actions, playing)
        moving = playing & ~refused
        infos: Infos = {}
        if refused.any():
            infos["illegal"], infos["_illegal"] = self._reasons(chosen, refused), refused
        if moving.any():
            moves = self._episode.actions[np.where(moving, chosen, 0)]
            self._note(self.batch.step(moves, games=moving), moving)
        self._restart(restarting, also=moving)
        ended = ~restarting & ((self.batch.current == TERMINAL) | refused)
        rewards = np.where(ended, np.where(refused, -1.0, self._results), 0.0)
        self._is_over = ended.copy()
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(ended, infos)
            self._restart(ended)
        infos.update(self._infos())
        return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _checked(
        self, actions: ArrayLike, playing: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the actions, and which are illegal; raises if ``illegal`` is ``"raise"``."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,):
            raise ValueError(f"actions must be integers of shape ({self.num_envs},)")
        count = len(self._episode.actions)
        known = (chosen >= 0) & (chosen < count)
        rows = np.arange(self.num_envs)
        refused = playing & ~(known & self._shown[rows, np.where(known, chosen, 0)])
        if self._illegal == "raise" and refused.any():
            game = int(np.flatnonzero(refused)[0])
            raise IllegalActionError(f"in game {game}: {self._reason(game, int(chosen[game]))}")
        return chosen.astype(np.int64), refused

    def _reasons(self, chosen: NDArray[np.int64], refused: NDArray[np.bool_]) -> NDArray[Any]:
        reasons = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(refused).tolist():
            reasons[game] = self._reason(game, int(chosen[game]))
        return reasons

    def _reason(self, game: int, action: int) -> str:
        try:
            self.batch.state(game).apply_action(self._episode.engine_action(action))
        except IllegalActionError as error:
            return str(error)
        raise AssertionError(f"{action} is legal in game {game} after all")

    def _restart(
        self, which: NDArray[np.bool_], *, also: NDArray[np.bool_] | Literal[False] = False
    ) -> None:
        """Restart games, and let the others play in them, and in the games ``also``."""
        if which.any():
            self.batch.reset(which)
            self._is_over[which] = False
            if self._fixed_seat is None:
                count = int(which.sum())
                self._seats[which] = self.np_random.integers(self.game.num_players, size=count)
        self._let_others_play(which | also)
        self._masks = self.batch.action_masks(out=None if self._copy else self._masks)

    def _let_others_play(self, which: NDArray[np.bool_]) -> None:
        batch = self.batch
        while True:
            waiting = which & (batch.current >= 0) & (batch.current != self._seats)
            if not waiting.any():
                return
            if self._policy is None and self._is_random:
                self._steps = batch.random_step(games=waiting, out=self._steps)
                self._note(Step(self._steps.rewards, self._steps.done), waiting)
            else:
                choose = self._policy or self._choose
                self._note(batch.step(choose(batch, waiting), games=waiting), waiting)

    def _choose(self, batch: Batch, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions = np.zeros(batch.size, np.int64)
        for game in np.flatnonzero(waiting).tolist():
            place = (int(batch.current[game]) - int(self._seats[game])) % self.game.num_players - 1
            actions[game] = self._opponents[place](batch.state(game), self._bots)
        return actions

    def _note(self, step: Step, moved: NDArray[np.bool_]) -> None:
        """Keep the returns of games that ended in a step."""
        ended = np.flatnonzero(step.done & moved)
        self._results[ended] = step.rewards[ended, self._seats[ended]]

    def _observe(self) -> Observation:
        see = self.batch.information_state if self._memory else self.batch.observations
        self._seen = see(self._seats, out=None if self._copy else self._seen)
        observation = self._episode.arrange(self._seen)
        return {"observation": observation, "action_mask": self._shown.view(np.int8)}

    @property
    def _shown(self) -> NDArray[np.bool_]:
        """The last masks."""
        assert self._masks is not None
        return self._masks

    def _infos(self) -> Infos:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._shown.view(np.int8),
            "_action_mask": everywhere,
            "seat": self._seats.copy(),
            "_seat": everywhere,
        }

    def _final(self, ended: NDArray[np.bool_], infos: Infos) -> Infos:
        """Return the last observations and infos of games, before they restart."""
        observed = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended).tolist():
            state, seat = self.batch.state(game), int(self._seats[game])
            flat = state.information_state(seat) if self._memory else state.observation(seat)
            mask = self._shown[game].astype(np.int8)
            observed[game] = {"observation": self._episode.arrange(flat), "action_mask": mask}
        masks = np.where(ended[:, np.newaxis], self._shown, False).astype(np.int8)
        info = {
            "action_mask": masks,
            "_action_mask": ended,
            "seat": np.where(ended, self._seats, 0),
            "_seat": ended,
            **infos,
        }
        return {
            "final_obs": observed,
            "_final_obs": ended,
            "final_info": info,
            "_final_info": ended,
        }


def _check_seed(seed: object) -> None:
    """Raise ``ValueError`` for a list of seeds, which other vector environments accept."""
    if seed is not None and not isinstance(seed, int):
        raise ValueError(f"seed must be one integer for all games, not {seed!r}")
