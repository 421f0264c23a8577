"""The best moves of a position, in the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from empile.bots.lines import EngineLine, EngineLines, best_lines
from empile.cli.errors import CommandError
from empile.cli.evaluation_text import expectation
from empile.cli.move_text import Talk
from empile.cli.progress import progress
from empile.engine.game import Event, State
from empile.engine.random import new_stream

_SEED = 0


def lines_of(state: State, simulations: int, count: int) -> EngineLines:
    """Search the best moves. Raises ``CommandError`` if no seat acts."""
    if state.is_terminal():
        raise CommandError("the game is over in this position: there is no move to search")
    if state.current_player() < 0:
        raise CommandError(
            "a chance event comes next in this position: add it with --after, for example"
            f" --after '{state.draw_event(new_stream(_SEED)).text}'"
        )
    with progress(f"searching {state.game.name}"):
        return best_lines(state, stream=new_stream(_SEED), simulations=simulations, count=count)


def lines_to_dict(state: State, found: EngineLines) -> dict[str, Any]:
    """Return a position with its lines as plain data."""
    return {"position": state.position(), **asdict(found)}


def say_lines(state: State, found: EngineLines, talk: Talk) -> None:
    """Print a position, as the seat to act sees it, and its lines."""
    terminal = talk.terminal
    terminal.say(talk.to_text(state, found.seat) + "\n")
    talk.say("lines.best", name=talk.text("name.player", number=found.seat + 1))
    for rank, line in enumerate(found.lines, 1):
        _say_line(state, found.seat, rank, line, talk)
    talk.say("lines.depth", depth=found.depth, simulations=found.simulations)


def _say_line(state: State, seat: int, rank: int, line: EngineLine, talk: Talk) -> None:
    event = Event(seat, (line.action,), line.move)
    indent = " " * len(f"{rank}. ")
    talk.terminal.say(f"{rank}. {talk.describe(state, event, seat)}")
    told = expectation(state.game, seat, line.values[seat], line.scores, talk)
    talk.terminal.say(f"{indent}{told}")
    if len(line.events) > 1:
        talk.terminal.say(indent + talk.text("lines.line", line=", ".join(line.events[1:])))
