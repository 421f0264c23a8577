"""Hash the records and traces of random games, to compare two versions of the program byte for byte.

    python benchmarks/record_digests.py write FILE [GAME]     write the digests of this checkout
    python benchmarks/record_digests.py compare FILE [GAME]   compare this checkout with FILE; exit 1 if they differ

Every game is played with every number of seats and every combination of its options, 20 seeds each.
Both commands run the command line in-process, so the digests cover what a user sees.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from empile.cli import main as empile

SEEDS = 20
OPTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "block-ness": {"players": "234", "variant": ("base", "expert")},
    "block-out": {
        "players": "23456",
        "advanced": ("false", "true"),
        "referee": ("odds", "people"),
        "turn_limit": ("500", "9"),
    },
    "blox": {
        "players": "234",
        "demolish": ("up-to", "exact"),
        "strike_cap": "56",
        "access": ("all", "new", "off"),
        "recharge": ("any", "five"),
        "round_limit": ("8",),
    },
    "on-top": {"players": "234"},
}
EXTRA = (
    ("blox", {"players": "2"}),
    ("blox", {"players": "3"}),
    ("blox", {"players": "4"}),
    ("on-top", {"players": "4", "teams": "true"}),
)
"""Long games (the default round limit) and options that need others."""


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each game with each combination of its options."""
    for game, options in OPTIONS.items():
        for values in itertools.product(*options.values()):
            yield game, dict(zip(options, values, strict=True))
    yield from EXTRA


def run(arguments: Sequence[str]) -> str:
    """Return what a command prints. Raises ``SystemExit`` if it fails."""
    out = io.StringIO()
    with redirect_stdout(out):
        status = empile(list(arguments))
    if status:
        raise SystemExit(f"empile {' '.join(arguments)} failed with status {status}")
    return out.getvalue()


def digests(games: Sequence[str]) -> dict[str, str]:
    """Return a SHA-256 digest of 20 records and their traces for each variant."""
    found: dict[str, str] = {}
    path = Path("build") / "record_digests.json"
    path.parent.mkdir(exist_ok=True)
    for game, options in variants():
        if games and game not in games:
            continue
        digest = hashlib.sha256()
        chosen = [
            part for name, value in options.items() for part in ("--option", f"{name}={value}")
        ]
        label = " ".join([game, *(f"{name}={value}" for name, value in options.items())])
        seeds = SEEDS if "round_limit" in options or game != "blox" else 3
        for seed in range(seeds):
            eager = ["--eager"] if seed % 4 == 3 else []
            record = run(["random", game, "--seed", str(seed), *eager, *chosen])
            path.write_text(record, "utf-8")
            digest.update(record.encode())
            digest.update(run(["trace", str(path)]).encode())
        found[label] = digest.hexdigest()[:12]
        print(label, found[label], file=sys.stderr, flush=True)
    return found


def main(arguments: Sequence[str]) -> int:
    """Write or compare digests; return the exit status."""
    if len(arguments) < 2 or arguments[0] not in ("write", "compare"):
        print(__doc__, file=sys.stderr)
        return 2
    file, now = Path(arguments[1]), digests(arguments[2:])
    if arguments[0] == "write":
        file.write_text(json.dumps(now, indent=1), "utf-8")
        return 0
    before = json.loads(file.read_text("utf-8"))
    different = [label for label in now if before.get(label) != now[label]]
    print(f"{len(now)} variants, {len(different)} differ", *different, sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
