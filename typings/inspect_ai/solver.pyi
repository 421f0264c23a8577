from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias, TypeVar

from inspect_ai.model import ChatMessage, ModelName, ModelOutput

class Store:
    def get(self, key: str, default: Any = None) -> Any: ...
    def set(self, key: str, value: object) -> None: ...

class TaskState:
    metadata: dict[str, Any]
    messages: list[ChatMessage]
    output: ModelOutput
    completed: bool
    store: Store
    def __init__(
        self,
        model: ModelName,
        sample_id: int | str,
        epoch: int,
        input: str,
        messages: list[ChatMessage],
    ) -> None: ...

class Generate(Protocol):
    async def __call__(self, state: TaskState) -> TaskState: ...

Solver: TypeAlias = Callable[[TaskState, Generate], Awaitable[TaskState]]

_Made = TypeVar("_Made", bound=Callable[..., Solver])

def solver(func: _Made) -> _Made: ...
