"""Reference implementation of Blox: slow and plain, to test the compiled rules.

Written from the rules alone and shares nothing with ``empile``. Cells are pairs (column, row) from
0, piles are strings of letters in the order W G B M; each rule is one check over the whole board.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

Cell = tuple[int, int]

LETTERS = "WGBM"
SIDE = range(9)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEUTRAL = "neutral"

DEFAULT_LAYOUT = {
    "colours": [
        "BWMGBMGWB", "GMBWGWGBM", "MBWGMBWMG", "WGMBWMBGW", "MBWGBGWBM",
        "WGBMWBMGW", "GMWBMGWBM", "MBGWGWBMG", "BWGMBGMWB",
    ],
    "squares": [
        "....1..1.", "1.1..2...", "...3...1.", ".2..4.3..", "1.......1",
        "..3.4..2.", ".1...3...", "...2..1.1", ".1..1....",
    ],
}  # fmt: skip
"""The house's layout, row 9 first."""


def name(cell: Cell) -> str:
    return "abcdefghi"[cell[0]] + "123456789"[cell[1]]


def cell(text: str) -> Cell:
    return "abcdefghi".index(text[0]), "123456789".index(text[1])


# -- Piles ---------------------------------------------------------------------------------------


def in_order(pile: str) -> str:
    return "".join(sorted(pile, key=LETTERS.index))


def holds(pile: str, wanted: str) -> bool:
    return all(pile.count(letter) >= wanted.count(letter) for letter in LETTERS)


def without(pile: str, taken: str) -> str:
    assert holds(pile, taken), f"{taken} is not in {pile}"
    for letter in taken:
        pile = pile.replace(letter, "", 1)
    return pile


def counted(pile: str) -> dict[str, int]:
    return {letter: pile.count(letter) for letter in LETTERS}


def parts_of(pile: str, sizes: range) -> list[str]:
    """Every different pile of one of these sizes that can be taken out of ``pile``."""
    return [
        "".join(some)
        for size in sizes
        for some in combinations_with_replacement(LETTERS, size)
        if holds(pile, "".join(some))
    ]


# -- The board -----------------------------------------------------------------------------------


def by_cell(rows: list[str]) -> dict[Cell, str]:
    """What the texts of a layout say of each cell."""
    return {(column, 8 - n): rows[n][column] for n in SIDE for column in SIDE}


def on_board(at: Cell) -> bool:
    return at[0] in SIDE and at[1] in SIDE


def beyond(start: Cell, way: tuple[int, int]) -> Iterator[Cell]:
    """The cells from a cell's neighbour to the edge."""
    at = (start[0] + way[0], start[1] + way[1])
    while on_board(at):
        yield at
        at = (at[0] + way[0], at[1] + way[1])


def entrances() -> list[list[Cell]]:
    """The 36 ways over the board, each from its edge cell to the one opposite."""
    found: list[list[Cell]] = []
    for n in SIDE:
        row = [(column, n) for column in SIDE]
        column = [(n, row) for row in SIDE]
        found += [row, row[::-1], column, column[::-1]]
    return found


def accessible(towers: set[Cell], tower: Cell) -> bool:
    """Whether some neighbour of a tower is linked to an edge cell without one."""
    for way in WAYS:
        start = (tower[0] + way[0], tower[1] + way[1])
        if not on_board(start) or start in towers:
            continue
        reached, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            if 0 in at or 8 in at:
                return True
            for step in WAYS:
                there = (at[0] + step[0], at[1] + step[1])
                if on_board(there) and there not in towers and there not in reached:
                    reached.add(there)
                    waiting.append(there)
    return False


def layout_fault(layout: dict[str, Any]) -> str | None:
    """The fault of a layout of the right shape, by the default rules."""
    colours, squares = by_cell(layout["colours"]), by_cell(layout["squares"])
    ones = [colours[at] for at, mark in squares.items() if mark == "1"]
    towers = {at for at, mark in squares.items() if mark != "."}
    if sum(int(squares[at]) for at in towers) != 40:
        return "squares"
    if len(ones) != 12 or ones.count("G") != 2 or ones.count("W") != 2:
        return "ones"
    if set(colours.values()) != set(LETTERS):
        return "colours"
    if not all(accessible(towers, tower) for tower in towers):
        return "access"
    return None


# -- A game --------------------------------------------------------------------------------------


class Move(NamedTuple):
    """What a legal move does."""

    action: str
    start: Cell | None
    target: Cell | None
    cards: str
    """All that is paid, the joker's card included."""
    discard: str
    """What leaves the hand."""

    def gain(self) -> int:
        """By how many points it raises its mover's score."""
        return len(self.cards) if self.action in ("demolish", "build", "strike") else 0


def ways_to_pay(hand: str, joker: bool, cards: str) -> list[tuple[str, str]]:
    """Each way to pay for ``cards`` as its text and what leaves the hand."""
    found: list[tuple[str, str]] = []
    if holds(hand, cards):
        found.append((cards, cards))
    for letter in LETTERS if joker else "":
        if letter in cards:
            others = cards.replace(letter, "", 1)
            last = cards.rindex(letter) + 1
            if holds(hand, others):
                found.append((f"{cards[:last]}*{cards[last:]}", others))
    return found


@dataclass
class Reference:
    """A game under way."""

    options: dict[str, Any]
    towers: dict[Cell, str] = field(default_factory=dict[Cell, str])
    figures: dict[Cell, int | str] = field(default_factory=dict[Cell, "int | str"])
    reserve: list[int] = field(default_factory=list[int])
    hands: list[str] = field(default_factory=list[str])
    jokers: list[bool] = field(default_factory=list[bool])
    blocks: list[str] = field(default_factory=list[str])
    points: list[int] = field(default_factory=list[int])
    deck: str = ""
    discard: str = ""
    phase: int = 1
    last_round: bool = False
    round: int = 1
    seat: int | None = 0
    to_draw: int = 0

    def __post_init__(self) -> None:
        self.players: int = self.options["players"]
        layout = DEFAULT_LAYOUT if self.options["layout"] == "house" else self.options["layout"]
        self.colours = by_cell(layout["colours"])
        self.squares = by_cell(layout["squares"])
        seats = range(self.players)
        self.reserve = [4 for _ in seats]
        self.jokers = [True for _ in seats]
        self.blocks = ["" for _ in seats]
        self.points = [0 for _ in seats]
        self.deck = "".join(letter * 15 for letter in LETTERS)
        if self.players == 2:
            self.phase = 2
            for at, mark in self.squares.items():
                if mark == "1" and self.colours[at] in "BM":
                    self.figures[at] = NEUTRAL

    @classmethod
    def of_position(cls, options: dict[str, Any], position: dict[str, Any]) -> Reference:
        """The game at ``position``, a seat to act."""
        self = cls(options)
        self.towers = {cell(at): pile for at, pile in position["towers"].items()}
        self.figures = {cell(at): owner for at, owner in position["figures"].items()}
        for key in ("reserve", "hands", "jokers", "blocks", "points"):
            setattr(self, key, list(position[key]))
        for key in ("deck", "discard"):
            setattr(self, key, "".join(c * n for c, n in position[key].items()))
        for key in ("phase", "last_round", "round", "seat"):
            setattr(self, key, position[key])
        return self

    # -- Setting up ----------------------------------------------------------------------------

    def heights(self) -> dict[Cell, int]:
        """How high the towers are at the start, from row 9 to row 1 and from a to i."""
        found: dict[Cell, int] = {}
        for row in reversed(SIDE):
            for column in SIDE:
                at = (column, row)
                if self.squares[at] == "." or self.figures.get(at) == NEUTRAL:
                    continue
                height = int(self.squares[at])
                found[at] = 2 if self.players == 2 and height == 1 else height
        return found

    def stage(self) -> str:
        if self.seat is None:
            return "over"
        if not self.towers and not self.hands:
            return "towers"
        if len(self.hands) < self.players:
            return "hand"
        return "draw" if self.to_draw else "play"

    # -- Chance --------------------------------------------------------------------------------

    def accepts_event(self, text: str) -> bool:
        """Whether a text is a possible chance event in its canonical form."""
        stage = self.stage()
        if stage == "towers":
            return self._accepts_towers(text)
        match = re.fullmatch(r"~hand ([WGBM]{5})" if stage == "hand" else r"~([WGBM]+)", text)
        if match is None or stage in ("play", "over"):
            return False
        cards = match[1]
        if cards != in_order(cards):
            return False
        if stage == "hand":
            return holds(self.deck, cards)
        if len(cards) != self.to_draw:
            return False
        if len(cards) <= len(self.deck):
            return holds(self.deck, cards)
        return holds(cards, self.deck) and holds(self.discard, without(cards, self.deck))

    def _accepts_towers(self, text: str) -> bool:
        heights = self.heights()
        if not text.startswith("~towers "):
            return False
        piles = [part.split("=") for part in text.removeprefix("~towers ").split(",")]
        if [pile[0] for pile in piles] != [name(at) for at in heights]:
            return False
        if any(len(pile) != 2 or set(pile[1]) - set(LETTERS) for pile in piles):
            return False
        if any(pile[1] != in_order(pile[1]) for pile in piles):
            return False
        if [len(pile[1]) for pile in piles] != list(heights.values()):
            return False
        each = 9 if self.players == 2 else 10
        return counted("".join(pile[1] for pile in piles)) == dict.fromkeys(LETTERS, each)

    def drawn(self, luck: random.Random) -> str:
        """The notation of a random chance event, uniform over arrangements."""
        stage = self.stage()
        if stage == "towers":
            blocks = LETTERS * (9 if self.players == 2 else 10)
            order = luck.sample(blocks, len(blocks))
            piles = [
                f"{name(at)}={in_order(''.join(order.pop() for _ in range(height)))}"
                for at, height in self.heights().items()
            ]
            return "~towers " + ",".join(piles)
        if stage == "hand":
            return f"~hand {in_order(''.join(luck.sample(self.deck, 5)))}"
        left = self.to_draw - len(self.deck)
        if left <= 0:
            return "~" + in_order("".join(luck.sample(self.deck, self.to_draw)))
        return "~" + in_order(self.deck + "".join(luck.sample(self.discard, left)))

    def _apply_event(self, text: str) -> None:
        assert self.accepts_event(text), f"{text} cannot happen"
        stage = self.stage()
        if stage == "towers":
            for pile in text.removeprefix("~towers ").split(","):
                self.towers[cell(pile[:2])] = pile[3:]
        elif stage == "hand":
            cards = text.removeprefix("~hand ")
            self.hands.append(cards)
            self.deck = without(self.deck, cards)
        else:
            assert self.seat is not None
            cards = text.removeprefix("~")
            self.hands[self.seat] = in_order(self.hands[self.seat] + cards)
            if len(cards) > len(self.deck):
                self.deck += self.discard
                self.discard = ""
            self.deck = without(self.deck, cards)
            self.to_draw = 0
            self._end_of_turn()

    # -- The six actions -------------------------------------------------------------------------

    def moves(self) -> dict[str, Move]:
        """Every legal move by its text."""
        if self.stage() != "play":
            return {}
        found: dict[str, Move] = {}
        for offer in (
            self._enter, self._move, self._demolish, self._build, self._strike, self._exchange
        ):  # fmt: skip
            found.update(offer())
        return found

    def legal_texts(self) -> list[str]:
        return sorted(self.moves())

    def _mine(self) -> list[Cell]:
        return [at for at, owner in self.figures.items() if owner == self.seat]

    def _is_empty(self, at: Cell) -> bool:
        return at not in self.towers and at not in self.figures

    def _paid(
        self, action: str, start: Cell | None, target: Cell | None, cards: str, head: str
    ) -> dict[str, Move]:
        assert self.seat is not None
        ways = ways_to_pay(self.hands[self.seat], self.jokers[self.seat], cards)
        return {f"{head} {text}": Move(action, start, target, cards, gone) for text, gone in ways}

    def _first_of(self, colour: str, way: list[Cell]) -> Cell | None:
        """The first cell of a colour on a way, if all up to it and itself are empty."""
        for number, at in enumerate(way):
            if self.colours[at] == colour:
                free = all(self._is_empty(passed) for passed in way[: number + 1])
                return at if free else None
        return None

    def _enter(self) -> dict[str, Move]:
        found: dict[str, Move] = {}
        assert self.seat is not None
        if self.reserve[self.seat] == 0:
            return found
        for way in entrances():
            for colour in LETTERS:
                target = self._first_of(colour, way)
                if target is not None:
                    found.update(self._paid("enter", None, target, colour, f">{name(target)}"))
        return found

    def _move(self) -> dict[str, Move]:
        found: dict[str, Move] = {}
        for start in self._mine():
            for way in WAYS:
                for colour in LETTERS:
                    target = self._first_of(colour, list(beyond(start, way)))
                    if target is not None:
                        head = f"{name(start)}-{name(target)}"
                        found.update(self._paid("move", start, target, colour, head))
        return found

    def _first_things(self) -> Iterator[tuple[Cell, Cell, set[str]]]:
        """From each own figure each way: the figure, the first thing, the colours between."""
        for start in self._mine():
            for way in WAYS:
                between: set[str] = set()
                for at in beyond(start, way):
                    if not self._is_empty(at):
                        yield start, at, between
                        break
                    between.add(self.colours[at])

    def _demolish(self) -> dict[str, Move]:
        found: dict[str, Move] = {}
        assert self.seat is not None
        if len(self.blocks[self.seat]) >= 7:
            return found
        for start, target, between in self._first_things():
            if target not in self.towers:
                continue
            tower = self.towers[target]
            exact = self.options["demolish"] == "exact"
            allowed = len(tower) == self.phase if exact else len(tower) <= self.phase
            if allowed and not between & set(tower):
                head = f"{name(start)}x{name(target)}"
                found.update(self._paid("demolish", start, target, tower, head))
        return found

    def _build(self) -> dict[str, Move]:
        found: dict[str, Move] = {}
        assert self.seat is not None
        height = self.phase + 1
        for at in self._mine():
            ways: dict[str, Move] = {}
            for tower in parts_of(self.blocks[self.seat], range(height, height + 1)):
                ways.update(self._paid("build", at, at, tower, f"{name(at)}="))
            if ways and self._may_stand(at):
                found.update(ways)
        return found

    def _may_stand(self, new: Cell) -> bool:
        towers = {*self.towers, new}
        asked = {"all": towers, "new": {new}, "off": set[Cell]()}[self.options["access"]]
        return all(accessible(towers, tower) for tower in asked)

    def _strike(self) -> dict[str, Move]:
        found: dict[str, Move] = {}
        for start, target, between in self._first_things():
            if target not in self.figures or self.figures[target] == self.seat:
                continue
            colour = self.colours[target]
            if colour in between:
                continue
            for size in range(3, self.options["strike_cap"] + 1):
                head = f"{name(start)}!{name(target)}"
                found.update(self._paid("strike", start, target, colour * size, head))
        return found

    def _exchange(self) -> dict[str, Move]:
        assert self.seat is not None
        cards = parts_of(self.hands[self.seat], range(1, 6))
        return {f"/ {some}": Move("exchange", None, None, some, some) for some in cards}

    # -- Play ----------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Let a move or a chance event happen, given as text."""
        if text.startswith("~"):
            self._apply_event(text)
            return
        move = self.moves()[text]
        seat = self.seat
        assert seat is not None
        self.hands[seat] = without(self.hands[seat], move.discard)
        self.discard += move.discard
        if len(move.discard) < len(move.cards):
            self.jokers[seat] = False
        acts: dict[str, Callable[[int, Move], None]] = {
            "enter": self._do_enter,
            "move": self._do_move,
            "demolish": self._do_demolish,
            "build": self._do_build,
            "strike": self._do_strike,
            "exchange": self._do_exchange,
        }
        acts[move.action](seat, move)
        self._look_at_the_phase()
        self.to_draw = len(move.discard)
        if self.to_draw == 0:
            self._end_of_turn()

    def _do_enter(self, seat: int, move: Move) -> None:
        assert move.target is not None
        self.reserve[seat] -= 1
        self.figures[move.target] = seat

    def _do_move(self, seat: int, move: Move) -> None:
        assert move.start is not None
        assert move.target is not None
        del self.figures[move.start]
        self.figures[move.target] = seat

    def _do_demolish(self, seat: int, move: Move) -> None:
        assert move.target is not None
        tower = self.towers.pop(move.target)
        self.points[seat] += len(tower)
        self.blocks[seat] = in_order(self.blocks[seat] + tower)
        self._do_move(seat, move)

    def _do_build(self, seat: int, move: Move) -> None:
        assert move.target is not None
        self.blocks[seat] = without(self.blocks[seat], move.cards)
        self.towers[move.target] = move.cards
        self.points[seat] += len(move.cards)
        del self.figures[move.target]
        self.reserve[seat] += 1

    def _do_strike(self, seat: int, move: Move) -> None:
        assert move.target is not None
        struck = self.figures[move.target]
        if isinstance(struck, int):
            self.reserve[struck] += 1
        self.points[seat] += len(move.cards)
        self._do_move(seat, move)

    def _do_exchange(self, seat: int, move: Move) -> None:
        if self.options["recharge"] == "any" or len(move.cards) == 5:
            self.jokers[seat] = True

    def _look_at_the_phase(self) -> None:
        while sum(len(tower) == self.phase for tower in self.towers.values()) <= 1:
            if self.phase == 4:
                self.last_round = True
                return
            self.phase += 1

    def _end_of_turn(self) -> None:
        assert self.seat is not None
        if self.seat + 1 < self.players:
            self.seat += 1
        elif self.last_round or self.round == self.options["round_limit"]:
            self.seat = None
        else:
            self.seat = 0
            self.round += 1

    # -- Position ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The position object, if a seat is to act or at the end."""
        return {
            "phase": self.phase,
            "last_round": self.last_round,
            "round": self.round,
            "seat": self.seat,
            "towers": {name(at): tower for at, tower in self.towers.items()},
            "figures": {name(at): owner for at, owner in self.figures.items()},
            "reserve": list(self.reserve),
            "hands": list(self.hands),
            "jokers": list(self.jokers),
            "blocks": list(self.blocks),
            "points": list(self.points),
            "deck": counted(self.deck),
            "discard": counted(self.discard),
        }

    def seen(self, text: str, seat: int | None) -> str:
        """An event about to happen as a seat (``None``: a spectator) sees it."""
        stage = self.stage()
        if stage == "hand" and seat != len(self.hands):
            return "~hand ?????"
        if stage == "draw" and seat != self.seat:
            return "~" + "?" * self.to_draw
        return text

    def view(self, seat: int | None) -> dict[str, Any]:
        """The position object as a seat (``None``: a spectator) sees it."""
        shown = self.position()
        if self.seat is not None:
            shown["hands"] = [
                hand if owner == seat else "?" * len(hand) for owner, hand in enumerate(self.hands)
            ]
            shown["deck"] = len(self.deck)
        return shown

    def result(self) -> dict[str, Any] | None:
        if self.seat is not None:
            return None
        merit = [(self.points[s], len(self.blocks[s])) for s in range(self.players)]
        ranks = [1 + sum(other > mine for other in merit) for mine in merit]
        return {
            "winners": [s for s, rank in enumerate(ranks) if rank == 1],
            "scores": list(self.points),
            "ranks": ranks,
            "reason": "last-round" if self.last_round else "round-limit",
        }
