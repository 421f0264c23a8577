"""What the page keeps, over REST."""

from __future__ import annotations

import httpx

from tests.server.serving import Serving
from tests.support.patience import PATIENCE


def get(server: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/offline/{path}", timeout=PATIENCE, headers=headers)


def test_lessons_and_levels_can_be_kept(server: Serving) -> None:
    lessons = get(server, "lessons/blox")
    assert lessons.json()["lessons"][0]["steps"][0]["step"]["step"] == 1
    level = get(server, "levels/1-01")
    assert level.json()["id"] == "1-01"
    for answer in (lessons, level):
        assert "public" in answer.headers["cache-control"]
        path = answer.request.url.path.removeprefix("/api/offline/")
        again = get(server, path, **{"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_unknown_names_are_refused(server: Serving) -> None:
    for path in ("lessons/chess", "levels/9-99", "levels/x"):
        refused = get(server, path)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_table")
