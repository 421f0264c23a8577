"""Tests of the templates, and of what they say in all languages."""

from __future__ import annotations

import re

import pytest

from empile.scaffold import Plan
from empile.scaffold.templates import LANGUAGES, holds, messages, render, template
from tests.engine.test_locales import FORBIDDEN_EN, FORBIDDEN_FR
from tests.scaffold.test_plan import all_plans

PLANS = all_plans(package=False)


def test_holds_reads_conditions() -> None:
    flags = {"board": True, "hidden": False}
    assert holds("board and not hidden", flags)
    assert not holds("board and hidden", flags)
    with pytest.raises(KeyError):
        holds("bored", flags)


def test_render_keeps_the_parts_whose_conditions_hold() -> None:
    text = "a\n#: if one\nb\n    #: if not two\n    c\n    #: end\n#: else\nd\n#: end\n$$ $name\n"
    assert render(text, {"one": True, "two": True}, {"name": "e"}) == "a\nb\n$ e\n"
    assert render(text, {"one": True, "two": False}, {"name": "e"}) == "a\nb\n    c\n$ e\n"
    assert render(text, {"one": False, "two": False}, {"name": "e"}) == "a\nd\n$ e\n"
    with pytest.raises(KeyError):
        render(text, {"one": True, "two": True}, {})


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_messages_have_the_same_keys_and_arguments_in_all_languages(plan: Plan) -> None:
    said = {one: messages(one, plan.flags, plan.values) for one in LANGUAGES}
    english = said["en"]
    assert {"name", "tagline", "facts", "board", "rules.1.text", "tutorial.first.why"} <= set(
        english
    )
    for catalogue in said.values():
        assert catalogue.keys() == english.keys()
        for key, text in catalogue.items():
            assert "$" not in text
            assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", english[key]), key


@pytest.mark.parametrize(("language", "patterns"), [("en", FORBIDDEN_EN), ("fr", FORBIDDEN_FR)])
def test_messages_keep_to_the_style_guides(language: str, patterns: tuple[str, ...]) -> None:
    forbidden = re.compile(rf"(?<![\w’])(?:{'|'.join(patterns)})(?![\w])", re.IGNORECASE)
    text = template(f"game/locales/{language}.json")
    assert forbidden.search(text) is None
    assert "'" not in text
