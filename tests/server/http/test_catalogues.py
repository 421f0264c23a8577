"""Message catalogues over REST."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import empile
from empile.client import CommandError, Rest
from empile.engine.i18n import SHARED
from empile.engine.strict_json import is_list, is_object
from tests.server.serving import Serving, perform


def get(server: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/games/{path}", headers=headers)


def test_catalogues_are_those_of_the_games(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            for name in empile.game_names():
                catalogue = empile.load(name).presenter.catalogue
                for language in catalogue.languages:
                    found = await rest.catalogue(name, language)
                    assert found == SHARED.messages(language) | catalogue.messages(language)

    perform(scene())


def keys(value: Any) -> Iterator[str]:
    """Yield the keys of all messages in a response."""
    if is_object(value):
        if isinstance(key := value.get("key"), str):
            yield key
        for one in value.values():
            yield from keys(one)
    for one in value if is_list(value) else ():
        yield from keys(one)


def test_catalogues_have_the_keys_that_clients_receive(server: Serving) -> None:
    for info in httpx.get(f"{server.address}/api/games").json():
        name = info["name"]
        sent = {*keys(info), *keys(get(server, f"{name}/lessons").json())}
        assert "level.beginner" in sent
        for language in empile.load(name).presenter.catalogue.languages:
            missing = sent - set(get(server, f"{name}/catalogues/{language}").json())
            assert missing == set(), (name, language)


def test_catalogues_are_revalidated_by_their_tags(server: Serving) -> None:
    french = get(server, "blox/catalogues/fr")
    assert french.headers["cache-control"] == "public, max-age=3600"
    again = get(server, "blox/catalogues/fr", **{"if-none-match": french.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    german = get(server, "blox/catalogues/de", **{"if-none-match": french.headers["etag"]})
    assert german.status_code == 200


@pytest.mark.parametrize("language", ["xx", "..", "%2e%2e%2fen", "EN"])
def test_unknown_languages_are_refused(server: Serving, language: str) -> None:
    refused = get(server, f"on-top/catalogues/{language}")
    assert refused.status_code == 404


def test_refusals_name_what_exists(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError, match="de, en, es, fr") as refused:
                await rest.catalogue("on-top", "xx")
            assert refused.value.code == "no_table"
            with pytest.raises(CommandError, match="there is no game 'chess'"):
                await rest.catalogue("chess", "en")

    perform(scene())
