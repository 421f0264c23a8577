"""Files of games that are not part of the page's build, in memory.

These are games of installed packages and of folders in ``EMPILE_GAMES``. The page gets ``/packages.json``, a list
of their files by game. Each game's files are below ``/packages/<game>/<hash of all files>/``, so that its
modules can import each other, and browsers cache them forever:

- ``locales/<language>.json``: all messages, in each language of the page
- ``pictures/``: the files of its folder ``web/pictures``
- ``model.js``, ``scene.js`` and what these import: the files of ``web/dist``
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, Self

import msgspec

from empile.engine.discovery import game_class, game_names
from empile.engine.game import Game
from empile.server.http.packages.messages import LANGUAGES, game_messages
from empile.server.http.packages.paths import LIST, PREFIX
from empile.server.http.previews.catalogue import GameTexts
from empile.server.http.static import File, make_file

_PICTURES: Final = frozenset({".svg", ".webp"})
_MODULES: Final = _PICTURES | {".css", ".js", ".json", ".mjs", ".png", ".woff2"}
_HASH_DIGITS: Final = 16

log = logging.getLogger("empile.games")


class GamePackage(NamedTuple):
    """The files of a game, and its texts for link previews."""

    base: str
    """The address of its files."""
    files: dict[str, bytes]
    """By path below the address."""
    texts: GameTexts


class GamePackages:
    """The files of games by address.

    Example: ``GamePackages.read(built={"blox"}).get("/packages.json")``.
    """

    def __init__(self, packages: Mapping[str, GamePackage]) -> None:
        self._packages = packages
        self._files: dict[str, File] = {}
        for package in packages.values():
            for name, body in package.files.items():
                path = package.base + name
                self._files[path] = make_file(path, body, compress=True, is_fixed=True)
        listed = {
            name: {"base": package.base, "files": sorted(package.files)}
            for name, package in sorted(packages.items())
        }
        self._files[LIST] = make_file(LIST, msgspec.json.encode(listed), compress=True)

    @classmethod
    def read(cls, built: Collection[str]) -> Self:
        """Read all games but those that are part of the page. Blocks."""
        return cls(dict(_packages(name for name in game_names() if name not in built)))

    @property
    def texts(self) -> dict[str, GameTexts]:
        """The texts of link previews by game."""
        return {name: package.texts for name, package in self._packages.items()}

    def get(self, path: str) -> File | None:
        """Return the file at an address, or None."""
        return self._files.get(path)

    def preloads(self, game: str) -> list[str]:
        """Return elements for the head of a table, so that its model is fetched at once."""
        package = self._packages.get(game)
        if package is None or "model.js" not in package.files:
            return []
        return [f'<link rel="modulepreload" crossorigin href="{package.base}model.js" />']


def _packages(games: Iterable[str]) -> Iterator[tuple[str, GamePackage]]:
    for name in games:
        try:
            yield name, _read(game_class(name))
        except Exception:  # one game must not keep the others from being shown
            log.exception("the files of the game '%s' cannot be read", name)


def _read(game: type[Game]) -> GamePackage:
    folder = game.folder
    messages = {language: game_messages(folder, language) for language in LANGUAGES}
    files = {
        **dict(_files(folder / "web" / "dist", _MODULES)),
        **{
            f"pictures/{name}": body
            for name, body in _files(folder / "web" / "pictures", _PICTURES)
        },
        **{f"locales/{code}.json": msgspec.json.encode(said) for code, said in messages.items()},
    }
    digest = hashlib.sha256()
    for name, body in sorted(files.items()):
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    base = f"{PREFIX}{game.name}/{digest.hexdigest()[:_HASH_DIGITS]}/"
    texts = GameTexts(
        has_rules=all("rules.1.title" in said for said in messages.values()),
        has_lessons=any((folder / "lessons").glob("*.json")),
        has_solo=False,
        has_scorepad=False,
        has_picture=False,
        names={code: str(said.get("name", _title(game.name))) for code, said in messages.items()},
        taglines={code: str(said.get("tagline", "")) for code, said in messages.items()},
    )
    return GamePackage(base, files, texts)


def _title(name: str) -> str:
    """Return the name of a game without messages, as on the page."""
    return name[:1].upper() + name[1:].replace("-", " ")


def _files(folder: Path, kinds: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of these kinds by path; links out of the folder are left out."""
    inside = folder.resolve()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_hidden = any(part.startswith(".") for part in name.split("/"))
        is_inside = path.resolve().is_relative_to(inside)
        if path.suffix in kinds and path.is_file() and is_inside and not is_hidden:
            yield name, path.read_bytes()
