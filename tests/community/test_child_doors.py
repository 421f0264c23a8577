"""A child's account against every door: what an adult of another account can reach of it.

Eve knows the ID of the child and of its tables, which is the worst case: somebody gave her the links. All
routes of the OpenAPI document and all messages of the sockets have an expectation here; a new one fails
until somebody has thought about children.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_args

import httpx
import pytest
from websockets.asyncio.client import connect

from empile.server.wire.from_client import ClientMessage
from empile.server.wire.lobby.messages import AcceptSeek, LobbyClientMessage, PostSeek
from empile.server.wire.lobby.watching import WatchGames, Watching
from empile.server.wire.parts import PROTOCOL
from tests.community.contacts.village import Villager
from tests.community.lobby.visitors import BLOX, visiting
from tests.community.people import Browser
from tests.community.playing import add_member, eventually, games_of, new_table, person, resign
from tests.server.serving import Serving, perform, serving

CHILD: Final = "Tommy"
SEQ: Final = 2
"""The last event of a game that has just begun."""


class World(NamedTuple):
    """A child of Anne's account, its tables, and Eve of another account."""

    server: Serving
    anne: Browser
    eve: Villager
    child: str
    """The ID of the child."""
    running: str
    """The table of a game of the child with Anne, with spectators."""
    open: str
    """A table of the child with an open place."""
    over: str
    """The table of a finished game."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    data = tmp_path_factory.mktemp("child") / "tables.sqlite3"
    with serving(data, accounts="open", lobby=True, talk="free") as server:
        anne = Browser(server)
        anne.sign_up("Anne")
        child = add_member(anne, CHILD, "child")
        mother = next(one["id"] for one in anne.me()["members"] if one["name"] == "Anne")
        assert anne.patch(f"/api/members/{mother}", json={"listed": True}).is_success
        eve = Villager(server, "Eve")
        over = new_table(anne, [person("", child), {"kind": "bot", "level": 1}])
        resign(server, over["table"], over["token"])
        eventually(lambda: games_of(anne, child))
        running = new_table(anne, [person("", child), person("", mother)])
        waiting = new_table(anne, [person("", child), {"kind": "open"}])
        # The child is here.
        assert anne.get(f"/api/members/{child}/inbox").is_success
        yield World(server, anne, eve, child, running["table"], waiting["table"], over["table"])


APART: Final = frozenset(
    {
        # Rules, lessons, puzzles, and positions that the client sends.
        "GET /api/games", "GET /api/games/preparation",
        "GET /api/games/{game}/catalogues/{language}", "GET /api/games/{game}/lessons",
        "GET /api/games/{game}/lessons/{lesson}", "POST /api/games/{game}/lessons/{lesson}/moves",
        "POST /api/games/{game}/options", "GET /api/offline/lessons/{game}",
        "GET /api/offline/levels/{level}", "POST /api/positions", "POST /api/positions/lines", "GET /api/solo/levels",
        "GET /api/puzzles/daily", "GET /api/puzzles/{game}", "GET /api/puzzles/{game}/{puzzle}",
        "GET /api/puzzles/{game}/{puzzle}/board",
        "POST /api/puzzles/{game}/{puzzle}/try", "POST /api/puzzles/missed",
        "POST /api/puzzles/try",
        "GET /api/solo/levels/{level}", "POST /api/solo/check", "POST /api/solo/hint",
        "POST /api/solo/solution", "POST /api/replays", "POST /api/replays/line",
        "POST /api/films", "POST /api/films/falls", "POST /api/pictures", "POST /api/analyses",
        "GET /api/analyses/{analysis}", "DELETE /api/analyses/{analysis}",
        # The server.
        "GET /api/protocol.json", "GET /api/privacy", "GET /api/ratings/bots", "GET /health",
        "GET /metrics", "GET /api/network", "POST /api/network", "GET /api/notices/push-key",
        # The caller's own account, session, secrets and links.
        "POST /api/accounts", "POST /api/invitations", "DELETE /api/me", "PATCH /api/me",
        "POST /api/me/confirm", "POST /api/me/email/{token}", "POST /api/me/recovery-codes",
        "POST /api/me/acts/{act}/appeal", "POST /api/me/acts/{act}/read", "POST /api/members",
        "POST /api/passkeys", "POST /api/passkeys/options", "DELETE /api/passkeys/{passkey}",
        "POST /api/recovery", "POST /api/recovery/mail", "POST /api/recovery/mail/{token}",
        "POST /api/sessions", "DELETE /api/sessions", "DELETE /api/sessions/current",
        "POST /api/sessions/passkey", "POST /api/sessions/passkey/options",
        "DELETE /api/sessions/{session}", "DELETE /api/tokens/{number}", "POST /api/transfers",
        "DELETE /api/transfers/{name}", "POST /api/transfers/{name}/open",
        "PUT /api/notices/device", "POST /api/notices/shown",
        "GET /api/notices/unsubscribe/{token}", "POST /api/notices/unsubscribe/{token}",
        # Streams: see below.
        "GET /api/stream/events", "GET /api/tables/{table}/stream",
    }
)  # fmt: skip
"""Operations that have nothing of other members."""


class Door(NamedTuple):
    """A request of Eve, and what she may learn by it."""

    operation: str
    status: int
    code: str = ""
    body: dict[str, Any] | None = None
    query: str = ""
    shows: bool = False
    """Whether the answer has the name of the child."""
    guest: bool = False
    """Whether the request has no session."""
    use: Mapping[str, str] = MappingProxyType({})
    """Values of parameters of the path: names of fields of the world, or ``eve``."""


OWN: Final = 403, "not_yours"
"""Only for the account of the child."""
HIDDEN: Final = 404, "no_table"
"""As if there were no such member."""
MODERATORS: Final = 403, "forbidden"
SPECTATOR: Final = 403, "not_yours"
"""Eve may look, and do nothing."""

ACTS: Final[dict[str, dict[str, Any]]] = {
    "abort": {}, "answers": {"ask": 1, "yes": True}, "claim": {}, "fill": {"place": 1, "level": 1},
    "moves": {"action": "a1", "seq": SEQ}, "phrases": {"phrase": "hello"}, "presence": {},
    "resignation": {},
}  # fmt: skip

STUDY: Final = json.dumps(
    {"format": "empile-study/1", "id": "one", "name": "", "folder": "", "chapters": [
        {"format": "empile/1", "game": "blox", "rules": 1, "options": {}, "seats": [], "events": [],
         "result": None}]}
)  # fmt: skip

DOORS: Final = (
    # The profile, history and ratings of the child.
    Door("GET /api/members/{member}/profile", *HIDDEN),
    Door("GET /api/members/{member}/statistics", *HIDDEN),
    Door("GET /api/members/{member}/opponents", *HIDDEN),
    Door("GET /api/members/{member}/games", *HIDDEN),
    Door("GET /api/members/{member}/games", 200, use={"member": "eve"}, query=f"q={CHILD}"),
    Door("GET /api/members/{member}/games", *HIDDEN, use={"member": "eve"}, query="opponent={child}"),
    Door("GET /api/members/{member}/games.atom", *HIDDEN),
    Door("GET /api/members/{member}/progress", *HIDDEN),
    Door("PUT /api/members/{member}/progress", *HIDDEN, body={"entries": []}),
    Door("GET /api/members/{member}/puzzles", *HIDDEN),
    Door("POST /api/members/{member}/puzzles", *HIDDEN, body={"attempts": []}),
    Door("GET /api/members/{member}/ratings", *HIDDEN),
    Door("GET /api/members/{member}/ratings/history", *HIDDEN, query="game=blox&size=two&speed=fast"),
    Door("GET /api/ratings/leaderboard", 200, query="game=block-ness"),
    Door("GET /api/ratings/expected", *HIDDEN, query="game=blox&members={eve},{child}"),
    Door("GET /api/games.atom", 200),
    # What its guardian decides.
    Door("PATCH /api/members/{member}", *OWN, body={"name": "Tom"}),
    Door("DELETE /api/members/{member}", *OWN),
    Door("GET /api/members/{member}/rules", *OWN),
    Door("PUT /api/members/{member}/rules", *OWN, body={"meet": "anyone", "phrases_only": False}),
    Door("GET /api/members/{member}/approvals", *OWN),
    Door("PUT /api/members/{member}/approvals/{other}", *OWN, body={}, use={"other": "eve"}),
    Door("DELETE /api/members/{member}/approvals/{other}", *OWN, use={"other": "eve"}),
    Door("GET /api/members/{member}/tokens", *OWN),
    Door("POST /api/members/{member}/tokens", *OWN, body={"name": "x", "scopes": ["play"]}),
    Door("GET /api/members/{member}/absences", *OWN),
    Door("POST /api/members/{member}/absences", *OWN, body={"began": 4102444800000, "ended": 4102531200000}),
    Door("DELETE /api/members/{member}/absences/{absence}", *OWN, use={"absence": "1"}),
    # Its studies.
    Door("GET /api/members/{member}/studies", *OWN),
    Door("GET /api/members/{member}/studies/{study}", *OWN, use={"study": "one"}),
    Door("PUT /api/members/{member}/studies/{study}", *OWN, use={"study": "one"},
         body={"version": 0, "edit": "x", "study": STUDY}),
    Door("DELETE /api/members/{member}/studies/{study}", *OWN, query="version=1", use={"study": "one"}),
    # What it is told.
    Door("GET /api/members/{member}/notices", *OWN),
    Door("GET /api/members/{member}/notices/stream", *OWN),
    Door("POST /api/members/{member}/notices/seen", *OWN, body={"ids": [1]}),
    Door("GET /api/members/{member}/notices/settings", *OWN),
    Door("PUT /api/members/{member}/notices/settings", *OWN, body={}),
    Door("POST /api/members/{member}/notices/devices", 400, "bad_request",
         body={"endpoint": "https://push.example.org/x", "p256dh": "A", "auth": "A"}),
    Door("DELETE /api/members/{member}/notices/devices/{device}", *OWN, use={"device": "1"}),
    # Friends, blocks and challenges.
    Door("GET /api/people/here", 200),
    Door("GET /api/people/named", *HIDDEN, query=f"name={CHILD}"),
    Door("GET /api/members/{member}/contacts", *OWN),
    Door("GET /api/members/{member}/contacts/stream", *OWN),
    Door("PUT /api/members/{member}/contacts/settings", *OWN,
         body={"presence": "friends", "challenges": "everyone"}),
    Door("GET /api/members/{member}/inbox", *HIDDEN),
    Door("POST /api/members/{member}/friends", *HIDDEN, body={"name": CHILD}, use={"member": "eve"}),
    Door("POST /api/members/{member}/friends", 200, body={"member": "{child}"}, use={"member": "eve"}),
    Door("POST /api/members/{member}/friends", *OWN, body={"member": "{eve}"}),
    Door("PUT /api/members/{member}/friends/{other}", 409, "stale", body={},
         use={"member": "eve", "other": "child"}),
    Door("PUT /api/members/{member}/friends/{other}", *OWN, body={}, use={"other": "eve"}),
    Door("DELETE /api/members/{member}/friends/{other}", *OWN, use={"other": "eve"}),
    Door("PUT /api/members/{member}/blocks/{other}", *OWN, body={}, use={"other": "eve"}),
    Door("DELETE /api/members/{member}/blocks/{other}", *OWN, use={"other": "eve"}),
    Door("GET /api/members/{member}/blocks/tables/{table}", *OWN),
    Door("POST /api/members/{member}/challenges", *HIDDEN, use={"member": "eve"},
         body={"game": "blox", "members": [{"member": "{child}"}]}),
    Door("POST /api/members/{member}/challenges", *HIDDEN, use={"member": "eve"},
         body={"game": "blox", "members": [{"name": CHILD}]}),
    Door("POST /api/members/{member}/challenges", *HIDDEN,
         body={"game": "blox", "members": [{"member": "{eve}"}]}),
    Door("DELETE /api/members/{member}/challenges/{table}", *HIDDEN),
    Door("POST /api/members/{member}/challenges/{table}/accept", *HIDDEN, body={}),
    Door("POST /api/members/{member}/challenges/{table}/decline", *HIDDEN, body={}),
    # Free text.
    Door("GET /api/members/{member}/messages", *HIDDEN),
    Door("GET /api/members/{member}/messages", 200, use={"member": "eve"}),
    Door("GET /api/members/{member}/messages/stream", *HIDDEN),
    Door("GET /api/members/{member}/messages/friends/{friend}", *HIDDEN, use={"friend": "eve"}),
    Door("POST /api/members/{member}/messages/friends/{friend}", *HIDDEN, body={"text": "hello"},
         use={"friend": "eve"}),
    Door("POST /api/members/{member}/messages/friends/{friend}", 403, "not_allowed",
         body={"text": "hello"}, use={"member": "eve", "friend": "child"}),
    Door("POST /api/members/{member}/messages/friends/{friend}/read", *HIDDEN, body={"last": 1},
         use={"friend": "eve"}),
    Door("GET /api/members/{member}/messages/tables/{table}", *HIDDEN),
    Door("GET /api/members/{member}/messages/tables/{table}", *SPECTATOR, use={"member": "eve"}),
    Door("POST /api/members/{member}/messages/tables/{table}", *HIDDEN, body={"text": "hello"}),
    Door("POST /api/members/{member}/messages/tables/{table}", *SPECTATOR,
         body={"text": "hello"}, use={"member": "eve"}),
    Door("POST /api/members/{member}/messages/tables/{table}/read", *HIDDEN, body={"last": 1}),
    Door("DELETE /api/members/{member}/messages/{message}", *HIDDEN, use={"message": "1"}),
    # Reports, and what moderators see.
    Door("GET /api/members/{member}/reports", *OWN),
    Door("POST /api/members/{member}/reports", *OWN, body={"about": "name", "member": "{eve}"}),
    Door("GET /api/moderation/queue", *MODERATORS),
    Door("GET /api/moderation/log", *MODERATORS),
    Door("GET /api/moderation/members/{member}", *MODERATORS),
    Door("POST /api/moderation/members/{member}/acts", *MODERATORS,
         body={"kind": "warn", "category": "other"}),
    Door("GET /api/moderation/members/{member}/fair-play", 403, "not_allowed"),
    Door("GET /api/moderation/reports/{report}", *MODERATORS, use={"report": "1"}),
    Door("POST /api/moderation/reports/{report}/close", *MODERATORS, body={}, use={"report": "1"}),
    Door("POST /api/moderation/acts/{act}/lift", *MODERATORS, body={}, use={"act": "1"}),
    Door("POST /api/moderation/acts/{act}/appeal", *MODERATORS, body={"outcome": "kept"}, use={"act": "1"}),
    # Tables: who has the link sees the names there, as with guests, but cannot sit down.
    Door("GET /api/tables", 200),
    Door("GET /api/tables/{table}", 200, shows=True),
    Door("GET /api/tables/{table}/record", 200, shows=True, use={"table": "over"}),
    Door("GET /api/tables/{table}/replay", 200, shows=True, use={"table": "over"}),
    Door("GET /api/tables/{table}/ratings", *HIDDEN),
    Door("GET /api/codes/{code}", 404, "no_table", use={"code": "AAAAAA"}),
    Door("POST /api/tables", *OWN, body={"game": "blox", "places": [
        {"kind": "person", "member": "{child}"}, {"kind": "person", "member": "{eve}"}]}),
    Door("POST /api/tables/{table}/join", 403, "not_allowed", body={"name": "", "member": "{eve}"},
         use={"table": "open"}),
    Door("POST /api/tables/{table}/join", 403, "not_allowed", body={"name": "Guest"},
         use={"table": "open"}, guest=True),
    Door("POST /api/tables/{table}/join", *OWN, body={"name": "", "member": "{child}"}, use={"table": "open"}),
    Door("POST /api/claims", *OWN, body={"member": "{child}", "seats": []}),
    *(Door(f"POST /api/tables/{{table}}/{what}", *SPECTATOR, body=body) for what, body in ACTS.items()),
    # The own account of Eve.
    Door("GET /api/me", 200),
    Door("GET /api/me/acts", 200),
    Door("GET /api/me/export", 200),
    Door("GET /api/me/tables", 200),
    Door("GET /api/sessions", 200),
)  # fmt: skip


def filled(world: World, text: str) -> str:
    """Replace the names of IDs."""
    return text.replace("{child}", world.child).replace("{eve}", world.eve.member)


def path_of(world: World, door: Door) -> str:
    """Return the path; by default of the child, and of its running game."""
    path = door.operation.partition(" ")[2]
    ids = {"eve": world.eve.member, "child": world.child, "open": world.open, "over": world.over}
    use = {"member": "child", "table": "running", **door.use}
    for name, value in use.items():
        found = world.running if value == "running" else ids.get(value, value)
        path = path.replace(f"{{{name}}}", found)
    assert "{" not in path, f"{door.operation} needs a value"
    return f"{path}?{filled(world, door.query)}" if door.query else path


def ask(world: World, door: Door) -> httpx.Response:
    client = Browser(world.server) if door.guest else world.eve
    body = None if door.body is None else json.loads(filled(world, json.dumps(door.body)))
    return client.request(door.operation.partition(" ")[0], path_of(world, door), json=body)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: f"{door.operation} {door.status}")
def test_door_is_closed(world: World, door: Door) -> None:
    answer = ask(world, door)
    code = answer.json().get("code", "") if answer.status_code >= 400 else ""
    assert (answer.status_code, code) == (door.status, door.code), answer.text[:300]
    assert (CHILD in answer.text) == door.shows, answer.text[:300]


def test_every_operation_has_an_expectation(world: World) -> None:
    document = httpx.get(f"{world.server.address}/api/schema/openapi.json").json()
    known = {
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
        if method in ("get", "post", "put", "patch", "delete")
    }
    expected = {door.operation for door in DOORS}
    assert expected | APART == known
    assert not expected & APART


def test_nothing_has_reached_the_child(world: World) -> None:
    """The request to be a friend waits for a guardian; Eve learns nothing by it."""
    for door in DOORS:
        if door.operation.endswith("/friends"):
            ask(world, door)
    assert world.eve.contacts()["friends"] == []
    assert CHILD not in json.dumps(world.eve.contacts())
    path = f"/api/members/{world.child}"
    child = world.anne.get(f"{path}/contacts").json()
    assert child["friends"] == []
    assert world.anne.get(f"{path}/inbox").json()["challenges"] == []
    assert world.anne.get(f"{path}/messages").json()["conversations"] == []


def test_stream_of_a_table_is_that_of_its_page(world: World) -> None:
    with world.eve.stream("GET", f"/api/tables/{world.running}/stream") as answer:
        first = next(line for line in answer.iter_lines() if line)
    assert CHILD in first


CLIENT: Final[dict[str, dict[str, Any]]] = {
    "act": {"seq": SEQ, "action": "a1"}, "takeback": {}, "answer": {"ask": 1, "yes": True},
    "hint": {}, "propose_ruling": {"seq": SEQ, "outcome": "x"}, "confirm_ruling": {"seq": SEQ},
    "resign": {}, "abort": {}, "ask_presence": {}, "claim": {}, "rematch": {},
    "takeover": {"place": 0, "level": 1}, "retake": {}, "rename": {"place": 0, "name": "x"},
    "set_assist": {"on": True}, "say": {"phrase": "hello"}, "resume": {},
    "grasp": {"seq": SEQ, "grip": "a", "yaw": 0.0}, "release": {"seq": SEQ},
}  # fmt: skip
"""Messages at a table that do something."""
HARMLESS: Final = {"hello", "older", "ping", "hand_path"}
"""The path of a hand that holds nothing is not answered."""


def kinds_of(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_spectator_of_a_child_can_do_nothing_at_its_table(world: World) -> None:
    assert CLIENT.keys() | HARMLESS == kinds_of(ClientMessage)
    before = world.anne.get(f"/api/tables/{world.running}").text

    async def scene() -> None:
        url = world.server.address.replace("http:", "ws:") + "/ws"
        for kind, body in CLIENT.items():
            async with connect(url) as socket:
                hello = {"type": "hello", "protocol": PROTOCOL, "table": world.running}
                await socket.send(json.dumps(hello))
                await socket.send(json.dumps({"type": kind, **body}))
                while (answer := json.loads(await socket.recv()))["type"] not in ("error", "bye"):
                    pass
                refused.append((kind, answer["type"], answer["code"]))

    refused: list[tuple[str, str, str]] = []
    perform(scene())
    # Nobody places anything by hand in this game.
    assert refused == [
        (kind, "error", "not_now" if kind in ("grasp", "release") else "not_yours")
        for kind in CLIENT
    ]
    assert world.anne.get(f"/api/tables/{world.running}").text == before


LOBBY: Final = {"hello", "seek", "withdraw", "accept", "fill", "watch", "unwatch", "ping"}


def test_child_is_not_in_the_lobby_and_its_games_are_not_watched(world: World) -> None:
    assert kinds_of(LobbyClientMessage) == LOBBY

    async def scene() -> None:
        address = world.server.address
        cookie = "; ".join(f"{name}={value}" for name, value in world.anne.cookies.items())
        async with (
            visiting(address, cookie=world.eve.cookie, member=world.eve.member) as eve,
            visiting(address, cookie=cookie, member=world.child) as child,
        ):
            found = (await eve.seek(BLOX)).seek
            await child.sees(1)
            for message in (PostSeek([BLOX]), AcceptSeek(found.id)):
                await child.send(message)
                assert await child.error() == "not_allowed"
            await eve.send(WatchGames())
            watching = await eve.hear(Watching)
            assert (watching.featured, watching.games, watching.running) == (None, [], 0)
            assert list(eve.seeks) == [found.id]

    perform(scene())
