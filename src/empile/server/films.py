"""Films that are being shown: what everybody watches before they are told what came of it."""

from __future__ import annotations

import base64

from empile.engine.contracts.referee import Verdict
from empile.server import protocol as wire
from empile.server.table import GamePlayed


class FilmShown:
    """The film of a verdict that is about to be event ``seq`` of the log, the next of ``game``.

    It is shown from ``began`` on, by the event loop's clock, in seconds.
    """

    def __init__(
        self, verdict: Verdict, game: GamePlayed, seq: int, place: int, began: float
    ) -> None:
        self.until = began + verdict.animation.seconds
        """When it is over."""
        self._verdict = verdict
        self._game = game
        self._index = len(game.events)
        self._seq = seq
        self._place = place
        self._began = began

    def is_of(self, game: GamePlayed | None) -> bool:
        """Return whether what came of it counts in ``game``, the current one."""
        events = self._game.events
        return (
            game is self._game
            and len(events) > self._index
            and events[self._index].text == self._verdict.text
        )

    def message(self, now: float) -> wire.Film:
        """Return the message for who begins to watch ``now``."""
        film = self._verdict.animation
        return wire.Film(
            seq=self._seq,
            place=self._place,
            ago=round(max(0.0, now - self._began), 3),
            names=list(film.names),
            rate=film.rate,
            frames=film.frames,
            seconds=film.seconds,
            marks=dict(film.marks),
            data=base64.b64encode(film.data).decode(),
        )
