"""A record with notes and variations."""

from __future__ import annotations

from typing import Any

import empile

GAME = "block-ness"
EVENTS = ["f7-d7", "i8-i5", "Tf6-f4^4", "Tj8-j10^5"]


def annotated(**changes: Any) -> dict[str, Any]:
    """Return a chapter as data: four moves, two variations and one within the first."""
    return {
        "format": "empile/1",
        "game": GAME,
        "rules": 1,
        "options": empile.load(GAME).options,
        "seats": ["Anne", "Bea"],
        "name": "Two tails",
        "events": EVENTS,
        "result": None,
        "notes": [
            {"at": 0, "comment": "The middle is open."},
            {
                "at": 3,
                "glyph": "!?",
                "comment": "Towards the edge.",
                "marks": [
                    {"kind": "circle", "from": "f4", "colour": "red"},
                    {"kind": "arrow", "from": "f4", "to": "f3", "colour": "green"},
                ],
            },
        ],
        "variations": [
            {
                "at": 2,
                "events": ["Hd6-d9^4", "Tj8-j10^5"],
                "notes": [{"at": 1, "glyph": "!"}, {"at": 2, "comment": "And back."}],
                "variations": [{"at": 1, "events": ["Hi4-g4^4"]}],
            },
            {"at": 4, "events": ["Hd6-d9^4"]},
        ],
        **changes,
    }
