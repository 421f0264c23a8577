"""Specifications of entrants."""

from __future__ import annotations

import sys
from functools import cache

import pytest

import empile
from empile.arena import ArenaError, plan_of
from empile.arena.entrants import address_of, read_entrants
from empile.bots.policy import levels_of


@cache
def cairn() -> empile.Game:
    return empile.load("cairn")


def test_read_entrants_parses_each_kind() -> None:
    texts = [
        "level:2",
        "random",
        "python:bots.mine:Bot.play",
        f"deep = program:{sys.executable} bot.py --x=1",
        "socket:[::1]:9000",
    ]
    found = read_entrants(texts, cairn())
    assert [entrant.kind for entrant in found] == ["level", "random", "python", "program", "socket"]
    assert found[3].name == "deep"
    assert found[3].what == f"{sys.executable} bot.py --x=1"
    assert address_of(found[4]) == ("::1", 9000)


def test_read_entrants_stores_level_parameters() -> None:
    entrant = read_entrants(["level:1", "random"], cairn())[0]
    assert entrant.level is not None
    assert entrant.level["simulations"] == levels_of(cairn())[0].simulations


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([], "at least two"),
        (["random"], "at least two"),
        (["random", "random"], "twice"),
        (["random", "level:9"], "no level 9"),
        (["random", "level:"], "no level"),
        (["random", "chess"], "'chess' is not an entrant"),
        (["random", "random:2"], "is not an entrant"),
        (["random", "python:mine"], "python:MODULE:FUNCTION"),
        (["random", "program:"], "command line"),
        (["random", "program:'half"], "cannot be read"),
        (["random", "program:./no-such-bot"], "program ./no-such-bot not found"),
        (["random", "socket:here"], "socket:HOST:PORT"),
        (["random", "socket:here:99999"], "socket:HOST:PORT"),
        (["random", "=level:1"], "is not an entrant"),
        (["random", " =level:1"], "printable"),
        (["random", f"program:{'x' * 80}"], "too long for a name"),
    ],
)
def test_read_entrants_rejects_bad_specifications(texts: list[str], said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        read_entrants(texts, cairn())


def test_plan_of_rejects_games_that_need_people() -> None:
    by_odds = empile.load("block-out", referee="odds")
    assert plan_of(by_odds, ["random", "level:1"]).options["referee"] == "odds"
    for referee in ("physics", "people"):
        with pytest.raises(ArenaError, match="referee=odds"):
            plan_of(empile.load("block-out", referee=referee), ["random", "level:1"])
