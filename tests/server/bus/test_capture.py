"""All that crosses Redis while a game with hidden information is played: only what all may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import empile
from tests.server.serving import perform, serving
from tests.server.tables.test_hidden_information import (
    HIDING,
    LIMITS,
    Scene,
    headless,
    same_each_time,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    twins,
)
from tests.support.redis_server import RedisServer

_LINE = re.compile(r"^\+?[0-9.]+ \[\d+ [^\]]*\] ")
_PROCESS = re.compile(r"\b[0-9a-f]{12}\b")
_RATE = re.compile(r"empile:rate:[0-9a-f]{16}")
_NUMBER = r'"-?[0-9.]+"'
_ALLOWED = (
    r'"PUBLISH" "empile:table:\d+" "reached P \d+"',
    r'"PUBLISH" "empile:table:\d+" "present P \d+ [\d,]*"',
    r'"PUBLISH" "empile:processes" "gone P"',
    r'"(H|Z)DEL" "empile:present:\d+" "P"',
    r'"HSET" "empile:present:\d+" "P" "\d+ [\d,]*"',
    rf'"PEXPIRE" "empile:present:\d+" {_NUMBER}',
    r'"(UN)?SUBSCRIBE"( "empile:(processes|table:\d+)")+',
    r'"ZREM" "empile:processes" "P"',
    rf'"EVALSHA" "[0-9a-f]+" "1" "RATE"( {_NUMBER})+',
    rf'"EVALSHA" "[0-9a-f]+" "1" "empile:processes" "P" {_NUMBER}',
    rf'"EVALSHA" "[0-9a-f]+" "2" "empile:processes" "empile:lease:\d+" "P" {_NUMBER}',
    r'"EVALSHA" "[0-9a-f]+" "2" "empile:processes" "empile:present:\d+"',
    r'"EVALSHA" "[0-9a-f]+" "1" "empile:lease:\d+" "P" "empile:table:\d+" "lease P"',
    r'"SCRIPT" "LOAD" ".*"',
    r'"CLIENT" "SETINFO" "LIB-(NAME|VER)" "[^"]*"',
    r'"PING"',
)


def commands(lines: list[str]) -> list[str]:
    """Return the commands of clients, without what differs between two runs."""
    found = [_LINE.sub("", line) for line in lines if " lua] " not in line]
    return [_RATE.sub("RATE", _PROCESS.sub("P", text)) for text in found]


@pytest.mark.parametrize("name", HIDING)
def test_redis_gets_nothing_that_is_hidden(
    name: str,
    tmp_path: Path,
    killable_redis: RedisServer,
    same_each_time: Callable[[empile.Match], None],  # noqa: F811
) -> None:
    captures: list[list[str]] = []
    for number, match in enumerate(twins(headless(name, 2), 1, seed=3)):
        same_each_time(match)
        file = tmp_path / f"{number}.sqlite3"
        with (
            killable_redis.captured() as lines,
            serving(file, limits=LIMITS, bus=killable_redis.url) as server,
        ):
            perform(Scene(server.address, match).play())
        killable_redis.ask("FLUSHALL")
        captures.append(commands(lines))
    allowed = re.compile("|".join(f"(?:{one})" for one in _ALLOWED))
    unknown = {text for capture in captures for text in capture if not allowed.fullmatch(text)}
    assert unknown == set()
    one, other = captures
    assert sum("reached" in text for text in one) > 5
    assert set(one) == set(other)
    assert Counter(text for text in one if "reached" in text) == Counter(
        text for text in other if "reached" in text
    )
