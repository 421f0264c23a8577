"""Each operation declares exactly the errors that it sends, as problems of RFC 9457."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import httpx
import pytest
import websockets

from empile.puzzles.library import load_puzzles
from empile.server.http.errors import retry_headers
from empile.server.http.openapi.document import declared_errors
from empile.server.wire.codes import (
    CLOSINGS,
    ERRORS,
    reference_text,
    type_of,
)
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import ClosingCode, ErrorCode
from empile.server.wire.rate_limits import Limits
from tests.server.serving import ROOMY, Serving, make, perform, serving
from tests.support.games import golden_records
from tests.support.patience import PATIENCE

DOCS = Path(__file__).parents[3] / "docs" / "reference"
NOBODY = "AAAAAAAAAAAAAAAAAAAAAA"
PLACES = [{"kind": "person", "name": "Anne"}, {"kind": "open"}]


class Case(NamedTuple):
    """A request that fails with a code."""

    operation: str
    """Method and path, as in the document."""
    code: ErrorCode
    values: Mapping[str, str] = MappingProxyType({})
    body: Any = None
    token: str | None = None
    query: str = ""


def record() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(golden_records("block-ness")[0].read_text("utf-8"))
    return found


def cases(server: Serving, data: Path) -> Iterator[Case]:
    """Yield a request for each code of each operation."""
    game = {"game": "block-ness"}
    lesson: str = httpx.get(f"{server.address}/api/games/block-ness/lessons").json()[0]["name"]
    levels: list[dict[str, Any]] = httpx.get(f"{server.address}/api/solo/levels").json()["levels"]
    level = httpx.get(f"{server.address}/api/solo/levels/{levels[0]['id']}").json()
    solo = {"variant": level["variant"], "start": level["start"]}

    def table(*places: str, **more: Any) -> tuple[dict[str, str], str]:
        made = perform(make(server.address, places or ("person", "open"), **more))
        return {"table": made.table}, made.token

    listing = "get /api/tables"
    yield Case(listing, "bad_request", query="?cursor=none")
    yield Case(listing, "no_table", query="?game=none")
    running, token = table()
    yield Case("post /api/games/{game}/options", "no_table", {"game": "none"}, {})
    lessons = "/api/games/{game}/lessons"
    yield Case(f"get {lessons}", "no_table", {"game": "none"})
    yield Case(f"get {lessons}/{{lesson}}", "no_table", game | {"lesson": "none"})
    answered = f"post {lessons}/{{lesson}}/moves"
    steps = game | {"lesson": lesson}
    yield Case(answered, "no_table", game | {"lesson": "none"}, {"moves": ["a1-a2"]})
    yield Case(answered, "illegal", steps, {"moves": ["?"]})
    yield Case(answered, "not_now", steps, {"moves": [*learnt(server, lesson), "a1-a2"]})
    positions = "post /api/positions"
    yield Case(positions, "no_table", {}, {"game": "none"})
    yield Case(positions, "bad_options", {}, game | {"options": {"variant": "x"}})
    yield Case(positions, "bad_position", {}, game | {"start": {"stage": "x"}})
    yield Case(positions, "illegal", {}, game | {"moves": ["x"]})
    lines = "post /api/positions/lines"
    yield Case(lines, "no_table", {}, {"game": "none"})
    yield Case(lines, "bad_options", {}, game | {"options": {"variant": "x"}})
    yield Case(lines, "bad_position", {}, game | {"start": {"stage": "x"}})
    yield Case(lines, "illegal", {}, game | {"moves": ["x"]})
    yield Case(lines, "not_now", {}, {"game": "blox"})
    tables = "post /api/tables"
    yield Case(tables, "no_table", {}, {"game": "none", "places": PLACES})
    yield Case(tables, "bad_options", {}, game | {"places": PLACES * 9})
    yield Case(tables, "bad_position", {}, game | {"places": PLACES, "start": {"stage": "x"}})
    yield Case("get /api/codes/{code}", "no_table", {"code": "none"})
    info = "get /api/tables/{table}"
    yield Case(info, "no_table", {"table": "none"})
    yield Case(info, "bad_token", running, None, NOBODY)
    join = "post /api/tables/{table}/join"
    yield Case(join, "no_table", {"table": "none"}, {"name": "Bea"})
    yield Case(join, "bad_token", running, {"name": "Bea"}, NOBODY)
    yield Case(join, "no_place", running, {"name": "Bea", "place": 0})
    yield Case(join, "frozen", freeze(server, table()[0]), {"name": "Bea"})
    yield Case(join, "stale", overtake(server, data, table()[0]), {"name": "Bea"})
    fill = "post /api/tables/{table}/fill"
    yield Case(fill, "no_table", {"table": "none"}, {"level": 1})
    yield Case(fill, "bad_token", running, {"level": 1}, NOBODY)
    yield Case(fill, "not_yours", running, {"level": 1})
    yield Case(fill, "no_place", running, {"level": 1, "place": 0}, token)
    cold, own = table()
    yield Case(fill, "frozen", freeze(server, cold), {"level": 1}, own)
    late, own = table()
    yield Case(fill, "stale", overtake(server, data, late), {"level": 1}, own)
    playing, own = table("person", "person")
    hidden, _ = table("person", "person", allow_spectators=False)
    for name in ("record", "replay"):
        seen = f"get /api/tables/{{table}}/{name}"
        yield Case(seen, "no_table", running)
        yield Case(seen, "bad_token", playing, None, NOBODY)
        yield Case(seen, "bad_request", playing, query="?game=x")
        yield Case(seen, "no_spectators", hidden)
    stream = "get /api/tables/{table}/stream"
    yield Case(stream, "no_table", {"table": "none"})
    yield Case(stream, "bad_token", playing, None, NOBODY)
    yield Case(stream, "bad_request", playing, query="?since=x")
    yield Case(stream, "no_spectators", hidden)
    yield from commands(server, data, table)
    yield Case("post /api/replays", "bad_record", {}, {})
    yield Case("post /api/pictures", "bad_record", {}, {"record": {}})
    fall = {"bodies": ["x"], "rate": 60, "frames": 1, "marks": {}, "data": ""}
    yield Case("post /api/films/falls", "no_table", {}, {"game": "none", **fall})
    yield Case("post /api/films", "bad_record", {}, {"record": {}, "first": 0, "last": 0})
    line = "post /api/replays/line"
    yield Case(line, "bad_record", {}, {"record": {}, "at": 0, "line": []})
    analyses = "post /api/analyses"
    yield Case(analyses, "no_table", {}, {"table": "none"})
    yield Case(analyses, "bad_token", {}, playing, NOBODY)
    yield Case(analyses, "no_spectators", {}, hidden)
    yield Case(analyses, "bad_record", {}, {"record": {}})
    yield Case(analyses, "not_now", {}, playing)
    yield Case("get /api/analyses/{analysis}", "no_table", {"analysis": "none"})
    yield Case("get /api/solo/levels/{level}", "no_table", {"level": "none"})
    yield Case("get /api/offline/lessons/{game}", "no_table", {"game": "none"})
    yield Case("get /api/offline/levels/{level}", "no_table", {"level": "none"})
    yield Case("get /api/puzzles/daily", "bad_request", query="?day=tomorrow")
    yield Case("get /api/puzzles/{game}", "no_table", {"game": "none"})
    at = {"game": "block-ness", "puzzle": load_puzzles("block-ness")[0].id}
    nowhere = {"game": "block-ness", "puzzle": "none"}
    yield Case("get /api/puzzles/{game}/{puzzle}", "no_table", nowhere)
    yield Case("get /api/puzzles/{game}/{puzzle}/board", "no_table", nowhere)
    missed = "post /api/puzzles/missed"
    yield Case(missed, "bad_record", {}, {}, query="?seat=0")
    yield Case(missed, "bad_request", {}, record(), query="?seat=9")
    tried = "post /api/puzzles/{game}/{puzzle}/try"
    yield Case(tried, "no_table", nowhere, {"moves": ["x"]})
    yield Case(tried, "illegal", at, {"moves": ["x"]})
    yield Case(tried, "bad_request", at, {"moves": []})
    puzzle = load_puzzles("block-ness")[0]
    of_game: dict[str, Any] = {
        "game": "block-ness",
        "options": dict(puzzle.options),
        "kind": puzzle.kind,
        "start": dict(puzzle.start),
        "line": list(puzzle.line),
        "moves": ["x"],
    }
    tried = "post /api/puzzles/try"
    yield Case(tried, "no_table", {}, of_game | {"game": "none"})
    yield Case(tried, "bad_options", {}, of_game | {"options": {"players": 9}})
    yield Case(tried, "bad_position", {}, of_game | {"start": {"stage": "x"}})
    yield Case(tried, "bad_request", {}, of_game | {"kind": "x"})
    yield Case(tried, "illegal", {}, of_game)
    transfer = {"name": "0" * 32, "body": "c2VhbGVk"}
    httpx.post(f"{server.address}/api/transfers", json=transfer)
    yield Case("post /api/transfers", "bad_request", {}, transfer)  # the name is in use
    yield Case("post /api/transfers/{name}/open", "not_found", {"name": "none"}, {})
    catalogue = "get /api/games/{game}/catalogues/{language}"
    yield Case(catalogue, "no_table", {"game": "block-ness", "language": "xx"})
    for name in ("check", "hint", "solution"):
        asked = f"post /api/solo/{name}"
        yield Case(asked, "bad_options", {}, solo | {"variant": "x"})
        yield Case(asked, "bad_position", {}, solo | {"start": {"stage": "x"}})
        if name != "check":
            yield Case(asked, "illegal", {}, solo | {"moves": ["x"]})
    moves = httpx.post(f"{server.address}/api/solo/solution", json=solo, timeout=PATIENCE).json()[
        "moves"
    ]
    yield Case("post /api/solo/hint", "not_now", {}, solo | {"moves": moves})


def commands(server: Serving, data: Path, table: Callable[..., Any]) -> Iterator[Case]:
    """Yield requests for each code of the commands of a game."""
    for name, body in (
        ("moves", {"seq": 2, "action": "?"}),
        ("resignation", {"place": 0}),
        ("answers", {"ask": 1, "yes": True}),
        ("phrases", {"phrase": "play.nice", "place": 0}),
    ):
        command = f"post /api/tables/{{table}}/{name}"
        yield Case(command, "no_table", {"table": "none"}, body)
        playing, own = table("person", "person")
        yield Case(command, "bad_token", playing, body, NOBODY)
        yield Case(command, "not_yours", playing, body)
        yield Case(command, "frozen", freeze(server, table("person", "person")[0]), body)
        if name == "moves":
            yield Case(command, "stale", playing, {**body, "seq": 1}, own)
            yield Case(command, "illegal", playing, body, own)
            gathering, own = table()
            yield Case(command, "not_now", gathering, {**body, "seq": 1}, own)
        else:
            late, late_own = table("person", "person")
            if name == "answers":
                yield Case(command, "not_now", playing, body, own)
                asked = {"ask": ask(server, data, late), "yes": True}
                yield Case(command, "stale", overtake(server, data, late), asked, late_own)
            else:
                yield Case(command, "stale", overtake(server, data, late), body, late_own)
                gathering, own = table()
                yield Case(command, "not_now", gathering, body, own)
    for name in ("abort", "presence", "claim"):
        command = f"post /api/tables/{{table}}/{name}"
        yield Case(command, "no_table", {"table": "none"}, {})
        yield Case(command, "bad_token", playing, {}, NOBODY)
        yield Case(command, "not_yours", playing, {})
        yield Case(command, "frozen", freeze(server, table("person", "person")[0]), {})
        gathering, own = table()
        yield Case(command, "not_now", gathering, {}, own)
        late, token = wait_long(server, data, *table("person", "open"), asked=name == "claim")
        yield Case(command, "stale", overtake(server, data, late), {}, token)


def learnt(server: Serving, lesson: str) -> list[str]:
    """Return moves that end a lesson."""
    address = f"{server.address}/api/games/block-ness/lessons/{lesson}"
    moves: list[str] = []
    step: dict[str, Any] | None = httpx.get(address).json()
    while step is not None:
        for move in step["legal"]:
            tried = [*moves, move["text"]]
            answer = httpx.post(f"{address}/moves", json={"moves": tried}).json()
            if answer["right"]:
                moves, step = tried, answer["next"]
                break
    return moves


def freeze(server: Serving, table: dict[str, str]) -> dict[str, str]:
    (room,) = [one for one in server.registry.rooms if one.table.id == table["table"]]
    loop_of(server).call_soon_threadsafe(room.freeze, "for a test")
    while room.table.failure is None:
        httpx.get(f"{server.address}/health")
    return table


def wait_long(
    server: Serving, data: Path, table: dict[str, str], own: str, *, asked: bool
) -> tuple[dict[str, str], str]:
    """Let the player to act be absent for long; return the table and the other player's token."""
    address = f"{server.address}/api/tables/{table['table']}/join"
    other: str = httpx.post(address, json={"name": "Bea"}).json()["token"]
    (room,) = [one for one in server.registry.rooms if one.table.id == table["table"]]
    live = room.table
    acting = live.place_to_act
    assert acting is not None
    live.turn_at -= 1_000_000
    if asked:
        body = {"kind": "asked", "what": "presence", "place": 1 - acting, "of": [acting]}
        ask(server, data, table, json.dumps(body).encode())
    for question in live.asks.values():
        question.at -= 1_000_000
    return table, other if acting == 0 else own


def overtake(server: Serving, data: Path, table: dict[str, str]) -> dict[str, str]:
    """Let another process rename a player, without the server seeing it before the next write."""
    (room,) = [one for one in server.registry.rooms if one.table.id == table["table"]]
    room.catch_up = no_news  # type: ignore[method-assign]
    with closing(sqlite3.connect(data, isolation_level=None)) as file:
        file.execute(
            "INSERT INTO log (number, seq, at, body) VALUES (?, ?, 0, ?)",
            (room.table.number, room.table.seq + 1, b'{"kind":"renamed","place":0,"name":"Ann"}'),
        )
    return table


def ask(
    server: Serving,
    data: Path,
    table: dict[str, str],
    question: bytes = b'{"kind":"asked","what":"rematch","place":1,"of":[0]}',
) -> int:
    """Let another process ask the people of a table something; return the question's number."""
    (room,) = [one for one in server.registry.rooms if one.table.id == table["table"]]
    seq = room.table.seq + 1
    with closing(sqlite3.connect(data, isolation_level=None)) as file:
        file.execute(
            "INSERT INTO log (number, seq, at, body) VALUES (?, ?, 0, ?)",
            (room.table.number, seq, question),
        )
    while room.table.seq < seq:
        httpx.get(f"{server.address}/health")
    return seq


async def no_news() -> None:
    pass


def loop_of(server: Serving) -> Any:
    loading = server.application._loading
    assert loading is not None
    return loading.get_loop()


def send(server: Serving, case: Case) -> httpx.Response:
    method, path = case.operation.split()
    headers = {} if case.token is None else {"authorization": f"Bearer {case.token}"}
    address = server.address + path.format(**case.values) + case.query
    return httpx.request(method, address, json=case.body, headers=headers, timeout=PATIENCE)


def test_operations_declare_the_errors_that_they_send(server: Serving) -> None:
    document = httpx.get(f"{server.address}/api/schema/openapi.json").json()
    sent: dict[tuple[str, str], set[str]] = defaultdict(set)
    data = server.application.settings.data
    assert isinstance(data, Path)
    for case in cases(server, data):
        answer = send(server, case)
        told = f"{case}: {answer.text}"
        method, path = case.operation.split()
        problem = answer.json()
        assert problem["code"] == case.code, told
        check(document, path, method, answer)
        sent[path, method].add(case.code)
    loading = server.application._loading
    assert loading is not None
    declared = declared_errors(loading.result().rest.routes)
    own = {key: set(codes) for key, codes in declared.items() if codes}
    own["/metrics", "get"] -= {"forbidden"}  # this test is the operator
    own["/api/tables/{table}/fill", "post"] -= {"not_allowed"}  # rated tables need accounts
    own["/api/tables/{table}/phrases", "post"] -= {"not_allowed"}  # a server without phrases
    own["/api/network", "post"] -= {"forbidden", "unavailable"}  # see tests/server/http/network
    assert {key: codes for key, codes in own.items() if codes} == dict(sent)


def check(document: dict[str, Any], path: str, method: str, answer: httpx.Response) -> None:
    """Assert that a response is a problem that the document declares."""
    problem = answer.json()
    code: ErrorCode = problem["code"]
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code"} <= problem.keys()
    assert (problem["type"], problem["title"]) == (type_of(code), ERRORS[code].title)
    assert answer.status_code == problem["status"] == ERRORS[code].status
    declared = document["paths"][path][method]["responses"][str(answer.status_code)]
    (schema,) = [
        one["schema"] for kind, one in declared["content"].items() if kind.endswith("problem+json")
    ]
    assert code in schema["allOf"][1]["properties"]["code"]["enum"]


@pytest.mark.parametrize(
    ("path", "body", "headers", "code"),
    [
        ("/api/tables", b"{", {}, "bad_request"),
        ("/api/tables", b"{}", {"content-type": "text/plain"}, "wrong_media_type"),
        ("/api/tables", b"{}", {"origin": "http://evil.example"}, "forbidden"),
        ("/api/tables", b" " * 600_000, {}, "too_large"),
        ("/api/tables", b"{}", {"host": "rebound.example"}, "wrong_host"),
        ("/api/tables", b"{}", {"empile-protocol": "1"}, "outdated"),
        ("/api/games", None, {"empile-protocol": "99"}, "outdated"),
        ("/api/games", None, {"host": "rebound.example"}, "wrong_host"),
    ],
)
def test_every_operation_declares_what_any_request_may_get(
    server: Serving, path: str, body: bytes | None, headers: dict[str, str], code: str
) -> None:
    document = httpx.get(f"{server.address}/api/schema/openapi.json").json()
    method = "get" if body is None else "post"
    answer = httpx.request(
        method,
        server.address + path,
        content=body,
        headers={"content-type": "application/json"} | headers,
    )
    assert answer.json()["code"] == code
    check(document, path, method, answer)


def test_unknown_routes_and_methods_are_problems(server: Serving) -> None:
    missing = httpx.get(f"{server.address}/api/none")
    wrong = httpx.delete(f"{server.address}/api/tables")
    for answer, code in ((missing, "not_found"), (wrong, "wrong_method")):
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == code


def test_limited_requests_say_when_to_come_back(tmp_path: Path) -> None:
    limits = replace(Limits(), requests_per_second=0.25, requests_at_once=2)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        document = httpx.get(f"{server.address}/api/schema/openapi.json").json()
        address = f"{server.address}/api/games/block-ness/lessons"
        answers = [httpx.get(address) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        reads, costs, requests = answers[0].headers["ratelimit-policy"].split(", ")
        assert (reads, costs) == ('"reads";q=500;w=10', '"costs";q=2000;w=100')
        assert requests == '"requests";q=2;w=8'
        left = [answer.headers["ratelimit"].split(", ")[2] for answer in answers]
        assert [one.split(";")[1] for one in left] == ["r=1", "r=0", "r=0"]
        assert left[0].startswith('"requests";r=1;t=')
        check(document, "/api/games/{game}/lessons", "get", answers[2])
        assert 1 <= int(answers[2].headers["retry-after"]) <= 4


def test_wrong_codes_say_when_to_come_back(tmp_path: Path) -> None:
    limits = replace(
        ROOMY,
        wrong_codes_at_once=1,
        network_wrong_codes_at_once=1,
        shared_wrong_codes_at_once=1,
        wrong_codes_per_second=0.01,
        network_wrong_codes_per_second=0.01,
        shared_wrong_codes_per_second=0.05,
    )
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        answers = [httpx.get(f"{server.address}/api/codes/AAAAAA") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert 15 <= int(answers[2].headers["retry-after"]) <= 20


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("/ws", {"origin": "http://evil.example"}, 403, "forbidden"),
        ("/ws", {"host": "rebound.example"}, 421, "wrong_host"),
        ("/none", {}, 404, "not_found"),
    ],
)
def test_refused_handshakes_are_problems(
    server: Serving, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    async def scene() -> None:
        address = server.address.replace("http", "ws") + path
        host = headers.get("host")
        if host is not None:
            port = int(address.rpartition(":")[2].partition("/")[0])
            opening = websockets.connect(f"ws://{host}{path}", host="127.0.0.1", port=port)
        else:
            opening = websockets.connect(address, additional_headers=headers)
        with pytest.raises(websockets.InvalidStatus) as refused:
            await opening
        response = refused.value.response
        assert response.status_code == status
        assert response.headers["content-type"] == "application/problem+json"
        assert response.body is not None
        assert json.loads(response.body)["code"] == code

    perform(scene())


def test_all_codes_are_in_the_table() -> None:
    assert {*ERRORS} == {*get_args(ErrorCode)}
    assert {*CLOSINGS} == {*get_args(ClosingCode)}
    assert all(info.status or info.on_socket for info in ERRORS.values())


def test_reference_matches_the_table() -> None:
    assert (DOCS / "errors.md").read_text("utf-8") == reference_text()


def test_types_are_anchors_of_the_reference() -> None:
    text = reference_text()
    for code in ERRORS:
        page, _, anchor = type_of(code).partition("#")
        assert page == "/docs/reference/errors.html"
        assert f'<a id="{anchor}"></a>' in text


@pytest.mark.parametrize(
    ("error", "headers"),
    [
        (CommandError("unavailable", "the server is stopping"), {"retry-after": "1"}),
        (CommandError("unavailable", "the store fails", retry_after=2.2), {"retry-after": "3"}),
        (CommandError("rate_limited", "too many", retry_after=0.1), {"retry-after": "1"}),
        (CommandError("bad_token", "no place"), {"www-authenticate": "Bearer"}),
        (CommandError("illegal", "no such move"), {}),
    ],
    ids=str,
)
def test_answers_say_when_to_try_again(error: CommandError, headers: dict[str, str]) -> None:
    assert retry_headers(error) == headers
