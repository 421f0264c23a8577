"""What a host can choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from empile.server.limits import Limits


def default_data_file() -> Path:
    """Return the data file of a host who names none: in the user's own data folder."""
    return platformdirs.user_data_path("empile") / "empile.sqlite3"


@dataclass(frozen=True)
class Settings:
    """What a host can choose; the defaults suit a family and a club."""

    data: Path = field(default_factory=default_data_file)
    origins: frozenset[str] = frozenset()
    """Origins (``https://play.example.org``) allowed on sockets beside the server's own."""
    bot_seconds: float = 0.6
    """A bot's move comes no earlier than this after the move before, so that people can follow."""
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """How many bots may think at a time: one core is left to the tables."""
    hint_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 4))
    """How many hints may be thought of at a time, beside the bots."""
    referee_threads: int = 2
    """How many simulated worlds may go on at a time, and how many may fall to their end beside."""
    idle_seconds: float = 60.0
    """How long a table that nobody is connected to stays in memory."""
    watch_seconds: float = 0.5
    """How often to look for what another process did with the same data."""
    warm: bool = True
    """Compile and load every game's rules in the background after the start."""
    limits: Limits = field(default_factory=Limits)
