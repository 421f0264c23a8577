"""Errors are one printable line, whatever they quote."""

from __future__ import annotations

import pytest

from empile.engine.errors import (
    LONGEST_MESSAGE,
    EmpileError,
    IllegalActionError,
    NotationError,
    OptionError,
    Reason,
    RecordError,
    UnknownGameError,
)


@pytest.mark.parametrize(
    ("quoted", "said"),
    [
        ("a\nb", "a\\nb"),
        ("tab\there", "tab\\there"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("half \ud800", "half \\ud800"),
        ("right-to-left \u202e", "right-to-left \\u202e"),
        ("é 𝄞 ß", "é 𝄞 ß"),
    ],
)
def test_what_cannot_be_printed_is_escaped(quoted: str, said: str) -> None:
    for kind in (OptionError, NotationError, IllegalActionError, RecordError, UnknownGameError):
        message = str(kind(f"about '{quoted}'"))
        assert message == f"about '{said}'"
        assert message.isprintable()
        message.encode()


def test_long_messages_lose_their_middle() -> None:
    message = str(NotationError(f"'{'x' * 10_000}' is no move"))
    assert len(message) < LONGEST_MESSAGE + 10
    assert message.startswith("'xxx")
    assert message.endswith("is no move")


def test_errors_carry_what_a_page_needs() -> None:
    reason = Reason("illegal.over")
    assert IllegalActionError("the game is over", reason).reason is reason
    assert IllegalActionError("no").reason is None
    assert RecordError("event 3", 3).event == 3
    assert RecordError("no JSON").event is None
    assert issubclass(RecordError, EmpileError)
