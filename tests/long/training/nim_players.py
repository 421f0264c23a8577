"""Nim with notation, and players of it of known strength."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.notation import Notation
from empile.engine.game import Contracts, State
from empile.engine.random import Stream
from tests.support.nim import Nim
from tests.support.nim.rules import HEAP


class NimNotation(Notation):
    """How many objects are taken."""

    def action_text(self, state: State, action: int) -> str:
        return str(action + 1)

    def read_action(self, state: State, text: str) -> int:
        return int(text) - 1


class WrittenNim(Nim):
    """Nim whose games can be recorded."""

    contracts = Contracts(NimNotation)


class NimPlayer:
    """Leaves a multiple of four if it can and ``is_perfect``, else takes one."""

    def __init__(self, name: str, *, is_perfect: bool) -> None:
        self.name, self.seconds, self.moves = name, 0.0, 0
        self._is_perfect = is_perfect

    def choose(self, states: Sequence[State], streams: Sequence[Stream]) -> list[int]:
        self.moves += len(states)
        self.seconds += 0.5 * len(states)
        return [self._choose(state) for state in states]

    def _choose(self, state: State) -> int:
        left = HEAP - int(state.array["taken"][0])
        return left % 4 - 1 if self._is_perfect and left % 4 else 0


def perfect(name: str = "perfect") -> NimPlayer:
    """Return a player that wins wherever it can."""
    return NimPlayer(name, is_perfect=True)


def cautious(name: str = "cautious") -> NimPlayer:
    """Return a player that always takes one."""
    return NimPlayer(name, is_perfect=False)
