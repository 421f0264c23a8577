"""Reference implementation of Block Out!, slow and plain, written from the rules alone.

Shares nothing with the game's package. Positions are lists and counts of strings; moves and events
are their notation; rules are in the order of the rule book.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from fractions import Fraction
from typing import Any

BLOCKS = ["kS", "kM", "kL", "nS", "nM", "nL", "yS", "yM", "yL"]
DECK = {
    **dict.fromkeys(BLOCKS, 2),
    **dict.fromkeys(["k*", "n*", "y*"], 3),
    **dict.fromkeys(["*S", "*M", "*L"], 3),
    "**": 7,
    "pass": 6,
    "reverse": 6,
}
"""How many there are of each card, in card order."""
ORDER = list(DECK)
ACTION_CARDS = ["pass", "reverse"]
FALL_PERCENT = [0, 2, 6, 12, 20, 30, 40, 50, 60]
"""The odds that a block falls, by how many blocks lie in the tower with it."""
ANSWERS = ["~stands", "~falls", "~falls-later"]


def is_for(card: str, block: str) -> bool:
    """Whether a card is for a block."""
    if card in ACTION_CARDS:
        return False
    colour, size = card[0], card[1]
    return colour in ("*", block[0]) and size in ("*", block[1])


def in_order(cards: list[str]) -> list[str]:
    return [card for card in ORDER for _ in range(cards.count(card))]


class Reference:
    """A game under way."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.seats: int = options["players"]
        self.advanced: bool = options["advanced"]
        self.limit: int = options["turn_limit"]
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stock = Counter(DECK)
        self.discard = Counter[str]()
        self.tower: list[str] = []
        self.direction = 1
        self.turn = 1
        self.seat = 0
        self.stage = "play"
        self.drawn: str | None = None
        self.due = "hand"
        """What comes next: ``hand``, ``draw``, ``penalty``, ``tower``, ``move`` or nothing."""
        self.penalty = 0
        self.winner: int | None = None
        self.reason: str | None = None

    def lay_out(self, position: dict[str, Any]) -> None:
        """Continue from a position with a seat to move."""
        self.hands = [list(hand) for hand in position["hands"]]
        self.stock, self.discard = Counter(position["stock"]), Counter(position["discard"])
        for name in ("tower", "direction", "turn", "seat", "stage", "drawn"):
            setattr(self, name, copy.copy(position[name]))
        self.due = "move"

    # -- Queries -----------------------------------------------------------------------------------

    @property
    def hand(self) -> list[str]:
        return self.hands[self.seat]

    def shelf(self) -> list[str]:
        """Blocks that are not in the tower."""
        return [block for block in BLOCKS if block not in self.tower]

    def is_playable(self, card: str) -> bool:
        return card in ACTION_CARDS or any(is_for(card, block) for block in self.shelf())

    def pile(self) -> Counter[str]:
        """What a card is drawn from: the stock, or the discard pile that becomes it."""
        return self.stock if self.stock.total() else self.discard

    def cards_to_play(self) -> list[str]:
        if self.drawn is not None:
            return [self.drawn]
        cards = [card for card in ORDER if card in self.hand and self.is_playable(card)]
        if self.stage == "rebuild":
            return [card for card in cards if card not in ACTION_CARDS] or cards
        return cards

    def legal_texts(self) -> list[str]:
        if self.due != "move":
            return []
        if self.stage == "bonus":
            return sorted(f"+{block}" for block in self.shelf())
        found: list[str] = []
        for card in self.cards_to_play():
            if card in ACTION_CARDS:
                found.append(card)
            else:
                found += [f"{card}>{block}" for block in self.shelf() if is_for(card, block)]
        return sorted(found)

    def odds(self) -> dict[str, Fraction]:
        """How likely each outcome of one draw, or of the tower, is; a hand is dealt card by card."""
        if self.due == "tower":
            falls = Fraction(FALL_PERCENT[len(self.tower) - 1], 100)
            return dict(zip(ANSWERS, [1 - falls, falls * 9 / 10, falls / 10], strict=True))
        if self.due in ("hand", "draw", "penalty"):
            pile = self.pile()
            return {c: Fraction(pile[c], pile.total()) for c in ORDER if pile[c]}
        return {}

    def scores(self) -> list[int]:
        won = [] if self.due else self.winners()
        return [0 if seat in won else -len(hand) for seat, hand in enumerate(self.hands)]

    def ranks(self) -> list[int]:
        placement_bonus = [
            (seat != self.winner, len(hand)) if self.winner is not None else (True, len(hand))
            for seat, hand in enumerate(self.hands)
        ]
        return [1 + sum(other < mine for other in placement_bonus) for mine in placement_bonus]

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1]

    def result(self) -> dict[str, Any] | None:
        if self.due:
            return None
        return {
            "winners": self.winners(),
            "scores": self.scores(),
            "ranks": self.ranks(),
            "reason": self.reason,
        }

    def position(self) -> dict[str, Any]:
        return {
            "stage": self.stage,
            "seat": (0 if self.due == "hand" else self.seat) if self.due else None,
            "direction": self.direction,
            "turn": self.turn,
            "tower": list(self.tower),
            "hands": [in_order(hand) for hand in self.hands],
            "drawn": self.drawn,
            "stock": {card: self.stock[card] for card in ORDER},
            "discard": {card: self.discard[card] for card in ORDER},
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        told = self.position()
        if self.due:
            for other, hand in enumerate(told["hands"]):
                if other != seat:
                    told["hands"][other] = ["?"] * len(hand)
            told["stock"] = sum(told["stock"].values())
            if seat != self.seat and told["drawn"] is not None:
                told["drawn"] = "?"
        return told

    def seen(self, text: str, seat: int | None) -> str:
        """What ``seat`` reads of an event that is about to happen."""
        if self.due in ("hand", "draw", "penalty") and seat != self.seat:
            words = text.split(" ")
            return " ".join([words[0]] + ["?"] * (len(words) - 1))
        return text

    # -- What can happen -----------------------------------------------------------------------

    def accepts(self, text: str) -> bool:
        """Whether a text is the one text of something that can happen now."""
        if self.due == "move":
            return text in self.legal_texts()
        if self.due == "hand":
            words = text.split(" ")
            cards = words[1:]
            return (
                words[0] == "~hand"
                and len(cards) == 7
                and all(card in ORDER for card in cards)
                and cards == in_order(cards)
                and all(cards.count(card) <= self.stock[card] for card in cards)
            )
        if self.due in ("draw", "penalty"):
            return text in [f"~draw {card}" for card in ORDER if self.pile()[card]]
        if self.due == "tower":
            words = text.split(" ")
            if words[0] not in ANSWERS or not all(is_pose(word) for word in words[1:]):
                return False
            blocks = [word[:2] for word in words[1:]]
            if words[0] == "~stands":
                return blocks in ([], self.tower)
            return len(set(blocks)) == len(blocks) and set(blocks) <= set(self.tower)
        return False

    def some_event(self, luck: random.Random) -> str:
        """Draw a chance event by its odds."""
        if self.due == "hand":
            cards = luck.sample(list(self.stock.elements()), 7)
            return " ".join(["~hand", *in_order(cards)])
        odds = self.odds()
        (found,) = luck.choices(list(odds), [float(odds[key]) for key in odds])
        return found if self.due == "tower" else f"~draw {found}"

    def play(self, text: str) -> None:
        """Let something happen that :meth:`accepts`."""
        if self.due == "hand":
            self.take_hand(text.split(" ")[1:])
        elif self.due == "draw":
            self.draw_for_want(text.split(" ")[1])
        elif self.due == "penalty":
            self.take(text.split(" ")[1])
            self.penalty -= 1
            self.go_on_with_penalty()
        elif self.due == "tower":
            self.decide(text.split(" ")[0])
        else:
            self.move(text)

    def after(self, text: str) -> Reference:
        other = copy.deepcopy(self)
        other.play(text)
        return other

    # -- Cards ---------------------------------------------------------------------------------

    def take(self, card: str) -> None:
        if not self.stock.total():
            self.stock, self.discard = self.discard, Counter[str]()
        assert self.stock[card]
        self.stock[card] -= 1
        self.hand.append(card)

    def take_hand(self, cards: list[str]) -> None:
        for card in cards:
            self.take(card)
        if self.seat + 1 < self.seats:
            self.seat += 1
        else:
            self.seat = 0
            self.begin_turn()

    def draw_for_want(self, card: str) -> None:
        self.take(card)
        if self.is_playable(card):
            self.drawn = card
            self.due = "move"
        elif not self.pile().total():
            self.end_turn()

    def go_on_with_penalty(self) -> None:
        more = self.penalty > 0 and self.pile().total() > 0
        self.due = "penalty" if more else "move"

    # -- Turns ---------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        if any(self.is_playable(card) for card in self.hand):
            self.due = "move"
        elif self.pile().total():
            self.due = "draw"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.turn == self.limit:
            self.end("turn-limit")
            return
        self.turn += 1
        self.seat = (self.seat + self.direction) % self.seats
        self.stage = "play"
        self.begin_turn()

    def move(self, text: str) -> None:
        self.drawn = None
        if text.startswith("+"):
            self.tower.append(text[1:])
            self.due = "tower"
            return
        card, _, block = text.partition(">")
        self.hand.remove(card)
        self.discard[card] += 1
        if block:
            self.tower.append(block)
            self.due = "tower"
            return
        if card == "reverse":
            self.direction *= -1
        if self.hand:
            self.end_turn()
        else:
            self.out_of_cards()

    def out_of_cards(self) -> None:
        if self.advanced:
            self.stage = "bonus"
            self.due = "move"
        else:
            self.win("empty-hand")

    def decide(self, answer: str) -> None:
        if answer == "~falls":
            self.tower = []
            self.stage = "rebuild"
            self.penalty = 3
            self.go_on_with_penalty()
            return
        as_it_stood = self.tower
        if answer == "~falls-later":
            self.tower = []
        if self.stage == "bonus":
            self.win("free-block")
        elif len(as_it_stood) == 9:
            self.win("ninth-block")
        elif not self.hand:
            self.out_of_cards()
        else:
            self.end_turn()
        if not self.due:
            self.tower = as_it_stood

    def win(self, reason: str) -> None:
        self.winner = self.seat
        self.end(reason)

    def end(self, reason: str) -> None:
        self.reason = reason
        self.stage = "over"
        self.due = ""


def is_pose(text: str) -> bool:
    """Whether a text is a pose."""
    block, at_sign, rest = text.partition("@")
    at, slash, turn = rest.partition("/")
    if block not in BLOCKS or not at_sign or not slash:
        return False
    lengths, quaternion = at.split(","), turn.split(",")
    if len(lengths) != 3 or len(quaternion) != 4:
        return False
    if not all(is_decimal(number) for number in lengths + quaternion):
        return False
    if any(abs(float(number)) >= 1e6 for number in lengths):
        return False
    return abs(sum(float(number) ** 2 for number in quaternion) - 1) <= 0.01


def is_decimal(text: str) -> bool:
    """Whether a text is a decimal number as people write it: no exponent, no idle zero before."""
    whole, point, fraction = text.removeprefix("-").partition(".")
    if not is_digits(whole) or (len(whole) > 1 and whole[0] == "0"):
        return False
    return is_digits(fraction) if point else True


def is_digits(text: str) -> bool:
    return text != "" and all(letter in "0123456789" for letter in text)
