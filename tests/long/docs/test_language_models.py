"""The tutorial of language models: what `test_code` does not run, and what it says about results."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, blocks
from tests.long.evals.endpoint import completion, endpoint, first_move
from tests.support.program import write_program

PAGE = ROOT / "docs" / "language-models.md"
ADDRESS = "http://localhost:8000/v1"
ENGINE = ROOT / "packaging" / "engine"


def page(language: str) -> list[Block]:
    return [block for block in blocks() if block.document == PAGE and block.language == language]


@pytest.fixture
def programs(tmp_path: Path) -> str:
    """A search path with a program ``empile``."""
    return f"{write_program(tmp_path / 'programs')}{os.pathsep}{os.environ['PATH']}"


def empile(words: list[str], programs: str, folder: Path) -> str:
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PATH": programs, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_extras_exist() -> None:
    line = page("text")[0].code.splitlines()[-1]
    program, verb, engine, table = shlex.split(line)
    found = re.fullmatch(r"\./packaging/engine\[(.*)\]", engine)
    assert (program, verb, table) == ("pip", "install", ".")
    assert found is not None
    project = tomllib.loads((ENGINE / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(found[1].split(",")) <= set(project["optional-dependencies"])
    assert (ROOT / table / "pyproject.toml").exists()


def test_the_table_shown_is_that_of_the_agent(programs: str, tmp_path: Path) -> None:
    """Bots may move otherwise on other processors, so only what follows from the suite is exact."""
    measure = page("sh")[0]
    (tmp_path / "agent.py").write_text(measure.files["agent.py"], "utf-8")
    written = empile(shlex.split(measure.code.splitlines()[0]), programs, tmp_path)
    for shown, found in zip(page("text")[1].code.splitlines(), written.splitlines(), strict=False):
        assert shown.split(" | ")[:2] == found.split(" | ")[:2]
        assert shown.split(" | ")[4:] == found.split(" | ")[4:]


def test_a_model_is_measured_at_an_address(programs: str, tmp_path: Path) -> None:
    export, measure = next(block.code.splitlines() for block in page("sh") if ADDRESS in block.code)
    assert export.startswith("export OPENAI_API_KEY=")
    with endpoint(lambda _, body: completion(first_move(body))) as served:
        words = shlex.split(measure.replace(ADDRESS, served.url))
        assert "24 of 24 games of suite short" in empile(words, programs, tmp_path)
    assert {body["model"] for body in served.bodies} == {"my-model"}
    assert 100 <= len(served.bodies) <= 300
    assert (tmp_path / "my-model" / "report.html").exists()


def test_the_configured_command_lets_a_model_play(
    programs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.long.mcp.clients import client_of, first_moves, perform, say, sdk

    [server] = json.loads(page("json")[0].code)["mcpServers"].values()
    monkeypatch.setenv("PATH", programs)
    command = shutil.which(server["command"])
    process = sdk.StdioServerParameters(command=command, args=server["args"], env=dict(os.environ))

    async def scene() -> None:
        async with client_of(process) as client:
            await say(client, "open_table", game="block-ness", others=2)
            moves = await first_moves(client, "t1")
            assert await say(client, "act", table="t1", move=moves[0])

    perform(scene())
