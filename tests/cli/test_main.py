"""The command line as a whole: help, errors and silent exits."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.cli.commands import serve
from empile.cli.parser import VERBS
from tests.cli.conftest import Empile

PROGRAM = [sys.executable, "-m", "empile"]


def test_help_names_every_command(empile_cli: Empile) -> None:
    shown = empile_cli("--help")
    assert shown.status == 0
    for verb, summary in VERBS.items():
        assert f"{verb} " in shown.out
        assert summary in shown.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_command_has_examples(empile_cli: Empile, verb: str) -> None:
    shown = empile_cli(verb, "--help")
    assert shown.status == 0
    assert "examples:\n  " in shown.out
    assert f"empile {verb}" in shown.out.partition("examples:")[2]


@pytest.mark.parametrize("words", [["--help"], ["perft", "--help"], ["perft"], ["nonsense"]])
def test_help_and_errors_do_not_import_the_compiler(words: list[str]) -> None:
    script = (
        "import sys, empile.cli\n"
        "try: empile.cli.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, check=False)
    assert done.returncode == 0


def test_version_is_printed(empile_cli: Empile) -> None:
    shown = empile_cli("--version")
    assert (shown.status, shown.out) == (0, f"empile {empile.__version__}\n")


@pytest.mark.parametrize("words", [[], ["--lan"], ["--port", "7000"]])
def test_main_without_a_command_opens_the_table(
    empile_cli: Empile, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    started: list[argparse.Namespace] = []

    def run(arguments: argparse.Namespace) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert empile_cli(*words).status == 0
    (chosen,) = started
    assert chosen.open
    assert (chosen.lan, chosen.port) == ("--lan" in words, 7000 if "7000" in words else None)
    assert (chosen.host, chosen.data) == ("127.0.0.1", None)


@pytest.fixture
def engine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is not installed."""

    def find_spec(name: str) -> None:
        assert name == "empile.server.run"

    monkeypatch.setattr("empile.cli.program.find_spec", find_spec)


@pytest.mark.usefixtures("engine_alone")
def test_main_without_the_server_needs_a_command(empile_cli: Empile) -> None:
    empile_cli().refused("a command is missing", "play", "empile-engine --help")
    empile_cli("--lan").refused("a command is missing")
    empile_cli("serve").refused("pip install empile")


@pytest.mark.usefixtures("engine_alone")
def test_help_without_the_server_names_its_own_script(empile_cli: Empile) -> None:
    shown = empile_cli("--help").out
    assert "usage: empile-engine [COMMAND" in shown
    assert "pip install empile" in shown
    assert "empile-engine random block-ness --seed 1 | empile-engine trace -" in shown
    examples = empile_cli("perft", "--help").out.partition("examples:")[2]
    assert "empile-engine perft" in examples
    assert "empile perft" not in examples


def test_main_with_an_unknown_command_fails(empile_cli: Empile) -> None:
    empile_cli("plya").refused("'plya'", "play")


@pytest.mark.parametrize(
    "words",
    [
        ["games", "--nonsense"],
        ["games", "more"],
        ["--nonsense", "games"],
        ["random", "block-ness"],
        ["random", "block-ness", "--seed"],
        ["random", "block-ness", "--seed", "one"],
        ["random", "block-ness", "--see", "1"],
        ["perft", "block-ness", "--depth", "-1"],
        ["perft", "block-ness", "--depth", "1.0"],
        ["perft", "block-ness", "--depth", "1000"],
    ],
)
def test_main_reports_invalid_arguments_in_one_line(empile_cli: Empile, words: list[str]) -> None:
    refused = empile_cli(*words)
    refused.refused("--help")
    assert refused.out == ""


def test_main_escapes_control_characters_in_errors(empile_cli: Empile) -> None:
    for words in (["trace", "\x1b[2J\n"], ["\x1b[2J\n"], ["random", "\x1b[2J\n", "--seed", "1"]):
        refused = empile_cli(*words)
        refused.refused("2J")
        assert "\x1b" not in refused.err


def test_module_runs_the_command_line() -> None:
    done = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"empile {empile.__version__}\n")


def test_main_exits_silently_if_the_reader_closes(tmp_path: Path) -> None:
    game = subprocess.run(
        [*PROGRAM, "random", "block-ness", "--seed", "1"], capture_output=True, check=True
    )
    (tmp_path / "game.json").write_bytes(game.stdout)
    with subprocess.Popen(
        [*PROGRAM, "trace", str(tmp_path / "game.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as trace:
        assert trace.stdout is not None
        assert trace.stderr is not None
        trace.stdout.close()  # before the program has a line to write
        assert trace.stderr.read() == b""
    assert trace.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_main_exits_silently_on_ctrl_c() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "block-ness"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        seen = ""
        while "Type help" not in seen:  # the game has started and handles signals
            seen = playing.stdout.readline()
            assert seen, playing.stderr.read()
        playing.send_signal(signal.SIGINT)
        assert playing.stderr.read() == ""
    assert playing.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize(
    ("command", "status", "shown"),
    [
        ("random cairn --seed 1 >&-", 0, ""),
        ("nonsense 2>&-", 2, ""),
        ("trace - <&-", 2, "empile: the standard input: this is not JSON"),
        ("tournament cairn --entrant random --entrant b=random --results $R <&- >&- 2>&-", 0, ""),
    ],
)
def test_closed_standard_streams_are_empty_ones(
    tmp_path: Path, command: str, status: int, shown: str
) -> None:
    results = tmp_path / "results.jsonl"
    done = subprocess.run(
        ["sh", "-c", f'R={results}; "$0" -m empile {command}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert done.stderr.startswith(shown)
    assert not done.stdout
    if "$R" in command:
        # No stream has taken its place.
        assert [line[0] for line in results.read_text("utf-8").splitlines()] == ["{"] * 3


def test_an_interrupted_tournament_says_how_to_go_on(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from empile import arena

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_tournament", interrupted)
    words = ("tournament", "cairn", "--entrant", "random", "--entrant", "b=random", "--rounds", "4")
    file = tmp_path / "results.jsonl"
    kept = empile_cli(*words, "--results", file)
    assert kept.status == 130
    assert kept.err == (
        f"empile: interrupted: 0 of 8 games are stored in {file}; the same command goes on\n"
    )
    lost = empile_cli(*words)
    assert (lost.status, "--results FILE" in lost.err) == (130, True)
