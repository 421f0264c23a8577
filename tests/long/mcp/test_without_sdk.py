"""Without the SDK."""

from __future__ import annotations

import sys

import pytest

from empile.cli import main


def test_the_command_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.types", None)
    assert main(["mcp"]) == 2
    error = 'empile: The MCP SDK is not installed: pip install "empile-engine[mcp]"\n'
    assert capsys.readouterr().err == error
