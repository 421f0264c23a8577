"""The page about recipes names what exists."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.long.deploy.site import DEPLOY

PAGE = (ROOT / "docs" / "how-to" / "recipes.md").read_text("utf-8")


def test_named_files_exist() -> None:
    named = set(re.findall(r"\bdeploy/[\w@./-]*\w", PAGE))
    named |= {f"deploy/{name}" for name in re.findall(r"`((?:compose|systemd)/[\w@./-]+)`", PAGE)}
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
    for name in re.findall(r"`([\w-]+\.(?:conf|Caddyfile))`", PAGE):
        assert list(DEPLOY.rglob(name)), name


def test_all_recipes_are_in_the_table() -> None:
    table = re.findall(r"^\| .* \| (`.*`) \| .* \|$", PAGE, re.MULTILINE)
    folders = {name for cell in table for name in re.findall(r"`(\w+)/`", cell)}
    assert folders == {path.name for path in DEPLOY.iterdir()}


def test_named_units_exist() -> None:
    units = set(re.findall(r"\b(empile-\w+)@\d", PAGE))
    assert units == {path.name.split("@")[0] for path in DEPLOY.rglob("*@.service")}
