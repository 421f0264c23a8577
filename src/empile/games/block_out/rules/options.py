"""Parameters of Block Out! from its options."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import ROOT, TRUE, Words, int_of, kind_of, member, text_at
from empile.engine.compiled.json_writer import Tokens
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import offsets_among
from empile.games.block_out.rules.components import (
    BLOCKS,
    CARDS,
    HAND,
    PENALTY,
    load_components,
    matches,
)
from empile.games.block_out.rules.planes import INFORMATION_PLANES, observation_planes
from empile.games.block_out.rules.position import TEXTS
from empile.games.block_out.rules.state import (
    ALL_BLOCKS,
    BLOCK_CARDS,
    BLOCK_KINDS,
    KINDS,
    MAX_SEATS,
    PLANES,
    SIZE,
)

_PLAYERS, _ADVANCED, _REFEREE, _PHYSICS, _TURN_LIMIT = (
    TEXTS.add(name) for name in ("players", "advanced", "referee", "physics", "turn_limit")
)
_PLANES = np.array(
    [
        [
            offsets_among(observation_planes(seats, advanced=advanced), INFORMATION_PLANES)
            for advanced in (False, True)
        ]
        for seats in range(MAX_SEATS + 1)
    ],
    np.int32,
)


def fill_constants(params: Any) -> None:
    """Fill in the components."""
    data = load_components()
    params.initial_hand, params.penalty = HAND, PENALTY
    params.blocks, params.full_height = ALL_BLOCKS, SIZE
    params.cards = [data["cards"][card] for card in CARDS]
    blocks_of = [
        sum(1 << number for number, block in enumerate(BLOCKS) if matches(card, block))
        for card in CARDS[:BLOCK_KINDS]
    ]
    params.matches = blocks_of
    actions = (1 << KINDS) - 1 & ~BLOCK_CARDS
    params.playable = [
        actions | sum(1 << kind for kind, blocks in enumerate(blocks_of) if blocks & free)
        for free in range(1 << SIZE)
    ]
    odds = data["odds"]
    params.weights = [
        (1000 - falls - later, falls, later)
        for falls, later in zip(odds["falls"], odds["falls-later"], strict=True)
    ]


@outlined
def fill_params(params: StructRef, words: Words, out: Tokens) -> int:
    seats = int_of(words, member(words, ROOT, _PLAYERS))
    advanced = int(kind_of(words, member(words, ROOT, _ADVANCED)) == TRUE)
    params.seats = seats
    params.advanced = advanced
    params.physics = text_at(words, member(words, ROOT, _REFEREE)) == _PHYSICS
    params.turn_limit = int_of(words, member(words, ROOT, _TURN_LIMIT))
    for plane in range(PLANES):
        params.plane[plane] = _PLANES[seats, advanced, plane]
    return 0
