"""Which levels the user has solved, kept in a file in the folder of the user's data."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import platformdirs


def default_file() -> Path:
    """Return the file of the user's progress; ``EMPILE_SOLO`` replaces it."""
    wished = os.environ.get("EMPILE_SOLO")
    return Path(wished) if wished else platformdirs.user_data_path("empile") / "solo.json"


class SoloProgress:
    """The ids of solved levels. A file that cannot be read counts as empty."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = default_file() if path is None else path
        self.solved = self._read()

    def _read(self) -> set[str]:
        try:
            found = json.loads(self._path.read_text("utf-8"))["solved"]
            return {level for level in found if isinstance(level, str)}
        except (OSError, ValueError, KeyError, TypeError):
            return set()

    def add(self, level: str) -> None:
        """Store that a level is solved; raises ``OSError`` if that cannot be written."""
        # Another process may have stored more.
        self.solved |= self._read() | {level}
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self._path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"solved": sorted(self.solved)}, file)
        os.replace(temporary, self._path)
