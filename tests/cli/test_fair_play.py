"""``empile members fair-play``: a report without the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from empile.bots import analysis
from empile.cli.commands.store.members.fair_play import text_of
from empile.community.fairplay import samples
from empile.server.wire.people.fair_play import (
    FairPlayMoves,
    FairPlayNumber,
    FairPlayOpponents,
    FairPlayPlaces,
    FairPlayProgress,
    FairPlayReport,
)
from tests.cli.conftest import Empile
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.fairplay.test_fair_play_routes import RATED
from tests.community.people import Browser
from tests.community.playing import eventually, finish, member_of, new_table, person, take_place
from tests.server.serving import serving


def test_fair_play_analyses_what_is_missing(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = analysis.Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    monkeypatch.setitem(analysis.DEPTHS, "quick", depth)
    monkeypatch.setattr(samples, "LEAST_GAMES", 1)
    store = tmp_path / "tables.sqlite3"
    with serving(store, accounts="open") as server:
        anne, bert = Browser(server), Browser(server)
        for name, browser in (("anne", anne), ("bert", bert)):
            browser.sign_up(name)
        mine, other = member_of(anne), member_of(bert)
        made = new_table(anne, [person(member=mine), {"kind": "open"}], **RATED)
        joined = take_place(bert, made["table"], member=other)
        finish(server, made["table"], made["token"], joined["token"])
        eventually(lambda: anne.get(f"/api/members/{mine}/ratings").json()["ratings"])
    asked = ("members", "fair-play", "anne", "--store", store)
    assert "0 of 1 games are analysed" in empile_cli(*asked).out
    complete = empile_cli(*asked, "--analyse")
    assert "analysing game 1 of 1" in complete.err
    assert "games are analysed" not in complete.out
    assert "block-ness, two seats, fast" in complete.out
    (report,) = map(json.loads, empile_cli(*asked, "--json").lines)
    assert report["id"] == mine
    assert report["progress"] == {"wanted": 1, "done": 1, "failed": 0}
    empile_cli("members", "fair-play", "nobody", "--store", store).refused("nobody")


def test_text_of_report_is_aligned() -> None:
    numbers = [
        FairPlayNumber("agreement", 0.8, 0.05, 12, 0.5, 0.06, 100.0, 3.2, 0.6),
        FairPlayNumber("seconds", 2.0, 0.1, 3, None, None, None, None, None),
    ]
    moves = FairPlayMoves(
        "blox", "more", "slow", 1650, 20, 400, 90, [2.0, 5.0, 9.0], 48, 900, numbers
    )
    report = FairPlayReport(
        "m1",
        "Eve",
        1,
        FairPlayProgress(68, 60, 2),
        [moves],
        FairPlayOpponents(0, 0, 0.0, 0, []),
        FairPlayPlaces(60, 0, 0, 0, 0, 0, []),
    )
    lines = text_of(report)
    assert lines[:2] == ["Eve (m1)", "60 of 68 games are analysed, 2 cannot be"]
    assert lines[3] == (
        "blox, three seats or more, slow, rating 1650: 20 games, 400 moves, 90 left out"
    )
    header, first, second = lines[5:8]
    assert len(header) == len(first)
    assert "80% ± 5%" in first
    assert "+3.2 ± 0.6" in first
    assert "7.4 ± 0.7 s" in second
    assert "too few" in second
