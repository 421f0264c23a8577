"""Size of the first load: what a browser fetches for the first game, and until it can be played.

    python benchmarks/first_load.py

Counts the gzipped index, scripts and styles of the home page, a table, the stage, one language and
one game's model and scene, with all imports; of languages and games the largest. Not counted: fonts, pictures
and lazy chunks (other languages and games, the replay, the rules).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parents[1] / "src" / "empile" / "server" / "pages"
_PLAN = ("index.html", "src/table/table-page.ts")
_SOLID = "src/stage/index.ts"


def first_load(pages: Path = PAGES, *, solid: bool = True) -> dict[str, int]:
    """Return the files of the first load and their gzipped sizes in bytes; empty if not built.

    Without ``solid`` it ends when the table can be played in the plan view.
    """
    listed = pages / "chunks.json"
    if not listed.exists():
        return {}
    chunks: dict[str, Any] = json.loads(listed.read_text("utf-8"))
    always = _files(chunks, (*_PLAN, _SOLID) if solid else _PLAN) | {"index.html"}

    def weigh(files: Iterable[str]) -> int:
        return sum(_size(pages / file) for file in files)

    def heaviest(choices: Iterable[list[str]]) -> set[str]:
        found = [_files(chunks, choice) - always for choice in choices]
        return max(found, key=weigh, default=set[str]())

    said = [[name] for name in chunks if name.endswith(".json?words")]
    games = [
        [name, name.replace("/model/", "/scene/")] if solid else [name]
        for name in chunks
        if name.endswith("/model/index.ts")
    ]
    needed = always | heaviest(said) | heaviest(games)
    return {file: _size(pages / file) for file in sorted(needed)}


def _files(chunks: dict[str, Any], names: Iterable[str]) -> set[str]:
    """Return the files of chunks and of their static imports."""
    met: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            waiting += chunks[name].get("imports", [])
    return {file for name in met for file in (chunks[name]["file"], *chunks[name].get("css", []))}


def _size(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def main() -> None:
    """Print the files and their total size."""
    sizes = first_load()
    for name, size in sizes.items():
        print(f"{size:>8,}  {name}")
    if sizes:
        print(f"{sum(sizes.values()):>8,}  bytes, gzipped")
        print(f"{sum(first_load(solid=False).values()):>8,}  until the plan can be played")
    else:
        print("the page is not built: run `make play` once")


if __name__ == "__main__":
    main()
