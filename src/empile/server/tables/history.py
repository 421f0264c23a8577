"""The end of a table's log, in bounded memory, with checkpoints to read its older part from.

Redacting a move needs the state before it. States are recomputed from the moves that counted at a
checkpoint, so the cost of a page does not depend on the length of the log.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from empile.engine.game import Event
from empile.server.wire import events
from empile.server.wire.events import LogEntry

CHECKPOINT_EVERY: Final = 64
LONGEST_PAGE: Final = 256
_KEPT: Final = LONGEST_PAGE + CHECKPOINT_EVERY


class Path(msgspec.Struct, frozen=True):
    """The game events that count at a point of the log, last first. Paths share their ends."""

    event: Event
    before: Path | None
    length: int
    seq: int
    """The event's number in the log."""


class Logged(msgspec.Struct, frozen=True):
    """An entry of the log; ``event`` is parsed, or None if it is no game event or not parsed yet."""

    entry: LogEntry
    event: Event | None


class Span(NamedTuple):
    """Consecutive entries of the log, and the game events that counted before them."""

    path: Path | None
    logged: list[Logged]


class Checkpoint(NamedTuple):
    seq: int
    path: Path | None
    """The game events that counted before the entry ``seq``."""


class History:
    """The log of the current game; before the first game, the log since the table was created."""

    def __init__(self) -> None:
        self.first_seq = 1
        self.asides = 0
        """Entries that are neither game events, nor phrases, nor the start of the game."""
        self.phrases = 0
        self._seq = 0
        self._path: Path | None = None
        self._recent: deque[Logged] = deque(maxlen=_KEPT)
        self._paths: list[Path | None] = []
        """The path at each checkpoint."""

    def add_event(self, entry: LogEntry, event: Event) -> None:
        """Add the next entry, a game event."""
        seq = self._seq = entry.seq
        path = self._path
        if (seq - self.first_seq) % CHECKPOINT_EVERY == 0:
            self._paths.append(path)
        self._recent.append(Logged(entry, event))
        self._path = Path(event, path, 1 if path is None else path.length + 1, seq)

    def add(self, entry: LogEntry) -> None:
        """Add the next entry, which is no game event."""
        seq = self._seq = entry.seq
        if isinstance(entry, events.Started):
            self.first_seq = seq
            self.asides = self.phrases = 0
            self._path = None
            self._recent.clear()
            self._paths.clear()
        path = self._path
        if (seq - self.first_seq) % CHECKPOINT_EVERY == 0:
            self._paths.append(path)
        self._recent.append(Logged(entry, None))
        if isinstance(entry, events.TakenBack):
            self.asides += 1
            while path is not None and path.length > entry.to:
                path = path.before
            self._path = path
        elif isinstance(entry, events.Said):
            self.phrases += 1
        elif not isinstance(entry, events.Started):
            self.asides += 1

    def standing(self) -> set[int]:
        """Return the numbers of the game events that were not taken back."""
        found: set[int] = set()
        path = self._path
        while path is not None:
            found.add(path.seq)
            path = path.before
        return found

    def checkpoint(self, seq: int) -> Checkpoint:
        """Return the last checkpoint at or before an entry of the current game."""
        number = (seq - self.first_seq) // CHECKPOINT_EVERY
        return Checkpoint(self.first_seq + number * CHECKPOINT_EVERY, self._paths[number])

    def span(self, checkpoint: Checkpoint, last: int) -> Span | None:
        """Return the entries from a checkpoint to ``last``, or None if they are not in memory."""
        oldest = self._seq + 1 - len(self._recent)
        if checkpoint.seq < oldest:
            return None
        logged = islice(self._recent, checkpoint.seq - oldest, last + 1 - oldest)
        return Span(checkpoint.path, list(logged))


def length_of(path: Path | None) -> int:
    return 0 if path is None else path.length


def events_of(path: Path | None) -> list[Event]:
    """Return the game events of a path, first to last."""
    found: list[Event] = []
    while path is not None:
        found.append(path.event)
        path = path.before
    found.reverse()
    return found
