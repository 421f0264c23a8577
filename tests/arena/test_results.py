"""Results files: durability, validation and resumption."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.arena import ArenaError, Fault, GameResult, Plan, open_results, plan_of, read_results
from empile.arena.runner import missing

ENTRANTS = ["random", "level:1"]


def plan(
    seed: int = 0,
    entrants: list[str] | None = None,
    time_limit: float = 10.0,
    name: str = "cairn",
    **options: Any,
) -> Plan:
    game = empile.load(name, **options)
    return plan_of(game, entrants or ENTRANTS, seed=seed, time_limit=time_limit)


def game(number: int, fault: Fault | None = None) -> GameResult:
    seats = (0, 1) if number % 2 == 0 else (1, 0)
    if fault is not None:
        return GameResult(number, seats, (2, 1), [], [0.0, 0.0], fault=fault)
    return GameResult(number, seats, (1, 2), ["~deal A"], [0.1, 0.2], [3, 2], "height")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_open_results_reads_stored_games(path: Path) -> None:
    games = [game(1), game(0, Fault(0, "crash", "it ended with exit status 3: näh")), game(4)]
    with open_results(plan(), path) as results:
        for played in games:
            results.add(played)
    assert read_results(path).in_order() == [games[1], games[0], games[2]]
    assert read_results(path).plan == plan()
    with open_results(plan(), path) as results:
        assert missing(results, 3) == [2, 3, 5]
        results.add(game(2))
    assert [played.game for played in read_results(path).in_order()] == [0, 1, 2, 4]


def test_results_add_syncs_before_counting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_disk: list[bytes] = []

    def fsync(_: int) -> None:
        on_disk.append(path.read_bytes())
        if len(on_disk) == 3:
            raise OSError("the disk is full")

    with open_results(plan(), path) as results:
        monkeypatch.setattr(os, "fsync", fsync)
        results.add(game(0))
        results.add(game(1))
        with pytest.raises(OSError, match="full"):
            results.add(game(2))
        assert sorted(results.games) == [0, 1]
    assert [text.count(b"\n") for text in on_disk] == [2, 3, 4]


def test_open_results_ignores_an_incomplete_line(path: Path) -> None:
    with open_results(plan(), path) as results:
        results.add(game(0))
        results.add(game(1))
    whole = path.read_bytes()
    for cut in (1, 30, len(whole.splitlines()[-1])):
        path.write_bytes(whole[:-cut])
        with open_results(plan(), path) as results:
            assert sorted(results.games) == [0]
            results.add(game(1))
        assert path.read_bytes() == whole


def test_open_results_rewrites_an_incomplete_header(path: Path) -> None:
    open_results(plan(), path).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:50])
    open_results(plan(), path).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 1}, "seed: 0 there, 1 now"),
        ({"players": 3}, "option players: 2 there, 3 now"),
        ({"entrants": ["level:1", "random"]}, "entrants: random, level:1 there"),
        ({"entrants": ["random", "level:2"]}, "entrants: random, level:1 there"),
        ({"entrants": ["random=level:2", "level:1"]}, "random: random there, level 2 .* now"),
        ({"time_limit": 3}, r"time_limit: 10.* there, 3.* now"),
        ({"name": "block-ness"}, "game: cairn there, block-ness now"),
    ],
)
def test_open_results_rejects_another_tournament(
    path: Path, other: dict[str, Any], said: str
) -> None:
    open_results(plan(), path).close()
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=said):
        open_results(plan(**other), path)
    assert path.read_bytes() == before


def test_open_results_rejects_another_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_results(plan(), path).close()
    assert platform.python_version() in path.read_text("utf-8")
    monkeypatch.setattr(empile, "__version__", "99.0")
    with pytest.raises(ArenaError, match=r"empile: .* there, 99\.0 now"):
        open_results(plan(), path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"nonsense\n", "line 3: invalid game"),
        (b'{"game":0}\n', "line 3: invalid game"),
        (
            b'{"game":0,"seats":[0,1],"ranks":[1,2],"events":[],"seconds":[]}\n',
            "duplicate or negative game number 0",
        ),
        (
            b'{"game":1,"seats":[0,1],"ranks":[1,2],"events":[],"seconds":[]}\n',
            "wrong seats or ranks",
        ),
        (
            b'{"game":2,"seats":[0,1],"ranks":[1],"events":[],"seconds":[]}\n',
            "wrong seats or ranks",
        ),
        (b"\xff\xfe\n", "line 3: invalid game"),
    ],
)
def test_open_results_rejects_a_damaged_file(path: Path, line: bytes, said: str) -> None:
    with open_results(plan(), path) as results:
        results.add(game(0))
    damaged = path.read_bytes() + line
    path.write_bytes(damaged)
    with pytest.raises(ArenaError, match=said):
        open_results(plan(), path)
    assert path.read_bytes() == damaged


def test_open_results_leaves_foreign_files_alone(path: Path) -> None:
    for text in ("my notes\n", '{"format":"empile/1"}\n', "\n"):
        path.write_text(text, "utf-8")
        with pytest.raises(ArenaError, match="not a file of tournament results"):
            open_results(plan(), path)
        assert path.read_text("utf-8") == text


def test_open_results_locks_the_file(path: Path) -> None:
    with (
        open_results(plan(), path),
        pytest.raises(ArenaError, match="another tournament is writing"),
    ):
        open_results(plan(), path)
    open_results(plan(), path).close()
