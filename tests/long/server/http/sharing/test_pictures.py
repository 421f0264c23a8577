"""Pictures and films of records."""

from __future__ import annotations

import io
import zlib
from base64 import b64encode
from typing import Any

import httpx
import msgspec
import numpy as np
import pytest
from PIL import Image

import empile
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.games.block_out.physics.animation import encode
from empile.server.http.sharing.pictures import (
    MOST_FRAMES,
    FallRequest,
    FilmRequest,
    PictureRequest,
    fall,
    film,
    picture,
)
from empile.server.wire.errors import CommandError
from tests.server.serving import Serving
from tests.support.patience import PATIENCE


def played(name: str, moves: int, **options: Any) -> Match:
    """Return a game after some moves: always the first legal one."""
    match, stream = Match(empile.load(name, **options)), new_stream(1)
    for _ in range(moves):
        match.resolve_chance(stream, also_external=True)
        match.play_action(match.state.legal_actions()[0])
    match.resolve_chance(stream, also_external=True)
    return match


@pytest.mark.parametrize("name", ["block-ness", "blox", "on-top", "block-out"])
def test_every_position_has_a_picture(name: str) -> None:
    record = played(name, 3).record().to_dict()
    pictures = {picture(PictureRequest(record, at)) for at in (0, len(record["events"]))}
    assert len(pictures) == 2
    for body in pictures:
        assert max(Image.open(io.BytesIO(body)).size) == 1200
    assert picture(PictureRequest(record)) in pictures


def test_films_show_the_wanted_positions() -> None:
    record = played("block-ness", 4).record().to_dict()
    last = len(record["events"])
    found = Image.open(io.BytesIO(film(FilmRequest(record, last - 2, last))))
    assert found.n_frames == 3  # type: ignore[attr-defined]


def test_pictures_show_what_spectators_see() -> None:
    match = played("blox", 6)
    state = match.state
    held = state.position()["hands"]
    assert held[0] != held[1]
    hands = [held[1], held[0], *held[2:]]
    other = Match.from_position(match.game, {**state.position(), "hands": hands})
    one = Match.from_position(match.game, state.position())
    assert picture(PictureRequest(one.record().to_dict())) == picture(
        PictureRequest(other.record().to_dict())
    )


@pytest.mark.parametrize(("first", "last"), [(-1, 1), (2, 1), (0, 99)])
def test_positions_that_do_not_exist_are_refused(first: int, last: int) -> None:
    record = played("block-ness", 2).record().to_dict()
    with pytest.raises(CommandError) as refused:
        film(FilmRequest(record, first, last))
    assert refused.value.code == "bad_request"


def test_long_films_are_refused() -> None:
    record = played("block-ness", 2).record().to_dict()
    with pytest.raises(CommandError, match=str(MOST_FRAMES)):
        film(FilmRequest(record, 0, MOST_FRAMES))


def test_pictures_and_films_are_made_over_rest(server: Serving) -> None:
    record = played("block-ness", 2).record().to_dict()

    def post(path: str, **body: Any) -> httpx.Response:
        return httpx.post(f"{server.address}/api/{path}", json=body, timeout=PATIENCE)

    made = post("pictures", record=record, at=1)
    assert (made.status_code, made.headers["content-type"]) == (200, "image/png")
    made = post("films", record=record, first=0, last=2)
    assert (made.status_code, made.headers["content-type"]) == (200, "image/webp")
    refused = post("pictures", record={**record, "events": ["nonsense"]})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_record")


def a_fall(**changes: Any) -> FallRequest:
    """Return a request for a film of a block that sinks, with changes."""
    frames = [np.array([(0, 0, 90 - step, 1, 0, 0, 0)], float) for step in range(60)]
    made = encode(["kL"], frames, 1.0, {"fall": 0.2})
    data = b64encode(made.data).decode()
    plain: dict[str, Any] = {"game": "block-out", "bodies": ["kL"], "rate": made.rate}
    plain |= {"frames": made.frames, "marks": {"fall": 0.2}, "data": data}
    return FallRequest(**plain | changes)


def test_falls_have_a_film(server: Serving) -> None:
    wanted = a_fall()
    body = fall(empile.load("block-out").rules_version, {}, wanted)
    assert Image.open(io.BytesIO(body)).n_frames > 5  # type: ignore[attr-defined]
    made = httpx.post(
        f"{server.address}/api/films/falls",
        content=msgspec.json.encode(wanted),
        headers={"content-type": "application/json"},
        timeout=PATIENCE,
    )
    assert (made.status_code, made.content) == (200, body)


@pytest.mark.parametrize(
    "changes",
    [
        {"data": "nonsense"},
        {"data": b64encode(zlib.compress(bytes(10**7))).decode()},  # grows to more than it says
        {"frames": 61},
        {"frames": 59},
        {"bodies": []},
        {"game": "blox"},
    ],
)
def test_damaged_films_are_refused(changes: dict[str, Any]) -> None:
    wanted = a_fall(**changes)
    with pytest.raises(CommandError) as refused:
        fall(empile.load(wanted.game).rules_version, {}, wanted)
    assert refused.value.code == "bad_request"
