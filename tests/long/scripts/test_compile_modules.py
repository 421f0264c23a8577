"""The modules for wheels: each is used by the package that has its sources."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import empile
import hatch_build
from empile.engine.wasm import build, rules_module
from tests.packaging.conftest import load_script


def test_modules_of_all_games_are_found_by_their_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "old.wasm").touch()
    paths = load_script("scripts/compile_modules.py").compile_modules(folder)
    assert {path.name.partition(".")[0] for path in paths} == set(
        hatch_build.games_of_the_package()
    )
    packed = [f"{path.name}{ending}" for path in paths for ending in ("", ".br", ".gz")]
    assert sorted(path.name for path in folder.iterdir()) == sorted(packed)
    blox = empile.load("blox")
    module = rules_module(blox)
    shipped = build.shipped_path(blox, folder)
    assert gzip.decompress(shipped.with_name(f"{shipped.name}.gz").read_bytes()) == module

    def nowhere(game: empile.Game) -> Path:
        return tmp_path / "nothing.wasm"

    monkeypatch.setattr(build, "_place", nowhere)
    assert build.cached_module(blox) is None
    monkeypatch.setattr(build, "SHIPPED", folder)
    assert build.cached_module(blox) == module
