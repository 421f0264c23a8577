"""Results on disk: nothing is lost, nothing is mixed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.evals import (
    AgentError,
    BotAgent,
    EvalError,
    EvalSettings,
    FunctionAgent,
    Plan,
    ProgramAgent,
    Suite,
    agent_of,
    evaluate,
    open_results,
    report_of,
    suite_of,
    write_report,
)
from tests.long.evals.endpoint import Answer, completion, endpoint, first_move
from tests.support.patience import PATIENCE

RANDOM = BotAgent("random")


def test_a_killed_evaluation_resumes(tmp_path: Path) -> None:
    folder, games = tmp_path / "results", tmp_path / "results" / "games.jsonl"
    asked, killed = threading.Event(), threading.Event()

    def script(number: int, body: dict[str, Any]) -> Answer:
        if number == 40 and not killed.is_set():
            asked.set()
            killed.wait(PATIENCE)
        return completion(first_move(body))

    with endpoint(script) as served:
        command = [sys.executable, "-m", "empile", "eval", "block-ness", "--agent", served.url]
        command += ["--model", "scripted", "--results", str(folder), "--concurrency", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert asked.wait(PATIENCE)
            process.send_signal(signal.SIGKILL)
        killed.set()
        kept = games.read_bytes()
        assert 0 < kept.count(b"\n") < 24
        games.write_bytes(kept + b'{"game": 23, "sec')  # a line cut by a power failure
        agent = agent_of(served.url, model="scripted")
        plan = Plan(agent.about, suite_of("short", ["block-ness"]))
        with open_results(plan, folder) as results:
            assert len(results.games) == kept.count(b"\n")
            evaluate(agent, results)
            write_report(results, report_of(results), folder)
            resumed = [(one.ranks, one.record) for one in results.in_order()]
        # The same games as without the interruption.
        with open_results(plan) as results:
            evaluate(agent, results)
            assert [(one.ranks, one.record) for one in results.in_order()] == resumed
    assert games.read_bytes().startswith(kept)
    records = (folder / "records.jsonl").read_text("utf-8").splitlines()
    assert len(records) == 24
    for line in records:
        *_, (state, event) = empile.Record.from_json(line).replay()
        state.apply_event(event)
        assert state.is_terminal()


def test_other_settings_are_refused(small: Suite, tmp_path: Path) -> None:
    open_results(Plan(RANDOM.about, small), tmp_path).close()
    open_results(Plan(RANDOM.about, small), tmp_path).close()
    for plan, named in (
        (Plan(RANDOM.about, small, EvalSettings(tries=1)), "settings tries: 3 there, 1 now"),
        (Plan(RANDOM.about, Suite("small", small.sections, seed=5)), "suite seed: 0 there, 5 now"),
        (Plan({"kind": "bot", "name": "level:1"}, small), "agent name: random there, level:1 now"),
        (Plan(RANDOM.about, small, empile="0.0"), "empile"),
    ):
        with pytest.raises(EvalError, match=named):
            open_results(plan, tmp_path)
    with (
        open_results(Plan(RANDOM.about, small), tmp_path),
        pytest.raises(EvalError, match="another"),
    ):
        open_results(Plan(RANDOM.about, small), tmp_path)


def test_damaged_folders_are_refused(small: Suite, tmp_path: Path) -> None:
    plan = Plan(RANDOM.about, small)
    open_results(plan, tmp_path).close()
    (tmp_path / "games.jsonl").write_bytes(b'{"game": "x"}\n')
    with pytest.raises(EvalError, match="line 1: not valid"):
        open_results(plan, tmp_path)
    (tmp_path / "plan.json").write_bytes(b"[]")
    with pytest.raises(EvalError, match="not the plan of an evaluation"):
        open_results(plan, tmp_path)
    (tmp_path / "plan.json").unlink()
    with pytest.raises(EvalError, match=r"no plan\.json"):
        open_results(plan, tmp_path)


def test_concurrency_does_not_change_games(small: Suite) -> None:
    found: list[list[str]] = []
    for concurrency in (1, 4):
        with open_results(Plan(RANDOM.about, small)) as results:
            evaluate(RANDOM, results, concurrency=concurrency)
            found.append([json.dumps(one.record) for one in results.in_order()])
    assert found[0] == found[1]


PROGRAM = """\
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    move = asked["view"]["legal_moves"][0]
    assert asked["messages"][0]["role"] == "system"
    {say}
    sys.stdout.flush()
"""


@pytest.mark.parametrize(
    ("say", "fault"),
    [
        ("print(move)", ""),
        ("print(json.dumps({'answer': move, 'usage': {'prompt_tokens': 5}}))", ""),
        ("print('{oops')", "broken"),
        ("print('x' * 99_999)", "broken"),
    ],
)
def test_programs_answer_lines(say: str, fault: str, small: Suite, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(PROGRAM.format(say=say), "utf-8")
    agent = agent_of(f"{sys.executable} {path}")
    settings = EvalSettings(tries=1, consequence="resign")
    with open_results(Plan(agent.about, small, settings)) as results:
        evaluate(agent, results)
        report = report_of(results)
    assert report.games == 4
    if fault:
        assert report.answers.faults == {fault: 4}
    else:
        assert (report.answers.unreadable, report.answers.illegal) == (0, 0)
        assert (report.cost.prompt_tokens > 0) == ("usage" in say)


def test_programs_that_hang_or_crash(small: Suite, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("input(); input()", "utf-8")
    settings = EvalSettings(tries=1, consequence="resign")
    with open_results(Plan({}, small, settings)) as results:
        evaluate(ProgramAgent(f"{sys.executable} {path}", timeout=0.1), results)
        assert report_of(results).answers.faults == {"timeout": 4}
    path.write_text("raise SystemExit('no mind')", "utf-8")
    with (
        open_results(Plan({}, small)) as results,
        pytest.raises(AgentError, match="exit status 1: no mind"),
    ):
        evaluate(ProgramAgent(f"{sys.executable} {path}"), results)


def test_functions_answer(small: Suite) -> None:
    async def later(messages: list[dict[str, object]]) -> str:
        return "?"

    def broken(messages: list[dict[str, object]]) -> str:
        raise KeyError("mind")

    settings = EvalSettings(tries=1, consequence="resign")

    def at_once(messages: list[dict[str, object]]) -> str:
        return "?"

    for function in (later, at_once):
        with open_results(Plan({}, small, settings)) as results:
            evaluate(FunctionAgent(function), results)
            assert report_of(results).answers.unreadable == 4
    with (
        open_results(Plan({}, small)) as results,
        pytest.raises(AgentError, match="raised KeyError"),
    ):
        evaluate(FunctionAgent(broken), results)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://localhost/v1", "needs the name of a model"),
        ("python:nothing", "must be python:MODULE:FUNCTION"),
        ("python:no_such_module:f", "cannot be loaded"),
        ("no-such-program --fast", "program no-such-program not found"),
        ("'open", "cannot be read"),
    ],
)
def test_agents_are_checked(text: str, why: str) -> None:
    with pytest.raises(AgentError, match=why):
        agent_of(text)
