"""Members who get notices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import notices
from tests.community.contacts.village import Villager, answer_of
from tests.community.notices.push_service import Subscriber
from tests.community.playing import eventually
from tests.community.smtp_server import MailServer


def stages(data: StoreLocation) -> list[str]:
    """Return the stages of all notices, in the order in which they were made."""
    found = select(notices.c.stage).order_by(notices.c.id)
    return database.read(data, lambda connection: list(connection.scalars(found)))


class Reader(Villager):
    """A page of an account that gets notices."""

    def told(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = answer_of(self.get(f"{self.path}/notices"))["notices"]
        return found

    def wait_for(self, kind: str) -> dict[str, Any]:
        """Return the notice of a kind once there is one."""

        def find() -> Any:
            return next((one for one in self.told() if one["kind"] == kind), None)

        found: dict[str, Any] = eventually(find)
        return found

    def choices(self) -> Any:
        return answer_of(self.get(f"{self.path}/notices/settings"))

    def choose(self, **settings: Any) -> Any:
        return answer_of(self.put(f"{self.path}/notices/settings", json=settings))

    def seen(self, *ids: int, read: bool = False) -> Any:
        return answer_of(
            self.post(f"{self.path}/notices/seen", json={"ids": list(ids), "read": read})
        )

    def subscribe(self, browser: Subscriber) -> Any:
        """Let notices be pushed to a browser."""
        return answer_of(self.post(f"{self.path}/notices/devices", json=browser.subscription))

    def renew(self, browser: Subscriber) -> None:
        """Subscribe again, without the user."""
        answer = self.put("/api/notices/device", json=browser.subscription)
        assert answer.status_code == 204, answer.text

    def confirm_address(self, post: MailServer) -> None:
        sent = len(post.received)
        answer_of(self.patch("/api/me", json={"email": f"{self.name.lower()}@example.org"}))
        text = str(post.wait_for(sent + 1)[-1].get_content())
        token = re.search(r"/account/email#(\S+)", text)
        assert token is not None
        assert self.post(f"/api/me/email/{token[1]}", json={}).status_code == 204

    def lists(self) -> Iterator[dict[str, Any]]:
        """Follow the notices; each list comes when it changes."""
        with self.stream("GET", f"{self.path}/notices/stream") as answer:
            assert answer.status_code == 200
            for line in answer.iter_lines():
                if line:
                    yield json.loads(line)
