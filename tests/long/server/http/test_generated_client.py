"""A client generated from the OpenAPI document works."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Serving

TYPES = {
    "application/x-ndjson": "application/json",
    "image/png": "application/octet-stream",
    "image/webp": "application/octet-stream",
}
"""How the generator treats content that it does not know."""


def test_client_generated_from_the_document_makes_a_table(
    server: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "openapi.json"
    document.write_bytes(httpx.get(f"{server.address}/api/schema/openapi.json").content)
    no_hooks = tmp_path / "generator.yaml"
    no_hooks.write_text(json.dumps({"post_hooks": [], "content_type_overrides": TYPES}), "utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    files = ["--path", str(document), "--output-path", str(tmp_path / "empile_api")]
    made = subprocess.run(
        [*command, "--fail-on-warning", *files, "--config", str(no_hooks)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    operations = {}
    for file in (tmp_path / "empile_api" / "api").rglob("*.py"):
        name = ".".join(file.relative_to(tmp_path).with_suffix("").parts)
        operations[file.stem] = importlib.import_module(name)
    client = importlib.import_module("empile_api.client").Client(base_url=server.address)
    models = importlib.import_module("empile_api.models")
    wanted = models.CreateTable.from_dict(
        {"game": "block-ness", "places": [{"kind": "person", "name": "Anne"}, {"kind": "open"}]}
    )
    with client:
        found = operations["api_tables_make"].sync(client=client, body=wanted)
    assert isinstance(found, models.TableCreated)
    assert found.places == [0]
