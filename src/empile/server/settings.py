"""Server settings."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import platformdirs

from empile.server.store.location import StoreLocation
from empile.server.wire.parts import Talk
from empile.server.wire.rate_limits import Limits

Registration: TypeAlias = Literal["off", "closed", "invitation", "open"]
"""How accounts are made. ``off``: the server has none. ``closed``: no new ones."""


def default_data_file() -> Path:
    return platformdirs.user_data_path("empile") / "empile.sqlite3"


@dataclass(frozen=True)
class Settings:
    data: StoreLocation = field(default_factory=default_data_file)
    bus: str | None = None
    """Address of the Redis that connects several processes; None: this is the only one."""
    origins: frozenset[str] = frozenset()
    """Additional origins of pages, such as ``https://play.example.org``."""
    allowed_origins: frozenset[str] = frozenset()
    """Origins of other sites' pages that may use REST and the socket."""
    host_names: frozenset[str] = frozenset()
    """Additional names of this server, besides local ones and those of ``origins``."""
    metrics_from: frozenset[str] = frozenset()
    """Networks that may read the metrics, besides this machine."""
    may_open_network: bool = True
    """Whether a person at this machine may let devices of the local network in."""
    bot_seconds: float = 0.6
    """Shortest time between moves, so that people can follow."""
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """One core is left to the tables."""
    hint_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 4))
    referee_threads: int = 2
    """Simulation threads, and as many for outcomes."""
    compute_processes: int = field(default_factory=lambda: min(2, (os.cpu_count() or 2) // 2))
    """Processes for replays and records; one more analyses games. 0: threads of the server."""
    password_process: bool = True
    """Whether passwords are hashed in a process of their own; False, in a thread, is for tests."""
    idle_seconds: float = 60.0
    """Time until a table without connections is unloaded."""
    watch_seconds: float = 1.5
    """Interval of checks for other processes' events that the bus did not report."""
    keep_unplayed_ms: int | None = 30 * 24 * 3600 * 1000
    """How long tables without a move are kept after their last event; None: for ever."""
    keep_games_ms: int | None = None
    """The same for tables with moves."""
    prune_seconds: float = 24 * 3600.0
    """Interval of looking for tables to delete."""
    lobby: bool = False
    """Whether strangers find each other."""
    accounts: Registration = "off"
    talk: Talk = "phrases"
    """What players may say to each other."""
    smtp: str | None = None
    """``smtp://USER:PASSWORD@HOST:PORT`` or ``smtps://``; None: no mail is sent."""
    mail_from: str | None = None
    push_keys: Path | None = None
    """File with the keys of Web Push; None: nothing is pushed."""
    push_locally: bool = False
    """Whether push services of this machine may be used, for tests."""
    results_webhook: str | None = None
    """Address to which public results are sent; None: nowhere."""
    webhook_secret: Path | None = None
    """File with the secret that signs them."""
    privacy_folder: Path | None = None
    """Folder with ``privacy.en.md`` and ``privacy.fr.md`` of the host; None: the general text."""
    warm: bool = True
    limits: Limits = field(default_factory=Limits)
