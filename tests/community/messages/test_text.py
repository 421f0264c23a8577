"""What becomes of the text of a message."""

from __future__ import annotations

import pytest

from empile.community.messages.text import clean_text
from empile.server.wire.errors import CommandError
from empile.server.wire.people.messages import MOST_CHARACTERS


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Well\n\tplayed!  ", "Well played!"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
        ("a\u00a0b\u2003c", "a b c"),
        ("zero\u200bwidth\u00ad", "zerowidth"),
        ("\u202eevil", "evil"),
        ("bell\x07", "bell"),
        ("\U0001f469\u200d\U0001f52c \u2764\ufe0f", "\U0001f469\u200d\U0001f52c \u2764\ufe0f"),
        ("z" + "\u0335" * 30 + "algo", "z" + "\u0335" * 4 + "algo"),
        ("x" * MOST_CHARACTERS, "x" * MOST_CHARACTERS),
    ],
)
def test_clean_text_keeps_what_can_be_read(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned
    assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize(
    "text", ["", " \n ", "\u200b\u200d", "\u0301\u0301", "x" * (MOST_CHARACTERS + 1)]
)
def test_clean_text_refuses_nothing_and_too_much(text: str) -> None:
    with pytest.raises(CommandError) as refused:
        clean_text(text)
    assert refused.value.code == "bad_request"
