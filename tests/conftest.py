"""Shared fixtures, and the environment of all tests.

The environment is set at import, before Empile is imported, and inherited by subprocesses.
"""

from __future__ import annotations

import faulthandler
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import HealthCheck, settings

from tests.support.patience import slowness
from tests.support.turns import Turns

if TYPE_CHECKING:
    import empile
    from tests.support.postgres_server import PostgresServer

ROOT = Path(__file__).parents[1]
LONG = ROOT / "tests" / "long"

# Shells start background jobs with SIGINT ignored, and children inherit that; a handler they do
# not inherit, so that tests can interrupt the programs that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["EMPILE_GAMES"] = str(ROOT / "tests" / "games")
os.environ["LC_ALL"] = "C.UTF-8"  # the command line's messages are in English on any machine

settings.register_profile(
    "empile",
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("empile")

HEAVY = (
    "gymnasium",
    "jax",
    "mujoco",
    "numba",
    "open_spiel",
    "pettingzoo",
    "pyspiel",
    "scipy",
    "sphinx",
    "torch",
)
"""Packages that take long to import: tests import them when they run."""
SERVICES = frozenset({"durable", "killable_redis", "postgres", "redis", "redis_server", "torch"})
"""Fixtures and parameters by which tests say that they need PostgreSQL, Redis or PyTorch."""
TURNS = "EMPILE_TEST_TURNS"
"""The folder by which the processes of a run take turns."""
_turns = pytest.StashKey[Turns]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a suite, scale the time-out of a test, and let the processes of a run take turns."""
    if not config.option.markexpr and not any(map(_is_named, config.args)):
        config.option.markexpr = "not long"
    if config.getoption("timeout") is None:
        config.option.timeout = float(config.getini("timeout")) * slowness()
    if _is_first(config):  # other processes inherit its environment
        os.environ[TURNS] = tempfile.mkdtemp(prefix="empile-turns-")
    config.stash[_turns] = Turns(Path(os.environ[TURNS]))


def _is_first(config: pytest.Config) -> bool:
    return not hasattr(config, "workerinput")


def _is_named(place: str) -> bool:
    """Return whether an argument names a test, or tests of the long suite."""
    path = Path(place).resolve()
    return "::" in place or LONG in (path, *path.parents)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave ``tests/long`` alone if its tests are not wanted."""
    return True if collection_path == LONG and config.option.markexpr == "not long" else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let tests in ``tests/long``, and those that need a service, belong to the long suite."""
    assert isinstance(item, pytest.Function)
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    needs = {*item.fixturenames, *(value for value in parameters if isinstance(value, str))}
    if LONG in item.path.parents or needs & SERVICES:
        item.add_marker("long")


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_turns].close()
    if _is_first(config):
        shutil.rmtree(os.environ.pop(TURNS))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that must be alone first, when no others have to end before."""
    items.sort(key=_is_alone, reverse=True)


def _is_alone(item: pytest.Item | None) -> bool:
    return item is not None and item.get_closest_marker("alone") is not None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Wait for a turn, before plugins start their time-outs; end the process if it gets stuck."""
    alone = _is_alone(item)
    turns = item.config.stash[_turns]
    with turns.turn(alone=alone, stays=alone and _is_alone(nextitem)):
        _watch(item.config)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()


def _watch(config: pytest.Config) -> None:
    patience = float(config.getini("stuck_timeout")) * slowness()
    if not config.getoption("usepdb"):
        stderr = config.stash[fault_handler_stderr_fd_key]  # not the captured one
        faulthandler.dump_traceback_later(patience, exit=True, file=stderr)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep collection quick: no game is started, and no large package imported."""
    from empile.engine.game import Game

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("a game is started while tests are collected: start it in the test")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "__init__", refuse)
        collected = yield
    heavy = [name for name in HEAVY if name in sys.modules]
    if heavy:
        raise pytest.UsageError(f"{heavy} are imported while tests are collected")
    return collected


@pytest.fixture(scope="session", autouse=True)
def warm_drivers() -> None:
    """Compile the step template of every game before tests measure time or start processes."""
    import empile

    for name in empile.game_names():
        with suppress(Exception):  # a half-built game: the tests of the suite report it
            _warm(empile.load(name).new_state())


def _warm(state: empile.State) -> None:
    step = state.game.compiled.step
    step.team(state.game.params_array, 0)
    step.is_legal(state.game.params_array, state.array, 0, 0)
    state.legal_actions()
    state.chance_outcomes()
    state.chance_actions_left()
    state.scores()


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresServer]:
    """A PostgreSQL server for all tests of this process, quick but not durable."""
    from tests.support.postgres_server import MISSING, postgres_server, programs

    if programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def torch() -> Any:
    """The module ``torch``. Skips the test if PyTorch is not installed; on CI, that is a failure."""
    from tests.support import pytorch

    return pytorch.load()


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item) -> None:
    """Watch the cleanup of failed tests: plugins cancel their time-outs when a test fails."""
    _watch(node.config)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("stuck_timeout", "seconds after which a process that is stuck ends")
    parser.addoption(
        "--write-golden", action="store_true", help="write the golden schema of the store anew"
    )
    parser.addoption(
        "--write-plans", action="store_true", help="write the kept pictures of boards anew"
    )


@pytest.fixture
def write_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are written instead of compared."""
    return bool(request.config.getoption("--write-golden"))


@pytest.fixture
def write_plans(request: pytest.FixtureRequest) -> bool:
    """Whether pictures of boards are written instead of compared."""
    return bool(request.config.getoption("--write-plans"))
