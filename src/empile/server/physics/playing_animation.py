"""The animation of a placement, shown before its outcome is sent."""

from __future__ import annotations

import base64

from empile.engine.contracts.referee import Verdict
from empile.server.tables.table import GamePlayed
from empile.server.wire import messages as wire


class PlayingAnimation:
    """The animation of a verdict that becomes event ``seq``; ``began`` is a loop time."""

    def __init__(
        self, verdict: Verdict, game: GamePlayed, seq: int, place: int, began: float
    ) -> None:
        self.until = began + verdict.animation.seconds
        self._verdict = verdict
        self._game = game
        self._index = len(game.events)
        self._seq = seq
        self._place = place
        self._began = began

    def is_of(self, game: GamePlayed | None) -> bool:
        events = self._game.events
        return (
            game is self._game
            and len(events) > self._index
            and events[self._index].text == self._verdict.text
        )

    def message(self, now: float) -> wire.Animation:
        film = self._verdict.animation
        return wire.Animation(
            seq=self._seq,
            place=self._place,
            elapsed=round(max(0.0, now - self._began), 3),
            bodies=list(film.names),
            rate=film.rate,
            frames=film.frames,
            duration=film.seconds,
            marks=dict(film.marks),
            data=base64.b64encode(film.data).decode(),
        )
