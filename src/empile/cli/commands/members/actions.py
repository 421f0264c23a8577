"""What ``empile members`` does."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from empile.cli.errors import CommandError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.server.store.location import StoreLocation

Found = TypeVar("Found")

_LONGEST_REASON = 500


def _list(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community.directory import entries

    def list_(connection: Connection) -> None:
        for entry in entries(connection):
            if arguments.json:
                print(json.dumps(entry._asdict(), ensure_ascii=False))
            else:
                names = ", ".join(name for name in entry.members)
                print(
                    f"{entry.login:<24}{entry.role:<11}{entry.state:<9}{_time(entry.made):<18}"
                    f"{_time(entry.seen):<18}{names}"
                )

    if not arguments.json:
        print(f"{'login':<24}{'role':<11}{'state':<9}{'made':<18}{'last seen':<18}members")
    _read(store, list_)


def _invite(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import invitations

    if arguments.kept is None:
        raise CommandError("an invitation is not valid forever")
    code, expires = _write(
        store,
        lambda connection: invitations.make(connection, None, _now(), arguments.kept),
    )
    print(code)
    print(f"valid for one person, until {_time(expires)} UTC")


def _reset(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import recovery

    token = _for_account(
        store,
        arguments.login,
        lambda connection, account: recovery.new_link(
            connection, account, "recovery", "", _now() + recovery.RESET_MS
        ),
    )
    print(f"{arguments.origin.rstrip('/')}/account/recover#{token}")
    if not arguments.origin:
        print("append this to the address of the server; it works once, within a day")


def _role(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    _for_account(
        store,
        arguments.login,
        lambda connection, account: accounts.set_role(connection, account, arguments.role),
    )
    print(f"{arguments.login} is {arguments.role}")


def _ban(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    until = None if arguments.kept is None else _now() + arguments.kept
    reason = " ".join(arguments.reason.split())[:_LONGEST_REASON]

    def ban(connection: Connection, account: int) -> None:
        if arguments.lift:
            accounts.lift_ban(connection, account)
        else:
            accounts.ban(connection, account, until, reason)

    _for_account(store, arguments.login, ban)
    if arguments.lift:
        print(f"{arguments.login} may sign in again")
    else:
        print(
            f"{arguments.login} is banned {'for ever' if until is None else f'until {_time(until)}'}"
        )


def _delete(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    if not arguments.yes:
        typed = input(f"Delete the account {arguments.login} for ever? Type its name: ")
        if typed.strip() != arguments.login:
            raise CommandError("nothing was deleted")
    _for_account(
        store,
        arguments.login,
        lambda connection, account: accounts.remove(connection, account, _now()),
    )
    print(f"{arguments.login} was deleted")


def _export(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts, export

    found = _read(
        store,
        lambda connection: export.everything(
            connection, accounts.find_login(connection, arguments.login)
        ),
    )
    print(json.dumps(found, ensure_ascii=False, indent=1))


def _for_account(
    store: StoreLocation, login: str, work: Callable[[Connection, int], Found]
) -> Found:
    """Return what ``work`` returns for the account of a login."""
    from empile.community import accounts

    return _write(
        store, lambda connection: work(connection, accounts.find_login(connection, login))
    )


def _read(store: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    from empile.server.store import database

    return database.read(store, work)


def _write(store: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    from empile.server.store import database

    # A mistyped name must not create a file.
    database.read(store, lambda _: None)

    def write(connection: Connection) -> Found:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = work(connection)
        connection.commit()
        return found

    return database.write(store, write)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _time(ms: int | None) -> str:
    return "-" if ms is None else f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M}"


def _rebuild(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community.projections.rebuild import rebuild
    from empile.server.store import database

    done = database.write(store, rebuild)
    print(f"derived {done.games} finished games of {done.tables} tables again")
    if done.damaged:
        raise CommandError(f"the logs of these tables are damaged: {', '.join(done.damaged)}")


def _fair_play(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.cli.commands.members import fair_play

    fair_play.run(store, arguments.login, is_json=arguments.json, analyse=arguments.analyse)


ACTIONS: dict[str, Callable[[StoreLocation, argparse.Namespace], None]] = {
    "list": _list,
    "invite": _invite,
    "reset": _reset,
    "role": _role,
    "ban": _ban,
    "delete": _delete,
    "export": _export,
    "fair-play": _fair_play,
    "rebuild": _rebuild,
}
