"""Modules for the page are read first; what is missing is compiled after the native code."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import empile
from empile.engine.game import Game
from empile.engine.wasm import WasmError
from empile.server.background import modules
from empile.server.background.modules import Modules, PageRules
from tests.support.patience import PATIENCE

COMPILED = b"compiled before"
NEW = b"compiled now"


class Games:
    """Stands in for the cache of games; writes down what is waited for."""

    def __init__(self, log: list[str]) -> None:
        self._log = log

    def wait_until_compiled(self, name: str) -> None:
        self._log.append(f"native {name}")


def no_texts(_: object) -> None:
    """A presenter of a game whose rules write no views."""


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens: the module of Blox is there, On Top's can be compiled, Block Ness' cannot.

    Cairn writes no views.
    """
    happened: list[str] = []

    def compile_module(game: Game) -> bytes:
        happened.append(f"compile {game.name}")
        if game.name == "block-ness":
            raise WasmError("no such target")
        return NEW

    def cached(game: Game) -> bytes | None:
        return COMPILED if game.name == "blox" else None

    monkeypatch.setattr(type(empile.load("cairn").presenter), "json_texts", no_texts)
    monkeypatch.setattr(modules, "game_names", lambda: ["block-ness", "blox", "cairn", "on-top"])
    monkeypatch.setattr(modules, "cached_module", cached)
    monkeypatch.setattr(modules, "rules_module", compile_module)
    return happened


def published(
    log: list[str], begin: Callable[[Modules], None] = Modules.start, *, compiles: bool
) -> dict[str, PageRules | None]:
    """Return what is published, in order, until nothing more is."""
    found: dict[str, PageRules | None] = {}
    done = threading.Event()

    def publish(name: str, rules: PageRules | None) -> None:
        log.append(f"publish {name}")
        found[name] = rules
        if len(found) == 4:
            done.set()

    reader = Modules(Games(log), publish, compiles=compiles)  # type: ignore[arg-type]
    begin(reader)
    reader.wait_until_read()
    assert {"blox", "cairn"} <= found.keys()
    assert done.wait(PATIENCE)
    return found


def test_what_is_missing_is_compiled_after_the_native_code(log: list[str]) -> None:
    found = published(log, compiles=True)
    natively = [f"native {name}" for name in ("block-ness", "blox", "cairn", "on-top")]
    assert log == [
        "publish blox",
        "publish cairn",
        *natively,
        "compile block-ness",
        "publish block-ness",
        "compile on-top",
        "publish on-top",
    ]
    blox, on_top = found["blox"], found["on-top"]
    assert blox is not None
    assert on_top is not None
    assert (blox.module, on_top.module) == (COMPILED, NEW)
    assert list(on_top.bundles) == [2, 3, 4]
    assert found["block-ness"] is found["cairn"] is None


def test_a_server_that_compiles_nothing_only_reads(log: list[str]) -> None:
    def start_twice(reader: Modules) -> None:
        reader.start()
        reader.start()

    found = published(log, start_twice, compiles=False)
    assert [name for name, rules in found.items() if rules is not None] == ["blox"]
    assert [line.split()[0] for line in log] == ["publish"] * 4


def test_nothing_more_is_begun_after_stop(log: list[str]) -> None:
    found: list[str] = []
    reader = Modules(Games(log), lambda name, _: found.append(name), compiles=True)  # type: ignore[arg-type]
    reader.stop()
    reader._run()
    assert found == []


def test_preparation_begins_with_the_native_code(log: list[str]) -> None:
    published(log, Modules.prepare, compiles=True)
    natively = [f"native {name}" for name in ("block-ness", "blox", "cairn", "on-top")]
    assert log[:5] == [*natively, "publish blox"]
