"""Server settings."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from empile.server.limits import Limits


def default_data_file() -> Path:
    """Return the default database file, in the user's data folder."""
    return platformdirs.user_data_path("empile") / "empile.sqlite3"


@dataclass(frozen=True)
class Settings:
    """Server settings; the defaults suit a family or a club."""

    data: Path = field(default_factory=default_data_file)
    origins: frozenset[str] = frozenset()
    """Origins (``https://play.example.org``) allowed on WebSockets in addition to the server's own.
    """
    bot_seconds: float = 0.6
    """Shortest time between two moves of bots, so that people can follow."""
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Bot threads; one core stays free for the tables."""
    hint_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 4))
    """Hint threads, in addition to the bots'."""
    referee_threads: int = 2
    """Simulation threads, and as many for outcomes."""
    idle_seconds: float = 60.0
    """How long a table without connections stays in memory."""
    watch_seconds: float = 0.5
    """Interval of checks for events of other processes."""
    warm: bool = True
    """Compile and load all games in the background after the start."""
    limits: Limits = field(default_factory=Limits)
