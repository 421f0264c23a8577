"""All that crosses Redis: numbers, presence, and frames that everybody at a table may see.

Games with hidden information are played while a worker makes the moves of bots, finds hints and
computes records, replays and analyses; games with placements by hand, while a hand and its simulation
are apart.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import empile
from empile.client import connect
from empile.server.background import compute, hints, job_worker
from empile.server.background.job_worker import JobWorker
from empile.server.bus.redis import RedisBus
from empile.server.wire import messages as wire
from tests.long.server.background.test_analyses import ask, done
from tests.long.server.bus.test_processes import connected, my_turn
from tests.long.server.physics.test_relay import remote
from tests.server.background.working import (
    knows_workers,
    tiny_analyses,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    working,
)
from tests.server.bus.test_conformance import until
from tests.server.physics.conftest import (
    script,  # noqa: F401  # pyright: ignore[reportUnusedImport]
)
from tests.server.physics.steps import heard_until, place
from tests.server.scripted_placement import Script
from tests.server.serving import Serving, make, perform, serving, told
from tests.server.tables.test_hidden_information import (
    HIDING,
    LIMITS,
    Scene,
    headless,
    same_each_time,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    twins,
)
from tests.support.patience import PATIENCE
from tests.support.redis_server import RedisServer

_LINE = re.compile(r"^\+?[0-9.]+ \[\d+ [^\]]*\] ")
_PROCESS = re.compile(r"\bw?[0-9a-f]{12}\b")
_RATE = re.compile(r"empile:rate:[0-9a-f]{16}")
_NUMBER = r'"-?[0-9.]+"'
_LANE = " ".join(
    rf'"empile:jobs:(quick|long):{name}"'
    for name in ("waiting", "times", "taken", "groups", "counts", "deaths")
)
_ORDER = r'"(move|hint|call|analysis) \d+ \d+ \d+( P)?"'
_PUSHED = re.compile(r'"(?P<order>(?P<kind>hint|call|analysis) [^"]*)" "[0-9a-f]{16}" ')
_MOVE = re.compile(r' (?P<move>"move \d+ \d+) \d+" "[0-9a-f]{16}" ')
_RELAYED = re.compile(
    r'"PUBLISH" "empile:table:\d+" "(?P<topic>frame|hand|answer) P \d+ (?P<body>.*)"'
)
_FRAMES = wire.PlacementFrame | wire.Animation
_GROUP = r'"[0-9a-f]{16}"'
_ALLOWED = (
    r'"PUBLISH" "empile:table:\d+" "reached P \d+"',
    r'"PUBLISH" "empile:table:\d+" "present P \d+ [\d,]*"',
    r'"PUBLISH" "empile:processes" "gone P"',
    r'"(H|Z)DEL" "empile:present:\d+" "P"',
    r'"HSET" "empile:present:\d+" "P" "\d+ [\d,]*"',
    rf'"PEXPIRE" "empile:present:\d+" {_NUMBER}',
    r'"(UN)?SUBSCRIBE"( "empile:(processes|table:\d+|answers:P|jobs)")+',
    r'"ZREM" "empile:processes" "P"',
    rf'"EVALSHA" "[0-9a-f]+" "1" "RATE"( {_NUMBER})+',
    rf'"EVALSHA" "[0-9a-f]+" "1" "empile:processes" "P" {_NUMBER}',
    rf'"EVALSHA" "[0-9a-f]+" "2" "empile:processes" "empile:lease:\d+" "P" {_NUMBER}',
    r'"EVALSHA" "[0-9a-f]+" "2" "empile:processes" "empile:present:\d+"',
    r'"EVALSHA" "[0-9a-f]+" "1" "empile:lease:\d+" "P" "empile:table:\d+" "lease P"',
    r'"PUBLISH" "empile:answers:P" "\d+"',
    r'"PUBLISH" "empile:jobs" "cancel \d+"',
    r'"DEL" "empile:jobs:wanted:\d+"',
    rf'"EVALSHA" "[0-9a-f]+" "6" {_LANE} {_ORDER} {_GROUP} {_NUMBER} {_NUMBER} "\w+" {_NUMBER}'
    rf' {_NUMBER} "empile:jobs"',
    rf'"EVALSHA" "[0-9a-f]+" "6" {_LANE} {_ORDER}( "P")?',
    rf'"EVALSHA" "[0-9a-f]+" "6" {_LANE} "P"( {_ORDER})*',
    rf'"EVALSHA" "[0-9a-f]+" "7" {_LANE} "empile:processes" "P"',
    r'"EVALSHA" "[0-9a-f]+" "2" "empile:jobs:wanted:\d+" "empile:jobs:long:waiting"'
    rf' "(want|forget|look)" ({_GROUP}|"")',
    r'"SCRIPT" "LOAD" ".*"',
    r'"CLIENT" "SETINFO" "LIB-(NAME|VER)" "[^"]*"',
    r'"PING"',
)


def commands(lines: list[str]) -> list[str]:
    """Return the commands of clients, without what differs between two runs."""
    found = [_LINE.sub("", line) for line in lines if " lua] " not in line]
    return [_RATE.sub("RATE", _PROCESS.sub("P", text)) for text in found]


def unknown(captures: list[list[str]]) -> set[str]:
    """Return the commands that have another form than those that are known."""
    allowed = re.compile("|".join(f"(?:{one})" for one in _ALLOWED))
    return {text for capture in captures for text in capture if not allowed.fullmatch(text)}


def jobs(capture: list[str]) -> set[str]:
    """Return the jobs for workers. Long ones are pushed again, with the cost that is left."""
    first: dict[str, str] = {}
    for text in capture:
        if (pushed := _PUSHED.search(text)) is not None:
            first.setdefault(pushed["order"], text)
    return set(first.values())


@pytest.mark.usefixtures("tiny_analyses")
@pytest.mark.parametrize("name", HIDING)
def test_redis_gets_nothing_that_is_hidden(
    name: str,
    tmp_path: Path,
    killable_redis: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    same_each_time: Callable[[empile.Match], None],  # noqa: F811
) -> None:
    monkeypatch.setattr(compute, "LIGHT_COST", -1.0)  # all records and replays are jobs
    # As if somebody watched at another process.

    def always(*_: object) -> bool:
        return True

    monkeypatch.setattr(RedisBus, "is_shown_elsewhere", always)
    captures: list[list[str]] = []
    for number, match in enumerate(twins(headless(name, 2), 1, seed=3)):
        same_each_time(match)
        monkeypatch.setattr(job_worker, "advise", vars(hints)["advise"])
        file = tmp_path / f"{number}.sqlite3"
        with (
            killable_redis.captured() as lines,
            serving(file, limits=LIMITS, bus=killable_redis.url) as server,
            working(file, killable_redis) as worker,
        ):
            perform(knows_workers(server))
            scene = Scene(server.address, match)
            perform(scene.play())
            answer = ask(server, str(scene.tokens["seat 0"]), table=scene.table)
            done(server, answer.json()["id"])
            assert worker.done > 5
        killable_redis.ask("FLUSHALL")
        captures.append(commands(lines))
    assert unknown(captures) == set()
    one, other = captures
    assert {found["kind"] for text in one if (found := _PUSHED.search(text))} == {
        "hint",
        "call",
        "analysis",
    }
    assert jobs(one) == jobs(other)
    assert sum("reached" in text for text in one) > 5
    assert Counter(text for text in one if "reached" in text) == Counter(
        text for text in other if "reached" in text
    )


def moves(capture: list[str]) -> Counter[str]:
    """Return the moves for workers, without the times before which they must not be made."""
    found = (_MOVE.search(text) for text in capture)
    return Counter(one["move"] for one in found if one is not None)


@pytest.mark.parametrize("name", HIDING)
def test_redis_gets_nothing_that_a_bot_hides(
    name: str,
    tmp_path: Path,
    killable_redis: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    same_each_time: Callable[[empile.Match], None],  # noqa: F811
) -> None:
    captures: list[list[str]] = []
    ended = threading.Event()
    for number, match in enumerate(twins(headless(name, 2), 1, seed=3)):
        same_each_time(match)
        following = iter([event.text for event in match.events if event.seat == 0])

        def choose(
            state: empile.State, *_: object, following: Iterator[str] = following, **__: object
        ) -> int:
            text = next(following, None)
            if text is None:  # the game goes on, but not here
                ended.wait(PATIENCE)
                return state.legal_actions()[0]
            return state.read_text(text).actions[0]

        monkeypatch.setattr(job_worker, "choose", choose)

        async def scene(
            one: Serving, other: Serving, worker: JobWorker, match: empile.Match = match
        ) -> None:
            for server in (one, other):
                await knows_workers(server)
            made = await make(
                one.address,
                ["bot:1", "person"],
                game=match.game.name,
                options=match.game.options,
            )
            watching = await connect(other.address, made.table)
            seat = await connect(one.address, made.table, made.token)
            for event in match.events:
                if event.seat == 1:
                    await my_turn(seat)
                    await seat.act(event.text)
            bots = sum(event.seat == 0 for event in match.events)
            await until(lambda: worker.done == bots)
            while watching.seq < seat.seq:
                await watching.receive()
            await seat.close()
            await watching.close()

        file = tmp_path / f"{number}" / "tables.sqlite3"
        file.parent.mkdir()
        with (
            killable_redis.captured() as lines,
            connected(file.parent, killable_redis, limits=LIMITS) as (one, other),
            working(file, killable_redis) as worker,
        ):
            perform(scene(one, other, worker))
        killable_redis.ask("FLUSHALL")
        captures.append(commands(lines))
    ended.set()
    assert unknown(captures) == set()
    first, second = captures
    assert sum(moves(first).values()) >= 3
    assert moves(first) == moves(second)
    assert sum("reached" in text for text in first) >= 6
    assert Counter(text for text in first if "reached" in text) == Counter(
        text for text in second if "reached" in text
    )


def test_redis_gets_only_frames_that_all_see(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,  # noqa: F811
) -> None:
    shown: list[bytes] = []
    hands: list[str] = []

    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        await place(acting, x=2.0)
        heard = await heard_until(waiting, wire.Animation)
        shown.extend(
            msgspec.json.encode(message) for message in heard if isinstance(message, _FRAMES)
        )
        await told(waiting, wire.ChanceResolved)
        await acting.close()
        await waiting.close()

    with (
        killable_redis.captured() as lines,
        connected(tmp_path, killable_redis) as (one, other),
    ):
        perform(scene(one, other))
    frames: list[bytes] = []
    rest: list[str] = []
    for text in commands(lines):
        found = _RELAYED.fullmatch(text)
        if found is None:
            rest.append(text)
            continue
        body = found["body"].encode().decode("unicode_escape").encode("latin-1")
        if found["topic"] == "frame":
            frames.append(body)
        else:
            hands.append(found["topic"])
            hand = msgspec.json.decode(body)
            # What a client does with the hand: everybody sees it as frames.
            assert set(hand) == {"reply", "place", "message"}
            assert hand["message"]["type"] in ("grasp", "hand_path", "release")
    assert unknown([rest]) == set()
    assert hands
    frames = [msgspec.json.encode(msgspec.json.decode(frame, type=_FRAMES)) for frame in frames]
    assert shown
    assert set(shown) <= set(frames)
