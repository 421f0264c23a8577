"""The benchmark of fair play reports, with a few players: helped ones are found."""

from __future__ import annotations

import random
import runpy
from typing import Any

import pytest

import empile
from empile.bots import analysis
from empile.bots.analysis import Depth
from tests.conftest import ROOT

fair_play: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "fair_play.py"))


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Honest players and a helped one, with quick analyses."""
    game = empile.load("on-top", players=2)
    with pytest.MonkeyPatch.context() as patch:
        depth = Depth(0.1, 0.02, eval_repeats=2, recheck_repeats=3, coarse=0.005)
        patch.setitem(analysis.DEPTHS, "quick", depth)
        measured = fair_play["measured"]
        return {
            "honest": [measured(game, "honest", number, 2) for number in range(6)],
            "helped 50%": [measured(game, "helped 50%", 200, 8)],
        }


def test_helped_player_stands_out(players: dict[str, Any]) -> None:
    honest = players["honest"]

    def z(own: Any) -> float:
        others = [one for one in honest if one is not own]
        return float(fair_play["z_of"]("agreement", own, others, random.Random(1)))

    assert max(map(z, honest)) < 2.0 < z(players["helped 50%"][0])


def test_row_has_all_columns(players: dict[str, Any]) -> None:
    columns = fair_play["_HEAD"].splitlines()[-2].count("|")
    for kind, some in players.items():
        assert fair_play["row"](kind, some, players["honest"]).count("|") == columns
