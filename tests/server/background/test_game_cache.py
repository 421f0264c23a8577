"""Games that are ready to be played."""

from __future__ import annotations

import asyncio
import logging

import pytest

from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.server.background import game_cache
from empile.server.background.game_cache import GameCache


def test_infos_leave_out_a_game_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class HalfBuilt(game_class("blox")):  # type: ignore[misc]
        name = "half-built"
        reasons = ()

        def fill_params(self, params: object) -> None:
            raise NotImplementedError("fill_params comes next")

    def found(name: str, rules_version: int | None = None) -> type[Game]:
        return HalfBuilt if name == "half-built" else game_class(name, rules_version)

    monkeypatch.setattr(game_cache, "game_class", found)
    monkeypatch.setattr(game_cache, "game_names", lambda: ["blox", "half-built"])
    games = GameCache()
    with caplog.at_level(logging.ERROR, "empile.games"):
        assert [info.name for info in asyncio.run(games.infos())] == ["blox"]
        assert [info.name for info in asyncio.run(games.infos())] == ["blox"]
    (record,) = caplog.records
    assert record.getMessage() == "the game 'half-built' is left out"
    assert "fill_params comes next" in caplog.text
