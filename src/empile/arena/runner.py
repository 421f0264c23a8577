"""Tournament runner."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from empile.arena.errors import ArenaError
from empile.arena.plan import Plan, Tokens
from empile.arena.result import GameResult
from empile.arena.results import Results
from empile.arena.workers import Worker
from empile.engine.compiled.warm import warm
from empile.engine.playouts import cores

OnGame = Callable[[GameResult], None]


class GameRunner(Protocol):
    """Plays one game at a time."""

    async def play(self, number: int) -> GameResult:
        """Play a game; raises :class:`ArenaError`."""
        ...

    async def close(self) -> None:
        """Stop, also during a game."""
        ...


def run_tournament(
    results: Results,
    *,
    rounds: int = 1,
    processes: int | None = None,
    on_game: OnGame | None = None,
    tokens: Mapping[str, str] | None = None,
) -> None:
    """Play the games missing from the first ``rounds`` rounds.

    Results do not depend on processes and interruptions if entrants are deterministic.

    :param processes: number of parallel games, by default the number of cores.
    :param on_game: called after each game is stored.
    :param tokens: by entrant's name, the API token with which it plays at ``plan.server``. A level
        without a token is played by the server.
    :raises ArenaError: a game failed without a player's fault; stored results are kept.

    Example::

        with open_results(plan, Path("results.jsonl")) as results:
            run_tournament(results, rounds=10, on_game=print)
    """
    by_entrant = _tokens_of(results.plan, tokens or {})
    waiting = missing(results, rounds)
    count = min(cores() if processes is None else processes, len(waiting))
    if count < 1:
        return
    # Compile once, not in every process.
    warm(results.plan.loaded)
    runners = [Worker(results.plan, by_entrant) for _ in range(count)]
    run(play_all(results, iter(waiting), runners, on_game))


def _tokens_of(plan: Plan, tokens: Mapping[str, str]) -> Tokens:
    """Return the tokens by entrant; raises :class:`ArenaError`."""
    names = [entrant.name for entrant in plan.entrants]
    for name in tokens:
        if name not in names:
            raise ArenaError(f"a token is for '{name}', which is not entered")
    if plan.server is None:
        if tokens:
            raise ArenaError("tokens are for tournaments at a server: name the server")
        return ()
    found = tuple(tokens.get(name) for name in names)
    for entrant, token in zip(plan.entrants, found, strict=True):
        if token is None and entrant.kind != "level":
            raise ArenaError(f"'{entrant.name}' needs a token of the server")
    for seating in plan.round:
        programs = [entrant for entrant in seating if found[entrant] is not None]
        if not programs:
            raise ArenaError("at a server each game needs a program with a token: add one")
        if len(set(programs)) < len(programs):
            raise ArenaError("at a server a program has one seat of a game: add entrants")
    return found


def run(games: Coroutine[Any, Any, None]) -> None:
    """Like ``asyncio.run``, but also in a running event loop (e.g. in a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(games)
    else:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, games).result()


def missing(results: Results, rounds: int) -> list[int]:
    games = rounds * len(results.plan.round)
    return [number for number in range(games) if number not in results.games]


async def play_all(
    results: Results, waiting: Iterator[int], runners: Sequence[GameRunner], on_game: OnGame | None
) -> None:
    """Play and store the games, then close the runners."""

    async def work(runner: GameRunner) -> None:
        for number in waiting:
            played = await runner.play(number)
            results.add(played)
            if on_game is not None:
                on_game(played)

    working = [asyncio.create_task(work(runner)) for runner in runners]
    try:
        await asyncio.gather(*working)
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await asyncio.gather(*(runner.close() for runner in runners))
