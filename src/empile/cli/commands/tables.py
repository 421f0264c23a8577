"""``empile tables``: lists, exports and deletes the tables of a server."""

from __future__ import annotations

import argparse
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.store_args import add_store, chosen_file, duration

if TYPE_CHECKING:
    from empile.server.tables.summary import Summary
    from empile.server.tables.table import GamePlayed, Table

ABOUT = """\
List, show, export or delete the tables of a data file: ACTION is list, show, export, delete or
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
    return _ACTIONS[arguments.action](chosen_file(arguments), arguments)


def _list(store: Path, arguments: argparse.Namespace) -> int:
    if not arguments.json:
        print(f"{'table':<14}{'game':<12}{'status':<11}{'moves':>6}  {'made':<18}last event")
    for summary in _summaries(store):
        if arguments.json:
            _print(summary)
        else:
            print(
                f"{summary.id:<14}{summary.game:<12}{summary.status:<11}{summary.moves:>6}"
                f"  {_time(summary.made):<18}{_time(summary.last)}"
            )
    return 0


def _show(store: Path, arguments: argparse.Namespace) -> int:
    for summary in _summaries(store, arguments.tables):
        if arguments.json:
            _print(summary)
            continue
        print(f"{summary.id}: {summary.game}, {summary.players} players, {summary.status}")
        print(f"  games {summary.games}, moves {summary.moves}, events {summary.events}")
        print(f"  made {_time(summary.made)}, last event {_time(summary.last)}")
        print(f"  code {summary.code or '-'}")
    return 0


def _export(store: Path, arguments: argparse.Namespace) -> int:
    import msgspec

    from empile.engine.discovery import game_class
    from empile.server.store.files import open_to_read
    from empile.server.tables.table import Table
    from empile.server.wire import events

    with closing(open_to_read(store)) as connection:
        for name in arguments.tables:
            number = _number(connection, name)
            rows = connection.execute(
                "SELECT body, seq, at FROM log WHERE number = ? ORDER BY seq", (number,)
            )
            log = [events.decode(*row) for row in rows]
            first = log[0]
            if not isinstance(first, events.Created):
                raise CommandError(f"the log of {name} has no beginning; see `empile doctor`")
            game = game_class(first.game, first.rules)(**first.options)
            table = Table.read(name, number, game, log)
            shown = {
                "table": name,
                "records": [_record(table, played) for played in table.played],
                "events": _without_keys(msgspec.to_builtins(log)),
            }
            print(json.dumps(shown, ensure_ascii=False))
    return 0


def _record(table: Table, played: GamePlayed) -> dict[str, Any]:
    from empile.server.tables import game_redaction

    snapshot = game_redaction.snapshot_of(table, played, None)
    # Nothing is hidden in a game that is over.
    return game_redaction.record_seen(replace(snapshot, over=True)).to_dict()


def _without_keys(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # Keys are hashes of seat tokens; nobody needs them outside of the server.
    for event in log:
        event.pop("key", None)
        for place in event.get("places", ()):
            place.pop("key", None)
    return log


def _delete(store: Path, arguments: argparse.Namespace) -> int:
    from empile.server.store.files import open_to_read
    from empile.server.store.maintenance import Maintenance

    with closing(open_to_read(store)) as connection:
        for name in arguments.tables:
            _number(connection, name)  # all or none
    with closing(Maintenance(store)) as maintenance:
        for name in arguments.tables:
            if maintenance.delete(name):
                _print_deleted(name, arguments)
    return 0


def _prune(store: Path, arguments: argparse.Namespace) -> int:
    from empile.server.store.files import open_to_read
    from empile.server.store.maintenance import Maintenance, Retention

    open_to_read(store).close()  # a mistyped name must not create a file
    older: int | None = arguments.older_than
    retention = Retention(older, None if arguments.unplayed else older)
    with closing(Maintenance(store)) as maintenance:
        expired = (name for _, name in maintenance.expired(retention))
        for name in expired if arguments.dry_run else maintenance.prune(retention):
            _print_deleted(name, arguments)
    return 0


_ACTIONS: dict[str, Callable[[Path, argparse.Namespace], int]] = {
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


def _summaries(store: Path, names: list[str] | None = None) -> Iterator[Summary]:
    from empile.server.store.files import open_to_read
    from empile.server.tables.summary import summarize

    with closing(open_to_read(store)) as connection:
        if names is None:
            found = connection.execute("SELECT number FROM tables ORDER BY number").fetchall()
            numbers = [number for (number,) in found]
        else:
            numbers = [_number(connection, name) for name in names]
        for number in numbers:
            table = connection.execute(
                "SELECT id, code, made FROM tables WHERE number = ?", (number,)
            ).fetchone()
            if table is not None:  # not deleted meanwhile
                name, code, made = table
                rows = connection.execute(
                    "SELECT seq, at, body FROM log WHERE number = ? ORDER BY seq", (number,)
                )
                yield summarize(name, code, made, rows)


def _number(connection: sqlite3.Connection, name: str) -> int:
    found = connection.execute("SELECT number FROM tables WHERE id = ?", (name,)).fetchone()
    if found is None:
        raise CommandError(f"there is no table {name}")
    return int(found[0])


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
