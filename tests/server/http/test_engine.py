"""Rules for the page: the index, modules and bundles."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import empile
from empile.engine.game import Game
from empile.engine.wasm import bundle
from empile.engine.wasm.sections import HEADER, finished
from empile.server.background import modules
from tests.server.serving import Serving, serving

MODULE = finished(HEADER, {"blocks": {}})
BROTLI = b"stands for a module by Brotli"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that compiles nothing, where only the module of Blox is shipped."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "blox.wasm.br").write_bytes(BROTLI)
    (folder / "blox.wasm.gz").write_bytes(gzip.compress(MODULE))

    def only_blox(game: Game) -> bytes | None:
        return MODULE if game.name == "blox" else None

    def shipped(game: Game) -> Path:
        return folder / f"{game.name}.wasm"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(modules, "cached_module", only_blox)
        patch.setattr(modules, "shipped_path", shipped)
        with serving(folder / "tables.sqlite3") as server:
            yield server


def games_of(server: Serving) -> dict[str, Any]:
    games: dict[str, Any] = httpx.get(server.address + "/engine/index.json").json()["games"]
    return games


def test_index_says_which_games_have_modules(site: Serving) -> None:
    answer = httpx.get(site.address + "/engine/index.json")
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    games = answer.json()["games"]
    assert list(games) == empile.game_names()
    assert games["on-top"] == {"status": "unavailable"}
    blox = games["blox"]
    assert (blox["status"], blox["rules"]) == ("ready", empile.load("blox").rules_version)
    assert [part["players"] for part in blox["bundles"]] == [2, 3, 4]
    again = httpx.get(answer.url, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_module_is_served_for_ever_and_compressed(site: Serving) -> None:
    address = site.address + games_of(site)["blox"]["module"]
    plain = httpx.get(address, headers={"accept-encoding": "identity"})
    assert plain.content == MODULE
    assert plain.headers["content-type"] == "application/wasm"
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "'wasm-unsafe-eval'" in plain.headers["content-security-policy"]
    packed = httpx.get(address, headers={"accept-encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.content) == ("gzip", MODULE)
    with httpx.stream("GET", address, headers={"accept-encoding": "br, gzip"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert b"".join(answer.iter_raw()) == BROTLI
    assert httpx.head(address).content == b""
    assert httpx.post(address).status_code == 405


def test_bundles_are_those_of_the_game(site: Serving) -> None:
    listed = games_of(site)["blox"]["bundles"][1]
    facts, data = (httpx.get(site.address + listed[part]) for part in ("facts", "data"))
    expected = bundle(empile.load("blox", players=3))
    assert facts.content == expected.json
    assert data.content == expected.data
    assert json.loads(facts.content)["seats"] == listed["players"] == 3
    for answer in (facts, data):
        assert "immutable" in answer.headers["cache-control"]


def test_other_addresses_do_not_exist(site: Serving) -> None:
    for path in ("/engine/", "/engine/blox.wasm", "/engine/blox.0123456789abcdef.wasm"):
        answer = httpx.get(site.address + path)
        assert (answer.status_code, answer.text) == (404, "there is no such file\n")


def test_a_server_that_compiles_says_not_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(game: Game) -> None:
        return None

    monkeypatch.setattr(modules, "cached_module", nothing)
    monkeypatch.setattr("empile.server.background.preparation.is_warm", _is_not_warm)
    monkeypatch.setattr("empile.server.background.preparation.warm_apart", _never_compiled)
    with serving(tmp_path / "tables.sqlite3", warm=True) as server:
        assert games_of(server)["blox"] == {"status": "compiling"}


def _is_not_warm(game: Game) -> bool:
    return False


def _never_compiled(name: str, progress: Any, stop: Any) -> bool:
    stop.wait()
    return False
