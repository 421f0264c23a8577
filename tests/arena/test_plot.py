"""Plots of ratings."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from empile.arena import ArenaError, Standing, plot
from empile.arena.ratings import Rating

ROWS = [
    Standing("deep $5", 20, 0.9, Rating(210.0, 80.0), Counter()),
    Standing("level:1", 20, 0.1, Rating(-210.0, 80.0), Counter()),
    Standing("newcomer", 0, None, None, Counter()),
]


def test_draw_svg_is_complete_and_deterministic(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for path in paths:
        plot.draw(ROWS, path, title="Block Ness", axis="Elo")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    texts = [element.text for element in ElementTree.parse(paths[0]).iter() if element.text]
    assert {"deep $5", "level:1", "Block Ness", "Elo"} <= set(texts)
    assert "newcomer" not in texts


def test_draw_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot.draw(ROWS, tmp_path / "plot.png", title="Block Ness", axis="Elo")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_check_rejects_unwritable_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ArenaError, match=r"\.svg, \.png, \.pdf"):
        plot.check(tmp_path / "plot.doc")
    with pytest.raises(ArenaError, match="does not exist"):
        plot.check(tmp_path / "nowhere" / "plot.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ArenaError, match=r"empile-engine\[plot\]"):
        plot.check(tmp_path / "plot.svg")
