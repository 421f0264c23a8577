"""Messages as tokens of JSON."""

from __future__ import annotations

import json

import numpy as np

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
