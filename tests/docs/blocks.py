"""Code blocks of the documentation and how each is tested.

Blocks of ``python`` and ``sh`` run in separate empty folders. Commands that cannot run here are
only parsed: ``make TARGET`` must be a target of the Makefile, and ``empile serve ...``, ``empile
work ...``, ``empile train ...``, what has ``--server`` or ``--model`` and what plays a network of
``runs/`` must have valid arguments. A comment before a block names its source, ``<!-- from
src/empile/engine/game.py -->``, which must contain it verbatim, or marks a continuation, ``<!-- goes
on -->``, which runs together with the previous block of its language. ``<!-- file bot.py -->`` names a file that the
reader saves: it lies in the folder of all later blocks of the document. ``<!-- edit bot.py -->``
changes such a Python file: functions and constants of the block replace those of the same name, new
functions come last, other new statements before the first function. ``<!-- with textarena -->`` runs a
block in the environment of a framework that ``make frameworks`` installs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(
    r"(?P<comment><!--[^>]*-->\s*)?^```(?P<language>[a-z]+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A code block of a document."""

    document: Path
    line: int
    language: str
    code: str
    source: str
    """The file that it quotes; empty for blocks to run."""
    goes_on: bool = False
    """Whether it continues the previous block."""
    file: str = ""
    """The name of the file that the reader saves or edits; empty for blocks to run."""
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    """The texts of the files saved before, by name."""
    framework: str = ""
    """In whose environment it runs; empty for that of the tests."""

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


def documents() -> list[Path]:
    """Return all documents: README, docs, and the README of each game."""
    games = (ROOT / "src" / "empile" / "games").glob("*/README.md")
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted(games)]


def blocks() -> list[Block]:
    """Return the blocks of all documents."""
    return [block for document in documents() for block in _blocks_of(document)]


def to_run(language: str) -> list[Block]:
    """Return the blocks in ``language`` to run, joined with their continuations."""
    found: list[Block] = []
    for block in blocks():
        if block.language != language or block.source or block.file:
            continue
        if not block.goes_on:
            found.append(block)
            continue
        assert found, f"{block} goes on with nothing"
        assert found[-1].document == block.document, f"{block} goes on with nothing"
        code = f"{found[-1].code}\n{block.code}"
        found[-1] = replace(found[-1], code=code, files=block.files)
    return found


def _blocks_of(document: Path) -> Iterator[Block]:
    text = document.read_text("utf-8")
    files: dict[str, str] = {}
    for match in _BLOCK.finditer(text):
        comment = match["comment"] or ""
        source = re.search(r"<!-- from (.*?) -->", comment)
        file = re.search(r"<!-- file (.*?) -->", comment)
        edit = re.search(r"<!-- edit (.*?) -->", comment)
        framework = re.search(r"<!-- with (.*?) -->", comment)
        if file:
            files = {**files, file[1]: match["code"]}
        if edit:
            files = {**files, edit[1]: edited(files[edit[1]], match["code"])}
            file = edit
        yield Block(
            document,
            text.count("\n", 0, match.start("language")) + 1,
            match["language"],
            match["code"],
            source[1] if source else "",
            "<!-- goes on -->" in comment,
            file[1] if file else "",
            files,
            framework[1] if framework else "",
        )


def edited(file: str, block: str) -> str:
    r"""Return the Python ``file`` with the statements of ``block`` in it.

    Example::

        >>> edited("A = 1\n\ndef f():\n    return A\n", "A = 2\n")
        'A = 2\n\ndef f():\n    return A\n'
    """
    for name, text in _statements(block):
        old = next((one for at, one in _statements(file) if at == name), None)
        first = next((one for _, one in _statements(file) if _is_function(one)), None)
        if old is not None:
            file = file.replace(old, text)
        elif _is_function(text) or first is None:
            file = f"{file.rstrip()}\n\n\n{text}\n"
        else:
            file = file.replace(first, f"{text}\n\n\n{first}")
    return file


def _is_function(text: str) -> bool:
    return text.startswith(("@", "def ", "class "))


def _statements(code: str) -> list[tuple[str, str]]:
    """Return the name and the text of each statement; an import is named by its module."""
    lines = code.splitlines()
    found: list[tuple[str, str]] = []
    for node in ast.parse(code).body:
        first = node.lineno
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                name = node.name
                first = min([first, *(each.lineno for each in node.decorator_list)])
            case ast.Assign(targets=[target]):
                name = ast.unparse(target)
            case ast.ImportFrom():
                name = f"from {'.' * node.level}{node.module or ''}"
            case _:
                name = ast.unparse(node)
        found.append((name, "\n".join(lines[first - 1 : node.end_lineno])))
    return found
