"""PettingZoo AEC environments: all seats are agents, ``player_0``, ``player_1``, ...

Rewards are 0 until the end of the game, then each seat's return (-1 to 1). Illegal actions raise
:class:`empile.IllegalActionError`.
"""

from __future__ import annotations

import secrets
from typing import Any

from empile.engine.arguments import new_stream
from empile.engine.discovery import game_names
from empile.engine.game import State
from empile.engine.optional_import import missing_extra
from empile.engine.random import Stream, split
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
from empile.envs.names import module_name

try:
    import pettingzoo  # pyright: ignore[reportMissingTypeStubs] - typed, unmarked
    from gymnasium import Space
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise missing_extra("PettingZoo", "envs") from error

__all__ = ["EmpileAEC", "env", "raw_env"]


class EmpileAEC(pettingzoo.AECEnv[str, Observation, Action | None]):
    """A game as an AEC environment without wrappers.

    Parameters and errors as for :class:`empile.envs.gymnasium.SeatEnv`.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        planes: Planes = False,
        memory: bool = False,
        **options: object,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": module_name(game),
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }
        self.game = load_headless(game, options)
        self._episode = Episode(self.game, planes=planes, memory=memory)
        self._stream: Stream = new_stream(secrets.randbits(64))
        self._begun = 0
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = self._observation_spaces()
        self.action_spaces: dict[str, Space[Action | None]] = {
            agent: self._episode.action_space() for agent in self.possible_agents
        }

    def _observation_spaces(self) -> dict[str, Space[Observation]]:
        return {agent: self._episode.observation_space() for agent in self.possible_agents}

    def __getstate__(self) -> dict[str, Any]:
        # Many times the size of everything else.
        return {k: v for k, v in vars(self).items() if k != "observation_spaces"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.observation_spaces = self._observation_spaces()

    def observation_space(self, agent: str) -> Space[Observation]:
        """Return the agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Action | None]:
        """Return the agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, by default the next of the last seed."""
        if seed is not None:
            self._stream, self._begun = new_stream(seed), 0
        self._episode.begin(split(self._stream, self._begun))
        self._begun += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: Action | None) -> None:
        """Play a move; agents of a finished game pass None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: pass one of its legal actions, not None")
        self._episode.play(int(action))
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if self._episode.state.is_terminal():
            returns = self._episode.state.returns()
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        seat = self._episode.state.current_player()
        self.agent_selection = self.agents[seat if seat >= 0 else 0]

    def observe(self, agent: str) -> Observation:
        """Return the observation; only the acting agent has legal actions."""
        return self._episode.observe(self.possible_agents.index(agent))

    @property
    def empile_state(self) -> State:
        """The engine's state, hidden information included."""
        return self._episode.state

    def action_meanings(self) -> dict[int, str]:
        """Return the notation of the legal actions."""
        return self._episode.action_meanings()

    def render(self) -> Picture:
        """Render the position for the agent to act."""
        seat = self._episode.state.current_player()
        return self._episode.render(self.render_mode, seat if seat >= 0 else None)

    def close(self) -> None:
        """Do nothing."""


def raw_env(
    game: str | None = None,
    *,
    render_mode: str | None = None,
    planes: Planes = False,
    memory: bool = False,
    **options: object,
) -> EmpileAEC:
    """Create an :class:`EmpileAEC`, by default of the first game.

    Example::

        >>> raw_env("block-ness", players=2).possible_agents
        ['player_0', 'player_1']
    """
    return EmpileAEC(
        game or game_names()[0], render_mode=render_mode, planes=planes, memory=memory, **options
    )


def env(
    game: str | None = None,
    *,
    render_mode: str | None = None,
    planes: Planes = False,
    memory: bool = False,
    **options: object,
) -> wrappers.OrderEnforcingWrapper[str, Observation, Action | None]:
    """Create a :func:`raw_env` that checks the order of calls and the actions.

    Example::

        >>> game = env("block-ness", players=2)
        >>> game.reset(seed=42)
        >>> for agent in game.agent_iter():
        ...     observation, _, over, _, _ = game.last()
        ...     mask = observation["action_mask"]
        ...     game.step(None if over else game.action_space(agent).sample(mask))
    """
    raw = raw_env(game, render_mode=render_mode, planes=planes, memory=memory, **options)
    checked = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(checked)


def register() -> None:
    """Register every game, if this PettingZoo has a registry."""
    if hasattr(pettingzoo, "register"):
        for name in game_names():
            pettingzoo.register(
                "aec", f"empile/{module_name(name)}", f"{__name__}:env", kwargs={"game": name}
            )


register()
