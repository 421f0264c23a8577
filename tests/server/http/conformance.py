"""Compares the server's answers with its OpenAPI document, by random requests.

Random names are rarely those of a game or a table, so most requests get real ones.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok

from tests.support.games import golden_records
from tests.support.patience import PATIENCE

load_all_checks()
CHECKED: Final = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "unsupported_method",
    ]
)
Json = Any
_JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["a1", "house", "base", "person", "bot", "large"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@dataclass(frozen=True)
class Examples:
    """Real values by the names of parameters and fields of bodies."""

    values: Mapping[str, Sequence[Json]]
    token: str


def prepare(address: str) -> Examples:
    """Make tables, and return their ids with other names that the server knows."""
    with httpx.Client(base_url=address, timeout=PATIENCE) as http:
        games: list[dict[str, Any]] = http.get("/api/games").json()
        made = [
            http.post("/api/tables", json={"game": name, "places": places}).json()
            for name in ("block-ness", "blox")
            for places in (
                [{"kind": "person", "name": "Anne"}, {"kind": "open"}],
                [{"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Bea"}],
            )
        ]
        names = [game["name"] for game in games]
        lessons = [one["name"] for one in http.get(f"/api/games/{names[0]}/lessons").json()]
        levels = http.get("/api/solo/levels").json()["levels"]
        level = http.get(f"/api/solo/levels/{levels[0]['id']}").json()
        tables = [one["table"] for one in made]
        return Examples(
            {
                "game": names,
                "language": ["de", "en", "es", "fr"],
                "lesson": lessons,
                "level": [one["id"] for one in levels[:3]],
                "table": tables,
                "places": [
                    [{"kind": "person", "name": "Anne"}, {"kind": "open"}],
                    [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 9}],
                ],
                "code": [one["code"] for one in made],
                "variant": [level["variant"]],
                "start": [level["start"]],
                "record": [
                    json.loads(golden_records(name)[0].read_text("utf-8")) for name in names
                ],
                "options": [option["name"] for game in games for option in game["options"]],
            },
            made[0]["token"],
        )


def differences(
    address: str,
    examples: Examples,
    count: int,
    *,
    repeatable: bool = True,
    headers: Mapping[str, str] | None = None,
    paths: Sequence[str] | None = None,
) -> Iterator[tuple[str, Counter[int], BaseException | None]]:
    """Yield each operation with the statuses it answered and the first difference, or None.

    ``count`` is the number of requests of each kind: valid by the document, and invalid. Without
    ``paths``, all are compared.
    """
    sent = {"authorization": f"Bearer {examples.token}"} if headers is None else dict(headers)
    # Without the cookie of a session: all requests have it, also those that are meant to lack something.
    config = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})
    document = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json", config=config)
    for result in document.get_all_operations():
        assert isinstance(result, Ok), "the document is invalid"
        operation = result.ok()
        if paths is not None and operation.path not in paths:
            continue
        if operation.path.endswith("/stream") or operation.path.startswith("/api/stream/"):
            continue  # they do not end
        modes = [GenerationMode.POSITIVE]
        if operation.body or operation.query:
            modes.append(GenerationMode.NEGATIVE)
        for mode in modes:
            statuses: Counter[int] = Counter()
            error = _check(operation, mode, examples, statuses, count, sent, repeatable=repeatable)
            yield f"{operation.label}, {mode.value}", statuses, error


def _check(
    operation: Any,
    mode: GenerationMode,
    examples: Examples,
    statuses: Counter[int],
    count: int,
    headers: Mapping[str, str],
    *,
    repeatable: bool,
) -> BaseException | None:
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=repeatable,
        suppress_health_check=[
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
            HealthCheck.large_base_example,
            HealthCheck.too_slow,
        ],
        phases=[Phase.generate],
    )
    def check(case: Any, data: st.DataObject) -> None:
        _insert(case, examples, data, bodies=mode is GenerationMode.POSITIVE)
        response = case.call(headers=headers, timeout=PATIENCE)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKED)

    try:
        check()
    except Exception as error:
        return error
    return None


def _insert(case: Any, examples: Examples, data: st.DataObject, *, bodies: bool) -> None:
    """Replace most names by real ones, and in valid bodies also objects of the game."""
    _replace(case.path_parameters or {}, examples, data)
    if bodies and isinstance(case.body, dict):
        if "format" in case.body:  # a record
            case.body = data.draw(st.sampled_from(examples.values["record"]))
            case.body = _mutated(case.body, data)
            return
        if "table" in case.body and "record" in case.body:  # one of them is refused
            del case.body[data.draw(st.sampled_from(["table", "record"]))]
        _replace(case.body, examples, data)
        if "options" in case.body and data.draw(st.booleans()):
            names = st.sampled_from(examples.values["options"])
            case.body["options"] = data.draw(st.dictionaries(names, _JSON, max_size=2))
        for name in ("start", "record"):
            if isinstance(case.body.get(name), dict):
                case.body[name] = _mutated(case.body[name], data)


def _replace(values: dict[str, Json], examples: Examples, data: st.DataObject) -> None:
    for name in values:
        known = examples.values.get(name)
        if known and name != "options" and data.draw(st.integers(0, 9)) < 8:
            values[name] = data.draw(st.sampled_from(known))


def _mutated(found: dict[str, Json], data: st.DataObject) -> dict[str, Json]:
    """Return an object with at most one member changed."""
    if not found or data.draw(st.booleans()):
        return found
    name = data.draw(st.sampled_from(sorted(found)))
    return found | {name: data.draw(_JSON)}
