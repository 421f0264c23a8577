"""Positions that the editor on the page builds, written by its tests: ``built_positions.json``.

Each has the options of its game and, if no game can begin there, the key of the reason.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import empile


class BuiltPositions:
    """The positions of a game, next to its tests."""

    def __init__(self, game: str, test: str) -> None:
        self._game = game
        path = Path(test).with_name("built_positions.json")
        self._all: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))

    def numbers(self, *, good: bool) -> list[int]:
        """Return the numbers of those from which games can begin, or of the others."""
        return [n for n, one in enumerate(self._all) if (one["fault"] is None) == good]

    def expect_game(self, number: int) -> None:
        """Expect that a game begins there, and that nothing but poses is lost."""
        game, position = self._load(number)
        state = game.state_from_position(position)
        assert state.position() == {name: position[name] for name in position if name != "poses"}
        assert state.legal_actions()

    def expect_reason(self, number: int) -> None:
        """Expect the reason with which the position is refused, in all languages."""
        game, position = self._load(number)
        with pytest.raises(empile.PositionError) as refused:
            game.state_from_position(position)
        reason = refused.value.reason
        assert reason is not None
        assert reason.key == self._all[number]["fault"]
        for language in game.presenter.catalogue.languages:
            assert reason.key not in game.presenter.catalogue.format(language, reason)

    def _load(self, number: int) -> tuple[empile.Game, dict[str, Any]]:
        one = self._all[number]
        return empile.load(self._game, **one["options"]), one["position"]
