"""Accounts that know each other, for tests of friends and challenges."""

from __future__ import annotations

from typing import Any

import httpx

from tests.community.people import Browser
from tests.community.playing import member_of
from tests.server.serving import Serving


class Villager(Browser):
    """A page of an account with one member."""

    def __init__(self, server: Serving, name: str, *, listed: bool = True, kind: str = "adult"):
        super().__init__(server)
        self.name = name
        self.sign_up(name, kind=kind)
        self.member = member_of(self)
        self.path = f"/api/members/{self.member}"
        if listed:
            assert self.patch(self.path, json={"listed": True}).status_code == 200

    def contacts(self) -> Any:
        return answer_of(self.get(f"{self.path}/contacts"))

    def inbox(self) -> Any:
        return answer_of(self.get(f"{self.path}/inbox"))

    def friend(self, name: str) -> Any:
        """Return a friend by name."""
        return next(one for one in self.contacts()["friends"] if one["name"] == name)

    def ask(self, **wanted: str) -> httpx.Response:
        """Ask somebody to be a friend, by ``name`` or ``member``."""
        return self.post(f"{self.path}/friends", json=wanted)

    def befriend(self, other: Villager) -> None:
        """Become friends with another."""
        for one, asked in ((self, other), (other, self)):
            assert one.ask(member=asked.member).status_code == 200

    def block(self, other: Villager) -> None:
        answer_of(self.put(f"{self.path}/blocks/{other.member}", json={}))

    def set(self, **settings: str) -> None:
        answer_of(self.put(f"{self.path}/contacts/settings", json=settings))

    def challenge(self, *others: Villager, game: str = "blox", **more: Any) -> httpx.Response:
        """Challenge others by their IDs."""
        to = [{"member": other.member} for other in others]
        return self.post(f"{self.path}/challenges", json={"game": game, "members": to, **more})

    def challenged(self, *others: Villager, **more: Any) -> Any:
        """Challenge others; return the place."""
        return answer_of(self.challenge(*others, **more))

    def answer(self, table: str, what: str) -> httpx.Response:
        """Accept or decline a challenge."""
        return self.post(f"{self.path}/challenges/{table}/{what}", json={})

    def state(self, table: str) -> str:
        """Return the state of a challenge."""
        found: str = next(
            one["state"] for one in self.inbox()["challenges"] if one["table"] == table
        )
        return found

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def answer_of(answer: httpx.Response) -> Any:
    """Return the body of an answer without error."""
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None
