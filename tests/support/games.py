"""The games under test, their variants, and random play: those of ``empile.checks``."""

from __future__ import annotations

from typing import Any

import empile
from empile.checks.evidence import Variant, evidence_folder, golden_records, variants
from empile.checks.random_games import Step, pool, random_match, refill_pool, single_steps
from empile.engine.contracts import Referee
from empile.engine.random import below, new_stream

__all__ = [
    "Step",
    "Variant",
    "begun_match",
    "evidence_folder",
    "golden_records",
    "pool",
    "random_match",
    "referee_of",
    "refill_pool",
    "single_steps",
    "variants",
]


def referee_of(game: empile.Game) -> Referee:
    """Return the referee of a game that has one."""
    assert game.referee is not None
    return game.referee


def begun_match(name: str, *, events: int, seed: int, **options: Any) -> empile.Match:
    """Return a match after some random events, at a seat's turn."""
    match, stream = empile.Match(empile.load(name, **options)), new_stream(seed)
    while len(match.events) < events or match.state.is_chance_node():
        match.resolve_chance(stream, also_external=True)
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    return match
