"""Scripts that a table's page is told to fetch at once."""

from __future__ import annotations

import json
from pathlib import Path

from empile.server.http.previews.preloads import Preloads

CHUNKS = {
    "index.html": {"file": "assets/index.js", "imports": ["_app.js"]},
    "_app.js": {"file": "assets/app.js", "css": ["assets/app.css"], "name": "app"},
    "src/table/table-page.ts": {
        "file": "assets/table.js",
        "imports": ["_app.js", "_board.js"],
        "css": ["assets/table.css"],
    },
    "_board.js": {"file": "assets/board.js", "imports": ["_app.js"]},
    "../src/empile/games/on_top/web/model/index.ts": {
        "file": "assets/model.js",
        "imports": ["_board.js"],
    },
}
TABLE = [
    '<link rel="modulepreload" crossorigin href="/assets/table.js" />',
    '<link rel="preload" as="style" crossorigin href="/assets/table.css" />',
    '<link rel="modulepreload" crossorigin href="/assets/board.js" />',
]
MODEL = '<link rel="modulepreload" crossorigin href="/assets/model.js" />'


def _written(folder: Path) -> Preloads:
    (folder / "chunks.json").write_text(json.dumps(CHUNKS))
    return Preloads(folder)


def test_preloads_are_what_a_table_imports_besides_the_first_script(tmp_path: Path) -> None:
    assert _written(tmp_path).of_table() == TABLE


def test_preloads_include_the_model_of_a_known_game(tmp_path: Path) -> None:
    assert _written(tmp_path).of_table("on-top") == [*TABLE, MODEL]
    assert _written(tmp_path).of_table("unknown") == TABLE


def test_preloads_are_none_if_the_page_is_not_built(tmp_path: Path) -> None:
    assert Preloads(tmp_path).of_table("on-top") == []
