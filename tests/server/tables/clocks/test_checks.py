"""Which tables may have which clock, and which may be rated."""

from __future__ import annotations

from typing import Any

import pytest

from empile.client import CommandError, Rest
from empile.server.tables.clocks.checks import check_rated
from empile.server.tables.owners import Taker
from empile.server.wire import errors, schemas
from empile.server.wire.clocks.settings import Clock, DaysClock, RealClock, TurnClock, speed
from tests.server.serving import Serving, perform

BLITZ = RealClock(300, 3)


@pytest.mark.parametrize(
    ("seats", "clock"),
    [(2, BLITZ), (3, TurnClock(30, 300)), (2, DaysClock(2, 12)), (4, DaysClock(1))],
)
def test_tables_tell_their_clock(server: Serving, seats: int, clock: Clock) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            places = ["person", *["open"] * (seats - 1)]
            made = await rest.make_table("block-ness", places, clock=clock, listed=True)
            assert (await rest.table(made.table)).clock == clock
            (listed,) = [one for one in (await rest.tables()).tables if one.id == made.table]
            assert listed.clock == clock
            server.registry._rooms.clear()  # pyright: ignore[reportPrivateUsage]
            assert (await rest.table(made.table)).clock == clock

    perform(scene())


def test_tables_without_a_clock_send_nothing_of_it(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            made = await rest.make_table("block-ness", ["person", "open"])
            raw: dict[str, Any] = await rest._get(  # pyright: ignore[reportPrivateUsage]
                f"/api/tables/{made.table}", dict[str, Any]
            )
            assert raw.keys().isdisjoint(("clock", "rated", "friendly"))

    perform(scene())


@pytest.mark.parametrize(
    ("seats", "clock"), [(3, BLITZ), (2, TurnClock(30)), (2, RealClock(1)), (2, DaysClock(99))]
)
def test_clocks_that_do_not_fit_are_refused(server: Serving, seats: int, clock: Clock) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            places = ["person", *["open"] * (seats - 1)]
            with pytest.raises(CommandError) as caught:
                await rest.make_table("block-ness", places, clock=clock)
            assert caught.value.code == "bad_request"

    perform(scene())


def test_speed_is_slow_for_days() -> None:
    assert speed(DaysClock(1)) == "slow"
    assert speed(BLITZ) == speed(TurnClock(30)) == "fast"


def taker(member: int, account: int) -> Taker:
    return Taker(member, None, f"M{member}", program=False, account=account)


def wanted(*kinds: Any, **more: Any) -> schemas.CreateTable:
    places = [schemas.PlaceRequest(kind) for kind in kinds]
    settings: dict[str, Any] = {"clock": BLITZ, "hints": False, "rated": True, **more}
    return schemas.CreateTable("block-ness", places, **settings)


def test_rated_games_need_members_of_different_accounts() -> None:
    check_rated(wanted("person", "open"), {0: taker(1, 1)})
    check_rated(wanted("person", "person"), {0: taker(1, 1), 1: taker(2, 2)})
    household = {0: taker(1, 1), 1: taker(2, 1)}
    with pytest.raises(errors.CommandError, match="friendly"):
        check_rated(wanted("person", "person"), household)
    check_rated(wanted("person", "person", friendly=True), household)


@pytest.mark.parametrize(
    ("request_", "seated", "code"),
    [
        (wanted("person", "open", clock=None), True, "bad_request"),
        (wanted("person", "open", hints=True), True, "bad_request"),
        (wanted("person", "open", assist=True), True, "bad_request"),
        (wanted("person", "open", start={}), True, "bad_request"),
        (wanted("person", "open", begins=0), True, "bad_request"),
        (wanted("person", "bot"), True, "bad_request"),
        (wanted("person", "open"), False, "signed_out"),
    ],
)
def test_rated_games_have_conditions(
    request_: schemas.CreateTable, seated: bool, code: str
) -> None:
    with pytest.raises(errors.CommandError) as caught:
        check_rated(request_, {0: taker(1, 1)} if seated else {})
    assert caught.value.code == code
