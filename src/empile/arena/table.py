"""A tournament game as a server table, for programs; messages are redacted as at a server."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.game import Event, Game
from empile.server.tables import permissions, redaction
from empile.server.tables.commands.advance import make_step
from empile.server.tables.table import Step, Table, is_over
from empile.server.tables.updates import Applied, Update
from empile.server.wire import events, reading
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.events import StoredPlace
from empile.server.wire.frames import payload_of

MOST_BYTES = 16_384
"""Maximum length of a message."""

_encoder = msgspec.json.Encoder()


class BadMessageError(Exception):
    """A line is no message of the protocol."""


def read_message(line: bytes) -> wire.ClientMessage:
    """Decode a message; raises :class:`BadMessageError`."""
    try:
        return reading.read_message(line).message
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMessageError(f"this is no message of the protocol: {error}") from None
    except RecursionError:
        raise BadMessageError("this is no message of the protocol: nested too deeply") from None


class GameTable:
    """A table with one game.

    :param places: name and, for bots, level of each seat.
    :param programs: the seats that receive messages.
    :param time_limit: seconds for each move of a program, for its ``welcome``.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        places: Sequence[tuple[str, int | None]],
        programs: set[int],
        *,
        time_limit: float,
    ) -> None:
        kept = [
            StoredPlace("person" if level is None else "bot", title, level, _key(seat, programs))
            for seat, (title, level) in enumerate(places)
        ]
        created = events.Created(
            seq=1,
            at=_now(),
            game=game.name,
            rules=game.rules_version,
            options=game.options,
            places=kept,
            code="",
            allow_spectators=False,
            hints=False,
        )
        self._table = Table(name, 0, game, created)
        self._time = wire.TimeLimit(time_limit)
        self._sent: dict[int, int] = dict.fromkeys(programs, 0)
        """By program, the number of the last event sent to it."""
        self._appended: list[Applied] = [Applied(created, None, None)]
        self._append(Step(events.Started(game_number=1, seats=list(range(game.num_players)))))

    def push_event(self, event: Event) -> None:
        assert self._table.state is not None
        step = make_step(event, self._table.state)
        self._append(step)
        assert step.after is not None
        if is_over(step.after):
            result = step.after.result()
            assert result is not None
            self._append(Step(events.Over(result=wire.GameResult(*result))))

    def give_up(self, seat: int) -> None:
        self._append(Step(events.Resigned(place=seat)))
        self._append(Step(events.Over(result=None)))

    def read_move(self, seat: int, message: wire.Act) -> Event:
        """Return a program's move; raises :class:`CommandError`."""
        table = self._table
        if message.seq != table.seq:
            raise CommandError("stale", f"something happened since event {message.seq}")
        permissions.require_turn(table, table.places[seat].key)
        assert table.state is not None
        try:
            return table.state.read_text(message.action)
        except (IllegalActionError, NotationError) as error:
            raise CommandError.of_move(error) from None

    def welcome(self, seat: int, hello: wire.Hello) -> bytes:
        table, key = self._table, self._table.places[seat].key
        full = hello.updates == "full"
        self._sent[seat] = table.seq
        return _encoder.encode(
            wire.Welcome(
                table=self._info(key),
                you=wire.You([seat]),
                seq=table.seq,
                events=redaction.events_since(table, hello.since, key, full=full),
                state=self._state(key) if full else None,
                protocol=wire.PROTOCOL,
                time=self._time,
            )
        )

    def news(self, seat: int, *, full: bool) -> bytes | None:
        """Return the events not yet sent, or None."""
        table, key = self._table, self._table.places[seat].key
        sent, self._sent[seat] = self._sent[seat], table.seq
        if sent == table.seq:
            return None
        update = Update(table, self._appended[sent:], self._info, takebacks=False)
        return payload_of(update.frame(key, full=full))

    def refusal(self, refused: CommandError, about: str | None) -> bytes:
        return _encoder.encode(
            wire.Error(refused.code, str(refused), about, refused.reason, self._table.seq)
        )

    def _info(self, key: str | None) -> wire.TableInfo:
        return redaction.table_info(self._table, key, set(range(len(self._table.places))), 0)

    def _state(self, key: str | None) -> wire.StateView | None:
        view = redaction.state_view(self._table, key)
        # No takebacks in a tournament.
        return None if view is None else msgspec.structs.replace(view, takeback=False)

    def _append(self, step: Step) -> None:
        table = self._table
        entry = msgspec.structs.replace(step.entry, seq=table.seq + 1, at=_now())
        self._appended.append(Applied(entry, table.state, step.event))
        table.take(entry, step)


PONG = _encoder.encode(wire.Pong())
BYE = _encoder.encode(wire.Closing("stopping", "the game is over"))


def _key(seat: int, programs: set[int]) -> str | None:
    return f"seat {seat}" if seat in programs else None


def _now() -> int:
    return time.time_ns() // 1_000_000
