"""Messages to programs follow the protocol and hide what their seat cannot see."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import empile
from empile.arena.table import BYE, PONG, GameTable
from empile.engine.discovery import game_class
from empile.server.http.json_schema import schema
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from tests.server.tables.test_hidden_information import headless, twins

HIDING = [name for name in empile.game_names() if game_class(name).imperfect_information]
HELLO = {detail: wire.Hello("arena", updates=detail) for detail in ("full", "moves")}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the time, which is part of messages."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_790_000_000_000_000_000)


def told(match: empile.Match, seat: int, detail: Any) -> list[bytes]:
    """Return all messages to a program up to the match's current state."""
    game = match.game
    names: list[tuple[str, int | None]] = [(f"bot {n}", None) for n in range(game.num_players)]
    table = GameTable("game-7", game, names, set(range(game.num_players)), time_limit=2.5)
    heard = [table.welcome(seat, HELLO[detail])]
    for event in match.events:
        table.push_event(event)
        news = table.news(seat, full=detail == "full")
        assert news is not None
        heard.append(news)
        for wrong in ("nonsense", *(move.text for move in match.events if move.seat >= 0)):
            try:
                table.read_move(seat, wire.Act(len(heard) + 1, wrong))
            except CommandError as refused:
                heard.append(table.refusal(refused, "act"))
    assert table.news(seat, full=True) is None
    table.give_up(game.num_players - 1 - seat)
    last = table.news(seat, full=detail == "full")
    assert last is not None
    return [*heard, last]


@pytest.mark.parametrize("detail", ["full", "moves"])
@pytest.mark.parametrize("name", HIDING)
def test_game_table_messages_hide_what_a_seat_cannot_see(name: str, detail: str) -> None:
    one, other = twins(headless(name, 3), 1, seed=3)
    assert one.state != other.state
    assert told(one, 1, detail) == told(other, 1, detail)
    assert told(one, 0, detail) != told(other, 0, detail)


def test_game_table_messages_follow_the_protocol() -> None:
    whole = {"$ref": "#/$defs/ServerMessage", "$defs": schema()["$defs"]}
    messages = Draft202012Validator(whole)
    one, _ = twins(headless(HIDING[0], 2), 0, seed=1)
    for line in [*told(one, 0, "full"), *told(one, 1, "moves"), PONG, BYE]:
        assert b"\n" not in line
        messages.validate(json.loads(line))


@pytest.mark.parametrize("updates", ["full", "moves"])
def test_game_table_welcome_has_the_time_limit(updates: str) -> None:
    one, _ = twins(headless(HIDING[0], 2), 0, seed=1)
    welcome = json.loads(told(one, 0, updates)[0])
    assert welcome["time"] == {"per_move": 2.5}


def test_game_table_read_move() -> None:
    game = empile.load("block-ness")
    table = GameTable("game-0", game, [("one", None), ("level:1", 1)], {0}, time_limit=2.5)
    welcome = json.loads(table.welcome(0, HELLO["full"]))
    assert welcome["you"] == {"places": [0]}
    assert [place["kind"] for place in welcome["table"]["places"]] == ["person", "bot"]
    legal = [move["text"] for move in welcome["state"]["legal"]]
    assert legal == game.new_state().legal_texts()
    seq = welcome["seq"]
    for act, code in [
        (wire.Act(seq - 1, legal[0]), "stale"),
        (wire.Act(seq, "nonsense"), "illegal"),
        (wire.Act(seq, "a1-a2"), "illegal"),
    ]:
        with pytest.raises(CommandError) as refused:
            table.read_move(0, act)
        assert refused.value.code == code
    table.push_event(table.read_move(0, wire.Act(seq, legal[0])))
    news = json.loads(table.news(0, full=True) or b"")
    assert news["state"]["to_act"] == 1
    assert news["state"]["takeback"] is False
    with pytest.raises(CommandError) as refused:
        table.read_move(0, wire.Act(news["state"]["seq"], legal[0]))
    assert refused.value.code == "not_yours"
