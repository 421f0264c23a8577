"""Worked cases of Block Out!: poses attached to outcomes."""

from __future__ import annotations

import json
from typing import Any

import pytest

import empile
from empile.engine.errors import NotationError
from empile.games.block_out.text.poses import Pose, poses_text, read_poses
from tests.games.block_out.situations import DEALT, Situation

SOME = "kS kL n* y* *S ** pass"
BOTTOM = "nM@0.0,-0.5,19.9/1,0,0,0"
TOP = "kS@3.25,1.0,54/0.70710678,0,-0.70710678,0"
REFEREES = ("physics", "odds", "people")


def placed(**options: Any) -> Situation:
    """Two blocks in the tower, and what it does is due."""
    return Situation("kS pass", SOME, tower="nM", **options).then("kS>kS")


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize(
    "text",
    [
        f"~stands {BOTTOM} {TOP}",
        f"~falls {BOTTOM} {TOP}",
        f"~falls {TOP} {BOTTOM}",
        f"~falls {TOP}",
        f"~falls-later {BOTTOM}",
        "~stands",
        "~falls",
        "~falls-later",
    ],
)
def test_poses_are_kept_byte_for_byte(text: str, referee: str) -> None:
    """Rule: the outcome event also carries the resting poses; the rules are the same without."""
    plain = placed(referee=referee).then(text.split(" ")[0])
    posed = placed(referee=referee)
    event = posed.state.apply_text(text)
    assert event.text == text
    assert posed.state == plain.state


@pytest.mark.parametrize("referee", REFEREES)
def test_record_keeps_optional_poses(referee: str) -> None:
    """Rule: a record without poses is valid under every referee; with them all seats see them."""
    posed = "~stands kL@0.10,-0.0,25.000/1.0,0,-0,0.0"
    for answer in (posed, "~stands"):
        match = empile.Match(empile.load("block-out", referee=referee))
        for text in (*DEALT, "kL>kL", answer, "k*>kM", "~falls"):
            match.play(text)
        assert match.record().events[3] == answer
        again = empile.Record.from_json(match.record().to_json())
        assert again.final_state() == match.state
        assert again.events == match.record().events
        for seat in (0, 1, None):
            assert match.record_for(seat).events[3] == answer


WRONG = [
    ("~stands ", "one space before each"),
    (f"~stands  {BOTTOM} {TOP}", "one space before each"),
    (f"~stands {BOTTOM} {TOP} ", "one space before each"),
    (f"~stands {BOTTOM}  {TOP}", "one space before each"),
    (f"~stands\t{BOTTOM} {TOP}", "not an outcome"),
    (f"~stands {BOTTOM}", "does not list the tower nM kS from the bottom up"),
    (f"~stands {TOP} {BOTTOM}", "does not list the tower nM kS from the bottom up"),
    (f"~stands {BOTTOM} {TOP} yL@0,0,90/1,0,0,0", "does not list the tower"),
    ("~falls yL@0,0,90/1,0,0,0", "yL, which is not in the tower"),
    (f"~falls {TOP} {TOP}", "kS is listed twice"),
    ("~falls kS@0,0/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,9,9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,9/1,0,0", "not a pose"),
    ("~falls kS@0,0,9", "not a pose"),
    ("~falls kS", "not a pose"),
    ("~falls kX@0,0,9/1,0,0,0", "not a pose"),
    ("~falls ks@0,0,9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,1e1/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,inf/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,0x9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,+9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,09/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,.9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,9./1,0,0,0", "not a pose"),
    ("~falls kS@0,0,1_0/1,0,0,0", "not a pose"),
    ("~falls kS@0, 0,9/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,1000000/1,0,0,0", "not a pose"),
    ("~falls kS@0,0,9/1,1,0,0", "not of unit length"),
    ("~falls kS@0,0,9/0,0,0,0", "not of unit length"),
    ("~falls kS@0,0,9/0.98,0,0,0", "not of unit length"),
    ("~falls later", "not a pose"),
    ("~falls-", "not an outcome"),
    ("~wobbles", "not an outcome"),
    ("~Stands", "not an outcome"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_read_poses_rejects(text: str, said: str) -> None:
    """Rule: from the bottom up, mm, the unit quaternion, decimal numbers without exponent."""
    situation = placed()
    assert not situation.reference.accepts(text)
    with pytest.raises(NotationError, match=said) as refused:
        situation.state.apply_text(text)
    assert str(refused.value).isprintable()


def test_record_error_names_event_of_bad_pose() -> None:
    """Rule (of the command line): a clear error with the event's number."""
    match = empile.Match(empile.load("block-out"))
    for text in (*DEALT, "kL>kL"):
        match.play(text)
    record = match.record().to_dict()
    record["events"].append("~stands kL@0,0,25/2,0,0,0")
    with pytest.raises(empile.RecordError, match=r"event 3.*kL is not of unit length"):
        empile.Record.from_json(json.dumps(record)).final_state()


def test_poses_belong_to_outcomes_only() -> None:
    """Rule: the outcome event carries them, no draw and no move."""
    situation = placed().then("~falls")
    situation.cannot_be(f"~draw ** {TOP}")
    Situation("kS pass", SOME).cannot_be(f"kS>kS {TOP}")


def test_read_poses_inverts_poses_text() -> None:
    """Written shortly: no exponent, no minus before nothing, and the same to a thousandth."""
    poses = [
        Pose("kS", (-0.00001, 1e-7, 123.45678), (1.0, -0.0, 1e-9, 0.0)),
        Pose("yL", (100.0, -2.5, 1e5), (0.5, -0.5, 0.5, -0.5)),
    ]
    text = poses_text(poses)
    assert text == " kS@0,0,123.457/1,0,0,0 yL@100,-2.5,100000/0.5,-0.5,0.5,-0.5"
    for read, written in zip(read_poses(text[1:]), poses, strict=True):
        assert read.block == written.block
        assert read.at == pytest.approx(written.at, abs=5e-4)
        assert read.turn == pytest.approx(written.turn, abs=5e-7)
