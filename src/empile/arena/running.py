"""Holding a tournament: the games that are not played yet, by as many hands as there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from empile.arena.played import Played
from empile.arena.results import Results
from empile.arena.workers import Worker
from empile.engine.playouts import cores
from empile.engine.warm import warm

OnGame = Callable[[Played], None]
"""Hears of a game once it is kept."""


class Hand(Protocol):
    """Who plays one game at a time: a process here, or one elsewhere."""

    async def play(self, number: int) -> Played:
        """Play a game. Raises :class:`ArenaError` where that is nobody's fault."""
        ...

    async def close(self) -> None:
        """End it, in the middle of a game too."""
        ...


def hold(
    results: Results,
    *,
    rounds: int = 1,
    processes: int | None = None,
    on_game: OnGame | None = None,
) -> None:
    """Play what is missing of the first ``rounds`` rounds, ``processes`` games at a time.

    As many as there are cores where none are told. Results are a function of the plan, whatever
    the number of processes and wherever it was broken off; functions and programs that are not
    functions of what they are told excepted. Raises :class:`ArenaError`; what is kept by then stays.
    """
    waiting = missing(results, rounds)
    count = min(cores() if processes is None else processes, len(waiting))
    if count < 1:
        return
    # Compiled once, before all processes would do it.
    warm(results.plan.loaded)
    crew = [Worker(results.plan) for _ in range(count)]
    run(play_all(results, iter(waiting), crew, on_game))


def run(games: Coroutine[Any, Any, None]) -> None:
    """Wait until all games are played, also where a loop runs already, as it does in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(games)
    else:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, games).result()


def missing(results: Results, rounds: int) -> list[int]:
    """Return the numbers of the games that are still to be played."""
    games = rounds * len(results.plan.round)
    return [number for number in range(games) if number not in results.games]


async def play_all(
    results: Results, waiting: Iterator[int], crew: Sequence[Hand], on_game: OnGame | None
) -> None:
    """Let ``crew`` play the games; each is kept before it is told. The crew is closed at the end."""

    async def work(hand: Hand) -> None:
        for number in waiting:
            played = await hand.play(number)
            results.add(played)
            if on_game is not None:
                on_game(played)

    working = [asyncio.create_task(work(hand)) for hand in crew]
    try:
        await asyncio.gather(*working)
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await asyncio.gather(*(hand.close() for hand in crew))
