from typing import Any

from pydantic import BaseModel

class Action(BaseModel): ...

class Observation(BaseModel):
    done: bool = False
    reward: bool | int | float | None = None
    metadata: dict[str, Any] = ...

class State(BaseModel):
    episode_id: str | None = None
    step_count: int = 0

class EnvironmentMetadata(BaseModel):
    name: str
    description: str
