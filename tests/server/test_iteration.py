"""What several tasks or threads share is not changed under an iteration."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import empile
from tests.server.serving import Serving, make, perform
from tests.support.patience import PATIENCE

PACKAGES = ("server", "community", "mcp", "client", "arena")
VIEWS = ("values", "items", "keys")


def test_lists_of_tables_stand_tables_that_go_meanwhile(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = server.registry
    for _ in range(4):
        perform(make(server.address, ["person", "open"], listed=True))

    async def refresh() -> None:
        """Unload a table, as other tasks may while the store is read."""
        registry._rooms.pop(next(iter(registry._rooms)))

    monkeypatch.setattr(registry._listing, "_refresh", refresh)
    found = httpx.get(f"{server.address}/api/tables", timeout=PATIENCE)
    assert (found.status_code, len(found.json()["tables"])) == (200, 3)
    assert perform(registry.running()) == []


def views(node: ast.AST) -> str | None:
    """Return a mapping of an object, if a node is a view of it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        whole = ast.unparse(node.func.value)
        return whole if node.func.attr in VIEWS and whole.startswith("self.") else None
    return None


def waits(nodes: list[ast.stmt]) -> bool:
    kinds = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield)
    return any(isinstance(inner, kinds) for node in nodes for inner in ast.walk(node))


def risks(tree: ast.AST) -> Iterator[str]:
    """Yield mappings of objects over which something iterates while other tasks may run."""
    later: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            later.add(node.value)
        elif isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
            later.update(node.value.args)
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor):
            if views(node.iter) and waits(node.body):
                yield f"{node.lineno}: for … in {ast.unparse(node.iter)}"
        elif (
            isinstance(node, ast.GeneratorExp) and node in later and views(node.generators[0].iter)
        ):
            yield f"{node.lineno}: {ast.unparse(node)}"


def test_no_task_waits_inside_an_iteration_over_a_shared_mapping() -> None:
    root = Path(empile.__file__).parent
    found = [
        f"{path.relative_to(root)}:{risk}"
        for package in PACKAGES
        for path in sorted((root / package).rglob("*.py"))
        for risk in risks(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []
