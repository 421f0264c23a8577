"""What the first visit costs: the home page and all that a table needs, compressed."""

from __future__ import annotations

import runpy
from pathlib import Path

from tests.conftest import ROOT

first_load = runpy.run_path(str(ROOT / "benchmarks" / "first_load.py"))["first_load"]
LIMIT = 250_000
"""Bytes, gzipped: the page, its style and its programs, with the table and its picture."""


def test_the_first_load_is_small(pages: Path) -> None:
    sizes = first_load(pages)
    for part in ("index.html", "assets/table-page", "assets/stage", "assets/scene"):
        assert any(name.startswith(part) for name in sizes), f"{part} is not counted"
    total = sum(sizes.values())
    print(f"first load: {total} bytes gzipped in {len(sizes)} files")
    assert total < LIMIT, sizes


def test_one_language_is_loaded_and_no_other(pages: Path) -> None:
    languages = {path.stem for path in (ROOT / "web" / "words").glob("*.json")}
    assert len(languages) == 4
    counted = {name.removeprefix("assets/").partition("-")[0] for name in first_load(pages)}
    assert len(counted & languages) == 1
