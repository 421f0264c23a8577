"""Scripts and styles that a table needs, for the head of its page.

A browser then fetches them together with the first script, not after it has run. They are read from
``chunks.json``, the bundler's list of chunks and their imports.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

_INDEX: Final = "index.html"
_TABLE: Final = "src/table/table-page.ts"
_MODEL: Final = "../src/empile/games/{}/web/model/index.ts"


class Chunk(msgspec.Struct, frozen=True):
    """A chunk of the page."""

    file: str
    imports: tuple[str, ...] = ()
    css: tuple[str, ...] = ()


class Preloads:
    """Elements for the heads of tables; none if the page is not built."""

    def __init__(self, folder: Path) -> None:
        path = folder / "chunks.json"
        self._chunks = (
            msgspec.json.decode(path.read_bytes(), type=dict[str, Chunk]) if path.is_file() else {}
        )

    def of_table(self, game: str = "") -> list[str]:
        """Return the elements for a table; ``game`` is empty if the public may not know it."""
        model = _MODEL.format(game.replace("-", "_"))
        known = self._closure(_INDEX)
        needed = {**self._closure(_TABLE), **self._closure(model)}
        return [line for name in needed if name not in known for line in self._elements(name)]

    def _closure(self, root: str) -> dict[str, None]:
        """Return a chunk and its static imports, in a fixed order."""
        found: dict[str, None] = {}
        waiting = [root]
        while waiting:
            name = waiting.pop()
            if name in self._chunks and name not in found:
                found[name] = None
                waiting += self._chunks[name].imports
        return found

    def _elements(self, name: str) -> Iterator[str]:
        chunk = self._chunks[name]
        yield f'<link rel="modulepreload" crossorigin href="/{chunk.file}" />'
        for file in chunk.css:
            yield f'<link rel="preload" as="style" crossorigin href="/{file}" />'
