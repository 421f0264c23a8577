"""Templates of files: conditional lines and placeholders.

A line ``#: if board and not hidden`` begins a part that is left out unless the condition holds; ``#: else`` and
``#: end`` follow as usual. ``$name`` is replaced by a value, ``$$`` is a dollar sign.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from string import Template

_MARK = "#: "
LANGUAGES = ("en", "fr", "de", "es")


def holds(condition: str, flags: Mapping[str, bool]) -> bool:
    """Return whether a condition of flags with ``and`` and ``not`` holds. Raises ``KeyError``.

    Example: ``holds("board and not hidden", {"board": True, "hidden": False})``.
    """
    return all(
        not flags[term.removeprefix("not ")] if term.startswith("not ") else flags[term]
        for term in condition.split(" and ")
    )


def render(text: str, flags: Mapping[str, bool], values: Mapping[str, str]) -> str:
    r"""Return a template filled in. Raises ``KeyError`` for an unknown flag or value.

    Example: ``render("#: if open\nname = $name\n#: end\n", {"open": True}, {"name": "7"})``.
    """
    taken: list[bool] = []
    kept: list[str] = []
    for line in text.splitlines(keepends=True):
        mark = line.strip().removeprefix(_MARK) if line.lstrip().startswith(_MARK) else None
        if mark is None:
            if all(taken):
                kept.append(line)
        elif mark == "end":
            taken.pop()
        elif mark == "else":
            taken.append(not taken.pop())
        else:
            taken.append(holds(mark.removeprefix("if "), flags))
    return Template("".join(kept)).substitute(values)


def template(path: str) -> str:
    """Return the text of a template, by its path below ``templates``."""
    return files("empile.scaffold").joinpath("templates", *path.split("/")).read_text("utf-8")


def messages(language: str, flags: Mapping[str, bool], values: Mapping[str, str]) -> dict[str, str]:
    """Return the catalogue of a language: the messages of all conditions that hold.

    Example: ``messages("fr", plan.flags, plan.values)["name"]``.
    """
    parts: dict[str, dict[str, str]] = json.loads(template(f"game/locales/{language}.json"))
    found: dict[str, str] = {}
    for condition, part in parts.items():
        if holds(condition, flags):
            for key, text in part.items():
                found[Template(key).substitute(values)] = Template(text).substitute(values)
    return {"name": found.pop("name"), **dict(sorted(found.items()))}
