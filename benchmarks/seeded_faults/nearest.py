"""Which tests to run for a fault, and in what order: the nearest ones first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final, Literal, NamedTuple

Suite = Literal["quick", "long"]
Kind = Literal["pytest", "node", "types"]

_LONG: Final = "tests/long"
_FOLDERS: Final[dict[Suite, tuple[str, ...]]] = {"quick": ("tests",), "long": (_LONG, "tests")}
"""Where the tests of a suite are: those that need a service are long, wherever they are."""
_MARKS: Final[dict[Suite, tuple[str, str]]] = {"quick": ("-m", "not long"), "long": ("-m", "long")}
_CHECKS_OF_GAMES: Final = "tests/games/test_suite.py"
_GAMES: Final = ("src", "empile", "games")
_NODE_TESTS: Final = ("{src,test}/**/*.test.ts", "../src/empile/games/*/web/**/*.test.ts")


class Stage(NamedTuple):
    """Tests that run together."""

    suite: Suite
    kind: Kind
    arguments: tuple[str, ...]
    """Of pytest or Node."""
    is_near: bool
    """Whether these are the tests nearest to the fault, not a whole suite."""


def stages_of(root: Path, file: str, *, long: bool, near_only: bool = False) -> list[Stage]:
    """Return what to run for a fault in ``file``.

    The tests of its folder, in both suites; then the quick suite and the long one. ``near_only``
    leaves out the whole suites of pytest.
    """
    suites: tuple[Suite, ...] = ("quick", "long") if long else ("quick",)
    stages = list(_stages_of_page(root, file)) if is_of_page(file) else []
    for suite in suites:
        for arguments in _nearest(root, file, suite):
            stages.append(Stage(suite, "pytest", (*_MARKS[suite], *arguments), is_near=True))
    if not near_only:
        for suite in suites:
            stages.append(Stage(suite, "pytest", (*_MARKS[suite], "tests"), is_near=False))
    return stages


def is_of_page(file: str) -> bool:
    """Return whether a file belongs to the page."""
    return file.endswith((".ts", ".css"))


def from_web(path: str) -> str:
    """Return a path from the folder of the page."""
    return path.removeprefix("web/") if path.startswith("web/") else f"../{path}"


def _stages_of_page(root: Path, file: str) -> Iterable[Stage]:
    beside = PurePosixPath(file).parent
    tests = sorted((root / beside).glob("*.test.ts"))
    if tests:
        ordered = _ordered((test.relative_to(root).as_posix() for test in tests), file)
        yield Stage("quick", "node", tuple(map(from_web, ordered)), is_near=True)
    yield Stage("quick", "node", _NODE_TESTS, is_near=False)
    yield Stage("quick", "types", (), is_near=False)


def _nearest(root: Path, file: str, suite: Suite) -> Iterable[tuple[str, ...]]:
    """Yield arguments of pytest, the nearest tests first."""
    modules: set[str] = set()
    for tests in _FOLDERS[suite]:
        modules |= _modules(root, tests, file)
    if modules:
        yield tuple(_ordered(modules, file))
    if not (root / _CHECKS_OF_GAMES).exists():
        return
    if _is_of_game(file):
        yield _CHECKS_OF_GAMES, "-k", file.split("/")[3].replace("_", "-")
    elif file.startswith("src/empile/engine/"):
        yield (_CHECKS_OF_GAMES,)


def _is_of_game(file: str) -> bool:
    return PurePosixPath(file).parts[:3] == _GAMES and not is_of_page(file)


def _modules(root: Path, tests: str, file: str) -> set[str]:
    """Return the modules of the folder below ``tests`` that mirrors that of a file.

    If it has none, those of the nearest folder above. Of a game or of the page, all below it, too.
    """
    parts = PurePosixPath(file).parts
    is_deep = True
    if is_of_page(file):
        folder = f"browser/{'games' if parts[:3] == _GAMES else parts[2]}"
    elif _is_of_game(file):
        folder = f"games/{parts[3]}"
    else:
        folder, is_deep = "/".join(parts[2:-1]), False
    at = root / tests / folder
    while at != root / tests:
        found = at.rglob("test_*.py") if is_deep else at.glob("test_*.py")
        if names := {module.relative_to(root).as_posix() for module in found}:
            return names
        if is_of_page(file) and tests == _LONG:
            return set()  # all tests with a browser would take as long as the suite
        at = at.parent
    return set()


def _ordered(modules: Iterable[str], file: str) -> list[str]:
    """Sort modules: first those whose names share most words with the path of the file."""
    words = _words(file)
    return sorted(modules, key=lambda name: (-len(words & _words(PurePosixPath(name).name)), name))


def _words(text: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[a-z]+", text)} - {"py", "t", "test"}
