"""What the adapter of Inspect and its tests use: Inspect is not in the test environment."""

from collections.abc import Callable
from typing import Any, TypeVar

from inspect_ai.dataset import MemoryDataset
from inspect_ai.log import EvalLog
from inspect_ai.model import Model
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Solver

_Made = TypeVar("_Made", bound=Callable[..., Task])

class Task:
    dataset: MemoryDataset
    def __init__(self, dataset: MemoryDataset, *, solver: Solver, scorer: Scorer) -> None: ...

def task(func: _Made) -> _Made: ...
def eval(
    tasks: Task,
    model: Model | None = None,
    *,
    display: str | None = None,
    log_dir: str | None = None,
    **limits: Any,
) -> list[EvalLog]: ...
