"""Situations of Block Out!, played by the compiled rules and the reference in parallel."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import empile
from empile.engine.errors import IllegalActionError
from tests.games.block_out.reference import DECK, ORDER, Reference, in_order
from tests.games.block_out.test_reference import compare

DEALT = ("~hand kS kL n* y* *S ** pass", "~hand kM nM yM k* y* ** reverse")
"""Hands dealt to two seats if they do not matter much."""


class Situation:
    """A running game with a seat to move; both implementations must agree at every step."""

    def __init__(
        self,
        *hands: str,
        tower: str = "",
        stock: str | None = None,
        discard: str = "",
        **more: Any,
    ) -> None:
        """Set up hands; the remaining cards go to the stock.

        With ``stock`` given, the remaining cards are discarded instead. ``more`` are options, and
        ``stage``, ``seat``, ``direction``, ``turn`` and ``drawn`` of the position.
        """
        position: dict[str, Any] = {
            "stage": "play",
            "seat": 0,
            "direction": 1,
            "turn": 5,
            "tower": tower.split(),
            "hands": [in_order(hand.split()) for hand in hands],
            "drawn": None,
        }
        position |= {name: more.pop(name) for name in list(more) if name in position}
        left = Counter(DECK)
        for hand in hands:
            left.subtract(hand.split())
        given = Counter((discard if stock is None else stock).split())
        left.subtract(given)
        assert min(left.values()) >= 0, "there are not so many of these cards"
        piles = {"stock": left, "discard": given}
        if stock is not None:
            piles = {"stock": given, "discard": left}
        position |= {name: {card: pile[card] for card in ORDER} for name, pile in piles.items()}
        self.game = empile.load("block-out", players=len(hands), **more)
        self.state = self.game.presenter.state_from_view(position)
        self.reference = Reference(self.game.options)
        self.reference.lay_out(position)
        self.compare()

    @property
    def position(self) -> dict[str, Any]:
        return self.state.position()

    @property
    def result(self) -> dict[str, Any]:
        """How the game ended."""
        result = self.state.result()
        assert result is not None
        return result._asdict()

    @property
    def legal(self) -> list[str]:
        return self.state.legal_texts()

    def compare(self) -> None:
        compare(self.state, self.reference, random.Random(1))

    def then(self, *texts: str) -> Situation:
        """Let things happen, one after the other."""
        for text in texts:
            assert self.reference.accepts(text), f"the second writing refuses {text}"
            self.state.apply_text(text)
            self.reference.play(text)
            self.compare()
        return self

    def refuses(self, text: str) -> str:
        """Return the key of the reason for which a move is refused."""
        assert not self.reference.accepts(text)
        before = self.state.tobytes()
        with pytest.raises(IllegalActionError) as refused:
            self.state.apply_text(text)
        assert self.state.tobytes() == before
        assert refused.value.reason is not None
        return refused.value.reason.key

    def cannot_be(self, text: str) -> None:
        """Assert that neither writing takes a text, of whatever it is."""
        assert not self.reference.accepts(text)
        with pytest.raises(empile.EmpileError) as refused:
            self.state.clone().apply_text(text)
        assert str(refused.value).isprintable()


class Beginning(Situation):
    """A game from its very beginning."""

    def __init__(self, hands: Sequence[str] = (), **options: Any) -> None:
        self.game = empile.load("block-out", **options)
        self.state = self.game.new_state()
        self.reference = Reference(self.game.options)
        self.compare()
        self.then(*hands)
