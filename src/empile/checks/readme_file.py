"""Parsing of a game's README: sections, tables, quotes."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any

from empile.checks.lack import Lack
from empile.engine.discovery import game_class


class Readme:
    """The README in the folder of the game ``name``. Raises ``Lack`` if there is none."""

    def __init__(self, name: str) -> None:
        self.folder = game_class(name).folder
        path = self.folder / "README.md"
        if not path.exists():
            raise Lack(
                "the rules are not written down", "README.md", "# Tic-tac-toe, ## The rules, 1. ..."
            )
        self.text = path.read_text("utf-8")

    @cached_property
    def sections(self) -> dict[str, str]:
        """What stands under each heading."""
        parts = re.split(r"^## (.*)\n", self.text, flags=re.MULTILINE)
        return dict(zip(parts[1::2], parts[2::2], strict=True))

    def rows(self, section: str) -> list[list[str]]:
        """Return the cells of the rows of a section's table, below its head."""
        lines = [line for line in self.sections[section].split("\n") if line.startswith("|")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]

    def example(self, section: str) -> Any:
        """Return the plain data that a section gives as its one example."""
        blocks = re.findall(r"```json\n(.*?)```", self.sections[section], re.DOTALL)
        if len(blocks) != 1:
            raise Lack(
                f"section '{section}' has {len(blocks)} examples, not one",
                "README.md",
                "```json and a position object",
            )
        return json.loads(blocks[0])


def quoted(text: str) -> list[str]:
    """Return what stands between grave accents."""
    return re.findall(r"`([^`]+)`", text)
