"""What the wheels and sdists of `empile-engine` and `empile` contain and require."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from packaging.metadata import Metadata
from packaging.requirements import Requirement

import empile
from tests.packaging.conftest import ROOT, Distributions, load_script

PACKAGE = ROOT / "src" / "empile"


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def metadata_of(path: Path) -> Metadata:
    """Return the validated metadata of a wheel or sdist."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as opened:
            (name,) = (n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
            return Metadata.from_email(opened.read(name), validate=True)
    with tarfile.open(path) as opened:
        member = opened.extractfile(f"{path.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert member is not None
        return Metadata.from_email(member.read(), validate=True)


def sources() -> set[str]:
    """Return the files of the package that a user needs, as named in a wheel."""
    return {
        f"empile/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and ("web" not in path.relative_to(PACKAGE).parts or path.match("web/model/index.ts"))
        and "pages" not in path.relative_to(PACKAGE).parts
    }


def is_shared(name: str) -> bool:
    """Return whether a file of the server is in the engine: the package, tables and messages."""
    parts = name.split("/")
    return parts[1] == "server" and parts[2] in {"__init__.py", "tables", "wire"}


def test_wheels_share_no_file_and_contain_the_whole_package(dist: Distributions) -> None:
    engine, table = names_in(dist.engine), names_in(dist.table)
    assert not engine & table
    packed = {name for name in engine | table if ".dist-info/" not in name}
    assert {name for name in packed if not name.startswith("empile/server/pages/")} == sources()
    assert {name for name in table if ".dist-info/" not in name} == {
        name
        for name in packed
        if name.startswith(("empile/community/", "empile/server/")) and not is_shared(name)
    }


def test_wheels_contain_page_data_messages_types_and_licence(dist: Distributions) -> None:
    engine, table = names_in(dist.engine), names_in(dist.table)
    for name in (
        "empile/py.typed",
        "empile/games/block_ness/data/components.json",
        "empile/games/on_top/data/board/large.json",
        "empile/games/on_top/data/start/star.json",
        "empile/games/block_ness/locales/en.json",
        "empile/games/block_ness/locales/fr.json",
        "empile/cli/locales/de.json",
        "empile/engine/locales/de.json",
    ):
        assert name in engine
    assert {"empile/server/pages/index.html", "empile/server/pages/licenses.txt"} <= table
    for names in (engine, table):
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
        assert not [name for name in names if name.endswith(".pyc")]
    # Sources of the page are not packed, except for what shows which games have a board of their own.
    sources = {name for name in engine | table if name.endswith(".ts")}
    assert sources == {
        "empile/server/pages/types/contract.d.ts",
        *(name for name in engine if name.endswith("/web/model/index.ts")),
    }


def test_metadata_is_valid_and_names_one_version(dist: Distributions) -> None:
    paths = [dist.engine, dist.table, *dist.sdists]
    found = [metadata_of(path) for path in paths]
    assert sorted(about.name for about in found) == ["empile"] * 2 + ["empile-engine"] * 2
    for about in found:
        assert str(about.version) == empile.__version__
        assert about.license_expression == "MIT"
        assert about.description_content_type == "text/markdown"
        assert about.description
        assert about.requires_python is not None
        assert "3.10" not in about.requires_python


def test_table_requires_the_engine_of_the_same_version(dist: Distributions) -> None:
    about = metadata_of(dist.table)
    wanted = {needed.name: needed for needed in about.requires_dist or [] if not needed.marker}
    engine = wanted["empile-engine"]
    assert str(engine.specifier) == f"=={empile.__version__}"
    assert engine.extras == {"client", "physics"}
    assert {"alembic", "litestar", "sqlalchemy"} <= wanted.keys()
    assert not {"argon2-cffi", "asyncpg", "greenlet", "redis", "rustworkx"} & wanted.keys()
    assert set(about.provides_extra or []) == {"accounts", "lobby", "postgres", "redis"}


def test_engine_requires_no_server_or_physics_without_extras(dist: Distributions) -> None:
    about = metadata_of(dist.engine)
    required: list[Requirement] = about.requires_dist or []
    plain = {needed.name for needed in required if needed.marker is None}
    assert plain == {"msgspec", "numba", "numpy", "platformdirs", "rich"}
    extras = {"client", "cluster", "data", "envs", "gpu", "open-spiel", "physics", "plot"}
    extras |= {
        "inspect-ai",
        "jax",
        "mcp",
        "onnx",
        "openenv",
        "textarena",
        "torch",
        "train",
        "verifiers",
    }
    assert set(about.provides_extra or []) == extras


def test_sdists_build_the_same_wheels(dist: Distributions, tmp_path: Path) -> None:
    for sdist, wheel in zip(dist.sdists, (dist.table, dist.engine), strict=True):
        with tarfile.open(sdist) as opened:
            # Filters came with Python 3.11.4.
            named = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            opened.extractall(tmp_path, **named)  # type: ignore[arg-type]
        folder = tmp_path / sdist.name.removesuffix(".tar.gz")
        command = ["hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
        subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, check=True, capture_output=True
        )
        assert contents(tmp_path / "dist" / wheel.name) == contents(wheel)


def test_engine_files_include_machine_code_but_neither_server_nor_sources_of_the_page(
    tmp_path: Path,
) -> None:
    for name in (
        "__init__.py",
        "engine/compiled/objects/cp311/step.o",
        "engine/wasm/modules/blox.0123.wasm.br",
        "engine/__pycache__/game.pyc",
        "games/blox/rules/core.py",
        "games/blox/web/model/choices.ts",
        "games/blox/web/model/index.ts",
        "games/blox/web/scene/index.ts",
        "server/__init__.py",
        "server/app.py",
        "server/tables/commands/act.py",
        "server/wire/events.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = load_script("packaging/engine/engine_files.py").engine_files(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in found} == {
        "__init__.py",
        "engine/compiled/objects/cp311/step.o",
        "engine/wasm/modules/blox.0123.wasm.br",
        "games/blox/rules/core.py",
        "games/blox/web/model/index.ts",
        "server/__init__.py",
        "server/tables/commands/act.py",
        "server/wire/events.py",
    }


def test_engine_has_a_copy_of_the_licence() -> None:
    copied = ROOT / "packaging" / "engine" / "LICENSE"
    assert copied.read_bytes() == (ROOT / "LICENSE").read_bytes()
