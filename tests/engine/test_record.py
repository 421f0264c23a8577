"""Records: written and read back, every fault told in a sentence, replayed without chance."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import empile
from empile.engine.errors import RecordError
from tests.support.games import random_match


@cache
def whole() -> empile.Record:
    return random_match(empile.load("block-ness"), 1).record(["Anne", "Bea"])


def data(**changes: Any) -> dict[str, Any]:
    return {**json.loads(whole().to_json()), **changes}


def refusal(record: object) -> str:
    with pytest.raises(RecordError) as refused:
        empile.Record.from_dict(record)
    return str(refused.value)


def test_a_record_is_written_as_the_format_says() -> None:
    written = json.loads(whole().to_json())
    assert list(written) == ["format", "game", "rules", "options", "seats", "events", "result"]
    assert written["format"] == "empile/1"
    assert written["game"] == "block-ness"
    assert written["rules"] == 1
    assert list(written["options"]) == ["players", "variant", "colours", "lake", "rings"]
    assert written["seats"] == ["Anne", "Bea"]
    assert list(written["result"]) == ["winners", "scores", "ranks", "reason"]
    assert "\n" not in whole().to_json()


def test_it_reads_back() -> None:
    assert empile.Record.from_json(whole().to_json()) == whole()
    assert empile.Record.from_json(whole().to_json().encode()) == whole()
    assert empile.Record.from_dict(data(seats=["Zoé", "李"])).seats == ["Zoé", "李"]


def test_options_left_out_are_written_out() -> None:
    record = empile.Record.from_dict(data(options={}))
    assert record.options == whole().options


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "empile/2"}, "a record's 'format' is \"empile/1\", not 'empile/2'"),
        ({"game": 3}, "'game' must be a text"),
        ({"rules": "1"}, "'rules' must be a whole number"),
        ({"rules": True}, "'rules' must be a whole number"),
        ({"rules": 2}, "block-ness has no rules version 2"),
        ({"options": []}, "'options' must be an object"),
        ({"options": {"players": 5}}, "option 'players' must be one of 2, 3, 4, not 5"),
        ({"options": {"self": 5}}, "block-ness has no option 'self'"),
        ({"seats": "AB"}, "'seats' must be a list of names"),
        ({"seats": ["A", 2]}, "'seats' must be a list of names"),
        ({"seats": ["A"]}, "1 names for 2 seats"),
        ({"events": None}, "'events' must be a list of texts"),
        ({"events": [["c3-e3"]]}, "'events' must be a list of texts"),
        ({"result": []}, "'result' must be null or have exactly"),
        ({"result": {"winners": [0]}}, "'result' must be null or have exactly"),
        ({"view": "0"}, "'view' must be a seat or null"),
        ({"view": True}, "'view' must be a seat or null"),
        ({"view": 2}, "'view' is seat 2 of 2"),
        ({"view": -1}, "'view' is seat -1 of 2"),
        ({"note": "x"}, "a record has no member 'note'"),
        ({"ended": None}, "'ended' must be"),
        ({"ended": {"by": "boredom", "seats": [0]}, "result": None}, "'ended' must be"),
        ({"ended": {"by": [], "seats": [0]}, "result": None}, "'ended' must be"),
        ({"ended": {"by": "resignation", "seats": []}, "result": None}, "'ended' must be"),
        ({"ended": {"by": "resignation", "seats": [1, 1]}, "result": None}, "'ended' must be"),
        ({"ended": {"by": "resignation", "seats": [2]}, "result": None}, "'ended' has seat 2 of 2"),
        ({"ended": {"by": "resignation", "seats": [0]}}, "a record with 'ended' has no 'view'"),
        (
            {"ended": {"by": "resignation", "seats": [0]}, "result": None, "view": 0},
            "a record with 'ended' has no 'view'",
        ),
    ],
)
def test_faults_are_named(changes: dict[str, Any], message: str) -> None:
    assert refusal(data(**changes)).startswith(message)


@pytest.mark.parametrize("by", ["resignation", "time", "absence", "aborted", "late"])
def test_record_says_why_a_game_ended_early(by: str) -> None:
    record = empile.Record.from_dict(data(ended={"by": by, "seats": [1]}, result=None))
    assert record.ended == (by, [1])
    assert empile.Record.from_json(record.to_json()) == record


def test_record_error_lists_the_games() -> None:
    said = refusal(data(game="chess"))
    assert said.startswith("there is no game 'chess'; the games are ")
    assert "block-ness" in said


@pytest.mark.parametrize("key", ["format", "game", "rules", "options", "seats", "events", "result"])
def test_no_member_may_lack(key: str) -> None:
    record = data()
    del record[key]
    assert f"'{key}'" in refusal(record)


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_a_record_is_an_object(value: object) -> None:
    assert refusal(value) == "a record is a JSON object"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        (b"\xff\xfe{}", "this is not JSON"),
        ('{"format": NaN}', "this is not JSON: NaN is not valid JSON"),
        ('{"game": "a", "game": "b"}', "this is not JSON: duplicate key 'game' in an object"),
        ('{"seats": ["\\ud800"]}', "this is not JSON: a string contains a lone surrogate"),
        ("[" * 100_000, "this is not JSON"),
        ("1" * 10_000, "this is not JSON"),
    ],
    ids=range(8),
)
def test_what_is_no_json(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError) as refused:
        empile.Record.from_json(text)
    assert str(refused.value).startswith(message)


def test_a_double_key_deep_inside_is_found() -> None:
    text = whole().to_json().replace('"players": 2', '"players": 3, "players": 2')
    with pytest.raises(RecordError, match="duplicate key 'players'"):
        empile.Record.from_json(text)


def test_replay_yields_states_to_keep() -> None:
    steps = list(empile.Record.from_json(whole().to_json()).replay())
    assert [event.text for _, event in steps] == whole().events
    assert steps[0][0] == empile.load("block-ness").new_state()
    assert len({state.tobytes() for state, _ in steps}) == len(steps)
    assert whole().final_state().is_terminal()


def test_replay_error_names_the_illegal_event() -> None:
    record = empile.Record.from_dict(data(events=["c3-e3", "c3-f3"], result=None))
    seen: list[str] = []
    with pytest.raises(
        RecordError, match="event 1, 'c3-f3': there is already a foot in c3"
    ) as refused:
        seen.extend(event.text for _, event in record.replay())
    assert seen == ["c3-e3"]
    assert refused.value.event == 1


def test_replay_rejects_an_event_after_the_end() -> None:
    record = empile.Record.from_dict(data(events=[*whole().events, "Hc3-c5^2"]))
    with pytest.raises(RecordError, match="the game is over") as refused:
        record.final_state()
    assert refused.value.event == len(whole().events)


def test_another_result_is_an_error_after_the_last_event() -> None:
    record = empile.Record.from_dict(data(result=None))
    seen: list[str] = []
    with pytest.raises(RecordError, match="the record's result is null but") as refused:
        seen.extend(event.text for _, event in record.replay())
    assert seen == whole().events
    assert refused.value.event is None
    running = empile.Record.from_dict(data(events=whole().events[:3]))
    with pytest.raises(RecordError, match="lead to null"):
        running.final_state()
    assert empile.Record.from_dict(data(events=whole().events[:3], result=None)).final_state()


@pytest.mark.parametrize("game", ["block-ness", "cairn"])
def test_what_one_seat_saw_cannot_be_replayed(game: str) -> None:
    seen = random_match(empile.load(game), 2, 4).record_for(0)
    again = empile.Record.from_json(seen.to_json())
    assert again.view == 0
    with pytest.raises(RecordError, match="what one seat saw"):
        next(again.replay())


def test_a_question_mark_is_refused_without_view_too() -> None:
    record = empile.Record.from_dict(
        random_match(empile.load("cairn"), 2, 4).record().to_dict() | {"events": ["~deal ???"]}
    )
    with pytest.raises(RecordError):
        next(record.replay())


def test_record_of_a_resigned_game_says_who_resigned() -> None:
    ended = {"by": "resignation", "seats": [1]}
    resigned = data(events=whole().events[:3], result=None, ended=ended)
    record = empile.Record.from_dict(resigned)
    assert record.ended == ("resignation", [1])
    assert record.to_dict() == resigned
    assert record.final_state().result() is None


def test_record_says_why_a_seat_left_whose_game_went_on() -> None:
    left = data(left=[None, "time"])
    record = empile.Record.from_dict(left)
    assert record.left == (None, "time")
    assert record.to_dict() == left
    assert record.final_state().result() == record.result
    for wrong in ([], ["time"], [None, None], [None, "late"], {"1": "time"}):
        with pytest.raises(RecordError, match="left"):
            empile.Record.from_dict(data(left=wrong))
    with pytest.raises(RecordError, match="left"):
        empile.Record.from_dict(data(result=None, left=[None, "time"]))


def test_record_of_a_finished_game_cannot_be_resigned() -> None:
    ended = {"by": "resignation", "seats": [1]}
    record = empile.Record.from_dict(data(result=None, ended=ended))
    with pytest.raises(RecordError, match="its events lead to"):
        record.final_state()
