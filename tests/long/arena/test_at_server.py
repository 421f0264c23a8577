"""Tournaments at a server, by accounts of programs with API tokens."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.arena import (
    ArenaError,
    Plan,
    open_results,
    plan_of,
    read_results,
    run_tournament,
    standings,
)
from empile.cli import main
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.people import Browser
from tests.community.playing import add_member, eventually, games_of, new_token
from tests.conftest import ROOT
from tests.server.conftest import quick_bots as quick_bots
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE, slowness

BY_MESSAGES = ROOT / "tests" / "arena" / "bots" / "by_messages.py"
cairn = cache(lambda: empile.load("cairn", players=2))


class Owner:
    """An account with programs."""

    def __init__(self, server: Serving) -> None:
        self.address = server.address
        self.browser = Browser(server)
        self.browser.sign_up("Anne")
        self.members: dict[str, str] = {}

    def program(self, name: str, *scopes: str) -> str:
        """Add a program; return a token of it."""
        self.members[name] = add_member(self.browser, name, "bot")
        return new_token(self.browser, self.members[name], *(scopes or ("play", "challenge")))

    def outcomes(self, name: str, count: int) -> list[str]:
        """Return the outcomes of a program's games, once there are so many."""

        def found() -> list[dict[str, Any]] | None:
            games = games_of(self.browser, self.members[name])
            return games if len(games) == count else None

        games: list[dict[str, Any]] = eventually(found)
        return sorted(game["outcome"] for game in games)


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """An account at a server."""
    with serving(tmp_path / "tables.sqlite3", accounts="open") as server:
        yield Owner(server)


def plan(owner: Owner, *entrants: str, time_limit: float = 10.0) -> Plan:
    return plan_of(cairn(), list(entrants), server=owner.address, time_limit=time_limit)


def test_programs_play_a_round_with_their_accounts(owner: Owner, tmp_path: Path) -> None:
    tokens = {"one": owner.program("one"), "robo": owner.program("robo")}
    wanted = plan(owner, "one=random", f"robo=program:{sys.executable} {BY_MESSAGES}", "level:1")
    path = tmp_path / "results.jsonl"
    with open_results(wanted, path) as results:
        run_tournament(results, processes=2, tokens=tokens)
        games = results.in_order()
    assert [game.fault for game in games] == [None] * 6
    for game in games:
        assert sorted(game.seats) == sorted(wanted.seating(game.game))
        assert sorted(game.ranks)[0] == 1
        assert game.record(wanted).result is not None
        levels = [seat for seat, one in enumerate(game.seats) if one == 2]
        assert all(game.seconds[seat] == 0 for seat in levels)
    for entrant, name in enumerate(("one", "robo")):
        ranks = [g.ranks[g.seats.index(entrant)] for g in games if entrant in g.seats]
        won = sum(rank == 1 for rank in ranks)
        outcomes = owner.outcomes(name, 4)
        assert sum(outcome in ("won", "shared") for outcome in outcomes) == won
    assert {row.name for row in standings(wanted, games)} == {"one", "robo", "level:1"}
    # A file of results can be shown to others.
    text = path.read_text("utf-8")
    assert not any(token in text for token in tokens.values())
    assert read_results(path).in_order() == games


@pytest.mark.parametrize("how", ["hangs", "dies", "illegal", "crashes"])
def test_faults_lose_the_game_at_the_server(
    owner: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    (tmp_path / "faulty.py").write_text(
        "import os, time\n"
        "def hangs(state, stream): time.sleep(60)\n"
        "def dies(state, stream): os._exit(3)\n"
        "def illegal(state, stream): return -1\n"
        "def crashes(state, stream): raise ValueError('no idea')\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    tokens = {"good": owner.program("good"), "bad": owner.program("bad")}
    limit = slowness() if how == "hangs" else PATIENCE
    wanted = plan(owner, "good=random", f"bad=python:faulty:{how}", time_limit=limit)
    with open_results(wanted) as results:
        run_tournament(results, processes=1, tokens=tokens)
        games = results.in_order()
    kinds = {"hangs": "timeout", "dies": "crash", "illegal": "illegal", "crashes": "crash"}
    for game in games:
        assert game.fault is not None
        assert game.fault.kind == kinds[how]
        assert game.seats[game.fault.seat] == 1
        assert game.ranks[game.fault.seat] == 2
    assert owner.outcomes("bad", 2) == ["lost", "lost"]
    assert owner.outcomes("good", 2) == ["won", "won"]


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ('{"type":"hello","table":""}\nEXIT', "crash"),
        ('{"type":"hello","table":""}\nnonsense', "garbage"),
        ('{"type":"hello","table":""}\n{"type":"resign"}', "resigned"),
        ("{}", "garbage"),
    ],
)
def test_faults_of_programs_lose_the_game_at_the_server(
    owner: Owner, tmp_path: Path, script: str, kind: str
) -> None:
    file = tmp_path / "bad.py"
    lines = [
        "raise SystemExit(4)" if line == "EXIT" else f"print({line!r}, flush=True)"
        for line in script.splitlines()
    ]
    file.write_text("\n".join([*lines, "import time", "time.sleep(60)"]), "utf-8")
    tokens = {"good": owner.program("good"), "bad": owner.program("bad")}
    wanted = plan(owner, "good=random", f"bad=program:{sys.executable} {file}")
    with open_results(wanted) as results:
        run_tournament(results, processes=1, tokens=tokens)
        (fault, _) = (game.fault for game in results.in_order())
    assert fault is not None
    assert fault.kind == kind
    assert owner.outcomes("bad", 2) == ["lost", "lost"]


def test_tokens_are_checked_before_a_game(owner: Owner) -> None:
    def refused(tokens: dict[str, str], *entrants: str, server: str | None = "") -> str:
        wanted = plan_of(cairn(), list(entrants), server=owner.address if server == "" else server)
        with open_results(wanted) as results, pytest.raises(ArenaError) as found:
            run_tournament(results, processes=1, tokens=tokens)
        return str(found.value)

    one = owner.program("one")
    assert "'b' needs a token" in refused({"a": one}, "a=random", "b=random")
    assert "'c', which is not entered" in refused({"c": one}, "a=random", "b=random")
    assert "name the server" in refused({"a": one}, "a=random", "b=random", server=None)
    assert "needs a program" in refused({"a": one}, "a=random", "level:1", "level:2")
    reader = owner.program("reader", "read")
    error = refused({"a": reader}, "a=random", "level:1")
    assert error.startswith("a: the server refuses")
    assert "challenge" in error
    error = refused({"a": "emp_" + "x" * 43}, "a=random", "level:1")
    assert "a: the server refuses" in error
    lost = refused({"a": one}, "a=random", "level:1", server="http://127.0.0.1:9")
    assert "the server of game 0 is lost" in lost


def test_command_reads_tokens_from_files(
    owner: Owner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.token").write_text(owner.program("mine") + "\n", "utf-8")
    words = ["tournament", "cairn", "--players", "2", "--server", owner.address]
    words += ["--entrant", "mine=random", "--entrant", "level:1"]
    assert main([*words, "--token", f"mine={tmp_path / 'mine.token'}"]) == 0
    assert "| mine | 2 |" in capsys.readouterr().out
    owner.outcomes("mine", 2)
    assert main([*words, "--token", f"mine={tmp_path / 'none'}"]) != 0
    assert "the token of mine cannot be read" in capsys.readouterr().err
    assert main([*words, "--token", "mine"]) != 0
    assert "BOT=FILE" in capsys.readouterr().err
