"""Messages as tokens of JSON."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from empile.engine.compiled import json_writer as writer
from empile.engine.compiled.jit import interpreted

TEXTS = writer.MessageTexts()
DRAWN, SEAT, WHAT, CARDS = (
    TEXTS.add("log.drawn"),
    *(TEXTS.add(name) for name in ("seat", "what", "cards")),
)
ACE, KING = TEXTS.add("ace"), TEXTS.add("king")


def text(tokens: writer.Tokens, count: int) -> str:
    return writer.text_of(tokens[:count].tolist(), TEXTS.all)


def test_texts_are_numbered_in_order() -> None:
    texts = writer.MessageTexts()
    first = texts.add("a", "b")
    assert (texts.add("c"), texts.all[first:]) == (first + 2, ["a", "b", "c"])


def test_message_without_arguments() -> None:
    out = np.zeros(9, np.int32)
    at = interpreted(writer.begin_message)(DRAWN, out)
    assert text(out, interpreted(writer.end_message)(out, at)) == '{"key":"log.drawn","args":{}}'


def test_message_with_arguments() -> None:
    out = np.zeros(99, np.int32)
    at = interpreted(writer.begin_message)(DRAWN, out)
    at = interpreted(writer.put_number)(SEAT, -12, out, at)
    at = interpreted(writer.put_string)(WHAT, KING, out, at)
    at = interpreted(writer.begin_string)(CARDS, out, at)
    for card in (ACE, KING, ACE):
        at = interpreted(writer.put)(out, at, card)
    at = interpreted(writer.end_message)(out, interpreted(writer.end_string)(out, at))
    said = {"key": "log.drawn", "args": {"seat": -12, "what": "king", "cards": "acekingace"}}
    assert text(out, at) == json.dumps(said, separators=(",", ":"))


def test_tokens_without_room_are_counted() -> None:
    out = np.zeros(4, np.int32)
    at = interpreted(writer.put_number)(SEAT, 1, out, interpreted(writer.begin_message)(DRAWN, out))
    assert interpreted(writer.end_message)(out, at) == 8


def test_text_of_equals_render() -> None:
    tokens = np.array(
        [ACE, *(writer.number(value) for value in (0, 7, -1, 10, 1234567, -90)), KING], np.int32
    )
    out = np.zeros(200, np.uint8)
    length = writer.render(tokens, len(tokens), writer.text_rows(TEXTS.all), out, 0)
    assert out[:length].tobytes().decode() == text(tokens, len(tokens))


DECK = writer.MessageTexts()
FRAME, GAP = DECK.add("~hand "), DECK.add(" ")
CARDS_IN_ORDER = DECK.add("a", "a*", "é")


def write_hand(_params: object, s: int, viewer: int, actions: Any, out: writer.Tokens) -> int:
    """Write cards in their order, of which ``s`` can be, for who sees all; one is none."""
    assert viewer == writer.SEES_ALL
    at = writer.put(out, 0, FRAME)
    for number, card in enumerate(sorted(actions)):
        if card >= s:
            return 0
        at = writer.put(out, writer.put(out, at, GAP) if number else at, CARDS_IN_ORDER + card)
    return at


def read(text: str, room: int = 4, size: int = 99) -> tuple[list[int], str] | None:
    """Return the outcomes and the rest of a text, None if what is written does not fit."""
    data, actions = text.encode(), np.zeros(room + 1, np.int32)
    tokens, out = np.zeros(99, np.int32), np.zeros(size, np.uint8)
    texts, letters = writer.text_rows(DECK.all), np.array(bytearray(data), np.uint8)
    arguments: Any = (None, 3, letters, texts, tokens, out, actions)
    count = interpreted(writer.read_outcomes)(write_hand, 4, *arguments)
    return None if count < 0 else (actions[:count].tolist(), data[actions[count] :].decode())


@pytest.mark.parametrize(
    ("text", "outcomes", "rest"),
    [
        ("~hand a", [0], ""),
        ("~hand a*", [1], ""),
        ("~hand a a* a* é", [0, 1, 1, 2], ""),
        ("~hand a a a a a", [0, 0, 0, 0], " a"),
        ("~hand é a", [2], " a"),
        ("~hand a**", [1], "*"),
        ("~hand aé", [0], "é"),
        ("~hand a ", [0], " "),
        ("~hand ", [], "~hand "),
        ("~hand", [], "~hand"),
        ("hand a", [], "hand a"),
        ("", [], ""),
    ],
)
def test_outcomes_are_read_by_what_writes_them(text: str, outcomes: list[int], rest: str) -> None:
    assert read(text) == (outcomes, rest)


def test_reading_says_what_does_not_fit() -> None:
    assert read("~hand a", size=20) is None
