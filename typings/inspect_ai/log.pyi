from typing import Any

from inspect_ai.scorer import Score

class EvalMetric:
    name: str
    value: float

class EvalScore:
    name: str
    metrics: dict[str, EvalMetric]

class EvalResults:
    scores: list[EvalScore]

class EvalSample:
    store: dict[str, Any]
    scores: dict[str, Score] | None

class EvalLog:
    status: str
    error: object
    results: EvalResults | None
    samples: list[EvalSample] | None
