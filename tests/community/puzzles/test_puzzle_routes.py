"""Results of puzzles over REST: each account sees and sends its own."""

from __future__ import annotations

from typing import Any

import msgspec

from empile.puzzles.library import load_puzzles
from empile.server.http.puzzles import answers
from tests.community.people import Browser, code_of
from tests.community.playing import member_of
from tests.server.serving import Serving


def attempt(number: int, *, right: bool) -> dict[str, Any]:
    puzzle = load_puzzles("block-ness")[number]
    moves = list(puzzle.line) if right else list(puzzle.line[:-1])
    return {"game": puzzle.game, "puzzle": puzzle.id, "at": 5 + number, "moves": moves}


def test_attempts_are_rated_by_the_server_and_private(server: Serving) -> None:
    anne, eve = Browser(server), Browser(server)
    anne.sign_up("anne")
    eve.sign_up("eve")
    path = f"/api/members/{member_of(anne)}/puzzles"
    assert anne.get(path).json()["results"] == []
    body = {"attempts": [attempt(1, right=False), attempt(0, right=True)]}
    sent = anne.post(path, json=body)
    assert sent.status_code == 200
    found = sent.json()
    assert [(one["puzzle"], one["right"]) for one in found["results"]] == [
        (load_puzzles("block-ness")[0].id, True),
        (load_puzzles("block-ness")[1].id, False),
    ]
    assert found["rated"] == 2
    assert anne.post(path, json=body).json() == found
    assert anne.get(path).json() == found
    for stranger, status in ((eve, (404, "no_table")), (Browser(server), (401, "signed_out"))):
        assert code_of(stranger.get(path)) == status
        assert code_of(stranger.post(path, json=body)) == status
    wrong: list[dict[str, Any]] = [{"at": -1}, {"moves": ["x"] * 65}, {"puzzle": 7}]
    for change in wrong:
        refused = anne.post(path, json={"attempts": [attempt(2, right=True) | change]})
        assert code_of(refused) == (400, "bad_request")
    many = {"attempts": [attempt(2, right=True)] * 201}
    assert code_of(anne.post(path, json=many)) == (400, "bad_request")


def test_lists_have_the_current_ratings() -> None:
    puzzle = load_puzzles("block-ness")[0]
    body, tag = answers.listed("block-ness", ((puzzle.id, 2400),))
    infos = msgspec.json.decode(body)["puzzles"]
    assert infos[-1]["id"] == puzzle.id
    assert infos[-1]["rating"] == 2400
    assert [one["rating"] for one in infos] == sorted(one["rating"] for one in infos)
    assert tag != answers.listed("block-ness")[1]
    shown = msgspec.json.decode(answers.encoded_puzzle("block-ness", puzzle.id, 2400))
    assert shown["info"]["rating"] == 2400
