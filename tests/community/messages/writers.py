"""Members who write to each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx

from tests.community.contacts.village import Villager, answer_of
from tests.community.people import Browser
from tests.community.playing import new_table, person, take_place
from tests.server.serving import Serving


class Writer(Villager):
    """A page of an account that writes."""

    def conversation(self, where: str) -> str:
        """Return the path of a conversation: ``tables/ID`` or ``friends/ID``."""
        return f"{self.path}/messages/{where}"

    def write(self, where: str, text: str) -> httpx.Response:
        return self.post(self.conversation(where), json={"text": text})

    def wrote(self, where: str, text: str) -> int:
        """Write; return the message's number."""
        return int(answer_of(self.write(where, text))["id"])

    def page(self, where: str, **query: int) -> Any:
        return answer_of(self.get(self.conversation(where), params=query))

    def texts(self, where: str) -> list[str]:
        return [one["text"] for one in self.page(where)["messages"]]

    def has_read(self, where: str, last: int) -> None:
        answer_of(self.post(self.conversation(f"{where}/read"), json={"last": last}))

    def unread(self) -> dict[str, int]:
        """Return the unread messages by the ID of the table or friend."""
        found = answer_of(self.get(f"{self.path}/messages"))["conversations"]
        return {one.get("table") or one["member"]: one["unread"] for one in found}

    def erase(self, message: int) -> httpx.Response:
        return self.delete(f"{self.path}/messages/{message}")

    def follow(self) -> Iterator[list[dict[str, Any]]]:
        """Follow the conversations until the stream ends; each list comes when they change."""
        with self.stream("GET", f"{self.path}/messages/stream") as answer:
            assert answer.status_code == 200
            for line in answer.iter_lines():
                if line and '"bye"' not in line:
                    yield json.loads(line)["conversations"]


def table_of(server: Serving, *players: Villager, guests: int = 0) -> str:
    """Return the table at which members and guests sit, as ``tables/ID``."""
    first, *others = players
    open_ = [{"kind": "open"}] * (len(others) + guests)
    made = new_table(first, [person(member=first.member), *open_], game="blox")
    for other in others:
        take_place(other, made["table"], member=other.member)
    for _ in range(guests):
        take_place(Browser(server), made["table"], "Guest")
    return f"tables/{made['table']}"
