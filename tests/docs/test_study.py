"""``docs/reference/study.md``: all members are documented, and the example is a legal study."""

from __future__ import annotations

import json
import re
from typing import Any

from empile.study.lesson import make_lesson
from empile.study.study import Study
from tests.docs.blocks import ROOT

TEXT = (ROOT / "docs" / "reference" / "study.md").read_text("utf-8")


def example() -> str:
    found = re.search(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def members(value: Any) -> set[str]:
    """Return the names of members in a value, options left out."""
    if isinstance(value, list):
        return {name for item in value for name in members(item)}
    if isinstance(value, dict):
        return {*value} | {
            name for key, item in value.items() if key != "options" for name in members(item)
        }
    return set()


def test_the_example_is_a_legal_study() -> None:
    study = Study.from_json(example())
    assert json.loads(study.to_json()) == json.loads(example())
    (line,) = study.play()
    assert len(line.variations) == 1


def test_the_example_is_a_lesson() -> None:
    (chapter,) = Study.from_json(example()).chapters
    lesson = make_lesson(chapter, "head-or-tail")
    assert lesson.data["steps"] == [{"right": ["Tf6-f4^4"], "then": ["Tj8-j10^5"]}]


def test_the_example_has_all_members() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    record = {"game", "rules", "options", "seats", "result"}
    assert documented == members(json.loads(example())) - record
