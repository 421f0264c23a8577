"""``empile build``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import empile
from empile.engine.contracts.json_views import JsonViews
from empile.engine.wasm import WasmError
from tests.cli.conftest import Empile


@pytest.fixture(autouse=True)
def modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: a module has the name of its game."""

    def rules_module(game: empile.Game) -> bytes:
        return game.name.encode()

    monkeypatch.setattr("empile.engine.wasm.rules_module", rules_module)


def test_build_writes_the_module_and_a_bundle_for_each_number_of_players(
    empile_cli: Empile, tmp_path: Path
) -> None:
    done = empile_cli("build", "blox", "--out", tmp_path)
    assert (done.status, done.err) == (0, "")
    assert (tmp_path / "blox.wasm").read_bytes() == b"blox"
    facts = json.loads((tmp_path / "blox-3.json").read_text("utf-8"))
    assert (facts["seats"], facts["server_reason"]) == (3, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["blox.wasm", *(f"blox-{seats}.{kind}" for seats in (2, 3, 4) for kind in ("json", "bin"))]
    )
    assert done.lines[0] == f"{tmp_path}/blox.wasm  0.0 kB"
    assert len(done.lines) == 7


def test_build_writes_the_bundle_of_the_options(empile_cli: Empile, tmp_path: Path) -> None:
    done = empile_cli(
        "build", "blox", "--out", tmp_path, "--players", "3", "--option", "round_limit=7"
    )
    assert done.status == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "blox.wasm",
        "blox-3.json",
        "blox-3.bin",
    }
    facts = json.loads((tmp_path / "blox-3.json").read_text("utf-8"))
    assert facts["options"]["round_limit"] == 7


def test_build_says_why_pages_need_a_server(empile_cli: Empile, tmp_path: Path) -> None:
    done = empile_cli("build", "cairn", "--out", tmp_path, "--players", "2")
    assert done.status == 0
    assert done.lines[-1] == (
        "Pages play cairn at a server only: the rules do not define 'write_view'."
    )


def test_build_says_why_pictures_need_a_server(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JsonViews, "sends_picture", True)
    done = empile_cli("build", "blox", "--out", tmp_path, "--players", "2")
    assert done.status == 0
    assert done.lines[-1] == (
        "Pages draw blox at a server only: BloxPresenter has a method 'to_svg' of its own."
    )


def test_build_refuses_unknown_games_options_and_folders(
    empile_cli: Empile, tmp_path: Path
) -> None:
    empile_cli("build", "chess").refused("there is no game 'chess'; the games are ")
    empile_cli("build", "blox", "--players", "9", "--out", tmp_path).refused("players")
    missing = tmp_path / "missing"
    empile_cli("build", "blox", "--out", missing).refused(f"there is no folder {missing}")
    empile_cli("build").refused("GAME")
    assert list(tmp_path.iterdir()) == []


def test_build_refuses_what_it_cannot_write(empile_cli: Empile, tmp_path: Path) -> None:
    (tmp_path / "block-out-2.json").mkdir()
    done = empile_cli("build", "block-out", "--out", tmp_path)
    done.refused("block-out-2.json: Is a directory")


def test_build_says_that_there_is_no_compiler(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rules_module(game: empile.Game) -> bytes:
        raise WasmError("llvmlite has no target WebAssembly")

    monkeypatch.setattr("empile.engine.wasm.rules_module", rules_module)
    empile_cli("build", "blox", "--out", tmp_path).refused("llvmlite has no target WebAssembly")
