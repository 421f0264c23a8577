"""Live pictures of tables."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from empile.server.http.previews import thumbnails
from tests.long.server.http.previews.test_site import pages as pages
from tests.server.serving import Serving, legal, perform, serving, two_persons


@pytest.fixture
def site(tmp_path: Path, pages: Path) -> Iterator[Serving]:
    """A server with the page."""
    with serving(tmp_path / "tables.sqlite3", pages) as running:
        yield running


def picture(site: Serving, table: str, query: str = "") -> httpx.Response:
    """Return the answer to a request for a picture."""
    return httpx.get(f"{site.address}/pictures/{table}.svg{query}")


def begun(site: Serving, **more: Any) -> tuple[str, int]:
    """Begin a game with a move; return the table and the number of the position."""

    async def begin() -> str:
        mover, other = await two_persons(site.address, **more)
        table = mover.table.id
        await mover.act(legal(mover))
        await mover.close()
        await other.close()
        return table

    table = perform(begin())
    room = site.registry.loaded(table)
    assert room is not None
    return table, room.table.turn


def test_thumbnail_is_drawn_once_for_each_position(
    site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = thumbnails._draw

    def counted(state: Any, position: int) -> thumbnails.Thumbnail:
        drawn.append(position)
        return draw(state, position)

    monkeypatch.setattr(thumbnails, "_draw", counted)
    table, position = begun(site)
    first = picture(site, table, f"?at={position}")
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.headers["cache-control"] == "public, max-age=3600"
    assert first.content.startswith(b"<svg ")
    assert picture(site, table, f"?at={position}").content == first.content
    assert picture(site, table).content == first.content
    assert picture(site, table).headers["cache-control"] == "no-cache"
    assert drawn == [position]


def test_thumbnail_of_a_position_to_come_is_not_kept_for_it(site: Serving) -> None:
    table, position = begun(site)
    early = picture(site, table, f"?at={position + 1}")
    assert early.headers["cache-control"] == "no-cache"
    for strange in ("?at=-1", "?at=x", "?at=9999999999"):
        assert picture(site, table, strange).content == early.content


def test_thumbnails_of_private_and_unknown_tables_do_not_exist(site: Serving) -> None:
    private, position = begun(site, allow_spectators=False)
    answers = [picture(site, table, f"?at={position}") for table in (private, "unknown")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_thumbnail_packed_is_the_same(site: Serving) -> None:
    table, position = begun(site)
    url = f"{site.address}/pictures/{table}.svg?at={position}"
    with httpx.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert gzip.decompress(packed) == picture(site, table).content
    plain = httpx.get(url, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
