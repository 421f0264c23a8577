"""Moves in answers."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import empile
from empile.envs.text import Answer, find_move
from tests.envs.games import by_game
from tests.support.games import begun_match

STATES = ("start", "growing", "stones", "blox", "tiles", "tower")


@cache
def state_of(name: str) -> empile.State:
    """Return a state of ``STATES``."""
    match name:
        case "stones":
            return begun_match("cairn", events=6, seed=1).state
        case "blox":
            return begun_match("blox", events=12, seed=1, players=3).state
        case "tiles":
            return begun_match("on-top", events=6, seed=1).state
        case "tower":
            return begun_match("block-out", events=9, seed=1, referee="odds").state
        case _:
            state = empile.load("block-ness").new_state()
            for text in ("d4-f4", "h8-h5") if name == "growing" else ():
                state.apply_text(text)
            return state


@pytest.mark.parametrize(
    "answer",
    [
        "d4-f4",
        " d4-f4\n",
        "D4-F4",
        "d4 - f4",
        "d4–f4",
        "**d4-f4**",
        "*d4-f4*",
        "`d4-f4`.",
        '"d4-f4"!',
        "(d4-f4)",
        "“d4-f4”",
        "\\boxed{d4-f4}",
        "$d4-f4$",
        "Move: d4-f4",
        "Move:d4-f4",
        "My move is **d4-f4**.",
        "I choose d4-f4, as it is in the middle.",
        "d4-f4, yes, d4-f4",
        "First thoughts: h8-h6 looks good.\n\nBut no.\n**Final answer: d4-f4**\n\n",
        "<move>d4-f4</move>",
        "<move> D4-f4. </move>",
        "<MOVE>\nd4-f4\n</MOVE>",
        "< move >d4-f4< / move >",
        "<move>h8-h6</move> or rather <move>d4-f4</move>",
        "<move>**d4-f4**</move> is better than h8-h6.",
        "<move>d4-f4",
        "<move>my move is d4-f4</move>",
        "<think>h8-h6?</think>\n<move>d4-f4</move>",
        "```\nd4-f4\n```",
        "```text\nd4-f4\n```\nThis is my move.",
        "```d4-f4```",
        "```\nh8-h6\n```\nNo:\n```\nd4-f4\n```",
        "```json\n{}\n```\nd4-f4",
        "```\nthe lake\n```\nd4-f4",
        "h8-h6\nd4-f4",
    ],
)
def test_tolerant_answers_name_a_move(answer: str) -> None:
    assert find_move(answer, state_of("start")) == Answer(
        "legal", "d4-f4", state_of("start").text_to_action("d4-f4")
    )


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "  \n",
        "``",
        "I do not know",
        "d4",
        "d4-f",
        "~stands",
        "<move></move>",
        "<move>",
        "x" * 10**6,
    ],
)
def test_answers_without_a_move_are_unreadable(answer: str) -> None:
    found = find_move(answer, state_of("start"))
    assert (found.kind, found.move) == ("unreadable", None)
    assert "c10-c8" in found.reason, "an example"


@pytest.mark.parametrize(
    "answer",
    [
        "d4-f4 or h8-h6",
        "<move>d4-f4 h8-h6</move>",
        "```\nd4-f4, h8-h6\n```",
        "After d4-f4, d4-e4 would be possible",
        "d4-e4 is not possible, so d4-f4",
    ],
)
def test_an_answer_with_several_moves_is_never_guessed(answer: str) -> None:
    found = find_move(answer, state_of("start"))
    assert found.kind == "unreadable"
    assert "several moves: d4-" in found.reason


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Hd5-d8^4", "Hd5-d8^4 is illegal: all start rings must be placed first: Hd5-d8^4 is not possible yet."),
        ("<move>d4-e4</move>", "d4-e4 is illegal: the feet of this start ring must be 2 holes apart in a row or a column."),
        ("My ring goes to a1-c1.", "a1-c1 is illegal: a1 is not in the deep water."),
        ("<move>A1-C1</move>", "a1-c1 is illegal: a1 is not in the deep water."),
        ("z9-z7", "z9-z7 is illegal: there is no hole z9 in this lake."),
    ],
)  # fmt: skip
def test_illegal_moves_are_explained(answer: str, reason: str) -> None:
    assert find_move(answer, state_of("start")) == Answer("illegal", reason=reason)


def test_reasons_are_in_the_language() -> None:
    reasons = {
        find_move("a1-c1", state_of("start"), language=one).reason
        for one in ("en", "fr", "de", "es")
    }
    assert len(reasons) == 4
    assert find_move("?", state_of("start"), language="de").reason.startswith("„?“ ist nicht")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("d4-f4", "legal"),
        ("  d4-f4\n", "legal"),
        ("Because of the centre:\n<move>d4-f4</move>\nDone.", "legal"),
        ("D4-F4", "unreadable"),
        ("d4-f4.", "unreadable"),
        ("**d4-f4**", "unreadable"),
        ("I play\nd4-f4", "unreadable"),
        ("```\nd4-f4\n```", "unreadable"),
        ("<move>d4-f4.</move>", "unreadable"),
        ("<move>d4-f4</move><move>d4-f4</move>", "unreadable"),
        ("a1-c1", "illegal"),
    ],
)
def test_strict_answers_are_exact(answer: str, kind: str) -> None:
    assert find_move(answer, state_of("start"), strict=True).kind == kind


def test_signs_of_emphasis_may_be_notation() -> None:
    stars = [move for move in state_of("tower").legal_texts() if move.startswith("*")]
    assert stars
    for move in stars:
        for answer in (move, f"**{move}**", f"*{move}*", f"`{move}`", f"I play {move}!"):
            assert find_move(answer, state_of("tower")).move == move, answer


def test_a_move_of_several_words_needs_all_of_them() -> None:
    paid = [move for move in state_of("blox").legal_texts() if move.count(" ") == 1]
    assert paid
    for move in paid[:40]:
        assert find_move(f"So: {move}.", state_of("blox")).move == move
        assert find_move(f"Then {move} W", state_of("blox")).kind == "unreadable"


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_every_move_is_read_in_every_dress(variant: object) -> None:
    state = begun_match(variant.name, events=8, seed=3, **variant.options).state  # type: ignore[attr-defined]
    for move in state.legal_texts()[:25]:
        alike = [one for one in state.legal_texts() if one.casefold() == move.casefold()]
        for answer in (move, f"<move>{move}</move>", f"```\n{move}\n```", f"I play **{move}**."):
            assert find_move(answer, state).move == move
        assert find_move(move, state, strict=True).move == move
        swapped = find_move(move.swapcase(), state)
        assert swapped.move == move if len(alike) == 1 else swapped.kind == "unreadable"


def test_nobody_moves_at_the_end_or_at_chance() -> None:
    assert find_move("~BRWY", empile.load("on-top").new_state()).reason == "No player is to move."
    over = empile.load("block-ness").new_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    assert find_move("d4-f4", over) == Answer("illegal", reason="The game is over.")


SCRAPS = st.sampled_from([
    "<move>", "</move>", "<Move", "```", "\n", "**", "*", "`", " ", "d4-f4", "D4-", "Hd5-d8^4", "a1-c1", "/ GGM",
    "c5= WW*GM", "U22D12 BRWY", "**>kL", "pass", "~stands", "lay A", "²-٣", "\x00", "\ud800", "\\boxed{", "}", ":",
])  # fmt: skip
ANSWERS = st.lists(st.one_of(SCRAPS, st.text(max_size=12)), max_size=12).map("".join)


@given(answer=ANSWERS, strict=st.booleans(), name=st.sampled_from(STATES))
def test_any_answer_gets_a_legal_move_or_a_reason(answer: str, strict: bool, name: str) -> None:
    state = state_of(name)
    before = state.tobytes()
    found = find_move(answer, state, strict)
    assert state.tobytes() == before
    if found.accepted:
        assert found.move in state.legal_texts()
        assert found.move is not None
        assert state.text_to_action(found.move) == found.action
    else:
        assert (found.move, found.action) == (None, None)
    assert found.accepted == (found.reason == "")
    assert "\n" not in found.reason
    assert len(found.reason) < 600
    assert find_move(answer, state, strict) == found
    if strict and found.accepted:
        assert find_move(answer, state).accepted, "what is strict is tolerable too"
