"""Files for contributors, citations and releases are well formed and agree with the project."""

from __future__ import annotations

import importlib
import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
yaml: Any = importlib.import_module("yaml")  # untyped


def read(path: Path) -> Any:
    """Return the contents of a YAML file."""
    return yaml.safe_load(path.read_text("utf-8"))


def test_changelog_keeps_its_format() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *released = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert first == "[Unreleased]"
    dates: list[date] = []
    for heading in released:
        match = re.fullmatch(r"\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)", heading)
        assert match, heading
        dates.append(date.fromisoformat(match[1]))
    assert dates == sorted(dates, reverse=True)
    kinds = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_citation_has_all_required_keys() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(citation)
    assert citation["type"] in ("software", "dataset")
    assert all({"name"} <= set(one) or {"family-names"} <= set(one) for one in citation["authors"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert citation["license"] == project["license"]


@pytest.mark.parametrize(
    "path", [path for path in TEMPLATES if path.stem != "config"], ids=lambda path: path.stem
)
def test_issue_forms_have_what_github_requires(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= set(form)
    ids = [item["id"] for item in form["body"]]
    assert len(ids) == len(set(ids))
    for item in form["body"]:
        assert item["type"] in ("input", "textarea", "dropdown", "checkboxes"), item
        assert item["attributes"]["label"]
        options = item["attributes"].get("options", [])
        assert (item["type"] == "dropdown") == bool(options), item
        assert all(isinstance(option, str) for option in options)
        assert len(options) == len(set(options))
    assert any(item.get("validations", {}).get("required") for item in form["body"])


def test_rule_questions_offer_every_game() -> None:
    form = read(ROOT / ".github" / "ISSUE_TEMPLATE" / "rule.yml")
    offered = next(item for item in form["body"] if item["id"] == "game")["attributes"]["options"]
    games = ROOT / "src" / "empile" / "games"
    shipped = {
        name for name in empile.game_names() if game_class(name).folder.is_relative_to(games)
    }
    plain = {re.sub(r"\W+", "-", name.lower()).strip("-") for name in offered}
    assert plain == shipped
