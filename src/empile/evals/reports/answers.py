"""What an agent answered, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from empile.evals.play import AnswerGiven


class Prices(msgspec.Struct, frozen=True):
    """Prices of a million tokens, in any currency."""

    prompt: float
    completion: float


class AnswersReport(msgspec.Struct, frozen=True):
    """What the agent answered."""

    answers: int
    turns: int
    illegal: int
    """Answers with an illegal move."""
    unreadable: int
    """Answers with no move, or several; those of ``faults`` among them."""
    consequences: int
    """Turns without a legal move after all tries."""
    faults: dict[str, int]
    """Answers that were refusals, broken, truncated, too late, or missing after a crash."""


class CostReport(msgspec.Struct, frozen=True):
    """Tokens, times and repeated requests."""

    prompt_tokens: int
    completion_tokens: int
    seconds: float
    """Summed over answers, which may overlap."""
    median_seconds: float
    """Of an answer."""
    slow_seconds: float
    """The 95th percentile."""
    retry_tokens: int
    """Tokens of answers that were not accepted."""
    retry_seconds: float
    """Seconds of answers that were not accepted."""
    failed_requests: int
    """Requests that were sent again."""
    waited: float
    """Seconds before these."""
    price: float | None = None
    """Of all tokens; None without prices."""


def answers_of(answers: Sequence[AnswerGiven], consequences: int) -> AnswersReport:
    """Return the counts of answers.

    :param consequences: turns without a legal move after all tries

    Example: ``answers_of(played.answers, played.counts["consequences"])``.
    """
    kinds = Counter(answer.kind for answer in answers)
    faults = Counter(answer.fault for answer in answers if answer.fault)
    return AnswersReport(
        answers=len(answers),
        turns=kinds["legal"] + consequences,
        illegal=kinds["illegal"],
        unreadable=kinds["unreadable"],
        consequences=consequences,
        faults=dict(sorted(faults.items())),
    )


def cost_of(answers: Sequence[AnswerGiven], prices: Prices | None) -> CostReport:
    """Return the tokens and times of answers. Example: ``cost_of(played.answers, None)``."""
    times = sorted(answer.seconds for answer in answers)
    bad = [answer for answer in answers if answer.kind != "legal"]
    prompt = sum(answer.prompt_tokens for answer in answers)
    completion = sum(answer.completion_tokens for answer in answers)
    price = None
    if prices is not None:
        price = round((prompt * prices.prompt + completion * prices.completion) / 1e6, 4)
    return CostReport(
        prompt_tokens=prompt,
        completion_tokens=completion,
        seconds=round(sum(times), 3),
        median_seconds=times[len(times) // 2] if times else 0.0,
        slow_seconds=times[min(len(times) - 1, len(times) * 95 // 100)] if times else 0.0,
        retry_tokens=sum(answer.prompt_tokens + answer.completion_tokens for answer in bad),
        retry_seconds=round(sum(answer.seconds for answer in bad), 3),
        failed_requests=sum(answer.requests - 1 for answer in answers),
        waited=round(sum(answer.waited for answer in answers), 3),
        price=price,
    )
