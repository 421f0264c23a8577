"""Compiles the rules of all games to WebAssembly into the package, so that an install compiles none.

The result is ignored by git and part of wheels. See ``empile.engine.wasm.build``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import empile
from empile.engine.wasm import rules_module
from empile.engine.wasm.build import SHIPPED, shipped_path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import hatch_build


def compile_modules(folder: Path) -> list[Path]:
    """Write the modules of the games into a folder, which is replaced; return their files."""
    games = [empile.load(name) for name in hatch_build.games_of_the_package()]
    modules = {shipped_path(game, folder): rules_module(game) for game in games}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path, module in modules.items():
        path.write_bytes(module)
    hatch_build.pack(modules)
    return list(modules)


if __name__ == "__main__":
    for path in compile_modules(SHIPPED):
        size = path.with_name(f"{path.name}.br").stat().st_size
        print(f"{path.name}: {size / 1e3:.0f} kB by Brotli")
