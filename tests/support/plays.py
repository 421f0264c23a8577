"""Digests of random games of every variant: ``python -m tests.support.plays`` prints JSON.

Subprocesses run it with the compiler on, off, and with bounds checks: the bytes must be equal.
"""

from __future__ import annotations

import hashlib
import json
import sys

import tests.conftest as conftest
from tests.support.games import random_match, variants


def digests(games: int) -> dict[str, str]:
    """Return for each variant a digest of all states, events, tensors and results of some random games."""
    found: dict[str, str] = {}
    for variant in variants():
        digest = hashlib.sha256()
        for seed in range(games):
            match = random_match(variant.game(), seed)
            for index in range(len(match.events) + 1):
                digest.update(match.state_before(index).tobytes())
            digest.update(match.record().to_json().encode())
            state = match.state_before(len(match.events) // 2)
            digest.update(repr((state.chance_outcomes(), state.legal_actions())).encode())
            for seat in range(state.game.num_players):
                digest.update(state.information_state(seat).tobytes())
        found[str(variant)] = digest.hexdigest()
    return found


if __name__ == "__main__":
    assert conftest.ROOT.exists()
    print(json.dumps(digests(int(sys.argv[1]))))
