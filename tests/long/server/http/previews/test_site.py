"""Heads of pages, pictures of tables, robots.txt and sitemap.xml."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

import hatch_build
from tests.conftest import ROOT
from tests.server.serving import Serving, make, perform, serving, two_persons
from tests.support.patience import PATIENCE

SHARE = ROOT / "web" / "public" / "share"
INDEX = '<!doctype html>\n<html lang="fr"><head><title>Empile</title></head></html>'

CHUNKS = """{
    "src/table/table-page.ts": {"file": "assets/table.js"},
    "../src/empile/games/on_top/web/model/index.ts": {"file": "assets/model.js"}
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the texts of previews, as the build writes them."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "index.html").write_text(INDEX)
    (folder / "chunks.json").write_text(CHUNKS)
    (folder / "share").mkdir()
    for picture in SHARE.glob("*.png"):
        (folder / "share" / picture.name).write_bytes(picture.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hatch_build, "PAGES", folder)
        hatch_build._write_previews()
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite3", pages=pages) as running:
        yield running


def get(address: str, **headers: str) -> httpx.Response:
    """Return a response; pictures take a while on a loaded machine."""
    return httpx.get(address, headers=headers, timeout=PATIENCE)


def read(site: Serving, path: str, **headers: str) -> tuple[str, dict[str, str]]:
    """Return a page and its ``<meta>`` elements."""
    text = get(site.address + path, **headers).text
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', text)
    return text, dict(found)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.mark.parametrize(
    "name",
    [
        "empile",
        *hatch_build.games_of_the_package(),
    ],
)
def test_share_pictures_are_small_pngs(name: str) -> None:
    picture = (SHARE / f"{name}.png").read_bytes()
    assert size_of(picture) == (1200, 630)
    assert len(picture) < 300_000


@pytest.mark.parametrize(
    ("path", "title", "picture"),
    [
        ("/", "Empile: four stacking board games online", "empile"),
        ("/?game=blox", "Play Blox online", "blox"),
        ("/rules/on-top", "On Top: the rules", "on-top"),
        ("/learn/block-ness", "Block Ness: learn by playing", "block-ness"),
        ("/scorepad/blox", "Blox: score pad", "blox"),
        ("/solo", "Solo Block Ness: 300 puzzles", "empile"),
        ("/puzzles", "Puzzles of four stacking games", "empile"),
        ("/study", "Study board for four stacking games", "empile"),
        ("/study/blox", "Blox: study board", "blox"),
    ],
)
def test_head_describes_each_page(site: Serving, path: str, title: str, picture: str) -> None:
    text, meta = read(site, path, **{"accept-language": "en-GB,en;q=0.9"})
    assert f"<title>{title}</title>" in text
    assert '<html lang="en">' in text
    assert meta["og:title"] == title
    assert 40 < len(meta["description"]) < 200
    assert "{" not in text
    assert meta["og:url"] == site.address + path
    assert meta["og:image"] == f"{site.address}/share/{picture}.png"
    assert size_of(get(meta["og:image"]).content) == (1200, 630)
    assert f'<link rel="canonical" href="{site.address}{path}" />' in text
    between = "&amp;" if "?" in path else "?"
    for language in ("de", "en", "es", "fr"):
        address = f"{site.address}{path}{between}lang={language}"
        assert f'<link rel="alternate" hreflang="{language}" href="{address}" />' in text
    assert f'hreflang="x-default" href="{site.address}{path}"' in text
    assert "robots" not in meta


def test_language_is_that_of_the_address_then_of_the_client(site: Serving) -> None:
    assert '<html lang="es">' in read(site, "/", **{"accept-language": "nl, es;q=0.5, de;q=0.1"})[0]
    text, meta = read(site, "/?lang=de", **{"accept-language": "es"})
    assert '<html lang="de">' in text
    assert f'<link rel="canonical" href="{site.address}/?lang=de" />' in text
    assert meta["og:locale"] == "de_DE"
    for odd in ("", "xx", "en;q=x", ";;,,"):
        assert '<html lang="fr">' in read(site, "/?lang=xx", **{"accept-language": odd})[0]


@pytest.mark.parametrize("path", ["/any/where", "/t/unknown", "/rules/chess", "/r", "/editor/a/b"])
def test_other_addresses_are_not_indexed(site: Serving, path: str) -> None:
    text, meta = read(site, path)
    assert meta["robots"] == "noindex"
    assert "canonical" not in text


def test_addresses_are_those_of_the_public_origin(tmp_path: Path, pages: Path) -> None:
    origins = frozenset({"https://play.example.org"})
    with serving(tmp_path / "tables.sqlite3", pages=pages, origins=origins) as site:
        _, meta = read(site, "/rules/blox", host="play.example.org")
        assert meta["og:url"] == "https://play.example.org/rules/blox"
        assert get(site.address, host="evil.example.org").status_code == 421


def test_robots_and_sitemap(site: Serving) -> None:
    robots = get(f"{site.address}/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {site.address}/sitemap.xml" in robots.text
    sitemap = get(f"{site.address}/sitemap.xml")
    assert sitemap.headers["content-type"].startswith("application/xml")
    spaces = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    found = ElementTree.fromstring(sitemap.text).findall("s:url/s:loc", spaces)
    listed = {str(one.text).removeprefix(site.address) for one in found}
    assert len(listed) == len(found)
    assert {
        "/",
        "/?lang=de",
        "/solo",
        "/puzzles",
        "/study",
        "/study/on-top",
        "/?game=blox&lang=es",
        "/rules/block-out",
    } <= listed
    for path in listed:
        assert "robots" not in read(site, path)[1], path


def test_head_of_a_table_is_in_its_language(site: Serving) -> None:
    made = perform(make(site.address, ["person", "open"], game="on-top", language="de"))
    _, meta = read(site, f"/t/{made.table}", **{"accept-language": "en"})
    assert meta["og:title"] == "Lust auf eine Partie On Top?"
    assert meta["og:image"] == f"{site.address}/share/on-top.png"
    assert meta["robots"] == "noindex"


def test_table_is_loaded_with_the_first_script(site: Serving) -> None:
    """The game is known only of tables that admit spectators."""
    made = perform(make(site.address, ["person", "open"], game="on-top"))
    closed = perform(make(site.address, ["person", "open"], game="on-top", allow_spectators=False))
    found = {
        path: re.findall(r'<link rel="modulepreload" crossorigin href="([^"]+)" />', text)
        for path in (
            f"/t/{made.table}",
            f"/t/{closed.table}",
            "/t/unknown",
            f"/r/{made.table}",
            "/",
        )
        for text, _ in [read(site, path)]
    }
    assert list(found.values()) == [
        ["/assets/table.js", "/assets/model.js"],
        ["/assets/table.js"],
        ["/assets/table.js"],
        [],
        [],
    ]


def test_picture_of_a_table_shows_what_spectators_see(site: Serving) -> None:
    async def play() -> tuple[str, dict[str, str], bytes, bytes]:
        mover, other = await two_persons(site.address, game="blox")
        table = mover.table.id
        meta = read(site, f"/t/{table}")[1]
        first = get(meta["og:image"]).content
        assert mover.state is not None
        await mover.act(mover.state.legal[0].text)
        after = read(site, f"/t/{table}")[1]
        assert after["og:image"] != meta["og:image"], "messengers cache pictures by address"
        second = get(after["og:image"]).content
        await mover.close()
        await other.close()
        return table, after, first, second

    table, meta, first, second = perform(play())
    assert meta["og:title"].startswith("Blox")
    assert size_of(first) == size_of(second) == (1200, 630)
    assert first != second
    replay = read(site, f"/r/{table}")[1]
    assert replay["og:title"].startswith("Revoir une partie")
    assert replay["og:image"] == meta["og:image"]


def test_private_tables_look_as_unknown_ones(site: Serving) -> None:
    async def begin() -> str:
        mover, other = await two_persons(site.address, allow_spectators=False)
        table = mover.table.id
        await mover.close()
        await other.close()
        return table

    table = perform(begin())
    for page in ("/t", "/r"):
        private = get(f"{site.address}{page}/{table}")
        unknown = get(f"{site.address}{page}/unknown")
        assert private.content == unknown.content
        assert private.headers["etag"] == unknown.headers["etag"]
    shown: list[Any] = [
        get(f"{site.address}/pictures/{name}.png").content for name in (table, "unknown")
    ]
    assert shown[0] == shown[1] == (SHARE / "empile.png").read_bytes()


@pytest.mark.parametrize(
    ("settings", "host", "expected"),
    [
        ({}, "localhost", None),
        ({"accounts": "open"}, "localhost", 'content="open" data-passkeys'),
        ({"accounts": "closed"}, "192.168.1.9", 'content="closed"'),
        (
            {"accounts": "invitation", "smtp": "smtp://localhost:1", "mail_from": "a@example.org"},
            "192.168.1.9",
            'content="invitation" data-mail',
        ),
        (
            {"accounts": "open", "origins": frozenset({"https://play.example.org"})},
            "play.example.org",
            'content="open" data-passkeys',
        ),
    ],
)
def test_head_tells_what_is_offered_of_accounts(
    tmp_path: Path, pages: Path, settings: dict[str, Any], host: str, expected: str | None
) -> None:
    with serving(tmp_path / "tables.sqlite3", pages=pages, **settings) as running:
        text = get(running.address, host=host).text
    found = re.findall(r'<meta name="empile-accounts" (.*?) />', text)
    assert found == ([] if expected is None else [expected])
    assert text.count("/api/games.atom") == len(found)
