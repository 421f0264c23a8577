"""Costly routes: a list of all, which share one limit of each address."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

import empile
from empile.server.http.api import rest_application
from empile.server.settings import Settings
from empile.server.wire.rate_limits import Limits
from tests.server.serving import serving
from tests.support.patience import PATIENCE

SOURCE = Path(empile.__file__).parent
COSTLY = {
    "computed": "computes an answer",
    "computed_bytes": "computes an answer",
    "to_thread": "would hold up the event loop",
    "run_in_executor": "would hold up the event loop",
    "passwords.place": "hashes a password",
    "compute.run": "computes an answer",
    "fair_play.report": "computes an answer",
    "streamed": "reads everything of an account",
}
"""Functions whose callers are costly, by the last parts of their names."""
LISTED = {
    "GET /api/games.atom": 2,
    "GET /api/games/{game:str}/catalogues/{language:str}": 1,
    "GET /api/games/{game:str}/lessons": 1,
    "GET /api/games/{game:str}/lessons/{lesson:str}": 1,
    "GET /api/me/export": 100,
    "GET /api/members/{member:str}/games.atom": 2,
    "GET /api/moderation/members/{member:str}/fair-play": 20,
    "GET /api/offline/lessons/{game:str}": 1,
    "GET /api/offline/levels/{level:str}": 1,
    "GET /api/privacy": 1,
    "GET /api/puzzles/daily": 1,
    "GET /api/puzzles/{game:str}": 1,
    "GET /api/puzzles/{game:str}/{puzzle:str}": 1,
    "GET /api/puzzles/{game:str}/{puzzle:str}/board": 1,
    "GET /api/solo/levels": 1,
    "GET /api/solo/levels/{level:str}": 1,
    "GET /api/tables/{table:str}/record": 2,
    "GET /api/tables/{table:str}/replay": 2,
    "PATCH /api/me": 4,
    "POST /api/accounts": 4,
    "POST /api/analyses": 2,
    "POST /api/films": 20,
    "POST /api/films/falls": 20,
    "POST /api/games/{game:str}/lessons/{lesson:str}/moves": 1,
    "POST /api/games/{game:str}/options": 1,
    "POST /api/me/confirm": 4,
    "POST /api/members/{member:str}/puzzles": 4,
    "POST /api/passkeys": 1,
    "POST /api/pictures": 5,
    "POST /api/positions": 1,
    "POST /api/positions/lines": 10,
    "POST /api/puzzles/missed": 50,
    "POST /api/puzzles/try": 4,
    "POST /api/puzzles/{game:str}/{puzzle:str}/try": 4,
    "POST /api/recovery": 4,
    "POST /api/recovery/mail/{token:str}": 4,
    "POST /api/replays": 2,
    "POST /api/replays/line": 2,
    "POST /api/sessions": 4,
    "POST /api/sessions/passkey": 1,
    "POST /api/solo/check": 4,
    "POST /api/solo/hint": 4,
    "POST /api/solo/solution": 4,
    "PUT /api/members/{member:str}/studies/{study:str}": 2,
}
"""Each costly route with its cost."""


def handlers() -> Iterator[tuple[str, HTTPRouteHandler]]:
    """Yield all routes of a server with accounts, each with its handler."""
    found = rest_application(Settings(data=Path("none"), accounts="open"))
    for route in found.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.fn.__module__.startswith("empile."):
                    yield f"{' '.join(sorted(handler.http_methods))} {route.path}", handler


@cache
def tree_of(module: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a module of this project, those of classes too."""
    path = SOURCE.parent / f"{module.replace('.', '/')}.py"
    if not path.exists():
        return {}
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.name: node
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }


@cache
def names_of(module: str) -> dict[str, str]:
    """Return what a module imports of this project: full names by local ones."""
    path = SOURCE.parent / f"{module.replace('.', '/')}.py"
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("empile"):
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return found


def costly_calls(module: str, name: str, seen: set[tuple[str, str]]) -> set[str]:
    """Return the costly functions that a function calls, by itself or by others of the project."""
    if (module, name) in seen or name not in tree_of(module):
        return set()
    seen.add((module, name))
    return called_in(tree_of(module)[name], module, seen)


def called_in(tree: ast.AST, module: str, seen: set[tuple[str, str]]) -> set[str]:
    """Return the costly functions that are called in a part of a module."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        found |= {one for one in COSTLY if f".{called}".endswith(f".{one}")}
        first, _, rest = called.partition(".")
        whole = names_of(module).get(first, "" if rest else f"{module}.{first}")
        if whole:
            place, _, last = f"{whole}.{rest}".rstrip(".").rpartition(".")
            found |= costly_calls(place, last, seen)
    return found


def costly_work(handler: HTTPRouteHandler) -> set[str]:
    """Return the costly functions that a route calls."""
    function: Any = inspect.unwrap(handler.fn)
    source = textwrap.dedent(inspect.getsource(function))
    return called_in(ast.parse(source), function.__module__, set())


def test_all_costly_routes_share_the_limit() -> None:
    """A new one declares ``cost=`` and belongs into the list, which somebody looks at."""
    found = dict(handlers())
    costs = {name: one.opt["cost"] for name, one in found.items() if "cost" in one.opt}
    work = {name: costly_work(one) for name, one in found.items()}
    assert {name for name, calls in work.items() if calls} - costs.keys() == set()
    assert costs == LISTED
    # None of them was renamed since.
    assert set[str]().union(*work.values()) == COSTLY.keys() - {"run_in_executor"}


def test_costly_requests_are_limited_together(tmp_path: Path) -> None:
    limits = Limits(costs_per_second=1e-6, costs_at_once=12)
    # Before its first move is a chance event: wrong requests are counted, too.
    search = {"game": "blox", "options": {}, "moves": [], "simulations": 25}
    with (
        serving(tmp_path / "tables.sqlite3", limits=limits) as server,
        httpx.Client(base_url=server.address, timeout=PATIENCE) as client,
    ):
        first = client.post("/api/positions/lines", json=search)
        assert (first.status_code, first.json()["code"]) == (409, "not_now")
        assert '"costs";r=2' in first.headers["ratelimit"]
        again = client.post("/api/positions/lines", json=search)
        assert (again.status_code, again.json()["code"]) == (429, "rate_limited")
        assert int(again.headers["retry-after"]) > 1
        answers = [client.get("/api/solo/levels").status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert client.get("/api/tables").status_code == 200


def test_costly_work_outside_of_routes_is_known() -> None:
    """Each of these is limited in another way."""
    folder = SOURCE / "server" / "http"
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if "cost=" not in (text := path.read_text("utf-8"))
        and any(f"{name}(" in text for name in COSTLY)
    }
    assert found == {
        "documentation.py",  # read once
        "engine/files.py",  # one thread for all
        "network/access.py",  # by the host
        "previews/thumbnails.py",  # one for each position
        "solo.py",  # for routes
    }


def test_costs_of_routes_are_positive_and_affordable() -> None:
    most = Limits().costs_at_once
    assert all(0 < cost <= most / 10 for cost in LISTED.values())
