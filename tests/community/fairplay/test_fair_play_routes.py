"""Who gets fair play reports, and that the background completes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from empile.bots import analysis
from empile.community import accounts
from empile.community.fairplay import samples, service
from empile.server.store import database
from tests.community.people import Browser, code_of
from tests.community.playing import eventually, finish, member_of, new_table, person, take_place
from tests.server.serving import serving

RATED: dict[str, Any] = {
    "rated": True,
    "hints": False,
    "clock": {"kind": "real", "base": 300},
    "options": {"players": 2},
}


def set_role(data: Path, login: str, role: str) -> None:
    def set_(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        accounts.set_role(connection, accounts.find_login(connection, login), role)  # type: ignore[arg-type]
        connection.commit()

    database.write(data, set_)


def test_moderators_get_a_report_that_completes_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = analysis.Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    monkeypatch.setitem(analysis.DEPTHS, "quick", depth)
    monkeypatch.setattr(samples, "LEAST_GAMES", 1)
    monkeypatch.setattr(service, "LOOK_SECONDS", 0.05)
    data = tmp_path / "tables.sqlite3"
    with serving(data, accounts="open") as server:
        homes = ("2001:db8::1", "2001:db8::2", "192.0.2.1")
        anne, bert, dora = (Browser(server, **{"x-forwarded-for": home}) for home in homes)
        for name, browser in (("anne", anne), ("bert", bert), ("dora", dora)):
            browser.sign_up(name)
        set_role(data, "dora", "moderator")
        mine, other = member_of(anne), member_of(bert)
        made = new_table(anne, [person(member=mine), {"kind": "open"}], **RATED)
        joined = take_place(bert, made["table"], member=other)
        finish(server, made["table"], made["token"], joined["token"])

        def asked(browser: Browser, member: str = mine) -> Any:
            return browser.get(f"/api/moderation/members/{member}/fair-play")

        def complete() -> dict[str, Any] | None:
            answer = asked(dora)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            progress = found["progress"]
            assert progress["failed"] == 0
            return found if progress["done"] == progress["wanted"] == 1 else None

        found = eventually(complete)
        assert (found["id"], found["name"]) == (mine, "anne")
        (moves,) = found["moves"]
        assert (moves["game"], moves["games"], moves["compared_games"]) == ("block-ness", 1, 0)
        assert moves["moves"] + moves["left_out"] > 3
        (opponent,) = found["opponents"]["most"]
        assert (opponent["id"], opponent["games"]) == (other, 1)
        places = found["places"]
        assert (places["tables"], places["address"], places["address_rated"]) == (1, 1, 1)
        assert [one["id"] for one in places["neighbours"]] == [other]

        guest = Browser(server)
        assert code_of(asked(guest)) == (401, "signed_out")
        for browser in (anne, bert):
            for member in (mine, other, "nobody"):
                assert code_of(asked(browser, member)) == (403, "not_allowed")
        assert code_of(asked(dora, "nobody")) == (404, "no_table")
        assert code_of(asked(dora, member_of(dora))) == (403, "not_allowed")
