"""The packages of the server, by their imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from graphlib import TopologicalSorter
from pathlib import Path

import empile
from tests.support.patience import PATIENCE

SOURCE = Path(empile.__file__).parent
SERVER = SOURCE / "server"
COMMUNITY = SOURCE / "community"
LAYERS = (
    {"bus", "metrics", "monitoring", "store", "wire"},
    {"settings", "tables"},
    {"background", "physics"},
    {"registry"},
    {"http"},
    {"app"},
    {"run"},
)
"""From the lowest. A package imports from lower layers only."""
MOST_DEPENDENCIES = 42
MOST_FILES = 20
"""Modules in a folder, without ``__init__.py``."""


def modules() -> dict[str, Path]:
    """Return the server's modules by their names relative to the server."""
    found: dict[str, Path] = {}
    for path in SERVER.rglob("*.py"):
        parts = path.relative_to(SERVER).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, known: Set[str], *, at_runtime: bool = False) -> Iterator[str]:
    """Yield the server's modules that a module imports, also inside functions.

    With ``at_runtime``, imports for type checks are left out.
    """
    prefix = "empile.server."
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[ast.AST] = set()
    if at_runtime:
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        names: list[str] = []
        if node in skipped:
            continue
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            inner = f"{name}.".removeprefix(prefix).removesuffix(".")
            if name.startswith(prefix):
                yield inner if inner in known else inner.rpartition(".")[0]


def imported_by(path: Path) -> set[str]:
    """Return the names that a module imports, also inside functions."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return set(names)


def package_of(module: str) -> str:
    """Return the package of a module: a folder of the server, or a module outside of them."""
    return module.partition(".")[0]


def dependencies() -> dict[str, set[str]]:
    """Return for each package the others that it imports."""
    found: dict[str, set[str]] = defaultdict(set)
    known = modules()
    for module, path in known.items():
        if module:
            package = package_of(module)
            found[package] |= {package_of(name) for name in imports(path, known.keys())} - {package}
    return found


def depth(package: str, graph: Mapping[str, Set[str]]) -> int:
    """Return the length of the longest chain of imports that starts at a package."""
    return 1 + max((depth(lower, graph) for lower in graph[package]), default=0)


def test_packages_import_from_lower_layers_only() -> None:
    graph = dependencies()
    layer_of = {package: number for number, layer in enumerate(LAYERS) for package in layer}
    assert set(graph) == set(layer_of)
    upward = {
        (package, lower)
        for package, lowers in graph.items()
        for lower in lowers
        if layer_of[lower] >= layer_of[package]
    }
    assert not upward


def test_packages_have_few_dependencies_and_layers() -> None:
    graph = dependencies()
    list(TopologicalSorter(graph).static_order())  # raises CycleError
    assert max(depth(package, graph) for package in graph) <= len(LAYERS)
    assert sum(len(lowers) for lowers in graph.values()) <= MOST_DEPENDENCIES


def test_modules_import_no_cycles() -> None:
    known = modules()
    graph = {
        module: set(imports(path, known.keys(), at_runtime=True)) - {module}
        for module, path in known.items()
    }
    list(TopologicalSorter(graph).static_order())  # raises CycleError


def parts_of_server(path: Path) -> set[str]:
    """Return the packages of the server that a module imports."""
    return {name.split(".")[2] for name in imported_by(path) if name.startswith("empile.server.")}


def test_other_packages_import_only_tables_and_wire() -> None:
    """They are installed without the rest of the server, as `empile-engine`."""
    found = {
        path.relative_to(SOURCE).as_posix(): parts_of_server(path) - {"tables", "wire"}
        for path in SOURCE.rglob("*.py")
        if SERVER not in path.parents and COMMUNITY not in path.parents
    }
    assert {name: parts for name, parts in found.items() if parts} == {
        "cli/commands/store/backup.py": {"store"},
        "cli/commands/store/copy.py": {"store"},
        "cli/commands/store/doctor.py": {"store"},
        "cli/commands/store/members/actions.py": {"store"},
        "cli/commands/store/members/fair_play.py": {"store"},
        "cli/commands/store/members/moderation.py": {"store"},
        "cli/commands/store/members/stored.py": {"store"},
        "cli/commands/store/ratings/__init__.py": {"store"},
        "cli/commands/store/migrate.py": {"store"},
        "cli/commands/store/restore.py": {"store"},
        "cli/commands/serve.py": {"http", "run", "settings"},
        "cli/commands/store/work.py": {"background", "store"},
        "cli/commands/store/tables.py": {"store"},
        "cli/store_args.py": {"bus", "settings", "store"},
    }


def test_folders_have_few_files() -> None:
    counts = {
        str(folder.relative_to(SOURCE)): len({*folder.glob("*.py")} - {folder / "__init__.py"})
        for folder in (SOURCE, *SOURCE.rglob("*"))
        if folder.is_dir()
    }
    assert {name for name, count in counts.items() if count > MOST_FILES} == set()


def test_community_imports_neither_the_application_nor_its_start() -> None:
    above = {"app", "run"}
    found = {path.name: parts_of_server(path) & above for path in COMMUNITY.rglob("*.py")}
    assert {name for name, parts in found.items() if parts} == set()


def test_server_loads_neither_physics_nor_accounts_at_start() -> None:
    code = """
import sys
import empile.server.run
from empile.server.http.api import rest_application
from empile.server.settings import Settings
rest_application(Settings())
unused = ("empile.server.physics", "mujoco", "empile.community", "sqlalchemy", "argon2", "webauthn")
loaded = [name for name in sys.modules if name.startswith(unused)]
assert not loaded, loaded
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
