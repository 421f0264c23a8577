"""Block Out!: cards that let blocks be placed, and a tower that decides for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from empile.engine.errors import Reason
from empile.engine.game import CHANCE, Event, Game, State
from empile.engine.level import Level
from empile.engine.options import choice, flag, number
from empile.engine.random import Stream
from empile.engine.referee import Dexterity, Judge, Trial
from empile.games.block_out import (
    bot,
    notation,
    picture,
    pieces,
    planning,
    rules,
    showing,
    telling,
    text,
    view,
    why,
)
from empile.games.block_out.bodies import FACES
from empile.games.block_out.memory import BLOCK_KINDS, SIZE

_JUDGES: Mapping[str, Judge] = {"physics": "hand", "odds": "odds", "people": "people"}


class BlockOut(Game):
    """Block Out! (Tactic 2015, Forrest-Pruzan Creative) for 2 to 6 seats."""

    name = "block-out"
    rules_version = 1
    reasons = ("ninth-block", "empty-hand", "free-block", "turn-limit")
    has_referee = True
    hides = True
    reads_exactly = True
    rules: ClassVar[ModuleType] = rules
    folder = Path(__file__).parent
    unattended: ClassVar[Mapping[str, Any]] = {"referee": "odds"}
    provisional: ClassVar[Mapping[str, str]] = {"~stands": "~falls-later"}
    options_offered = (
        choice("players", (2, 3, 4, 5, 6), 2),
        flag("advanced", default=False),
        choice("referee", ("physics", "odds", "people"), "physics"),
        number("turn_limit", 1, 1_000_000_000, 500, rare=True),
    )

    def fill_box(self, box: Any) -> None:
        """Write the cards, which blocks they are for, and the odds."""
        house = pieces.house()
        box.seats = self.num_players
        box.advanced = self.options["advanced"]
        box.turn_limit = self.options["turn_limit"]
        box.cards = [house["cards"][card] for card in pieces.CARDS]
        blocks_of = [
            sum(1 << b for b, block in enumerate(pieces.BLOCKS) if pieces.matches(card, block))
            for card in pieces.CARDS[:BLOCK_KINDS]
        ]
        box.matches = blocks_of
        actions = ((1 << len(pieces.CARDS)) - 1) & ~((1 << BLOCK_KINDS) - 1)
        box.playable = [
            actions | sum(1 << kind for kind, blocks in enumerate(blocks_of) if blocks & free)
            for free in range(1 << SIZE)
        ]
        odds = house["odds"]
        box.weights = [
            (1000 - falls - later, falls, later)
            for falls, later in zip(odds["falls"], odds["falls-later"], strict=True)
        ]

    def action_text(self, state: State, action: int) -> str:
        """Return ``y*>yM``, ``pass``, ``reverse`` or ``+yM``."""
        return notation.action_text(action)

    def read_action(self, state: State, text: str) -> int:
        """Return the action of ``y*>yM``, ``pass``, ``reverse`` or ``+yM``."""
        return notation.read_action(text)

    def why_illegal(self, state: State, action: int) -> Reason:
        """Return the rule that the action breaks."""
        return why.why_illegal(state, action)

    def event_text(self, state: State, actions: Sequence[int]) -> str:
        """Return ``~hand ...``, ``~draw y*`` or the tower's answer."""
        return notation.event_text(state, actions)

    def read_event(self, state: State, text: str) -> tuple[tuple[int, ...], str]:
        """Return the cards drawn, or the tower's answer and where the blocks lie."""
        return notation.read_event(state, text)

    def text_seen(self, before: State, event: Event, seat: int | None) -> str:
        """Hide the cards that other seats are dealt and draw."""
        if event.seat == CHANCE and before.field("seat") != seat:
            return notation.hidden(event.text)
        return event.text

    def position(self, state: State) -> dict[str, Any]:
        """Return the position object."""
        return view.position(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the position object without others' hands and the stock."""
        return view.view(state, seat)

    def state_from_view(self, seen: dict[str, Any]) -> State:
        """Return a state that shows the seat to act ``seen``."""
        return view.state_from_view(self, seen)

    def picture(self, state: State, seat: int | None = None) -> str:
        """Return the tower and the cards that ``seat`` may see."""
        ranks = state.ranks() if state.is_terminal() else None
        return picture.picture(self.view(state, seat), ranks)

    def text_picture(
        self, state: State, seat: int | None = None, *, colour: bool = False, language: str = "en"
    ) -> str:
        """Return the tower, the piles and the hands as text."""
        tell = partial(self.words.say, language)
        return text.text_picture(self.view(state, seat), tell, colour=colour)

    def parts(self, state: State, action: int) -> dict[str, str]:
        """Return card and block: what there is of them."""
        found = {"card": notation.card_of(action), "block": notation.block_of(action)}
        return {name: value for name, value in found.items() if value is not None}

    def words_for(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the message for a move, cards drawn, or the tower's answer."""
        return telling.words_for(before, event, self.text_seen(before, event, seat))

    def setting(self) -> dict[str, Any]:
        """Return the blocks as solids, how many cards there are, and how a hand places blocks."""
        return showing.setting()

    def resting(self, state: State, events: Sequence[Event]) -> dict[str, Any]:
        """Return the poses of the tower's blocks."""
        return showing.resting(state, events)

    def judge(self, state: State) -> Judge:
        """Return who the options say judges the tower."""
        return _JUDGES[self.options["referee"]]

    def hand_at(self, state: State) -> int:
        """Return the seat that placed the block."""
        seat: int = state.field("seat")
        return seat

    def grips(self, state: State) -> Sequence[str]:
        """Return the six faces that can be down."""
        return FACES

    def trial(
        self, state: State, events: Sequence[Event], stream: Stream, *, calm: bool = False
    ) -> Trial:
        """Return the tower as it stands, and the hand that puts the block on it."""
        from empile.games.block_out.trial import TowerTrial  # only where a hand judges: MuJoCo

        block = notation.tower_of(state)[-1]
        return TowerTrial(showing.standing(state, events), block, stream, calm=calm)

    def dexterities(self) -> Sequence[Dexterity]:
        """Return five hands, a child's to a craftsman's, where a hand judges."""
        return planning.dexterities() if self.options["referee"] == "physics" else ()

    def worth_by_hand(
        self, state: State, events: Sequence[Event], dexterity: Dexterity, *, calm: bool = False
    ) -> Mapping[int, float]:
        """Return how much a block is worth by how likely it stays, beside the others, by this hand."""
        blocks = {
            action: block
            for action in state.legal_actions()
            if (block := notation.block_of(action)) is not None
        }
        standing = showing.standing(state, events)
        found = planning.worth(standing, set(blocks.values()), dexterity, calm=calm)
        return {action: found[block] for action, block in blocks.items()}

    def bot_levels(self) -> Sequence[Level]:
        """Return the five levels for this number of seats."""
        return bot.levels(self.num_players)

    @property
    def possible_reasons(self) -> Sequence[str]:
        """An empty hand wins by itself only without the advanced rule, where no block is free."""
        other = "empty-hand" if self.options["advanced"] else "free-block"
        return tuple(reason for reason in self.reasons if reason != other)


GAME = BlockOut
