"""The interface of a table, here or at a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from empile.bots.analysis_results import DepthName
from empile.engine.game import State
from empile.envs.text.answers import find_move
from empile.mcp.errors import RequestError
from empile.mcp.work import Tell

MOST_MOVES: Final = 60
"""Legal moves that observations list; of more they show examples."""


class Table(ABC):
    """A table at which the client plays one or more seats.

    All that it returns is what these seats may see. Methods raise :class:`RequestError`.
    """

    @abstractmethod
    async def observe(self, tell: Tell) -> str:
        """Return the events since the seat's last move, the position and the legal moves."""

    @abstractmethod
    def introduction(self) -> str:
        """Return the game, its options and who the client is."""

    @abstractmethod
    async def view(self, tell: Tell) -> dict[str, Any]:
        """Return the position as JSON data."""

    @abstractmethod
    async def legal_moves(self, tell: Tell) -> Sequence[str]:
        """Return the legal moves; refused at another's turn."""

    @abstractmethod
    async def act(self, move: str, tell: Tell) -> str:
        """Play a move given as text; return it in exact notation."""

    @abstractmethod
    async def hint(self, seconds: float, tell: Tell) -> str:
        """Return the best moves by a search."""

    @abstractmethod
    async def analyse(self, depth: DepthName, tell: Tell) -> str:
        """Return an analysis of the game so far."""

    @abstractmethod
    async def svg(self) -> str:
        """Return the position as SVG."""

    @abstractmethod
    async def record(self) -> dict[str, Any]:
        """Return the record of the game, redacted until its end."""

    @abstractmethod
    async def resign(self, tell: Tell) -> None:
        """Resign for the seat to act, or the client's seat."""

    @abstractmethod
    async def close(self) -> None:
        """Release what the table needs."""


def read_move(move: str, state: State) -> tuple[int, str]:
    """Return the action and exact notation of a move; raises :class:`RequestError` with the reason.

    Example: ``read_move("D4-F4", state)`` returns ``(action, "d4-f4")``.
    """
    answer = find_move(move, state)
    if answer.action is None or answer.move is None:
        raise RequestError(answer.reason)
    return answer.action, answer.move
