"""A hatchling hook for the dependencies of `empile`: the group `table`, the engine, and the extras.

They are computed because the engine must have the same version, which is stated only in
``empile/__init__.py``. The others are dependency groups, so that they can be locked without a
build.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS_OF_THE_ENGINE = "client,physics"
EXTRAS = ("accounts", "lobby", "postgres", "redis")
"""Dependency groups that are extras of `empile`."""


class TableMetadata(MetadataHookInterface):
    """Sets ``dependencies`` and ``optional-dependencies``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the dependencies to the metadata of the project."""
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf-8"))
        groups = project["dependency-groups"]
        metadata["dependencies"] = [
            f"empile-engine[{EXTRAS_OF_THE_ENGINE}]=={metadata['version']}",
            *groups["table"],
        ]
        metadata["optional-dependencies"] = {extra: groups[extra] for extra in EXTRAS}
