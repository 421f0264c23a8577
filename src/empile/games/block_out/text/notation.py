"""Move, chance and outcome notation of Block Out!; README.md has examples."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.notation import Notation
from empile.engine.errors import NotationError
from empile.engine.game import State
from empile.games.block_out.rules.components import BLOCKS, CARDS, PASS, REVERSE
from empile.games.block_out.rules.state import (
    BLOCK_KINDS,
    FREE_MOVE,
    PASS_MOVE,
    REVERSE_MOVE,
    SIZE,
    STANDS,
)
from empile.games.block_out.text.poses import BadPosesError, read_poses

_HOW = "write a move like y*>yM (card > block), pass, reverse or +yM"


def _texts() -> list[str]:
    played = [f"{card}>{block}" for card in CARDS[:BLOCK_KINDS] for block in BLOCKS]
    return [*played, PASS, REVERSE, *(f"+{block}" for block in BLOCKS)]


TEXTS = _texts()
"""By action, legal or not."""
_ACTIONS = {text: action for action, text in enumerate(TEXTS)}
assert (TEXTS[PASS_MOVE], TEXTS[REVERSE_MOVE], TEXTS[FREE_MOVE]) == (PASS, REVERSE, "+kS")


def action_text(action: int) -> str:
    return TEXTS[action]


def read_action(text: str) -> int:
    action = _ACTIONS.get(text)
    if action is None:
        raise NotationError(f"'{text}' is not a move of Block Out!: {_HOW}")
    return action


def card_of(action: int) -> str | None:
    if action >= FREE_MOVE:
        return None
    return CARDS[action // SIZE] if action < PASS_MOVE else TEXTS[action]


def block_of(action: int) -> str | None:
    if action >= FREE_MOVE:
        return BLOCKS[action - FREE_MOVE]
    return BLOCKS[action % SIZE] if action < PASS_MOVE else None


def tower_of(state: State) -> list[str]:
    """Return the blocks bottom up."""
    tower: list[int] = state.field("tower")
    return [BLOCKS[block - 1] for block in tower if block]


def cards(counts: Sequence[int]) -> list[str]:
    """Return cards for counts by kind, in card order."""
    return [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]


class BlockOutNotation(Notation):
    canonical_text = True

    def action_text(self, state: State, action: int) -> str:
        return action_text(action)

    def read_action(self, state: State, text: str) -> int:
        return read_action(text)

    def check_attachment(
        self, state: State, text: str, actions: Sequence[int], attachment: str
    ) -> None:
        """Check resting poses, which are those of the tower's blocks."""
        tower = tower_of(state)
        try:
            named = [pose.block for pose in read_poses(attachment[1:])]
        except BadPosesError as error:
            raise NotationError(f"'{text}': {error}") from None
        if actions[0] == STANDS and named != tower:
            raise NotationError(
                f"'{text}' does not list the tower {' '.join(tower)} from the bottom up"
            )
        for block in named:
            if block not in tower:
                raise NotationError(f"'{text}' lists {block}, which is not in the tower")
