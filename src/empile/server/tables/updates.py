"""Updates: what the clients of a table receive after new events.

A message has three parts. The events depend on the viewer of the log, the position on the viewer of
positions; both are computed and encoded once for all connections that see alike. The rest, such as
legal moves, belongs to a client. Connections with equal rests share the whole message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, cast

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from empile.engine.game import Event, State
from empile.server.tables import redaction
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.events import LogEntry, LogEvent
from empile.server.wire.frames import text_frame

Viewers = tuple[int | None, int | None]
"""The viewer of positions and the viewer of the log."""
Change = Literal["nothing", "position", "all"]
"""How much of the state new events can have changed."""

_ASIDES = (
    events.Created,
    events.Joined,
    events.Filled,
    events.Renamed,
    events.Asked,
    events.Answered,
    events.Hinted,
    events.RulingProposed,
    events.AssistSet,
)
_GAME_ONLY = (
    events.Moved,
    events.ChanceResolved,
    events.TakenBack,
    events.RulingProposed,
    events.Asked,
    events.Answered,
    events.Hinted,
)
_encoder = msgspec.json.Encoder()


class Applied(NamedTuple):
    """A new entry of the log; game events have the state before them and are parsed."""

    entry: LogEntry
    before: State | None
    event: Event | None


class Update:
    """The messages of new events.

    ``info`` returns the table for the holder of a token. Raises the errors of the game's code.
    """

    def __init__(
        self,
        table: Table,
        applied: Sequence[Applied],
        info: Callable[[str | None], wire.TableInfo],
        *,
        takebacks: bool = True,
    ) -> None:
        self._table = table
        self._takebacks = takebacks
        self._applied = applied
        self._info = info
        kinds = [type(one.entry) for one in applied]
        self._changes_table = any(kind not in _GAME_ONLY for kind in kinds)
        self._change: Change = "nothing"
        if events.Started in kinds or events.Resumed in kinds:
            self._change = "all"
        elif any(kind not in _ASIDES for kind in kinds):
            self._change = "position"
        self._changes_last = self._change == "all" or events.TakenBack in kinds
        self._events: dict[tuple[bool, int | None], Raw] = {}
        self._texts: dict[tuple[int, bool, str], LogEvent] = {}
        self._public: wire.StateUpdate | None = None
        self._states: dict[Viewers, wire.StateUpdate] = {}
        self._legal: Any = None
        self._messages: dict[tuple[object, ...], tuple[bytes, bytes]] = {}

    def message(self, key: str | None, *, full: bool) -> tuple[bytes, bytes]:
        """Return the message for the holder of ``key``, as JSON and as a frame."""
        table = self._table
        log_viewer = redaction.shared_viewer(table, key)
        viewers = (self._viewer(key), log_viewer) if full else (None, log_viewer)
        mine = full and redaction.is_to_act(table, key)
        takeback = full and self._takebacks and table.takeback_target(key) is not None
        group = (full, viewers, mine, takeback, key if self._changes_table else None)
        found = self._messages.get(group)
        if found is None:
            happened = wire.Update(
                cast("list[LogEvent]", self._seen(log_viewer, full)),
                self._info(key) if self._changes_table else None,
                self._own_state(viewers, mine=mine, takeback=takeback) if full else None,
            )
            payload = _encoder.encode(happened)
            found = self._messages[group] = (payload, text_frame(payload))
        return found

    def _viewer(self, key: str | None) -> int | None:
        table = self._table
        return redaction.viewer_of(table, key) if table.game.imperfect_information else None

    # -- Events ------------------------------------------------------------------------------------

    def _seen(self, viewer: int | None, full: bool) -> Raw:
        found = self._events.get((full, viewer))
        if found is None:
            seen = [
                self._event(index, one, viewer, full) for index, one in enumerate(self._applied)
            ]
            found = self._events[full, viewer] = Raw(_encoder.encode(seen))
        return found

    def _event(self, index: int, one: Applied, viewer: int | None, full: bool) -> LogEvent:
        if one.before is None or one.event is None:
            return redaction.event_seen(self._table, *one, viewer, full)
        # Viewers who see the same text see the same message and parts.
        text = self._table.game.notation.redacted_text(one.before, one.event, viewer)
        found = self._texts.get((index, full, text))
        if found is None:
            found = redaction.event_seen(self._table, *one, viewer, full)
            self._texts[index, full, text] = found
        return found

    # -- The state ---------------------------------------------------------------------------------

    def _own_state(
        self, viewers: Viewers, *, mine: bool, takeback: bool
    ) -> wire.StateUpdate | None:
        table = self._table
        if table.state is None:
            return None
        try:
            shared = self._states.get(viewers)
            if shared is None:
                shared = self._states[viewers] = self._shared_state(table.state, *viewers)
            if not mine or self._change == "nothing":
                return replace(shared, takeback=True) if takeback else shared
            if self._legal is None:
                self._legal = redaction.legal_json(table.state)
            return replace(shared, mine=True, legal=self._legal, takeback=takeback)
        except Exception:
            if table.failure is None:
                raise
            return None  # the table is frozen because of this error

    def _shared_state(
        self, state: State, viewer: int | None, log_viewer: int | None
    ) -> wire.StateUpdate:
        """Return the update of a spectator who sees what ``viewer`` sees."""
        table = self._table
        if self._change == "all":
            whole = redaction.spectator_view(table, viewer, log_viewer)
            assert whole is not None
            return wire.StateUpdate(**{name: getattr(whole, name) for name in _MEMBERS})
        if self._public is None:
            self._public = self._public_state(state)
        last = redaction.last_move(table, log_viewer) if self._changes_last else UNSET
        if self._change == "nothing":
            return replace(self._public, last=last)
        return replace(self._public, position=redaction.position_json(state, viewer), last=last)

    def _public_state(self, state: State) -> wire.StateUpdate:
        """Return what is the same for every viewer."""
        table = self._table
        update = wire.StateUpdate(
            table.seq,
            redaction.asks_of(table),
            takeback=False,
            pending_ruling=redaction.pending_ruling(table, state),
        )
        if self._change == "nothing":
            return update
        result = state.result()
        return replace(
            update,
            to_act=table.seat_to_act,
            mine=False,
            legal=[],
            scores=state.scores(),
            result=None if result is None else wire.GameResult(*result),
            poses=redaction.poses_of(state, table.played[-1].events, table.created.start),
        )


_MEMBERS = wire.StateView.__struct_fields__
