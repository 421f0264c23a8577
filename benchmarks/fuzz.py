"""Fuzz records of all games and store those that fail.

``python -m benchmarks.fuzz --seconds 600``. A record that raises anything but a one-line error is
written to the test corpus of its game.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
import traceback
from collections import Counter
from typing import Any

from empile.checks.evidence import evidence_folder
from empile.checks.fuzzing import kept_records, mutated, outcome, seed_records
from tests.conftest import ROOT  # also finds the games of the tests


def keep(text: str | bytes) -> None:
    """Write a failing record to the corpus of its game, or of Block Ness."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
    try:
        data: Any = json.loads(raw)
        folder = evidence_folder(str(data["game"]))
    except Exception:
        folder = evidence_folder("block-ness")
    path = folder / "corpus" / f"bad-{hashlib.sha256(raw).hexdigest()[:8]}.json"
    path.write_bytes(raw)
    print(f"kept {path.relative_to(ROOT)}")


def main() -> int:
    """Fuzz; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**32)
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    luck = random.Random(chosen.seed)
    pool = seed_records()
    pool += [path.read_text("utf-8") for path in kept_records() if path.name.startswith("good-")]
    good = len(pool)
    told: Counter[str] = Counter()
    broken = tried = 0
    end = time.monotonic() + chosen.seconds
    while time.monotonic() < end:
        # Mostly from good records: with many faults only the first is reached.
        text = mutated(pool[luck.randrange(good if luck.random() < 0.8 else len(pool))], luck)
        tried += 1
        try:
            message = outcome(text)
        except Exception:
            broken += 1
            traceback.print_exc()
            keep(text)
            continue
        # A new message means a new path: continue from it, if it is a record.
        shape = "".join("#" if c.isdigit() else c for c in message)[:60]
        told[shape] += 1
        if told[shape] == 1 and isinstance(text, str) and len(pool) < 5000:
            try:
                json.loads(text)
            except ValueError:
                continue
            pool.append(text)
    print(
        f"{tried} records tried, {told['good']} good, {len(told)} kinds of answer, {broken} broken"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
