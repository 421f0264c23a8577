"""Measures language models, and any program, on the games.

Example::

    >>> agent = BotAgent("level:1")
    >>> plan = Plan(agent.about, suite_of("short", ["block-ness"]))
    >>> with open_results(plan) as results:
    ...     evaluate(agent, results)
    ...     report = report_of(results)
    >>> report.sections[0].rating.games
    24
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from empile.evals.agents import Agent, BotAgent, FunctionAgent, Question, Reply
from empile.evals.analyses import GameJudged
from empile.evals.entry import agent_of
from empile.evals.errors import AgentError, EvalError
from empile.evals.play import AnswerGiven, GamePlayed
from empile.evals.program import ProgramAgent
from empile.evals.puzzles.attempt import PuzzleTried
from empile.evals.puzzles.items import PuzzleSection
from empile.evals.rating import EloRating, Share
from empile.evals.reports.answers import AnswersReport, CostReport, Prices
from empile.evals.reports.output import write_report
from empile.evals.reports.puzzles import PuzzleGroup, PuzzlesReport
from empile.evals.reports.report import (
    MovesReport,
    OpponentReport,
    Report,
    SeatsReport,
    SectionReport,
    report_of,
)
from empile.evals.results import Plan, Results, open_results
from empile.evals.run import evaluate
from empile.evals.settings import EvalSettings
from empile.evals.suites import Section, Suite, suite_of

if TYPE_CHECKING:
    from empile.evals.chat import ChatAgent

__all__ = [
    "Agent",
    "AgentError",
    "AnswerGiven",
    "AnswersReport",
    "BotAgent",
    "ChatAgent",
    "CostReport",
    "EloRating",
    "EvalError",
    "EvalSettings",
    "FunctionAgent",
    "GameJudged",
    "GamePlayed",
    "MovesReport",
    "OpponentReport",
    "Plan",
    "Prices",
    "ProgramAgent",
    "PuzzleGroup",
    "PuzzleSection",
    "PuzzleTried",
    "PuzzlesReport",
    "Question",
    "Reply",
    "Report",
    "Results",
    "SeatsReport",
    "Section",
    "SectionReport",
    "Share",
    "Suite",
    "agent_of",
    "evaluate",
    "open_results",
    "report_of",
    "suite_of",
    "write_report",
]


def __getattr__(name: str) -> Any:
    if name == "ChatAgent":  # needs httpx
        from empile.evals.chat import ChatAgent

        return ChatAgent
    raise AttributeError(f"module {__name__} has no attribute {name}")
