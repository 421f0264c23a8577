"""Messages with several processes, and after a kill."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.community.messages.writers import Writer, table_of
from tests.server.conftest import killable_redis as killable_redis
from tests.server.processes import Nursery, free_port
from tests.server.serving import Serving, serving
from tests.support.redis_server import RedisServer


def test_readers_hear_in_whatever_process_they_are(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    file, bus = tmp_path / "tables.sqlite3", killable_redis.url
    with ExitStack() as stack:
        here, there = (
            stack.enter_context(
                serving(file, accounts="open", talk="free", lobby=True, bus=bus, watch_seconds=1e6)
            )
            for _ in range(2)
        )
        anne, bea, carl = Writer(here, "Anne"), Writer(there, "Bea"), Writer(there, "Carl")
        table = table_of(here, anne, bea)
        lists, others = bea.follow(), carl.follow()
        assert next(lists) == next(others) == []
        with killable_redis.captured() as lines:
            anne.wrote(table, "Hello over there")
            assert next(lists)[0]["unread"] == 1  # long before the store is asked
        # Others' messages never cross the bus, nor does their text.
        assert not any("over there" in line for line in lines)
        assert bea.texts(table) == ["Hello over there"]
        carl.befriend(anne)
        anne.wrote(f"friends/{carl.member}", "And you")
        assert [one.get("table") for one in next(others)] == [None]


def test_acknowledged_messages_survive_a_kill(tmp_path: Path) -> None:
    store, port = tmp_path / "tables.sqlite3", free_port()
    address = f"http://127.0.0.1:{port}"
    with Nursery(talk=True) as nursery:
        pid = nursery.serve(port, store)
        running = Serving(address, None)  # type: ignore[arg-type]
        anne, bea = Writer(running, "Anne"), Writer(running, "Bea")
        anne.befriend(bea)
        written: list[str] = []
        for round_ in range(2):
            for number in range(2):
                written.append(f"{round_} {number}")
                assert anne.write(f"friends/{bea.member}", written[-1]).status_code == 201
            nursery.kill(pid)
            pid = nursery.serve(port, store)
            assert httpx.get(f"{address}/health").is_success
            assert bea.texts(f"friends/{anne.member}") == written
            assert len(bea.get(f"{bea.path}/notices").json()["notices"]) == 1
        nursery.kill(pid)
