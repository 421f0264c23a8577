"""Measured figures in the documentation are those of the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import ROOT
from tests.packaging.conftest import load_script

SCRIPT = load_script("scripts/figures.py")

RESULT = """\
# Speed

| game | seats | a second |
| --- | ---: | ---: |
| stairs | 2 | 1,234.5 (2,000) |
| stairs | 3 | 900 |

## Search

| game | seats | a second |
| --- | ---: | ---: |
| stairs | 2 | −56 |
"""


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder with results."""
    (tmp_path / "speed.md").write_text(RESULT, "utf-8")
    (tmp_path / "runs.json").write_text(
        '{"matches": [{"against": "random", "score": 0.987}]}', "utf-8"
    )
    return tmp_path


@pytest.mark.parametrize("page", SCRIPT.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_figures_are_those_of_the_results(page: Path) -> None:
    differences = [
        f"{page}:{figure.line}: {figure.name}: {figure.shown!r}, not {figure.measured!r} {figure.error}"
        for figure in SCRIPT.figures(page.read_text("utf-8"))
        if figure.error or figure.shown != figure.measured
    ]
    assert differences == [], "`python scripts/figures.py` writes them"


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("speed.md [stairs; 3] a second", "900"),
        ("speed.md [stairs; Speed; 2] a second", "1,234.5 (2,000)"),
        ("speed.md [stairs; Speed; 2] a second : 2", "1,200"),
        ("speed.md [stairs; Speed; 2] a second : *1000 3", "1,230,000"),
        ("speed.md [stairs; Speed; 2] a second : /1000 2", "1.2"),
        ("speed.md [stairs; Search] a second : 1", "-60"),
        ("runs.json [matches; random] score : *100 2", "99"),
    ],
)
def test_a_figure_is_a_cell_or_its_rounded_number(results: Path, name: str, figure: str) -> None:
    assert SCRIPT.measured(name, results) == figure


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("speed.md [stairs; 2] a second", "2 rows"),
        ("speed.md [stairs; 4] a second", "0 rows"),
        ("speed.md [stairs; 3] a minute", "no column"),
        ("speed.md stairs", "expected"),
        ("gone.md [stairs; 3] a second", "gone.md"),
        ("speed.md [stairs; 3] game : 2", "no number"),
    ],
)
def test_a_missing_figure_has_its_line_name_and_reason(
    results: Path, name: str, error: str
) -> None:
    text = f"One line.\nThen <!-- figure {name} -->7<!-- end --> a second."
    (figure,) = SCRIPT.figures(text, results)
    assert (figure.line, figure.name) == (2, name)
    assert error in figure.error
    assert SCRIPT.written(text, [figure]) == text


def test_figures_are_written_with_and_without_marks(results: Path) -> None:
    text = "It is <!-- figure speed.md [stairs; 3]\na second -->7<!-- end --> a second."
    measurements = list(SCRIPT.figures(text, results))
    assert SCRIPT.written(text, measurements) == text.replace("7", "900")
    assert SCRIPT.written(text, measurements, marks=False) == "It is 900 a second."
