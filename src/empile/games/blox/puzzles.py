"""Puzzles of Blox: turns that score much, and last turns, with all cards open."""

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

_MARGIN = 0.08
_SAVED = 4
"""Cards of a strike that was saved for."""


class BloxPuzzles(PuzzleProfile):
    @property
    def kinds(self) -> Sequence[PuzzleKind]:
        return (
            PuzzleKind("points", "points", 1.0, least_moves=25, least_best=4, least_next=3),
            PuzzleKind(
                "ending",
                "result",
                clear_margin(self.game.num_players),
                least_moves=12,
                nodes=20_000_000,
                longest=1,
                open_hands=True,
            ),
            middlegame(_MARGIN, least_moves=12),
        )

    def facts(self, state: State, kind: PuzzleKind) -> Sequence[Reason]:
        if not kind.open_hands:
            return ()
        return [
            Reason("puzzle.fact.hand", {"seat": other, "cards": hand})
            for other, hand in enumerate(state.position()["hands"])
            if other != state.current_player()
        ]

    def themes(self, before: State, event: Event, after: State) -> Sequence[Theme]:
        return list(_themes(before, event, after))


def _themes(before: State, event: Event, after: State) -> Iterator[Theme]:
    text, old, new = event.text, before.position(), after.position()
    cards = sum(letter in "WGBM" for letter in text.rpartition(" ")[2])
    points = new["points"][event.seat] - old["points"][event.seat]
    if new["phase"] > old["phase"]:
        yield Theme("phase-change", {"phase": new["phase"]})
    if new["last_round"] and not old["last_round"]:
        yield Theme("last-round", {})
    if "!" in text:
        yield Theme("saved-strike" if cards >= _SAVED else "strike", {"count": cards})
    if "=" in text:
        yield Theme("build", {"points": points})
    if "x" in text:
        yield Theme("demolish", {"points": points})
    if "*" in text:
        yield Theme("joker", {})
    if text.startswith("/"):
        yield Theme("exchange", {"count": cards})
    if ">" in text or "-" in text:
        yield Theme("quiet", {})
