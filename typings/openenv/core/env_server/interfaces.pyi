from typing import Generic, TypeVar

from openenv.core.env_server.types import Action, Observation, State

_Action = TypeVar("_Action", bound=Action)
_Observation = TypeVar("_Observation", bound=Observation)
_State = TypeVar("_State", bound=State)

class Environment(Generic[_Action, _Observation, _State]):
    SUPPORTS_CONCURRENT_SESSIONS: bool
    def __init__(self) -> None: ...
