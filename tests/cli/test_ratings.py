"""``empile ratings``: all games rated again, with the same outcome."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select

from empile.server.store import database
from empile.server.store.location import PostgresUrl, StoreLocation
from empile.server.store.opening import prepare
from empile.server.store.schema import ratings
from tests.cli.conftest import Empile
from tests.community.ratings.logs import START, make_people, store_game
from tests.server.store.conftest import location as location


def test_rebuild_rates_all_games(empile_cli: Empile, location: StoreLocation) -> None:
    def play(connection: Connection) -> None:
        make_people(connection, 3)
        for number, seated in enumerate(([1, 2], [2, 3], [3, 1]), 1):
            store_game(connection, number, START + number, [1, 2], seated)

    def found(connection: Connection) -> list[tuple[Any, ...]]:
        order = ratings.primary_key.columns
        return [tuple(row) for row in connection.execute(select(ratings).order_by(*order))]

    def forget(connection: Connection) -> None:
        connection.execute(delete(ratings))
        connection.commit()

    prepare(location)
    store = location.url if isinstance(location, PostgresUrl) else location
    database.write(location, play)
    shown = empile_cli("ratings", "rebuild", "--store", store)
    assert shown.lines == ["rated 3 games in 1 lists again"]
    before = database.read(location, found)
    assert len(before) == 6  # of all time and of the season
    database.write(location, forget)
    empile_cli("ratings", "rebuild", "--store", store)
    assert database.read(location, found) == before
