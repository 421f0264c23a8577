"""A hatchling hook that packs the files of `empile-engine`: the package without its server.

``empile.community`` and ``empile.server`` belong to the distribution `empile`, except for
``PARTS_OF_THE_ENGINE``, which the project of `empile` excludes: the two have no file in common.
Machine code in ``empile/engine/compiled/objects`` and modules for pages in ``empile/engine/wasm/modules``
are packed if they exist.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
PARTS_OF_THE_ENGINE = ("__init__.py", "tables", "wire")
"""Of the server: tables and messages, which tournaments and clients use without a server."""

SIGN_OF_A_MODEL = "model/index.ts"
"""Below a game's folder ``web``: views of games without it contain a picture."""


class EngineFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the files to a wheel or sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, except for editable installs, which use them in place."""
        if version == "editable":
            return
        folder = "" if self.target_name == "wheel" else "src/"
        for source in sources():
            for path in engine_files(source):
                packed = f"{folder}empile/{path.relative_to(source).as_posix()}"
                build_data["force_include"][str(path)] = packed


def sources() -> list[Path]:
    """Return the folder of the package: below an unpacked sdist, or in the repository."""
    candidates = (HERE / "src" / "empile", HERE.parents[1] / "src" / "empile")
    return [path for path in candidates if path.is_dir()][:1]


def engine_files(source: Path) -> Iterator[Path]:
    """Yield all files of the engine below ``source``, the folder of the package."""
    for folder, folders, files in os.walk(source):
        here = Path(folder).relative_to(source)
        folders[:] = sorted(name for name in folders if not _is_skipped((here / name).parts))
        for name in sorted(files):
            if not name.startswith(".") and not _is_skipped((here / name).parts):
                yield Path(folder) / name


def _is_skipped(parts: tuple[str, ...]) -> bool:
    in_web = parts[0] == "games" and parts[2:3] == ("web",)
    sources_of_the_page = in_web and "/".join(parts[3:]) not in ("", "model", SIGN_OF_A_MODEL)
    of_the_table = parts[0] == "community" or (
        parts[0] == "server" and parts[1:2] != () and parts[1] not in PARTS_OF_THE_ENGINE
    )
    return of_the_table or parts[-1] == "__pycache__" or sources_of_the_page
