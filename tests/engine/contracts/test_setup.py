"""Options and positions that rules read: as Python until their code is loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import empile
from empile.engine.compiled import entries, json_reader, machine_code, rules_code
from empile.engine.compiled.completion import defines
from empile.engine.compiled.jit import jit_is_on
from empile.engine.compiled.json_writer import END, MESSAGE, MessageTexts, number
from empile.engine.contracts import setup
from empile.engine.contracts.setup import Encoded, said_of
from empile.engine.errors import Reason
from empile.engine.match import Match
from empile.engine.random import new_stream
from tests.support.games import Variant, variants

WITH_BOARDS = [
    variant
    for variant in variants()
    if defines(empile.game_class(variant.name).rules, "write_setup")
]


def first_turn(game: empile.Game) -> empile.State:
    match = Match(game)
    match.resolve_chance(new_stream(1))
    return match.state


def nodes(value: object, texts: list[str] | None = None) -> list[int]:
    return Encoded(value, texts or []).words


def test_words_hold_the_whole_value() -> None:
    assert nodes(None) + nodes(False) + nodes(True) == [0, 2, 1, 2, 2, 2]
    assert nodes(-7) == [json_reader.INT, 3, -7]
    assert nodes("é𝄞", ["a", "é𝄞"]) == [json_reader.STRING, 6, 2, 1, 0xE9, 0x1D11E]
    assert nodes(["", 3]) == [json_reader.LIST, 10, 2, json_reader.STRING, 4, 0, -1, 4, 3, 3]


@pytest.mark.parametrize("value", [1.5, 2**31, -(2**31), (1, 2), 1e9])
def test_other_numbers_and_values_are_of_a_kind_of_their_own(value: object) -> None:
    assert nodes(value) == [json_reader.OTHER, 2]


def test_deep_values_are_cut() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert len(nodes(deep)) < 100
    encoded = Encoded([deep], [])
    assert encoded.words[0] == json_reader.LIST


def test_fault_has_its_messages_and_a_sentence() -> None:
    texts = MessageTexts()
    key, name, cell, sentence, inner = (
        texts.add(text) for text in ("fault.cell", "cell", "a1", "{} and {}: {}", "on {}")
    )
    value = {'"{}"': [1, "ü"]}
    encoded = Encoded(value, texts.all)
    key_node, list_node = list(encoded.values)[1:3]
    bare, shown = json_reader.SHOWN + 2 * key_node + 1, json_reader.SHOWN + 2 * list_node
    message = [MESSAGE, key, 1, 2, name, 4, bare, 2, END]
    said = [sentence, inner, cell, bare, shown, number(-3), json_reader.SAID]
    text, reasons = said_of(
        [*message, *message, *said], texts.all, encoded, lambda reason: reason.key
    )
    assert text == 'on a1 and "{}": [1, "ü"]-3fault.cell; fault.cell'
    assert reasons == [Reason("fault.cell", {"cell": '"{}"'})] * 2


def test_messages_have_values_of_the_input_as_json_and_no_more_than_20_letters() -> None:
    texts = MessageTexts()
    key, name = texts.add("fault.names"), texts.add("cells")
    encoded = Encoded(["é" * 20, 'é"' * 11, ['a"b'], None], texts.all)
    tokens = [MESSAGE, key, 1, 2, name, 4]
    tokens += [json_reader.SHOWN + 2 * node + 1 for node in encoded.values if node]
    _, reasons = said_of([*tokens, 2, END], texts.all, encoded, str)
    listed = "é" * 20 + 'é"' * 9 + "é…" + '["a\\"b"]' + 'a"b' + "null"
    assert reasons == [Reason("fault.names", {"cells": listed})]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> empile.Game:
    """Return a game whose code is not loaded yet."""
    game = empile.load("blox")
    code = rules_code.RulesCode(game.compiled, "setup")
    monkeypatch.setitem(game.compiled.__dict__, "setup", code)
    template = game.compiled.template("setup")
    unloaded = entries.entry_point(template.read_position.__wrapped__, nogil=False)
    monkeypatch.setattr(template, "read_position", unloaded)
    return game


@pytest.mark.skipif(not jit_is_on(), reason="without the compiler there is no code")
def test_positions_are_read_before_there_is_code(
    fresh: empile.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled for them, and code is looked for again after some seconds only."""
    state = first_turn(fresh)
    looked: list[str] = []

    def load(function: object, types: str) -> None:
        looked.append(types)

    monkeypatch.setattr(machine_code, "load", load)
    for _ in range(3):
        assert fresh.state_from_position(state.position()) == state
    assert len(looked) == 1


def test_room_for_tokens_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "_TOKENS", 3)
    game = empile.load("blox")
    position = first_turn(game).position()
    position["blocks"][0] = "W" * 300
    with pytest.raises(empile.PositionError, match="white blocks") as refused:
        game.state_from_position(position)
    assert refused.value.reason is not None
    assert str(refused.value.reason.args["blocks"]).startswith("W" * 290)


def test_position_is_not_changed() -> None:
    game = empile.load("blox")
    position = first_turn(game).position()
    text = json.dumps(position)
    game.state_from_position(position)
    assert json.dumps(position) == text


@pytest.mark.parametrize("variant", WITH_BOARDS, ids=str)
def test_boards_are_equal_from_code_and_python(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = variant.game()
    state = None if game.needs_start else first_turn(game)
    start = None if state is None else state.position()
    boards = [game.setup.board_setup(), game.setup.board_setup(start)]

    def as_python(self: object, name: str, by_code: object, python: Callable[[], Any]) -> Any:
        return python()

    monkeypatch.setattr(rules_code.RulesCode, "run", as_python)
    assert [game.setup.board_setup(), game.setup.board_setup(start)] == boards
