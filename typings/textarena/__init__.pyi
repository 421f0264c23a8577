"""What the adapter of TextArena and its tests use: TextArena is not in the test environment."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from textarena import agents as agents
from textarena import envs as envs
from textarena import wrappers as wrappers

Info = dict[str, Any]

class ObservationType(Enum):
    PROMPT = ...
    PLAYER_ACTION = ...
    GAME_BOARD = ...

class Env:
    def reset(self, num_players: int, seed: int | None = None) -> None: ...
    def step(self, action: str) -> tuple[bool, Info]: ...
    def get_observation(self) -> tuple[int, Any]: ...
    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]: ...

class Wrapper(Env):
    env: Env
    def __init__(self, env: Env) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class Agent:
    def __call__(self, observation: str) -> str: ...

class AgentWrapper(Agent):
    agent: Agent
    def __init__(self, agent: Agent) -> None: ...

class MinimalMultiPlayerState:
    num_players: int
    role_mapping: dict[int, str]
    current_player_id: int
    made_invalid_move: bool
    step_info: Info
    game_info: dict[int, dict[str, Any]]
    observations: dict[int, list[tuple[int, str, ObservationType]]]
    def __init__(self, num_players: int, seed: int | None = None) -> None: ...
    def reset(
        self,
        game_state: dict[str, Any] | None = None,
        player_prompt_function: Callable[[int, dict[str, Any]], str] | None = None,
        role_mapping: dict[int, str] | None = None,
    ) -> None: ...
    def step(self) -> tuple[bool, Info]: ...
    def add_observation(
        self,
        message: str,
        observation_type: ObservationType,
        from_id: int = -1,
        to_id: int = -1,
    ) -> None: ...
    def manually_set_current_player_id(self, new_player_id: int, force: bool = False) -> None: ...
    def set_game_outcome(self, reward_dict: Mapping[int, float], reason: str) -> None: ...

def make(env_id: str, **kwargs: Any) -> Wrapper: ...
def register(
    id: str,
    entry_point: Callable[..., Env],
    default_wrappers: Sequence[type[Wrapper]] | None = None,
    **kwargs: Any,
) -> None: ...
