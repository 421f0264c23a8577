"""Tests of the READMEs' claims about options, files, positions and pictures."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from tests.support.readme import Readme, quoted

RULES = ("The rules", "Règles du jeu", "Spielregeln", "Reglas del juego")
READMES = {name: Readme(name) for name in empile.game_names()}


def having(section: str) -> list[str]:
    """Return the games whose README has a section; those that people play have all of them."""
    return [name for name, readme in READMES.items() if section in readme.sections]


def test_readme_sections_exist() -> None:
    for section in ("The rules", "Options", "Position object", "Where things are"):
        assert len(having(section)) >= 4, section


@pytest.mark.parametrize("name", having("The rules"))
def test_rule_numbers_match_in_all_languages(name: str) -> None:
    sections = READMES[name].sections
    numbers = [
        re.findall(r"^(\d+)\. ", sections[title], re.MULTILINE)
        for title in RULES
        if title in sections
    ]
    assert len(numbers) >= 2
    assert numbers == [[str(number) for number in range(1, len(numbers[0]) + 1)]] * len(numbers)
    assert len(numbers[0]) >= 5


@pytest.mark.parametrize("name", having("Options"))
def test_options_are_documented(name: str) -> None:
    told = {quoted(option)[0]: more for option, *more in READMES[name].rows("Options")}
    options = game_class(name).options_offered
    assert list(told) == [option.name for option in options]
    so_far: dict[str, Any] = {}
    for option in options:
        values, default = told[option.name]
        so_far[option.name] = option.default(so_far)
        written = re.escape(json.dumps(so_far[option.name]))
        assert re.match(rf"`?{written}`?(,|$)", default), option.name
        for value in option.values if option.kind == "choice" else ():
            assert json.dumps(value) in values, option.name


@pytest.mark.parametrize("name", having("Where things are"))
def test_files_are_documented(name: str) -> None:
    readme = READMES[name]
    part = readme.sections["Where things are"]
    for path in readme.folder.rglob("*.py"):
        file = path.relative_to(readme.folder).as_posix()
        if path.name != "__init__.py":
            assert f"`{file}`" in part, f"{file} is missing from where things are"
    for listed in re.findall(r"`((?:\w+/)*\w+\.\w+|(?:\w+/)+)`", part):
        assert (readme.folder / listed).exists(), f"{listed} is listed, but does not exist"


@pytest.mark.parametrize("name", having("Position object"))
def test_position_keys_and_reasons_are_documented(name: str) -> None:
    part = READMES[name].sections["Position object"]
    position = empile.load(name).new_state().position()
    assert list(READMES[name].example("Position object")) == list(position)
    told = {key for keys, *_ in READMES[name].rows("Position object") for key in quoted(keys)}
    assert {key for key in told if not re.search(r"[.\[]", key)} == set(position)
    for reason in game_class(name).reasons:
        assert f"`{reason}`" in part


def with_pictures() -> list[str]:
    return [
        name for name, readme in READMES.items() if (readme.folder / "web" / "pictures").exists()
    ]


def test_pictures_exist() -> None:
    assert len(with_pictures()) >= 4


@pytest.mark.parametrize("name", with_pictures())
def test_rule_pictures_are_small_and_self_contained(name: str) -> None:
    chapters = [
        key
        for key in empile.load(name).presenter.catalogue.messages("en")
        if re.fullmatch(r"rules\.\d+\.title", key)
    ]
    pictures = list((READMES[name].folder / "web" / "pictures").glob("rules-*.svg"))
    assert pictures
    for path in pictures:
        svg = path.read_text("utf-8")
        assert f"rules.{path.stem.removeprefix('rules-')}.title" in chapters, path.name
        assert len(svg) < 20_000
        assert not re.search(r"<script|<image|href|@import|url\((?!#)", svg)
        for reference in re.findall(r"url\(#([^)]+)\)", svg):
            assert f'id="{reference}"' in svg
