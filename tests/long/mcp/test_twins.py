"""A seat gets the same by every tool and resource if games differ only in what it may not know."""

from __future__ import annotations

from typing import Any

import pytest

from empile.bots import levels_of
from empile.bots.analysis import DEPTHS
from empile.bots.hints import Advice, advise
from empile.checks.twins import another_history, situations
from empile.engine.discovery import game_class
from empile.engine.game import State
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream
from empile.envs.text import TextEnv
from empile.mcp import local, resources
from empile.mcp.errors import RequestError
from empile.mcp.local import LocalTable
from empile.mcp.service import Service
from empile.mcp.tables import Limits
from empile.mcp.tools import TOOLS, Answer
from empile.mcp.work import Workers
from tests.envs.games import by_seats
from tests.envs.text.test_twins import TEXTS
from tests.long.mcp.clients import perform
from tests.support.games import Variant

HIDING = [one for one in by_seats() if game_class(one.name).imperfect_information]
PAIRS = 3
ELSEWHERE = {"games", "rules", "open_table", "join_table"}
"""Tools without a table that is open."""
LAST = ("act", "resign", "close_table")
"""Tools that change the table; what a move brings is chance."""


async def channels(match: Match, seat: int) -> dict[str, Answer]:
    """Return all that a client gets that plays ``seat``."""
    game = match.game
    service = Service("http://localhost:1", None, Limits(), private=False)
    others = {one: levels_of(game)[0] for one in range(game.num_players) if one != seat}
    env = TextEnv(match, seed=9, rules="none", position="text")
    name = service.tables.add(LocalTable(env, others, new_stream(9), Workers(1)))
    found: dict[str, Answer] = {"introduction": service.tables.find(name).introduction()}

    async def tell(progress: float) -> None:
        return None

    async def call(tool: str, **arguments: Any) -> None:
        key = f"{tool} {arguments}"
        try:
            found[key] = await TOOLS[tool].run(service, {"table": name, **arguments}, tell)
        except RequestError as error:
            found[key] = str(error)

    for tool in TOOLS.keys() - ELSEWHERE - set(LAST):
        slow: dict[str, Any] = {"seconds": 30} if tool == "hint" else {}
        await call(tool, **slow)
    await call("observe", data=True)
    await call("legal_moves", prefix="", limit=3)
    for text in ("hm", *TEXTS[game.name]):
        if text not in env.state.legal_texts():
            await call("act", move=text)
    for template in resources.TEMPLATES[1:]:
        found[template.uri] = (await resources.read(service, template.uri.format(table=name)))[0]
    if len(set(game.teams)) > 2:  # else the game is over, and everything is shown
        await call("resign")
        await call("record")
        await call("analyse")
    return found


def small_advice(state: State, *, stream: Stream, seconds: float, stop: Any) -> Advice:
    """Search a little, without a limit of time: the result is the same on every machine."""
    return advise(state, stream=stream, simulations=60, stop=stop)


@pytest.fixture(autouse=True)
def small_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search little."""
    monkeypatch.setattr(local, "advise", small_advice)
    monkeypatch.setitem(DEPTHS, "quick", DEPTHS["quick"].scaled(0.03))


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_nothing_tells_what_is_hidden(variant: Variant) -> None:
    compared = 0
    for number, (match, seat) in enumerate(situations(variant, range(8), (9, 17, 25, 40))):
        if match.state.current_player() != seat:  # bots, which know their hands, would move
            continue
        twin = another_history(match, seat, new_stream(number))
        if twin is None:
            continue
        mine, other = (perform(channels(one, seat)) for one in (match, twin))
        assert mine.keys() == other.keys()
        for channel, value in mine.items():
            assert value == other[channel], channel
        compared += 1
        if compared >= PAIRS:
            break
    assert compared
