from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

def create_app(
    env: Callable[[], Environment[Any, Any, Any]],
    action_cls: type[Action],
    observation_cls: type[Observation],
    *,
    env_name: str,
    max_concurrent_envs: int,
    state_cls: type[State],
) -> FastAPI: ...
