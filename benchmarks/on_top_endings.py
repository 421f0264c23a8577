"""Compare the compiled rules of On Top with the reference until each kind of ending was met often.

``python -m benchmarks.on_top_endings --often 50``. The endings, and how positions near them are built, are in
``tests/games/on_top/endings.py``. Writes ``results/on-top-endings.md``; stops at the first difference.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from tests.games.on_top.endings import KINDS, SETTINGS, meet

RESULTS = Path(__file__).parent / "results" / "on-top-endings.md"

_HEAD = """# Endings of On Top

Written by `benchmarks/on_top_endings.py`. How often the compiled rules and the reference of the tests ended a game
alike: position, towers, scores, ranks, reason, effects of the move and its gain, as Python objects and as JSON. An
ending may be of several kinds; there are some with every number of seats, and `-` is one that cannot be.

"""


def table(met: dict[str, Counter[str]]) -> str:
    """Return the counts as a table in Markdown, a row for each kind."""
    kinds = dict.fromkeys(kind for setting in met for kind in sorted(KINDS[setting]))
    rows = [
        ["ending", *met],
        ["---", *["---"] * len(met)],
        *([kind, *(str(met[s].get(kind, "-")) for s in met)] for kind in kinds),
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    """Meet all endings and write the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--often", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    met: dict[str, Counter[str]] = {}
    for setting in SETTINGS:
        met[setting] = meet(setting, random.Random(f"{setting} {chosen.seed}"), chosen.often)
        print(setting, dict(met[setting]), flush=True)
    RESULTS.write_text(_HEAD + table(met), "utf-8")


if __name__ == "__main__":
    main()
