"""Plot of ratings; requires the extra ``plot`` (Matplotlib)."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from empile.arena.errors import ArenaError
from empile.arena.standings import Standing

FORMATS = (".svg", ".png", ".pdf")
_INK = "#22303c"
_MARK = "#1f6f8b"


def check(path: Path) -> None:
    """Raise :class:`ArenaError` if no plot can be written to ``path``."""
    if path.suffix.lower() not in FORMATS:
        raise ArenaError(f"{path} must end in one of {', '.join(FORMATS)}")
    if not path.absolute().parent.is_dir():
        raise ArenaError(f"the folder {path.absolute().parent} does not exist")
    try:
        importlib.import_module("matplotlib.figure")
    except ImportError:
        raise ArenaError('plots need Matplotlib: pip install "empile-engine[plot]"') from None


def draw(rows: Sequence[Standing], path: Path, *, title: str, axis: str) -> None:
    """Plot ratings, the first on top; raises :class:`ArenaError` and ``OSError``."""
    check(path)
    matplotlib: Any = importlib.import_module("matplotlib")
    # Text stays text and IDs are hashed with a fixed salt: the same ratings give the same bytes.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "empile"}):
        figure = _figure(rows, title, axis)
        dated = {".svg": "Date", ".pdf": "CreationDate"}.get(path.suffix.lower())
        figure.savefig(path, dpi=150, metadata={dated: None} if dated else None)


def _figure(rows: Sequence[Standing], title: str, axis: str) -> Any:
    rated = [(row.name, row.rating) for row in rows if row.rating is not None]
    figure: Any = importlib.import_module("matplotlib.figure").Figure(
        figsize=(8.0, 1.6 + 0.42 * len(rated)), layout="constrained"
    )
    axes = figure.add_subplot()
    places = list(range(len(rated), 0, -1))
    axes.errorbar(
        [rating.elo for _, rating in rated],
        places,
        xerr=[rating.interval for _, rating in rated],
        fmt="o",
        color=_MARK,
        ecolor=_INK,
        capsize=4,
    )
    axes.axvline(0.0, color=_INK, linewidth=0.6, linestyle=":")
    # Names are not mathtext.
    axes.set_yticks(places, [name.replace("$", r"\$") for name, _ in rated])
    axes.set_ylim(0.4, len(rated) + 0.6)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(axis)
    axes.set_title(title)
    return figure
