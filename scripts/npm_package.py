"""Packs the engine for JavaScript: ``python scripts/npm_package.py [--output dist]``.

The package ``empile`` has the runtime of ``web/src/engine`` as JavaScript with types, the module of each
game and its standard bundles, from ``packaging/npm``, with the version of the wheels. Nothing is uploaded.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

import empile
from empile.engine.wasm import rules_module
from empile.engine.wasm.bundle import standard_bundles

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
import hatch_build  # noqa: E402

PROJECT = ROOT / "packaging" / "npm"


def pack(output: Path) -> Path:
    """Write the package into a folder; return its file.

    Raises ``subprocess.CalledProcessError`` and ``WasmError``.
    """
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="empile-npm-") as temporary:
        folder = Path(temporary)
        write(folder)
        hatch_build.npm("pack", "--silent", "--pack-destination", str(output), folder=folder)
    return output / f"empile-{empile.__version__}.tgz"


def write(folder: Path) -> None:
    """Write the files of the package into a folder."""
    hatch_build.build_engine(folder / "lib")
    games = folder / "games"
    games.mkdir()
    for name in hatch_build.games_of_the_package():
        (games / f"{name}.wasm").write_bytes(rules_module(empile.load(name)))
        for players, bundle in standard_bundles(empile.game_class(name)).items():
            bundle.write(games, f"{name}-{players}")
    about = json.loads((PROJECT / "package.json").read_text("utf-8"))
    about["version"] = empile.__version__
    (folder / "package.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    shutil.copy(PROJECT / "README.md", folder)
    shutil.copy(ROOT / "LICENSE", folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Pack the engine for JavaScript.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    path = pack(parser.parse_args().output.resolve())
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
