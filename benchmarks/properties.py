"""Hold the properties of all games against other random games than the tests do.

``python -m benchmarks.properties --rounds 20``. A round takes new games for every variant, and new
towers for the physics of Block Out!. Prints each failure and goes on.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial

from empile.checks import STEPS
from empile.checks.evidence import variants, variants_of
from empile.checks.random_games import refill_pool
from tests.conftest import ROOT  # also finds the games of the tests
from tests.long.games.block_out.physics import test_aiming

Check = Callable[[], None]


def checks(first_tower: int) -> Iterator[tuple[str, Check]]:
    """Yield each check of a round with its name."""
    properties = [
        check
        for step in STEPS
        if step.name in ("rules", "notation", "messages", "pictures", "bots")
        for check in step.checks
        if check.subjects is variants_of
    ]
    for variant in variants():
        for check in properties:
            yield f"{check.name} {variant}", partial(check, variant)
    for number in range(first_tower, first_tower + 8):
        tower, block = test_aiming.standing_tower(number)
        best = partial(test_aiming.assert_best_aim, tower, block, 150)
        yield f"best aim in tower {number}", best
        for spread in test_aiming.SPREADS:
            share = partial(test_aiming.assert_chance, tower, block, spread, 2_000, 0.04)
            yield f"chance in tower {number}, spread {spread}", share


def main() -> int:
    """Run all rounds; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="number of the first round")
    chosen = parser.parse_args()
    assert ROOT.exists()
    failed = 0
    for number in range(chosen.first, chosen.first + chosen.rounds):
        began = time.monotonic()
        refill_pool(number)
        done = 0
        for name, check in checks(8 * number):
            done += 1
            try:
                check()
            except Exception:
                failed += 1
                print(f"round {number}: {name}")
                traceback.print_exc()
        print(f"round {number}: {done} checks in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
