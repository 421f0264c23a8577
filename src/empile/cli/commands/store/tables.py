"""``empile tables``: lists, exports and deletes the tables of a server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.store_args import add_store, chosen_store, duration

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.server.store.location import StoreLocation
    from empile.server.tables.summary import Summary
    from empile.server.tables.table import GamePlayed, Table

ABOUT = """\
List, show, export or delete the tables of a store: ACTION is list, show, export, delete or
prune, and `empile tables ACTION --help` describes it. The server may be running: it closes deleted
tables within a second.

examples:
  empile tables list
  empile tables show Zt3kq8wWcPq1 --store /srv/empile/tables.sqlite3
  empile tables export Zt3kq8wWcPq1 > table.json
  empile tables prune --older-than 90d --unplayed
  empile tables prune --older-than 365d --dry-run --json
"""

_ABOUT_TABLE = "id of a table, as in its link; put -- before ids if one begins with -"


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in _ABOUTS.items():
        action = actions.add_parser(name, about=f"{about}\n")
        if name in ("show", "export", "delete"):
            action.add_argument("tables", metavar="TABLE", nargs="+", help=_ABOUT_TABLE)
        if name == "prune":
            _configure_prune(action)
        add_store(action)
        if name != "export":
            action.add_argument(
                "--json", action="store_true", help="print one line of JSON for each table"
            )


def _configure_prune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--older-than",
        type=duration,
        required=True,
        metavar="TIME",
        help="age of the last event, such as 90d, 12h or 4w",
    )
    parser.add_argument(
        "--unplayed", action="store_true", help="only tables on which no move was made"
    )
    parser.add_argument("--dry-run", action="store_true", help="only print what would be deleted")


def run(arguments: argparse.Namespace) -> int:
    return _ACTIONS[arguments.action](chosen_store(arguments), arguments)


def _list(store: StoreLocation, arguments: argparse.Namespace) -> int:
    from empile.server.store import database

    def list_(connection: Connection) -> None:
        for summary in _summaries(connection):
            if arguments.json:
                _print(summary)
            else:
                print(
                    f"{summary.id:<14}{summary.game:<12}{summary.status:<11}{summary.moves:>6}"
                    f"  {_time(summary.made):<18}{_time(summary.last)}"
                )

    if not arguments.json:
        print(f"{'table':<14}{'game':<12}{'status':<11}{'moves':>6}  {'made':<18}last event")
    database.read(store, list_)
    return 0


def _show(store: StoreLocation, arguments: argparse.Namespace) -> int:
    from empile.server.store import database

    def show(connection: Connection) -> None:
        for summary in _summaries(connection, arguments.tables):
            if arguments.json:
                _print(summary)
                continue
            print(f"{summary.id}: {summary.game}, {summary.players} players, {summary.status}")
            print(f"  games {summary.games}, moves {summary.moves}, events {summary.events}")
            print(f"  made {_time(summary.made)}, last event {_time(summary.last)}")
            print(f"  code {summary.code or '-'}")

    database.read(store, show)
    return 0


def _export(store: StoreLocation, arguments: argparse.Namespace) -> int:
    from empile.server.store import database

    def export(connection: Connection) -> None:
        for name in arguments.tables:
            print(json.dumps(_exported(connection, name), ensure_ascii=False))

    database.read(store, export)
    return 0


def _exported(connection: Connection, name: str) -> dict[str, Any]:
    import msgspec

    from empile.engine.discovery import game_class
    from empile.engine.errors import UnknownGameError
    from empile.server.tables.table import Table
    from empile.server.wire import events

    number = _number(connection, name)
    log = [events.decode(body, seq, at) for seq, at, body in _rows(connection, number)]
    first = log[0]
    if not isinstance(first, events.Created):
        raise CommandError(f"the log of {name} has no beginning; see `empile doctor`")
    records: list[dict[str, Any]] = []
    try:
        game = game_class(first.game, first.rules)(**first.options)
    except UnknownGameError as error:
        print(f"empile: {name} is exported without records: {error}", file=sys.stderr)
    else:
        table = Table.read(name, number, game, log)
        records = [_record(table, played) for played in table.played]
    return {
        "table": name,
        "records": records,
        "events": _without_keys(msgspec.to_builtins(log)),
    }


def _record(table: Table, played: GamePlayed) -> dict[str, Any]:
    from empile.server.tables import game_redaction

    snapshot = game_redaction.snapshot_of(table, played, None)
    # Nothing is hidden in a game that is over.
    return game_redaction.record_seen(replace(snapshot, over=True)).to_dict()


def _without_keys(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # Keys are hashes of seat tokens, without use outside of the server.
    for event in log:
        event.pop("key", None)
        for place in event.get("places", ()):
            place.pop("key", None)
    return log


def _delete(store: StoreLocation, arguments: argparse.Namespace) -> int:
    from empile.server.store import database
    from empile.server.store.maintenance import Maintenance

    def delete(connection: Connection) -> None:
        for name in arguments.tables:
            _number(connection, name)  # all or none
        connection.rollback()
        maintenance = Maintenance(connection)
        for name in arguments.tables:
            if maintenance.delete(name):
                _print_deleted(name, arguments)

    _require_store(store)
    database.write(store, delete)
    return 0


def _prune(store: StoreLocation, arguments: argparse.Namespace) -> int:
    from empile.server.store import database
    from empile.server.store.maintenance import Maintenance, Retention

    older: int | None = arguments.older_than
    retention = Retention(older, None if arguments.unplayed else older)

    def prune(connection: Connection) -> None:
        maintenance = Maintenance(connection)
        expired = (name for _, name in maintenance.expired(retention))
        for name in expired if arguments.dry_run else maintenance.prune(retention):
            _print_deleted(name, arguments)

    _require_store(store)
    database.write(store, prune)
    return 0


def _require_store(store: StoreLocation) -> None:
    """Raise ``StoreError`` for a mistyped name, which must not create a file."""
    from empile.server.store import database

    database.read(store, lambda _: None)


_ACTIONS: dict[str, Callable[[StoreLocation, argparse.Namespace], int]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "delete": _delete,
    "prune": _prune,
}
_ABOUTS = {
    "list": "Print one line for each table.",
    "show": "Print more about some tables.",
    "export": "Print the records of all games and all events, hidden information included, as one"
    " line of JSON\nfor each table.",
    "delete": "Delete tables for ever.",
    "prune": "Delete tables by the age of their last event.",
}


def _summaries(connection: Connection, names: list[str] | None = None) -> Iterator[Summary]:
    from sqlalchemy import select

    from empile.server.store.schema import tables
    from empile.server.tables.summary import summarize

    if names is None:
        numbers = connection.scalars(select(tables.c.number).order_by(tables.c.number)).all()
    else:
        numbers = [_number(connection, name) for name in names]
    for number in numbers:
        found = select(tables.c.id, tables.c.code, tables.c.made).where(tables.c.number == number)
        table = connection.execute(found).first()
        if table is not None:  # not deleted since it was listed
            name, code, made = table
            yield summarize(name, code, made, _rows(connection, number))


def _rows(connection: Connection, number: int) -> Iterable[tuple[int, int, bytes]]:
    """Return number, time and content of the events of a table."""
    from sqlalchemy import select

    from empile.server.store.schema import log

    rows = select(log.c.seq, log.c.at, log.c.body).where(log.c.number == number)
    return ((seq, at, body) for seq, at, body in connection.execute(rows.order_by(log.c.seq)))


def _number(connection: Connection, name: str) -> int:
    from sqlalchemy import select

    from empile.server.store.schema import tables

    number = connection.scalar(select(tables.c.number).where(tables.c.id == name))
    if number is None:
        raise CommandError(f"there is no table {name}")
    return int(number)


def _print(summary: Summary) -> None:
    import msgspec

    print(msgspec.json.encode(summary).decode())


def _print_deleted(name: str, arguments: argparse.Namespace) -> None:
    done = not getattr(arguments, "dry_run", False)
    if arguments.json:
        print(json.dumps({"id": name, "deleted": done}))
    else:
        print(f"{'deleted' if done else 'would delete'} {name}")


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")
