"""Position object of Block Ness; all information is public."""

from __future__ import annotations

from typing import Any

from empile.engine.game import Event, State
from empile.games.block_ness.rules.components import Lake
from empile.games.block_ness.rules.state import HEAD, NOBODY, TAIL
from empile.games.block_ness.text.notation import (
    ENDS,
    Start,
    decode,
    hole_at,
    in_start,
    is_start,
    split_play,
)
from empile.games.block_ness.text.rings import laid_rings, reserve, zone_of


def position(state: State, lake: Lake) -> dict[str, Any]:
    seats = range(state.game.num_players)
    seat = state.field("seat")
    holes = state.field("end")

    def ends(end: int) -> list[str | None]:
        return [
            str(hole_at(state, hole[end])) if hole[end] else None for hole in holes[: len(seats)]
        ]

    stage = "over" if seat < 0 else "start" if in_start(state) else "play"
    return {
        "stage": stage,
        "seat": seat if seat >= 0 else None,
        "zone": [str(corner) for corner in zone_of(state, lake)],
        "rings": [
            {
                "seat": None if owner == NOBODY else owner,
                "feet": [str(hole_at(state, near)), str(hole_at(state, far))],
                "height": height,
            }
            for owner, (near, far, height) in zip(
                state.field("ring_seat"), laid_rings(state), strict=False
            )
        ],
        "heads": ends(HEAD),
        "tails": ends(TAIL),
        "reserves": [sorted(str(ring) for ring in reserve(state, seat)) for seat in seats],
    }


def move_parts(state: State, action: int) -> dict[str, str]:
    """Return the choices that make a move.

    A start ring: ``near`` (the tail's hole) and ``far`` (the head's). A play: ``near``, ``ring``,
    ``far`` and ``end`` (``H`` or ``T``), the last for a near hole next to both ends.
    """
    move = decode(state, action)
    if isinstance(move, Start):
        return {"near": str(move.tail), "far": str(move.head)}
    return {
        "near": str(move.near),
        "ring": str(move.ring),
        "far": str(move.far),
        "end": ENDS[move.end],
    }


def event_parts(event: Event) -> dict[str, str]:
    """Return ``move_parts`` of a move that was played."""
    text = event.text
    if is_start(text):
        near, _, far = text.partition("-")
        return {"near": near, "far": far}
    end, near, far, height = split_play(text)
    distance = abs(ord(near[0]) - ord(far[0])) + abs(int(near[1:]) - int(far[1:]))
    return {"near": near, "ring": f"{distance}.{height}", "far": far, "end": end}
