"""The code in the documentation runs."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from empile.cli.parser import parse
from tests.docs.blocks import ROOT, Block, blocks, to_run
from tests.support import frameworks
from tests.support.patience import PATIENCE
from tests.support.program import write_program

SERVER = "http://localhost:8000"
"""The address in the documentation, replaced by that of a test server."""
PARSED = re.compile(r"^empile (serve|work|train)\b| --server | --model | network:runs/")
"""Commands whose arguments are only read; ``test_train`` trains, ``test_language_models`` asks a model."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to run a block in, with ``empile`` on the path."""
    write_program(tmp_path / "programs")
    (tmp_path / "here").mkdir()
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, "-m", "empile", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(folder / "tables.sqlite3")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://[^ /]+", process.stdout.readline())
        try:
            assert found is not None
            yield found[0]
        finally:
            process.kill()


def save_files(block: Block, folder: Path) -> None:
    for name, text in block.files.items():
        path = folder / "here" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def run(command: list[str], folder: Path, framework: str = "") -> subprocess.CompletedProcess[str]:
    programs = [str(folder / "programs")]
    variables = {**os.environ, "PYTHONWARNINGS": "error"}
    if framework:
        programs.append(str(Path(frameworks.python(framework)).parent))
        variables = frameworks.environment()  # frameworks may warn
    path = os.pathsep.join([*programs, os.environ["PATH"]])
    return subprocess.run(
        command,
        cwd=folder / "here",
        env={**variables, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def cases(language: str) -> list[ParameterSet]:
    """Return the blocks to run; those of how-to guides and references belong to the long suite."""
    first = [ROOT / "README.md", *(ROOT / "docs" / "tutorial").glob("*.md")]
    return [
        pytest.param(
            block, id=str(block), marks=[] if block.document in first else [pytest.mark.long]
        )
        for block in to_run(language)
    ]


@pytest.mark.parametrize("block", cases("python"))
def test_python_blocks_run(block: Block, folder: Path, request: pytest.FixtureRequest) -> None:
    code = block.code
    save_files(block, folder)
    if SERVER in code:
        address: str = request.getfixturevalue("server")
        code = code.replace(SERVER, address)
    (folder / "here" / "block.py").write_text(code, "utf-8")
    program = frameworks.python(block.framework) if block.framework else sys.executable
    done = run([program, "block.py"], folder, block.framework)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", cases("sh"))
def test_shell_blocks_run(block: Block, folder: Path) -> None:
    save_files(block, folder)
    lines = re.sub(r"\\\n\s*", " ", block.code).splitlines()
    commands: list[str] = []
    for line in lines:
        if line.startswith("make"):
            done = subprocess.run(
                ["make", "--dry-run", *shlex.split(line)[1:]],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        elif PARSED.search(line):
            parse(shlex.split(line, comments=True)[1:])
        else:
            commands.append(line)
    done = run(["bash", "-euo", "pipefail", "-c", "\n".join(commands)], folder, block.framework)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", [block for block in blocks() if block.source], ids=str)
def test_quoted_blocks_match_their_source(block: Block) -> None:
    assert block.code in (ROOT / block.source).read_text("utf-8")


def test_perft_help_matches_perft(folder: Path) -> None:
    from empile.cli.commands.perft import ABOUT

    line = re.search(r"^  (empile perft .*?)  +([0-9]+)$", ABOUT, re.MULTILINE)
    assert line is not None
    assert run(["bash", "-c", line[1]], folder).stdout == f"{line[2]}\n"
