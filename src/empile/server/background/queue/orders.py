"""What crosses Redis of jobs, and in whose turn they wait."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, cast

Lane = Literal["quick", "long"]
OrderKind = Literal["move", "hint", "call", "analysis"]

MOVE_SECONDS: Final = 15.0
"""Time after which a move that workers did not make is not theirs any more."""


class Order(NamedTuple):
    """What crosses Redis of a job."""

    kind: OrderKind
    number: int
    """Of the table for moves, else of the stored job."""
    turn: int = 0
    not_before: int = 0
    """Unix time in milliseconds before which a move must not be made."""
    sender: str = ""
    """The process that waits for the result."""

    @property
    def lane(self) -> Lane:
        """The lane in which it waits: long jobs do not hold up quick ones."""
        return "long" if self.kind == "analysis" else "quick"

    @property
    def text(self) -> str:
        return " ".join(map(str, self)).rstrip()

    @classmethod
    def read(cls, text: str) -> Order:
        kind, number, turn, not_before, *sender = text.split()
        return cls(cast(OrderKind, kind), int(number), int(turn), int(not_before), "".join(sender))


class Share(NamedTuple):
    """In whose turn an order waits, and how many may."""

    group: str
    cost: float
    table: int = 0
    most_per_group: int = 0
    """0: any number."""
    most: int = 0
