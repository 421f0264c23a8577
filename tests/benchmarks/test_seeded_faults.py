"""Seeded faults fit today's files, and the program tells those that tests find from others."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

# Not imported by statements: type checkers know the package as `seeded_faults`.
main: Any = import_module("benchmarks.seeded_faults.__main__")
catalogue: Any = import_module("benchmarks.seeded_faults.catalogue")
copies: Any = import_module("benchmarks.seeded_faults.copies")
fault_module: Any = import_module("benchmarks.seeded_faults.fault")
nearest: Any = import_module("benchmarks.seeded_faults.nearest")
trial: Any = import_module("benchmarks.seeded_faults.trial")
Fault, FaultError = fault_module.Fault, fault_module.FaultError

SUMS = """\
def plus(a: int, b: int) -> int:
    return a + b


def times(a: int, b: int) -> int:
    return a * b


def minus(a: int, b: int) -> int:
    return a - b
"""
PLUS = """\
import threading

from sums.plain.numbers import plus


def test_broken():
    assert False


def test_plus():
    stop = threading.Event()
    threading.Thread(target=stop.wait).start()
    assert plus(2, 2) == 4
    stop.set()
"""
"""If the last test fails, Python waits for its thread forever."""
FILES = {
    "src/sums/plain/numbers.py": SUMS,
    "src/sums/__init__.py": "",
    "tests/plain/test_numbers.py": PLUS,
    "tests/test_far.py": "from sums.plain.numbers import times\n\n\n"
    "def test_times():\n    assert times(2, 3) == 6\n",
}


def fault_of(name: str, old: str, new: str) -> Any:
    return Fault(name, "rules", "A sum is wrong.", "src/sums/plain/numbers.py", old, new)


NEAR = fault_of("near", "a + b", "a - b - 0")
FAR = fault_of("far", "a * b", "a / b")
UNTESTED = fault_of("untested", "return a - b", "return b - a")


@pytest.mark.parametrize("fault", catalogue.FAULTS, ids=lambda fault: fault.name)
def test_a_fault_fits_its_file(fault: Any) -> None:
    before = (ROOT / fault.file).read_text("utf-8")
    after = fault.seeded(before)
    assert after != before
    assert fault.breaks.endswith(".")
    if fault.file.endswith(".py"):
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(before))


def test_faults_are_spread_over_five_areas() -> None:
    faults = catalogue.FAULTS
    areas = Counter(fault.area for fault in faults)
    assert areas == {"rules": 26, "hidden": 10, "store": 12, "wire": 8, "page": 6}
    assert len({fault.name for fault in faults}) == 62
    games = Counter(fault.file.split("/")[3] for fault in faults if fault.area == "rules")
    assert games == {"block_ness": 6, "block_out": 6, "blox": 6, "on_top": 8}


def test_a_text_that_occurs_twice_is_no_fault() -> None:
    with pytest.raises(FaultError, match="occurs 2 times"):
        fault_of("twice", "return a", "return b").seeded("return a\nreturn a\n")


def test_faults_are_chosen_by_name_or_area() -> None:
    assert catalogue.chosen([NEAR, FAR], ["far"]) == [FAR]
    assert catalogue.chosen([NEAR, FAR], ["rules"]) == [NEAR, FAR]
    with pytest.raises(ValueError, match="no fault or area none"):
        catalogue.chosen([NEAR, FAR], ["none"])


@pytest.mark.parametrize(
    ("file", "suite", "first"),
    [
        ("src/empile/server/store/sqlite.py", "quick", "tests/server/store/test_sqlite.py"),
        ("src/empile/server/store/backup.py", "quick", "tests/server/store/test_backup.py"),
        ("src/empile/server/store/sqlite.py", "long", "tests/server/store/test_sqlite.py"),
        ("src/empile/games/blox/rules/core.py", "quick", "tests/games/blox/"),
        ("web/src/table/turn.ts", "quick", "tests/browser/table/"),
    ],
)
def test_the_nearest_tests_run_first(file: str, suite: str, first: str) -> None:
    stages = nearest.stages_of(ROOT, file, long=True)
    of_suite = [stage for stage in stages if stage.kind == "pytest" and stage.suite == suite]
    assert of_suite[0].is_near
    assert of_suite[0].arguments[2].startswith(first)
    assert [stage.is_near for stage in stages[-2:]] == [False, False]


def test_node_runs_the_tests_of_the_page() -> None:
    stages = nearest.stages_of(ROOT, "web/src/net/socket.ts", long=False)
    assert [stage.kind for stage in stages[:3]] == ["node", "node", "types"]
    assert stages[0].arguments[0] == "src/net/socket.test.ts"


@pytest.fixture
def trials_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Any]:
    """Return trials in copies of a small project, one of whose tests always fails."""
    project = tmp_path / "project"
    for name, text in FILES.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # quicker
    monkeypatch.setattr(copies, "_PATIENCE", 1.0)

    def trials(root: Path) -> Any:
        copy = copies.Copy(project, root)
        copy.require("sums")
        return trial.Trials(copy, long=False)

    return trials


def test_faults_are_found_near_or_far_or_not_at_all(
    tmp_path: Path, trials_at: Callable[[Path], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    output, report = tmp_path / "faults.json", tmp_path / "faults.md"
    assert main.run([NEAR, FAR, UNTESTED], trials_at, output, report) == 1
    results = main.read_results(output)
    assert {name: (found.suite, found.test, found.is_near) for name, found in results.items()} == {
        "near": ("quick", "tests/plain/test_numbers.py::test_plus", True),
        "far": ("quick", "tests/test_far.py::test_times", False),
        "untested": (None, None, False),
    }
    said = capsys.readouterr().out
    assert "test_broken fails without a fault, too" in said
    assert "untested: not found" in said
    assert (tmp_path / "project/src/sums/plain/numbers.py").read_text() == SUMS


def test_the_status_is_0_if_all_are_found(
    tmp_path: Path, trials_at: Callable[[Path], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "FAULTS", (NEAR,))
    output, report = tmp_path / "faults.json", tmp_path / "faults.md"
    assert main.run([NEAR], trials_at, output, report, jobs=1) == 0
    row = "| near | A sum is wrong. | `tests/plain/test_numbers.py` | quick |"
    assert row in report.read_text("utf-8")


class Stub:
    """A place in which each test fails, or none does."""

    def __init__(self, root: Path, output: str) -> None:
        self.root = root
        self._output = output
        self.commands: list[list[str]] = []
        (root / "a.py").write_text(SUMS, "utf-8")

    def write(self, file: str, text: str) -> None:
        (self.root / file).write_text(text, "utf-8")

    def run(self, command: list[str], folder: str = "", **_: Any) -> Any:
        assert command[:3] == [sys.executable, "-m", "pytest"]
        self.commands.append(command)
        wrong = "a - b - 0" in (self.root / "a.py").read_text("utf-8")
        return copies.Ended(1, self._output) if wrong and self._output else copies.Ended(0, "")


@pytest.mark.parametrize("test", ["test_a[1-x]", "test_a", "test_a[two words]"])
def test_a_failure_is_read_from_the_output(tmp_path: Path, test: str) -> None:
    fault = Fault("near", "rules", "A sum is wrong.", "a.py", NEAR.old, NEAR.new)
    stub = Stub(tmp_path, f"1 failed\nFAILED tests/test_a.py::{test} - assert 1 - 1\n")
    result = trial.Trials(stub, long=True).run(fault)
    assert (result.suite, result.test) == ("quick", f"tests/test_a.py::{test}")
    assert result.module == "tests/test_a.py"
    with_fault, without = stub.commands
    assert with_fault[-1] == "tests"
    assert without[-1] == "tests/test_a.py::test_a", "whatever its parameters"
    assert (tmp_path / "a.py").read_text("utf-8") == SUMS


def test_without_a_failure_both_suites_run(tmp_path: Path) -> None:
    fault = Fault("near", "rules", "A sum is wrong.", "a.py", NEAR.old, NEAR.new)
    stub = Stub(tmp_path, "")
    assert trial.Trials(stub, long=True).run(fault).test is None
    assert [command[-3:] for command in stub.commands] == [
        ["-m", "not long", "tests"],
        ["-m", "long", "tests"],
    ]


def test_output_without_a_failure_is_trouble(tmp_path: Path) -> None:
    fault = Fault("near", "rules", "A sum is wrong.", "a.py", NEAR.old, NEAR.new)
    with pytest.raises(trial.TrialError, match="status 1"):
        trial.Trials(Stub(tmp_path, "Segmentation fault"), long=True).run(fault)
