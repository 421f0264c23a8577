"""Puzzles of Block Out!: the last cards, all of them open, if every block stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from empile.engine.contracts.puzzles import (
    PuzzleKind,
    PuzzleProfile,
    Theme,
    clear_margin,
    middlegame,
)
from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.block_out.rules.components import PASS, REVERSE

_ANY = "**"
_MARGIN = 0.2
_OF_PUZZLES = {"referee": "odds"}
"""Other referees need to know how the blocks lie."""


class BlockOutPuzzles(PuzzleProfile):
    @property
    def kinds(self) -> Sequence[PuzzleKind]:
        return (
            PuzzleKind(
                "cards",
                "result",
                clear_margin(self.game.num_players),
                least_moves=3,
                nodes=300_000,
                open_hands=True,
                every_block_stands=True,
            ),
            middlegame(_MARGIN, least_moves=4),
        )

    def starts(self, state: State, kind: PuzzleKind) -> Iterator[State]:
        """Yield the position itself, or with few turns to go, after which fewest cards win.

        Without a limit, players draw and play on for longer than can be solved.
        """
        position, seats = state.position(), state.game.num_players
        if kind.proof == "search":
            game = type(state.game)(**{**state.game.options, **_OF_PUZZLES})
            yield game.state_from_position(position)
            return
        if position["stage"] != "play":
            return
        for turns in range(2, 2 * seats + 1):
            limit = position["turn"] + turns - 1
            if limit <= state.game.options["turn_limit"]:
                game = type(state.game)(
                    **{**state.game.options, **_OF_PUZZLES, "turn_limit": limit}
                )
                yield game.state_from_position(position)

    def facts(self, state: State, kind: PuzzleKind) -> Sequence[Reason]:
        if kind.proof == "search":
            return ()
        position, seat = state.position(), state.current_player()
        left = state.game.options["turn_limit"] - position["turn"] + 1
        others = [
            Reason("puzzle.fact.hand", {"seat": other, "cards": " ".join(hand)})
            for other, hand in enumerate(position["hands"])
            if other != seat
        ]
        return [Reason("puzzle.fact.turns", {"count": left}), *others]

    def themes(self, before: State, event: Event, after: State) -> Sequence[Theme]:
        return list(_themes(before, event, after)) or [_blocks_that_fit(event, after)]


def _themes(before: State, event: Event, after: State) -> Iterator[Theme]:
    old, new = before.position(), after.position()
    card = event.text.partition(">")[0]
    if not new["hands"][event.seat]:
        yield Theme("last-card", {})
    if card == PASS:
        yield Theme("pass", {})
    if card == REVERSE:
        yield Theme("reverse", {})
    if _ANY in old["hands"][event.seat] and card != _ANY:
        yield Theme("keep-wild", {})
    if ">" in event.text or event.text.startswith("+"):
        block = event.text[-2:]
        hurt = [
            seat
            for seat, hand in enumerate(new["hands"])
            if seat != event.seat and any(_only(held, block, old["tower"]) for held in hand)
        ]
        if hurt:
            yield Theme("block-gone", {"count": len(hurt)})


def _blocks_that_fit(event: Event, after: State) -> Theme:
    """Return how many free blocks the cards fit that the seat keeps."""
    position = after.position()
    kept = {
        block
        for card in position["hands"][event.seat]
        for block in _fitting(card, position["tower"])
    }
    return Theme("keep-fitting", {"count": len(kept)})


def _only(card: str, block: str, tower: Sequence[str]) -> bool:
    """Return whether a card was playable for this block alone, which is now in the tower."""
    return _fitting(card, tower) == {block}


def _fitting(card: str, tower: Sequence[str]) -> set[str]:
    """Return the free blocks that a card can be played for."""
    if card in (PASS, REVERSE):
        return set()
    free = {colour + size for colour in "kny" for size in "SML"} - set(tower)
    return {one for one in free if all(a in ("*", b) for a, b in zip(card, one, strict=True))}
