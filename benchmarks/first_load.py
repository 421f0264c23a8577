"""The size of the first load: what a browser fetches before a first game can be played.

    python benchmarks/first_load.py

Counted are the index and every script and style that it leads to, directly or not, gzipped; not
counted is what only a later wish loads: another language, the replay, the rules.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

PAGES = Path(__file__).parents[1] / "src" / "empile" / "server" / "pages"
LATER = ("en-", "replay-page", "rules-page")
_ASSET = re.compile(r"[\w-]+\.(?:js|css)\b")


def first_load(pages: Path = PAGES) -> dict[str, int]:
    """Return the files of the first load and their gzipped sizes in bytes; empty if not built."""
    index = pages / "index.html"
    if not index.exists():
        return {}
    needed, waiting = {index}, [index]
    while waiting:
        for name in _ASSET.findall(waiting.pop().read_text("utf-8")):
            asset = pages / "assets" / name
            if asset.is_file() and asset not in needed and not name.startswith(LATER):
                needed.add(asset)
                waiting.append(asset)
    return {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(needed)}


def main() -> None:
    """Print the files and their sum."""
    sizes = first_load()
    for name, size in sizes.items():
        print(f"{size:>8,}  {name}")
    if sizes:
        print(f"{sum(sizes.values()):>8,}  bytes, gzipped")
    else:
        print("the page is not built: run `make play` once")


if __name__ == "__main__":
    main()
