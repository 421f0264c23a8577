from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from inspect_ai.solver import TaskState

class Metric: ...
class Target: ...

class Score:
    value: Any
    explanation: str | None
    metadata: dict[str, Any] | None
    def __init__(
        self,
        *,
        value: Mapping[str, float],
        explanation: str | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None: ...

Scorer: TypeAlias = Callable[[TaskState, Target], Awaitable[Score]]

def mean() -> Metric: ...
def stderr() -> Metric: ...
def scorer(
    metrics: Mapping[str, Sequence[Metric]],
) -> Callable[[Callable[[], Scorer]], Callable[[], Scorer]]: ...
