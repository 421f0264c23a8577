"""Studies of members in both kinds of stores: versions, limits, and what others see of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from empile.community.records import studies
from empile.community.records.study_shape import LARGEST, check_study
from empile.server.store.location import StoreLocation
from empile.server.wire.errors import CommandError
from tests.community.people import Browser, code_of
from tests.community.playing import add_member
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location


def chapter(**more: Any) -> dict[str, Any]:
    """Return a chapter of two events."""
    record = {"format": "empile/1", "game": "blox", "rules": 1, "options": {}, "seats": ["a", "b"]}
    return {"name": "One", **record, "events": ["x", "y"], "result": None, **more}


def study(id_: str = "one", name: str = "Endings", **more: Any) -> dict[str, Any]:
    format_ = {"format": "empile-study/1", "id": id_, "name": name, "folder": ""}
    return {**format_, "chapters": [chapter()], **more}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    data = tmp_path_factory.mktemp("studies") / "tables.sqlite3"
    with serving(data, accounts="open") as found:
        yield found


class Student(Browser):
    """A person with an account and studies."""

    def __init__(self, server: Serving, login: str) -> None:
        super().__init__(server)
        self.sign_up(login)
        self.member: str = self.me()["members"][0]["id"]

    def path(self, id_: str = "") -> str:
        return f"/api/members/{self.member}/studies" + (f"/{id_}" if id_ else "")

    def put_study(
        self, content: dict[str, Any], version: int = 0, edit: str = "first"
    ) -> httpx.Response:
        body = {"version": version, "edit": edit, "study": json.dumps(content)}
        return self.put(self.path(str(content["id"])), json=body)

    def stored(self, content: dict[str, Any], version: int = 0, edit: str = "first") -> int:
        """Store a study; return its version."""
        answer = self.put_study(content, version, edit)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    def listed(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(self.path()).json()["studies"]
        return found


def test_studies_on_every_store(location: StoreLocation) -> None:
    with serving(location, accounts="open") as server:
        stored_changed_and_removed(Student(server, "Anne"))
        exported_and_ended(Student(server, "Bea"))


def stored_changed_and_removed(anne: Student) -> None:
    """Walk through the life of a study, whose changes name the version that they are of."""
    first = anne.stored(study())
    # The answer was lost: the same content is the same version.
    assert anne.stored(study()) == first
    second = anne.stored(study(name="Better"), first, "second")
    assert second > first
    # Another device has changed the first version.
    late = anne.put_study(study(name="Other"), first, "third")
    assert code_of(late) == (409, "stale")
    assert str(second) in late.json()["detail"]
    assert code_of(anne.put_study(study(name="Other"), 0, "third")) == (409, "stale")
    (info,) = anne.listed()
    assert info == {
        "id": "one",
        "name": "Better",
        "folder": "",
        "games": ["blox"],
        "chapters": 1,
        "changed": info["changed"],
        "version": second,
        "edit": "second",
    }
    found = anne.get(anne.path("one")).json()
    assert (found["info"], json.loads(found["study"])) == (info, study(name="Better"))
    assert code_of(anne.delete(anne.path("one"), params={"version": first})) == (409, "stale")
    assert anne.delete(anne.path("one"), params={"version": second}).status_code == 204
    assert anne.delete(anne.path("one"), params={"version": second}).status_code == 204
    assert anne.listed() == []
    assert code_of(anne.get(anne.path("one"))) == (404, "no_table")
    # A change of what was removed, and the study again: no version comes twice.
    assert code_of(anne.put_study(study(), second, "fourth")) == (409, "stale")
    assert anne.stored(study(), 0, "fourth") > second


def test_studies_are_seen_by_their_own_account_alone(server: Serving) -> None:
    anne, eve = Student(server, "Anne"), Student(server, "Eve")
    version = anne.stored(study(), edit="mine")
    for client, code in ((eve, (403, "not_yours")), (Browser(server), (401, "signed_out"))):
        body = {"version": 0, "edit": "x", "study": json.dumps(study())}
        one = anne.path("one")
        assert code_of(client.get(anne.path())) == code
        assert code_of(client.get(one)) == code
        assert code_of(client.put(one, json=body)) == code
        assert code_of(client.delete(one, params={"version": version})) == code
    # Members of an account have their own ones, under the same ID too.
    child = add_member(anne, "Tommy", "child")
    assert anne.get(f"/api/members/{child}/studies").json() == {"studies": []}
    token = anne.post(
        f"/api/members/{anne.member}/tokens", json={"name": "bot", "scopes": ["read"]}
    ).json()["token"]
    program = httpx.get(
        f"{server.address}{anne.path()}", headers={"authorization": f"Bearer {token}"}
    )
    assert code_of(program) == (401, "signed_out")


def exported_and_ended(anne: Student) -> None:
    """Export the studies of two members, and delete one after the other."""
    child = add_member(anne, "Tommy", "child")
    anne.stored(study("mine"))
    mother, anne.member = anne.member, child
    anne.stored(study("small"))
    exported = anne.get("/api/me/export").json()["members"]
    assert [[one["study"] for one in member["studies"]] for member in exported] == [
        [study("mine")],
        [study("small")],
    ]
    assert anne.delete(f"/api/members/{child}").is_success
    assert code_of(anne.get(anne.path())) == (403, "not_yours")
    anne.member = mother
    assert [one["id"] for one in anne.listed()] == ["mine"]
    assert anne.delete("/api/me").status_code == 204


def test_member_has_a_limited_number_of_studies(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = Student(server, "Mary")
    monkeypatch.setattr(studies, "MOST", 2)
    versions = [anne.stored(study(name)) for name in ("a", "b")]
    full = anne.put_study(study("c"))
    assert code_of(full) == (403, "not_allowed")
    assert full.json()["reason"] == {"key": "studies_many", "args": {"most": 2}}
    assert len(anne.listed()) == 2
    monkeypatch.setattr(studies, "MOST_BYTES", 500)
    long = study("a", chapters=[chapter(events=["x" * 500])])
    full = anne.put_study(long, versions[0], "second")
    assert code_of(full) == (403, "not_allowed")
    assert full.json()["reason"]["key"] == "studies_full"
    assert anne.get(anne.path("a")).json()["info"]["edit"] == "first"


def test_large_study_is_stored_and_a_larger_one_is_refused(server: Serving) -> None:
    anne = Student(server, "Lara")
    events = ['"' + "x" * 90] * 5000
    large = study(chapters=[chapter(events=events)])
    assert 460_000 < len(json.dumps(large)) < LARGEST
    anne.stored(large)
    assert json.loads(anne.get(anne.path("one")).json()["study"]) == large
    larger = study(chapters=[chapter(events=events + ["x" * 90] * 1000)])
    assert code_of(anne.put_study(larger, 1, "second")) == (413, "too_large")


NOTE = {
    "at": 1,
    "comment": "good",
    "glyph": "!",
    "marks": [
        {"kind": "circle", "from": "a1", "colour": "red"},
        {"kind": "arrow", "from": "a1", "to": "b2", "colour": "blue"},
    ],
}
INNER = {"at": 0, "events": ["z"], "notes": [{"at": 1, "comment": "else"}]}


def test_check_study_keeps_everything() -> None:
    whole = study(
        folder="Club",
        chapters=[
            chapter(
                start={"cells": []},
                ended={"by": "resignation", "seats": [0]},
                result={"winners": [1]},
                notes=[NOTE],
                variations=[{"at": 1, "events": ["y", "z"], "variations": [INNER]}],
            ),
            chapter(game="on-top"),
        ],
    )
    checked = check_study(json.dumps(whole))
    assert (checked.id, checked.name, checked.folder) == ("one", "Endings", "Club")
    assert (checked.games, checked.chapters) == (["blox", "on-top"], 2)
    assert json.loads(checked.body) == whole


def nested(depth: int) -> dict[str, Any]:
    line: dict[str, Any] = {"at": 0, "events": ["x"]}
    for _ in range(depth - 1):
        line = {"at": 0, "events": ["x"], "variations": [line]}
    return line


def test_check_study_takes_deep_variations_up_to_a_limit() -> None:
    assert check_study(json.dumps(study(chapters=[chapter(variations=[nested(32)])])))
    with pytest.raises(CommandError, match="nested"):
        check_study(json.dumps(study(chapters=[chapter(variations=[nested(60)])])))


@pytest.mark.parametrize(
    "damaged",
    [
        study(more=1),
        study("a b"),
        study(name="x" * 101),
        study(format="empile-study/2"),
        study(chapters=[]),
        study(chapters=[chapter()] * 65),
        study(chapters=[chapter(format="empile/2")]),
        study(chapters=[chapter(game="../blox")]),
        study(chapters=[chapter(view={})]),
        study(chapters=[chapter(events=[1])]),
        study(chapters=[chapter(notes=[{"at": -1}])]),
        study(chapters=[chapter(notes=[{"at": 3}])]),
        study(chapters=[chapter(notes=[{**NOTE, "glyph": "???"}])]),
        study(chapters=[chapter(notes=[{**NOTE, "comment": "x" * 4001}])]),
        study(chapters=[chapter(notes=[{**NOTE, "marks": [{"kind": "line"}]}])]),
        study(chapters=[chapter(variations=[{"at": 0, "events": []}])]),
        study(chapters=[chapter(variations=[{**INNER, "at": 3}])]),
        study(chapters=[chapter(variations=[{**INNER, "variations": [{**INNER, "at": 2}]}])]),
        [],
    ],
)
def test_check_study_refuses_another_shape(damaged: object) -> None:
    with pytest.raises(CommandError, match="no study") as caught:
        check_study(json.dumps(damaged))
    assert caught.value.code == "bad_request"


def test_check_study_refuses_what_is_no_json() -> None:
    for text in ("", "{", '{"format": NaN}', "\ud800", '{"format": "\\ud800"}'):
        with pytest.raises(CommandError) as caught:
            check_study(text)
        assert caught.value.code == "bad_request"
