"""Files of games that are not part of the page's build."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import hatch_build
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.games.block_ness import GAME as BLOCK_NESS
from empile.server.http.packages import files
from empile.server.http.packages.files import GamePackages
from tests.server.serving import Serving, make, perform, serving

INDEX = '<!doctype html>\n<html lang="fr"><head><title>Empile</title></head></html>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game with everything that the page can use, and with more."""
    folder = tmp_path_factory.mktemp("games") / "hexes"
    texts = {
        "locales/en.json": json.dumps(
            {"name": "Hexes", "tagline": "Six sides", "rules.1.title": "Aim"}
        ),
        "locales/fr.json": json.dumps({"name": "Hexagones"}),
        "web/dist/model.js": 'import { side } from "./chunks/side.js";\nexport default () => side;\n',
        "web/dist/chunks/side.js": "export const side = 6;\n" * 50,
        "web/dist/notes.txt": "not for browsers",
        "web/dist/.secret.js": "",
        "web/pictures/cover.svg": "<svg/>",
        "web/pictures/cover.psd": "not for browsers",
        "lessons/01-first.json": "{}",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    outside = folder.parent / "outside.js"
    outside.write_text("")
    (folder / "web" / "dist" / "link.js").symlink_to(outside)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with the game `hexes`, with `cairn`, and with a page that knows neither."""
    pages = tmp_path_factory.mktemp("pages")
    (pages / "index.html").write_text(INDEX)

    class Hexes(BLOCK_NESS):
        name = "hexes"

    Hexes.folder = folder

    def class_of(name: str) -> type[Game]:
        if name == "broken":
            raise OSError("its files cannot be read")
        return known[name]

    known = {"cairn": game_class("cairn"), "hexes": Hexes}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hatch_build, "PAGES", pages)
        hatch_build._write_previews()
        patch.setattr(files, "game_names", lambda: [*known, "broken", "blox"])
        patch.setattr(files, "game_class", class_of)
        with serving(tmp_path_factory.mktemp("data") / "tables.sqlite3", pages=pages) as running:
            yield running


def get(site: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(site.address + path, headers=headers)


def base_of(site: Serving, game: str) -> str:
    return str(get(site, "/packages.json").json()[game]["base"])


def test_list_has_the_files_of_games_that_the_page_does_not_know(site: Serving) -> None:
    answer = get(site, "/packages.json")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["cache-control"] == "no-cache"
    listed = answer.json()
    assert set(listed) == {"cairn", "hexes"}
    assert re.fullmatch(r"/packages/hexes/[0-9a-f]{16}/", listed["hexes"]["base"])
    locales = [f"locales/{language}.json" for language in ("de", "en", "es", "fr")]
    assert listed["hexes"]["files"] == [
        "chunks/side.js",
        *locales,
        "model.js",
        "pictures/cover.svg",
    ]
    assert listed["cairn"]["files"] == locales
    again = get(site, "/packages.json", **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_served_for_ever_and_compressed(site: Serving, folder: Path) -> None:
    base = base_of(site, "hexes")
    for name, kind in {
        "model.js": "text/javascript; charset=utf-8",
        "chunks/side.js": "text/javascript; charset=utf-8",
        "pictures/cover.svg": "image/svg+xml",
        "locales/fr.json": "application/json; charset=utf-8",
    }.items():
        answer = get(site, base + name)
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-encoding"] == "gzip"
        assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert get(site, base + "model.js").text == (folder / "web/dist/model.js").read_text()
    assert httpx.post(site.address + base + "model.js").status_code == 405
    assert httpx.head(site.address + base + "model.js").content == b""


@pytest.mark.parametrize(
    "name",
    [
        "scene.js",
        "notes.txt",
        ".secret.js",
        "link.js",
        "pictures/cover.psd",
        "../../packages.json",
        "",
    ],
)
def test_other_files_are_not_served(site: Serving, name: str) -> None:
    assert get(site, base_of(site, "hexes") + name.replace("..", "%2e%2e")).status_code == 404


def test_files_of_other_versions_are_not_served(site: Serving) -> None:
    assert get(site, "/packages/hexes/0123456789abcdef/model.js").status_code == 404
    assert get(site, "/packages/hexes/").status_code == 404


def test_addresses_change_with_the_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Hexes(BLOCK_NESS):
        name = "hexes"

    Hexes.folder = folder

    def class_of(_: str) -> type[Game]:
        return Hexes

    monkeypatch.setattr(files, "game_names", lambda: ["hexes"])
    monkeypatch.setattr(files, "game_class", class_of)
    before, again = (GamePackages.read(()).get("/packages.json") for _ in range(2))
    assert before == again
    picture = folder / "web" / "pictures" / "cover.svg"
    picture.write_text("<svg />")
    assert GamePackages.read(()).get("/packages.json") != before
    picture.write_text("<svg/>")


def test_messages_are_english_without_a_translation(site: Serving) -> None:
    base = base_of(site, "hexes")
    french = get(site, f"{base}locales/fr.json").json()
    assert (french["name"], french["tagline"]) == ("Hexagones", "Six sides")
    assert french["level.beginner"] == "Débutant"
    assert get(site, f"{base}locales/de.json").json()["name"] == "Hexes"


def test_link_previews_name_games_of_packages(site: Serving) -> None:
    assert "<title>Play Hexes online" in get(site, "/?game=hexes&lang=en").text
    assert "<title>Hexagones" in get(site, "/rules/hexes?lang=fr").text
    addresses = re.findall(r"<loc>([^<]*hexes)</loc>", get(site, "/sitemap.xml").text)
    paths = {address.removeprefix(site.address) for address in addresses}
    assert paths == {"/?game=hexes", "/learn/hexes", "/rules/hexes", "/study/hexes"}


def test_table_preloads_the_model_of_a_package(site: Serving) -> None:
    made = perform(make(site.address, ["person", "person"], game="cairn"))
    assert "modulepreload" not in get(site, f"/t/{made.table}").text
    element = f'<link rel="modulepreload" crossorigin href="{base_of(site, "hexes")}model.js" />'
    packages = site.application.site._packages
    assert packages is not None
    assert packages.preloads("hexes") == [element]
