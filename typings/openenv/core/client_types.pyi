from typing import Generic, TypeVar

_Observation = TypeVar("_Observation")

class StepResult(Generic[_Observation]):
    observation: _Observation
    reward: float | None
    done: bool
    def __init__(
        self, observation: _Observation, reward: float | None = None, done: bool = False
    ) -> None: ...
