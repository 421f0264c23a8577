"""Shared fixtures, and the environment of all tests.

The environment is set at import, before Empile is imported, and inherited by subprocesses.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import empile
    from tests.support.postgres_server import PostgresServer

ROOT = Path(__file__).parents[1]

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
    patience = float(node.config.getini("faulthandler_timeout"))
    if patience and not node.config.getoption("usepdb"):
        stderr = node.config.stash[fault_handler_stderr_fd_key]  # not the captured one
        faulthandler.dump_traceback_later(patience, exit=True, file=stderr)


def pytest_addoption(parser: pytest.Parser) -> None:
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
