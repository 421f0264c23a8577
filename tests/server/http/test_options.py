"""Options are validated without a table, with all faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from empile.client import CommandError, Rest
from empile.engine.discovery import game_class, game_names, load
from empile.engine.errors import OptionError, Reason
from empile.engine.presets import option_presets
from empile.server.http.options import checked
from tests.server.serving import Serving, perform

LAKE = {
    "columns": 6,
    "rows": 6,
    "zones": {"2": ["a1", "f6"], "3": ["a1", "f6"], "4": ["a1", "f6"]},
}


@pytest.mark.parametrize("name", game_names())
def test_check_options_fills_in_defaults(name: str) -> None:
    answer = checked(name, {})
    assert answer.options == load(name).options
    assert answer.board_setup == load(name).presenter.board_setup()


def test_check_options_returns_the_board(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            answer = await rest.check_options("block-ness", {"lake": LAKE, "players": 3})
            assert answer.options["lake"] == LAKE
            assert answer.options["variant"] == "base"
            assert answer.board_setup["columns"] == 6
            assert await rest.check_options("block-ness") == checked("block-ness", {})

    perform(scene())


@pytest.mark.parametrize(
    ("game", "options", "code", "told"),
    [
        ("block-ness", {"lake": {}}, "bad_options", "a lake must have exactly"),
        ("block-ness", {"players": 7}, "bad_options", "option 'players' must be one of"),
        ("block-ness", {"self": 1}, "bad_options", "has no option 'self'"),
        ("no-such-game", {}, "no_table", "no-such-game"),
        ("block_ness", {}, "no_table", "block_ness"),
    ],
)
def test_check_options_rejects_inconsistent_options(
    server: Serving, game: str, options: dict[str, Any], code: str, told: str
) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError, match=told) as refused:
                await rest.check_options(game, options)
            assert refused.value.code == code

    perform(scene())


def test_check_options_with_faults_is_a_successful_request(server: Serving) -> None:
    """A board editor asks at every step, and browsers log failed requests."""
    answer = httpx.post(
        f"{server.address}/api/games/block-ness/options", json={"options": {"lake": {}}}
    )
    assert answer.status_code == 200
    found = answer.json()
    assert list(found) == ["refused"]
    assert found["refused"]["code"] == "bad_options"
    assert "a lake must have exactly" in found["refused"]["detail"]


def test_games_describe_option_needs_and_presets(
    server: Serving,
) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            (game,) = [one for one in await rest.games() if one.name == "on-top"]
            options = {option.name: option for option in game.options}
            assert options["teams"].requires == {"players": [4]}
            assert options["start"].depends_on == ["board"]
            large = options["board"].presets["large"]
            assert large == option_presets(game_class("on-top"), "board")["large"]
            assert options["board"].requires == options["teams"].presets == {}
            answer = await rest.check_options("on-top", {"board": large})
            assert answer.options["board"] == large
            assert len(answer.board_setup["cells"]) == len(large["cells"]) == 73

    perform(scene())


def test_check_options_validates_a_start_on_its_board(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            answer = await rest.check_options("on-top", {"start": ["D51", "U61"]})
            assert answer.board_setup["start"] == ["D51", "U61"]
            assert "U60" not in answer.board_setup["filled"]
            # The corner cell U60 has only the neighbours D60 and D50.
            answer = await rest.check_options("on-top", {"start": ["D50", "D60"]})
            assert answer.board_setup["filled"] == ["D50", "D60", "U60"]
            with pytest.raises(CommandError) as refused:
                await rest.check_options("on-top", {"start": ["U06"]})
            assert refused.value.reasons[0].args["cells"] == "U06"
            large = option_presets(game_class("on-top"), "board")["large"]
            answer = await rest.check_options("on-top", {"start": ["U06"], "board": large})
            assert answer.options["start"] == ["U06"]

    perform(scene())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"options": []}',
        b"{",
        b'{"options": {"a": "\\ud800"}}',
    ],
)
def test_check_options_rejects_invalid_bodies(server: Serving, body: bytes) -> None:
    answer = httpx.post(
        f"{server.address}/api/games/block-ness/options",
        content=body,
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad_request", "bad_options")


def test_check_options_reports_reasons_to_the_client(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = (Reason("fault.one", {"cells": "a1, e5", "count": 2}), Reason("fault.two"))

    def refuse(*_: object, **__: object) -> None:
        raise OptionError("two things are wrong", reasons)

    def found(_: str) -> Callable[..., None]:
        return refuse

    monkeypatch.setattr("empile.server.http.options.game_class", found)
    here = checked("block-ness", {})
    assert here.refused is not None
    assert [one.key for one in here.refused.reasons] == ["fault.one", "fault.two"]

    async def scene() -> None:
        async with Rest(server.address) as rest:
            with pytest.raises(CommandError, match="two things are wrong") as refused:
                await rest.check_options("block-ness")
            assert [(one.key, one.args) for one in refused.value.reasons] == [
                ("fault.one", {"cells": "a1, e5", "count": 2}),
                ("fault.two", {}),
            ]

    perform(scene())
