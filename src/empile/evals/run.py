"""Plays all games and asks all puzzles of an evaluation that are left, several at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from empile.evals.agents import Agent
from empile.evals.analyses import judge
from empile.evals.play import GamePlayed, play
from empile.evals.puzzles.attempt import PuzzleTried, attempt
from empile.evals.puzzles.items import PuzzleTask, puzzle_tasks
from empile.evals.results import Results
from empile.evals.suites import Task, tasks_of


async def play_all(
    agent: Agent,
    results: Results,
    *,
    concurrency: int = 4,
    on_game: Callable[[GamePlayed], None] | None = None,
    on_puzzle: Callable[[PuzzleTried], None] | None = None,
) -> None:
    """Play the games that are missing, then ask the puzzles; each is stored when it ends.

    :param concurrency: games and puzzles at the same time; each has one request at a time
    :raises AgentError: if the agent cannot be asked; finished games are kept

    Example: ``await play_all(agent, results, concurrency=16)``.
    """
    plan = results.plan
    games = [task for task in tasks_of(plan.suite) if task.number not in results.games]
    puzzles = [
        task for task in puzzle_tasks(plan.suite.puzzles) if task.number not in results.puzzles
    ]
    left: Iterator[Task | PuzzleTask] = iter([*games, *puzzles])

    async def work() -> None:
        for task in left:
            await (one(task) if isinstance(task, Task) else one_puzzle(task))

    async def one_puzzle(task: PuzzleTask) -> None:
        tried = await attempt(task, agent, plan.settings, plan.name)
        results.add_puzzle(tried)
        if on_puzzle is not None:
            on_puzzle(tried)

    async def one(task: Task) -> None:
        played = await play(plan.suite, task, agent, plan.settings, plan.name)
        results.add_game(played)
        if on_game is not None:
            on_game(played)

    workers = [asyncio.create_task(work()) for _ in range(concurrency)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        await agent.close()


def evaluate(
    agent: Agent,
    results: Results,
    *,
    concurrency: int = 4,
    analysed: int = 0,
    on_game: Callable[[GamePlayed], None] | None = None,
    on_puzzle: Callable[[PuzzleTried], None] | None = None,
    on_judged: Callable[[int, int], None] | None = None,
) -> None:
    """Play the games that are missing, ask the puzzles, and analyse some games.

    :param analysed: starts of each section whose games are analysed; takes some seconds a game
    :param on_judged: takes the number of analyses done and their total
    :raises AgentError: if the agent cannot be asked; finished games are kept

    Example::

        >>> from empile.evals import BotAgent, Plan, evaluate, open_results, suite_of
        >>> agent = BotAgent("random")
        >>> with open_results(Plan(agent.about, suite_of("short", ["block-ness"]))) as results:
        ...     evaluate(agent, results)
        ...     len(results.games)
        24
    """
    asyncio.run(
        play_all(agent, results, concurrency=concurrency, on_game=on_game, on_puzzle=on_puzzle)
    )
    chosen = [played for played in results.in_order() if played.start < analysed]
    waiting = [played for played in chosen if played.game not in results.judged]
    with ThreadPoolExecutor(os.cpu_count() or 1, "judging") as pool:
        try:
            for judged in pool.map(partial(judge, threads=1), waiting):
                results.add_judged(judged)
                if on_judged is not None:
                    on_judged(len(results.judged), len(chosen))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
