"""What ``empile train`` shows: a line of status while it runs, and a line for each match."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from empile.cli.program import program_name

if TYPE_CHECKING:
    from pathlib import Path

    from empile.engine.game import Game
    from empile.training.learner import Losses
    from empile.training.run import Counters

Show = Callable[[float, str], None]
"""Takes the share of the work that is done and the status."""


@contextmanager
def live_status(what: str) -> Generator[Show]:
    """Show a progress bar with a status on stderr; nothing if that is not a terminal."""
    if not sys.stderr.isatty():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[status]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(what, total=None, status="")
        yield lambda share, status: bars.update(
            bar, completed=share, total=1.0 if share > 0 else None, status=status
        )


def _ignore(share: float, status: str) -> None:
    pass


def status_of(counters: Counters, losses: Losses | None) -> str:
    """Return what a run has done so far.

    Example: ``iteration 40, 12,345 games, 812,000 positions, loss 0.31 + 0.42``.
    """
    text = f"iteration {counters.iteration}, {counters.games:,} games, {counters.positions:,} positions"
    return text if losses is None else f"{text}, loss {losses.policy:.2f} + {losses.value:.2f}"


def match_line(row: Mapping[str, Any]) -> str:
    """Return the result of an evaluation match, a row of ``matches.csv``.

    Example: ``iteration 40 (81 CPU s): scored 0.71 +- 0.05 against level:2, 64 games: stronger``.
    """
    verdicts = {"proved": "stronger", "refuted": "not stronger", "open": "open"}
    return (
        f"iteration {row['iteration']} ({row['cpu_seconds']:.0f} CPU s): scored {row['score']:.2f}"
        f" +- {row['standard_error']:.2f} against {row['opponent']}, {row['games']} games:"
        f" {verdicts[row['verdict']]}"
    )


def play_command(game: Game, file: Path) -> str:
    """Return a command that plays a network against a level."""
    from empile.engine.contracts.referee import headless_options

    players = game.num_players
    usual = type(game)(**{**headless_options(type(game)), "players": players}).options
    options = [
        f"--option {shlex.quote(f'{name}={json.dumps(value)}')}"
        for name, value in game.options.items()
        if value != usual[name]
    ]
    words = [
        f"{program_name()} tournament {game.name}",
        *([] if players == 2 else [f"--players {players}"]),
        *options,
        # A file can be too long for a name.
        f"--entrant level:3 --entrant {shlex.quote(f'network=network:{file}')} --rounds 10",
    ]
    return " ".join(words)
