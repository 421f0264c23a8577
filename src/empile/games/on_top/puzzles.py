"""Puzzles of On Top: the last tiles, weighed over the bag, and tiles that score much at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from empile.engine.contracts.puzzles import PuzzleKind, PuzzleProfile, Theme, middlegame
from empile.engine.game import Event, State
from empile.games.on_top.rules.components import board_of
from empile.games.on_top.text.closed_circles import closed

_TALL = 3
_MARGIN = 0.2
"""Ten points of winning chance in a hundred, which strong players feel; exact, so not due to noise."""
_MIDDLEGAME_MARGIN = 0.15
_KINDS = (
    PuzzleKind("ending", "result", _MARGIN, least_moves=6, nodes=20_000_000, longest=1),
    PuzzleKind("points", "points", 3.0, least_moves=20, least_best=6, least_next=2),
    middlegame(_MIDDLEGAME_MARGIN),
)


class OnTopPuzzles(PuzzleProfile):
    @property
    def kinds(self) -> Sequence[PuzzleKind]:
        return _KINDS

    def themes(self, before: State, event: Event, after: State) -> Sequence[Theme]:
        return list(_themes(before, event, after))


def _themes(before: State, event: Event, after: State) -> Iterator[Theme]:
    board = board_of(after.game.options["board"])
    circles = closed(before, after, board)
    own = [circle for circle in circles if circle.seat == event.seat]
    result = after.result()
    if result is not None and result.reason == "last-pawn":
        yield Theme("last-pawn", {})
    if len(circles) > 1:
        points = sum(circle.points for circle in own)
        yield Theme("double-circle", {"count": len(circles), "points": points})
    if any(circle.at in {str(point) for point in board.golden} for circle in own):
        yield Theme("golden", {"points": max(circle.points for circle in own)})
    elif len(circles) == 1 and own and len(own[0].tower) < _TALL:
        yield Theme("circle", {"count": own[0].points})
    tall = [len(circle.tower) for circle in own if len(circle.tower) >= _TALL]
    if tall:
        yield Theme("tower", {"height": max(tall)})
    filled = len(after.position()["black"]) - len(before.position()["black"])
    if filled:
        yield Theme("hole", {"count": filled})
    if circles and not own:
        yield Theme("no-points", {})
    if not circles:
        yield Theme("quiet", {})
