"""Puzzles of Block Ness: endings, in which nothing is hidden or left to chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from empile.engine.contracts.puzzles import PuzzleKind, PuzzleProfile, Theme, middlegame
from empile.engine.game import Event, State
from empile.games.block_ness.text.notation import split_play

_MARGIN = 0.2


class BlockNessPuzzles(PuzzleProfile):
    @property
    def kinds(self) -> Sequence[PuzzleKind]:
        return (*super().kinds, middlegame(_MARGIN))

    def themes(self, before: State, event: Event, after: State) -> Sequence[Theme]:
        return list(_themes(before, event, after)) or [_room_left(before, event, after)]


def _themes(before: State, event: Event, after: State) -> Iterator[Theme]:
    seat = event.seat
    old, new = before.position(), after.position()
    blocked = [
        other
        for other in range(after.game.num_players)
        if other != seat and _may_move(before, old, other) and not _may_move(after, new, other)
    ]
    if after.current_player() == seat:
        yield Theme("alone", {"count": len(new["reserves"][seat])})
    elif blocked:
        yield Theme("block", {"count": len(blocked)})
    if not new["reserves"][seat]:
        yield Theme("last-ring", {})
    height, over = int(split_play(event.text)[3]), _holes_under(event.text)
    crossed = [ring for ring in old["rings"] if over & {*ring["feet"], *_between(*ring["feet"])}]
    own = [ring for ring in crossed if ring["seat"] == seat]
    others = [ring for ring in crossed if ring["seat"] != seat]
    if others:
        yield Theme("bridge", {"count": len(others), "height": height})
    if own:
        yield Theme("turn-back", {"height": height})
    ended = old["heads" if event.text[0] == "H" else "tails"][seat]
    if _places(after, new, seat) > _places(before, old, seat):
        yield Theme("room", {"end": str(ended)})
    left = sorted(len(hand) for hand in new["reserves"])
    if after.is_terminal() and left[0] == left[1] == len(new["reserves"][seat]):
        yield Theme("height", {"height": _height_under(new, new["heads"][seat])})


def _room_left(before: State, event: Event, after: State) -> Theme:
    """Return what a move without any other theme does to the ways in which rings can be placed."""
    old, new = before.position(), after.position()
    others = [seat for seat in range(after.game.num_players) if seat != event.seat]
    left = sum(_places(after, new, other) for other in others)
    fewer = sum(_places(before, old, other) for other in others) - left
    if fewer >= max(1, left):
        return Theme("squeeze", {"count": fewer, "left": left})
    return Theme("choice", {"own": _places(after, new, event.seat), "left": left})


def _may_move(state: State, position: dict[str, Any], seat: int) -> bool:
    """Return whether a seat could place a ring if it were to act."""
    return bool(_places(state, position, seat))


def _places(state: State, position: dict[str, Any], seat: int) -> int:
    if position["stage"] == "over":
        return 0
    turned = state.game.state_from_position({**position, "seat": seat})
    return len(turned.legal_actions()) if turned.current_player() == seat else 0


def _holes_under(text: str) -> set[str]:
    _, near, far, _ = split_play(text)
    return set(_between(near, far))


def _between(near: str, far: str) -> Iterator[str]:
    """Yield the holes strictly between two feet."""
    if near[0] == far[0]:
        low, high = sorted((int(near[1:]), int(far[1:])))
        yield from (f"{near[0]}{row}" for row in range(low + 1, high))
    else:
        low, high = sorted((ord(near[0]), ord(far[0])))
        yield from (f"{chr(column)}{near[1:]}" for column in range(low + 1, high))


def _height_under(position: dict[str, Any], hole: str) -> int:
    return max(int(ring["height"]) for ring in position["rings"] if hole in ring["feet"])
