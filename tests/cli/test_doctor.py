"""``empile doctor``, ``backup`` and ``restore``."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from empile.engine.discovery import SkippedGame
from empile.server.tables import doctor
from tests.cli.conftest import Empile
from tests.server.serving import make, perform, serving
from tests.server.store.test_sqlite import damage

BEFORE = Path(__file__).parents[1] / "server" / "data" / "before.sql"
RUNNING = "1GNoHq0__sc1"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A data file with ten tables, of format 1."""
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    return file


def change(store: Path, statement: str) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        assert connection.execute(statement).rowcount > 0


def test_doctor_finds_nothing_in_a_sound_file(empile_cli: Empile, store: Path) -> None:
    before = store.read_bytes()
    shown = empile_cli("doctor", "--store", store)
    assert (shown.status, shown.err) == (0, "")
    assert "no problems in 10 tables, 210 events and 0 analyses" in shown.out
    assert store.read_bytes() == before
    assert empile_cli("doctor", "--store", store, "--json").out == ""


def test_doctor_finds_accounts_without_what_they_refer_to(empile_cli: Empile, store: Path) -> None:
    assert empile_cli("migrate", "--store", store).status == 0
    account = "'x', 'x', 0, 'member', 'active', '', '', 1"
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO accounts (login, login_key, email_confirmed, role, state, ban_reason, language,"
            f" made) VALUES ({account})"
        )
        for name in "ab":
            connection.execute(
                "INSERT INTO members (public, account, name, name_key, kind, listed, made)"
                f" VALUES ('{name}', 1, '{name}', '{name}', 'adult', 0, 1)"
            )
    assert empile_cli("doctor", "--store", store).status == 0
    change(store, "UPDATE members SET account = 7 WHERE id = 2")
    change(
        store,
        "INSERT INTO claims (number, place, key, member, running, made) VALUES (99, 0, 'k', 1, 0, 1)",
    )
    shown = empile_cli("doctor", "--store", store)
    assert shown.status == 1
    assert "1 rows of members refer to missing accounts" in shown.out
    assert "1 places of members belong to no table (number 99)" in shown.out


NUMBER = f"(SELECT number FROM tables WHERE id = '{RUNNING}')"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (f"DELETE FROM log WHERE number = {NUMBER} AND seq = 3", "event 3 is missing"),
        (
            f'UPDATE log SET body = \'{{"kind":"new"}}\' WHERE number = {NUMBER} AND seq = 3',
            "event 3 cannot be decoded",
        ),
        (
            'UPDATE log SET body = replace(CAST(body AS TEXT), \'"text":"\', \'"text":"?\')'
            f" WHERE number = {NUMBER} AND seq = (SELECT max(seq) FROM log WHERE number = {NUMBER}"
            ' AND substr(body, 1, 14) = CAST(\'{"kind":"move"\' AS BLOB))',
            "is not possible",
        ),
        (f"DELETE FROM log WHERE number = {NUMBER}", "it has no events"),
        (f"UPDATE tables SET code = 'XXXXXX' WHERE id = '{RUNNING}'", "XXXXXX"),
        (
            f"UPDATE log SET seq = seq + 1 WHERE number = {NUMBER} AND seq = 1 + "
            f"(SELECT max(seq) - 1 FROM log WHERE number = {NUMBER})",
            "is missing",
        ),
    ],
)
def test_doctor_names_the_damaged_table(
    empile_cli: Empile, store: Path, statement: str, what: str
) -> None:
    change(store, statement)
    shown = empile_cli("doctor", "--store", store, "--json")
    assert shown.status == 1
    (problem,) = map(json.loads, shown.lines)
    assert problem["table"] == RUNNING
    assert what in problem["what"]
    assert "empile restore" in problem["advice"] or "backup" in problem["advice"]


def test_doctor_finds_orphans_and_broken_analyses(empile_cli: Empile, store: Path) -> None:
    change(store, f"DELETE FROM tables WHERE id = '{RUNNING}'")
    change(store, "INSERT INTO analyses (name, body) VALUES ('bad', '{}')")
    shown = empile_cli("doctor", "--store", store)
    assert shown.status == 1
    assert "events belong to no table" in shown.out
    assert "analysis bad cannot be decoded" in shown.out


def test_doctor_survives_damaged_pages(empile_cli: Empile, store: Path) -> None:
    damage(store)
    shown = empile_cli("doctor", "--store", store)
    assert shown.status == 1
    assert "the store: " in shown.out
    assert "empile restore" in shown.out


def test_backup_of_a_running_server_is_restored(empile_cli: Empile, tmp_path: Path) -> None:
    data, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    with serving(data) as server:
        made = perform(make(server.address, ["person", "person"]))
        shown = empile_cli("backup", file, "--store", data)
        assert (shown.status, shown.lines) == (0, [f"{file}: 1 tables of {data}"])
        assert empile_cli("doctor", "--store", data).status == 0
        empile_cli("restore", file, "--replace", "--store", data).refused("a server uses")
        lost = perform(make(server.address, ["person", "person"]))
    assert empile_cli("restore", file, "--replace", "--store", data).status == 0
    shown = empile_cli("tables", "list", "--json", "--store", data)
    assert [json.loads(line)["id"] for line in shown.lines] == [made.table]
    assert lost.table not in shown.out
    assert empile_cli("doctor", "--store", file).status == 0


def test_backup_and_doctor_refuse_missing_files(empile_cli: Empile, tmp_path: Path) -> None:
    none = tmp_path / "none.sqlite3"
    empile_cli("doctor", "--store", none).refused("no data file")
    empile_cli("backup", tmp_path / "file", "--store", none).refused("no data file")
    empile_cli("restore", none, "--store", tmp_path / "file").refused("no data file")
    assert list(tmp_path.iterdir()) == []


def test_doctor_names_games_that_cannot_be_used(
    empile_cli: Empile, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def half_built(_: str) -> None:
        raise KeyError("height")

    skipped = SkippedGame("hexes", "the package hexes 1.2", "ImportError: no such module")
    monkeypatch.setattr(doctor, "skipped_games", lambda: [skipped])
    monkeypatch.setattr(doctor, "game_names", lambda: ["half-built"])
    monkeypatch.setattr(doctor, "game_class", half_built)
    shown = empile_cli("doctor", "--store", store)
    assert shown.status == 1
    advice = "  the server runs without this game: repair or remove it"
    first, second, *rest = shown.lines
    assert [first, second] == [
        "game hexes: of the package hexes 1.2: ImportError: no such module",
        advice,
    ]
    assert rest[0].startswith("game half-built: KeyError: 'height' (")
    assert rest[1] == advice
    found = map(json.loads, empile_cli("doctor", "--store", store, "--json").lines)
    assert [problem["game"] for problem in found][:2] == ["hexes", "half-built"]
