"""What the adapter of verifiers and its tests use."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any, Generic, TypeAlias, TypeVar, overload

from pydantic import BaseModel

_Config = TypeVar("_Config", bound=BaseModel)
_Data = TypeVar("_Data", bound=TaskData)
_State = TypeVar("_State", bound=State)
_Task = TypeVar("_Task", bound=Task[Any, Any, Any])
_Rated: TypeAlias = Callable[..., Awaitable[float | dict[str, float]]]
_Function = TypeVar("_Function", bound=_Rated)

class Message(BaseModel):
    role: str
    content: Any

Messages: TypeAlias = list[Message]

class TaskConfig(BaseModel): ...

class TasksetConfig(BaseModel):
    id: str = ""
    task: TaskConfig = TaskConfig()

class HarnessConfig(BaseModel):
    id: str = ""

class SubprocessConfig(BaseModel): ...

class AgentConfig(BaseModel):
    runtime: SubprocessConfig = SubprocessConfig()

class EnvConfig(BaseModel):
    taskset: TasksetConfig = TasksetConfig()

class EvalClientConfig(BaseModel):
    base_url: str
    api_key_var: str

class TaskData(BaseModel):
    name: str | None = None
    prompt: str | Messages | None = None
    system_prompt: str | None = None

class State(BaseModel): ...

class Task(Generic[_Data, _State, _Config]):
    data: _Data
    config: _Config
    def __init__(self, data: _Data, config: _Config) -> None: ...

class Taskset(Generic[_Task, _Config]):
    config: _Config
    def load(self) -> Iterable[_Task]: ...
    def __iter__(self) -> Iterator[_Task]: ...

class Reward(BaseModel):
    score: float
    weight: float

class Branch:
    messages: Messages

class Error(BaseModel):
    message: str

class Trace:
    state: State
    branches: list[Branch]
    info: dict[str, Any]
    rewards: dict[str, Reward]
    reward: float
    metrics: dict[str, float]
    num_turns: int
    stop_condition: str | None
    errors: list[Error]

class Segment:
    terminated: bool
    def __init__(
        self, messages: Messages, root_reply: str | None = None, terminated: bool = False
    ) -> None: ...
    @property
    def last_reply(self) -> str: ...

class Interaction:
    trace: Trace
    async def turn(self, message: str | list[dict[str, Any]] | None = None) -> Segment: ...

class Agent:
    def interaction(
        self, task: Task[Any, Any, Any]
    ) -> AbstractAsyncContextManager[Interaction]: ...

class Agents:
    def __getattr__(self, name: str) -> Agent: ...

class ModelContext:
    model: str
    def __init__(self, model: str, client: EvalClientConfig) -> None: ...

class ProgramResult:
    def __init__(self, exit_code: int, stdout: str, stderr: str) -> None: ...

class Harness(Generic[_Config]):
    config: _Config

class HarnessSession:
    harness: Harness[Any]
    ctx: ModelContext
    trace: Trace
    endpoint: str
    secret: str
    data: TaskData
    def __init__(self, harness: Harness[Any], *given: Any, **named: Any) -> None: ...
    async def _run(self, messages: Messages | None) -> ProgramResult: ...
    async def close(self) -> None: ...

class Episode:
    ok: bool
    traces: list[Trace]
    errors: list[Error]

class RunSlot: ...

class Env(Generic[_Config]):
    config: _Config
    taskset: Taskset[Any, Any]
    def serving(self) -> AbstractAsyncContextManager[None]: ...
    def slots(self, task: Task[Any, Any, Any], n: int = 1) -> list[RunSlot]: ...
    async def run_slot(self, slot: RunSlot, ctx: ModelContext) -> Episode: ...

@overload
def reward(func: _Function) -> _Function: ...
@overload
def reward(*, weight: float) -> Callable[[_Function], _Function]: ...
def metric(func: _Function) -> _Function: ...
def resolve_env_config(data: dict[str, Any]) -> EnvConfig: ...
def load_environment(config: EnvConfig) -> Env[Any]: ...
