"""Updates: what the clients of a table receive after new events.

A message is joined from parts that are encoded once. An event depends on what its viewer sees of it,
the position on the viewer of positions, the legal moves on the seat to act alone. Clients that see
and may do the same share the whole message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from empile.engine.game import Event, State
from empile.server.tables import redaction
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.redaction import SPECTATOR, Viewers
from empile.server.tables.table import PLAYED, Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.events import LogEntry
from empile.server.wire.frames import text_frame

Change = Literal["nothing", "position", "all"]
"""How much of the state new events can have changed."""

_GAME_ONLY: Final = frozenset[type](
    (
        events.Moved,
        events.ChanceResolved,
        events.TakenBack,
        events.RulingProposed,
        events.Asked,
        events.Answered,
        events.Hinted,
        events.Outage,
        events.Arrived,
        events.Said,
    )
)
"""Events that leave the table as it is."""
_ASIDES: Final = frozenset[type](
    (
        events.Created,
        events.Joined,
        events.Filled,
        events.Renamed,
        events.Asked,
        events.Answered,
        events.Hinted,
        events.RulingProposed,
        events.AssistSet,
        events.Outage,
        events.Away,
        events.Arrived,
        events.Said,
    )
)
"""Events that leave the position as it is."""
_RESTARTS: Final = frozenset[type]((events.Started, events.Resumed))
_encoder = msgspec.json.Encoder()


class Applied(msgspec.Struct, frozen=True):
    """A new entry of the log; game events have the state before them and are parsed."""

    entry: LogEntry
    before: State | None
    event: Event | None


class Update:
    """The messages of new events.

    ``info`` returns the table for the holder of a token; ``outages`` are those that are not in the log
    yet. Raises the errors of the game's code.
    """

    def __init__(
        self,
        table: Table,
        applied: Sequence[Applied],
        info: Callable[[str | None], wire.TableInfo],
        outages: Collection[Period] = (),
        *,
        takebacks: bool = True,
    ) -> None:
        self._table = table
        self._applied = applied
        self._info = info
        changes = _changes_of(tuple([type(one.entry) for one in applied]))
        self._changes_table, self._change, self._changes_last = changes
        self._hides_events = redaction.hides_events(table.game)
        self._viewers = table.viewers
        self._key_to_act = table.key_to_act
        self._can_take_back = table.keys_with_takeback() if takebacks else frozenset[str]()
        clocks = redaction.clocks_of(table, outages)
        self._clocks = b"" if clocks is None else _encoder.encode(clocks)
        self._legal: bytes | None = None
        self._events: dict[tuple[bool, int | None], bytes] = {}
        self._seen: dict[tuple[int, bool, str], bytes] = {}
        self._texts: dict[tuple[int, int | None], str] = {}
        self._public_events: dict[bool, tuple[list[bytes], list[int]]] = {}
        self._public: bytes | None = None
        self._states: dict[Viewers, bytes] = {}
        self._frames: dict[tuple[object, ...], bytes] = {}

    def frame(self, key: str | None, *, full: bool) -> bytes:
        """Return the message for the holder of ``key``, as a frame."""
        info_key = key if self._changes_table else None
        viewers = SPECTATOR
        if self._hides_events:
            viewers = self._viewers.get(key) or redaction.viewers_of(self._table, key)
        mine = full and key is not None and key == self._key_to_act
        takeback = full and key in self._can_take_back
        group = (full, viewers, mine, takeback, info_key)
        found = self._frames.get(group)
        if found is None:
            parts = [b'{"type":"update","events":[', self._events_json(viewers[1], full), b"]"]
            if self._changes_table:
                parts += b',"table":', _encoder.encode(self._info(info_key))
            if self._clocks:
                parts += b',"clocks":', self._clocks
            if full:
                parts += self._state_json(viewers, mine, takeback)
            parts.append(b"}")
            found = self._frames[group] = text_frame(*parts)
        return found

    # -- Events ------------------------------------------------------------------------------------

    def _events_json(self, viewer: int | None, full: bool) -> bytes:
        found = self._events.get((full, viewer))
        if found is None:
            public = self._public_events.get(full)
            if public is None:
                public = self._public_events[full] = self._all_public(full)
            seen, hidden = public
            if hidden:
                seen = seen.copy()
                for i in hidden:
                    seen[i] = self._json_for(i, viewer, full)
            found = self._events[full, viewer] = b",".join(seen)
        return found

    def _all_public(self, full: bool) -> tuple[list[bytes], list[int]]:
        """Return the events, empty if not all viewers see the same, and the indices of these."""
        seen: list[bytes] = []
        hidden: list[int] = []
        for index in range(len(self._applied)):
            json = self._public_json(index, full)
            if json is None:
                hidden.append(len(seen))
                json = b""
            seen.append(json)
        return seen, hidden

    def _public_json(self, index: int, full: bool) -> bytes | None:
        """Return an event if all viewers see the same of it: what spectators see whole."""
        one = self._applied[index]
        entry, before, event = one.entry, one.before, one.event
        if before is None or event is None or not isinstance(entry, PLAYED):
            if isinstance(entry, events.Started) and self._table.created.start is not None:
                return None  # it may have hands
            return _encoder.encode(
                redaction.event_seen(self._table, entry, before, event, None, full)
            )
        text = event.text
        if self._hides_events and self._text(index, before, event, None) != text:
            return None
        return _encoder.encode(redaction.game_event_seen(entry, before, event, None, full, text))

    def _json_for(self, index: int, viewer: int | None, full: bool) -> bytes:
        table = self._table
        one = self._applied[index]
        entry, before, event = one.entry, one.before, one.event
        if before is None or event is None or not isinstance(entry, PLAYED):
            return _encoder.encode(redaction.event_seen(table, entry, before, event, viewer, full))
        # Viewers that see the same text see the same message and parts.
        text = self._text(index, before, event, viewer)
        found = self._seen.get((index, full, text))
        if found is None:
            seen = redaction.game_event_seen(entry, before, event, viewer, full, text)
            found = self._seen[index, full, text] = _encoder.encode(seen)
        return found

    def _text(self, index: int, before: State, event: Event, viewer: int | None) -> str:
        """Return the text of an event as a viewer sees it."""
        text = self._texts.get((index, viewer))
        if text is None:
            text = self._table.game.notation.redacted_text(before, event, viewer)
            self._texts[index, viewer] = text
        return text

    # -- The state ---------------------------------------------------------------------------------

    def _state_json(self, viewers: Viewers, mine: bool, takeback: bool) -> tuple[bytes, ...]:
        """Return the parts of the member ``state``, none if there is no state to show."""
        state = self._table.state
        if state is None:
            return ()
        try:
            public = self._public
            if public is None:
                public = self._public = _opened(self._public_members(state))
            end = _TAKEBACK[takeback]
            if self._change == "nothing":
                return b',"state":', public, end
            seen = self._states.get(viewers)
            if seen is None:
                seen = self._states[viewers] = self._seen_by(state, *viewers)
            legal = self._legal_json(state) if mine else b"[]"
            return b',"state":', public, seen, _MINE[mine], legal, end
        except Exception:
            if self._table.failure is None:
                raise
            return ()  # the table is frozen because of this error

    def _legal_json(self, state: State) -> bytes:
        if self._legal is None:
            self._legal = redaction.legal_json(state)
        return self._legal

    def _seen_by(self, state: State, viewer: int | None, log_viewer: int | None) -> bytes:
        """Return the members that depend on the viewer, for an object that has others already."""
        table = self._table
        if self._change == "all":
            game = table.played[-1]
            members = {
                "game_number": game.number,
                "seats": game.seats,
                "board_setup": table.setup,
                "position": msgspec.Raw(redaction.position_json(state, viewer)),
                "last": redaction.last_move(table, log_viewer),
            }
            return b"," + _opened(members)[1:]
        position = b',"position":' + redaction.position_json(state, viewer)
        if not self._changes_last:
            return position
        return position + b',"last":' + _encoder.encode(redaction.last_move(table, log_viewer))

    def _public_members(self, state: State) -> dict[str, Any]:
        """Return what is the same for every viewer."""
        table = self._table
        has_referee = table.game.referee is not None
        members: dict[str, Any] = {
            "seq": table.seq,
            "asks": redaction.asks_of(table) if table.asks else [],
            "pending_ruling": redaction.pending_ruling(table, state) if has_referee else None,
        }
        if self._change != "nothing":
            members["to_act"] = table.seat_to_act
            members["scores"] = state.scores()
            members["result"] = redaction.result_of(state)
            members["poses"] = redaction.poses_json(table, state) if has_referee else {}
        return members


_MINE: Final = {False: b',"mine":false,"legal":', True: b',"mine":true,"legal":'}
_TAKEBACK: Final = {False: b',"takeback":false}', True: b',"takeback":true}'}


class _Changes(NamedTuple):
    table: bool
    state: Change
    last_move: bool
    """Whether another move than that of the event became the last one."""


@lru_cache(maxsize=1024)
def _changes_of(kinds: tuple[type, ...]) -> _Changes:
    """Return what events of these types can have changed."""
    found = frozenset(kinds)
    state: Change = "position"
    if found & _RESTARTS:
        state = "all"
    elif found <= _ASIDES:
        state = "nothing"
    return _Changes(not found <= _GAME_ONLY, state, events.TakenBack in found)


def _opened(members: dict[str, Any]) -> bytes:
    """Return an object as JSON without its closing brace."""
    return _encoder.encode(members)[:-1]
