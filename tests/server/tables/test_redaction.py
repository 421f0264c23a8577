"""Redaction: no output contains what the viewer may not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from empile.client import Rest, connect
from empile.engine.contracts.json_views import without_picture
from empile.engine.discovery import load
from empile.engine.game import CHANCE, Event, Game, State
from empile.engine.match import Match
from empile.engine.random import below, new_stream
from empile.server.tables import game_redaction, redaction
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.events import LogEntry
from empile.server.wire.messages import TableInfo
from tests.server.serving import Serving, legal, make, perform

MINE, THEIRS = "a" * 64, "b" * 64
SEATS = [1, 0]


def table_of(
    game: Game, texts: list[str], upto: int | None = None, keys: Sequence[str] = (MINE, THEIRS)
) -> Table:
    """Return a table after ``texts``; ``keys`` hold its places, 1 is seat 0."""
    names = ("Anne", "Bea", "Cleo", "Dora")
    places = [
        events.StoredPlace("person", *one) for one in zip(names, [None] * 4, keys, strict=False)
    ]
    entries: list[LogEntry] = [
        events.Created(
            game=game.name,
            rules=game.rules_version,
            options=game.options,
            places=places,
            code="ABCDEF",
        ),
        events.Started(game_number=1, seats=[*range(1, len(keys)), 0]),
    ]
    state = game.new_state()
    for text in texts[:upto]:
        event = state.read_text(text)
        entries.append(
            events.Moved(seat=event.seat, text=text)
            if event.seat >= 0
            else events.ChanceResolved(text=text)
        )
        state.apply_event(event)
    log = [replace(entry, seq=seq, at=1000 + seq) for seq, entry in enumerate(entries, 1)]
    return Table.read("table", 1, game, log)


def all_that_goes_out(table: Table, key: str | None) -> bytes:
    """Return all output that one connection can get about a table."""
    game = table.current
    assert game is not None
    parts: list[Any] = [
        redaction.table_info(table, key, {0, 1}, 3),
        redaction.events_since(table, 0, key, full=True),
        redaction.events_since(table, 0, key, full=False),
        redaction.state_view(table, key),
        game_redaction.record_seen(game_redaction.snapshot_of(table, game, key)).to_dict(),
        game_redaction.replay_seen(game_redaction.snapshot_of(table, game, key)),
    ]
    return msgspec.json.encode(parts)


def as_sent(view: wire.StateView) -> wire.StateView:
    """Return a view as clients decode it."""
    return msgspec.json.decode(msgspec.json.encode(view), type=wire.StateView)


def twins(game: Game, seed: int) -> tuple[list[str], list[str], int]:
    """Return two games that differ only in hidden information, and the seat that cannot see it.

    At the first chance event that deals to one seat, the twin gets the other outcome. Both continue
    with the same events as long as possible.
    """
    stream = new_stream(seed)
    match = Match(game)
    match.resolve_chance(stream)
    dealt = next(index for index, event in enumerate(match.events) if hides(match, index, event))
    before = match.state_before(dealt)
    blind = next(
        seat
        for seat in range(game.num_players)
        if game.notation.redacted_text(before, match.events[dealt], seat)
        != match.events[dealt].text
    )
    while True:
        twin = Match(game)
        for event in match.events[:dealt]:
            twin.play(event.text)
        twin.push_chance(stream)
        if twin.events[-1].text != match.events[dealt].text:
            break
    texts, others = [e.text for e in match.events[: dealt + 1]], [e.text for e in twin.events]
    return texts, others, blind


def hides(match: Match, index: int, event: Event) -> bool:
    """Return whether an event is partly hidden from a seat."""
    before = match.state_before(index)
    seats = range(match.game.num_players)
    return event.seat == CHANCE and any(
        match.game.notation.redacted_text(before, event, seat) != event.text for seat in seats
    )


@pytest.mark.parametrize("is_frozen", [False, True], ids=["running", "frozen"])
@pytest.mark.parametrize("seed", range(8))
def test_redaction_gives_identical_bytes_for_hidden_differences(seed: int, is_frozen: bool) -> None:
    game = load("cairn", players=2)
    texts, others, blind = twins(game, seed)
    one, other = table_of(game, texts), table_of(game, others)
    if is_frozen:
        for table in (one, other):
            table.take(events.Frozen(detail="a bot failed", seq=table.seq + 1))
    key = MINE if SEATS[blind] == 0 else THEIRS
    assert one.state != other.state
    assert all_that_goes_out(one, key) == all_that_goes_out(other, key)
    assert all_that_goes_out(one, None) == all_that_goes_out(other, None)
    seeing = THEIRS if key == MINE else MINE
    assert all_that_goes_out(one, seeing) != all_that_goes_out(other, seeing)


@pytest.mark.parametrize("seed", range(3))
def test_redaction_shows_legal_moves_only_to_the_seat_to_act(seed: int) -> None:
    game = load("cairn", players=2)
    stream = new_stream(seed)
    match = Match(game)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        table = table_of(game, [event.text for event in match.events])
        views = {key: redaction.state_view(table, key) for key in (MINE, THEIRS, None)}
        acting = table.places[table.place_to_act or 0].key
        for key, view in views.items():
            assert view is not None
            assert view.mine == (key == acting)
            assert bool(view.legal) == (key == acting)
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)


def test_redaction_removes_secrets_of_the_table() -> None:
    game = load("block-ness")
    table = table_of(game, ["c3-e3"])
    for key in (MINE, THEIRS, None):
        out = all_that_goes_out(table, key)
        assert MINE.encode() not in out
        assert THEIRS.encode() not in out
        assert (b"ABCDEF" in out) == (key is not None)


def test_redaction_gives_a_full_record_only_after_the_game(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game="cairn")
        async with (
            await connect(server.address, made.table, made.token) as seat,
            Rest(server.address) as rest,
        ):
            assert "?" in str((await rest.record(made.table))["events"])
            assert (await rest.record(made.table))["view"] is None
            assert seat.state is not None
            mine = await rest.record(made.table, made.token)
            assert mine["view"] == seat.state.seats.index(0)
            while seat.table.status == "playing":
                if seat.state.mine:
                    await seat.act(legal(seat))
                else:
                    await seat.next_events()
            over = await rest.record(made.table)
            assert "view" not in over
            assert "?" not in str(over["events"])
            assert await rest.record(made.table, made.token) == over
            assert isinstance(await rest.table(made.table), TableInfo)

    perform(scene())


@pytest.mark.parametrize("result", [None, wire.GameResult([0], [4, 1], [1, 2], "goal")])
def test_redaction_ends_with_the_game_for_all_that_its_record_has(
    result: wire.GameResult | None,
) -> None:
    """Resigned games too. Moves that were taken back are not in the record."""
    game = load("cairn", players=2)
    match = Match(game)
    match.resolve_chance(new_stream(5), also_external=True)
    match.play_action(match.state.legal_actions()[0])
    texts = [event.text for event in match.events]
    table = table_of(game, texts)
    before = [event_texts(table, key) for key in (MINE, THEIRS, None)]
    assert all("?" in str(seen) for seen in before)
    table.take(events.TakenBack(to=len(texts) - 1, place=1, seq=table.seq + 1))
    taken_back = table.seq - 1
    table.take(events.Over(result=result, seq=table.seq + 1))
    assert taken_back not in redaction.revealed_events(table)
    for key in (MINE, THEIRS, None):
        assert event_texts(table, key) == texts
        snapshot = game_redaction.snapshot_of(table, table.played[0], key)
        assert game_redaction.record_seen(snapshot).events == texts[:-1]


def test_record_of_a_resigned_game_says_who_resigned() -> None:
    game = load("cairn", players=2)
    match = Match(game)
    match.resolve_chance(new_stream(5), also_external=True)
    table = table_of(game, [event.text for event in match.events])
    table.take(events.Resigned(place=1, seq=table.seq + 1))
    snapshot = game_redaction.snapshot_of(table, table.played[0], None)
    assert game_redaction.record_seen(snapshot).ended is None
    table.take(events.Over(result=None, seq=table.seq + 1))
    seat = table.played[0].seat_of(1)
    for key in (MINE, THEIRS, None):
        snapshot = game_redaction.snapshot_of(table, table.played[0], key)
        assert game_redaction.record_seen(snapshot).ended == ("resignation", [seat])
        replay = game_redaction.replay_seen(snapshot)
        assert replay.record["ended"] == {"by": "resignation", "seats": [seat]}


def event_texts(table: Table, key: str | None) -> list[str]:
    """Return the texts of the moves and chance events in the log of a viewer."""
    log = redaction.events_since(table, 0, key, full=False)
    return [one.text for one in log if isinstance(one, events.Moved | events.ChanceResolved)]


def test_redaction_of_several_seats_uses_the_seat_to_act() -> None:
    game = load("cairn", players=2)
    match = Match(game)
    match.resolve_chance(new_stream(5), also_external=True)
    table = table_of(game, [event.text for event in match.events], keys=(MINE, MINE))
    view = redaction.state_view(table, MINE)
    assert view is not None
    assert view.mine
    state: State = match.state
    position = without_picture(as_sent(view).position)
    assert position == state.view(state.current_player())
    assert isinstance(view, wire.StateView)
