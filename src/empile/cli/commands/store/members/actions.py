"""What ``empile members`` does."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from empile.cli.commands.store.members.stored import for_account, now, read, time_text, write
from empile.cli.errors import CommandError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.server.store.location import StoreLocation

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
                    f"{entry.login:<24}{entry.role:<11}{entry.state:<9}{time_text(entry.made):<18}"
                    f"{time_text(entry.seen):<18}{names}"
                )

    if not arguments.json:
        print(f"{'login':<24}{'role':<11}{'state':<9}{'made':<18}{'last seen':<18}members")
    read(store, list_)


def _invite(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import invitations

    if arguments.kept is None:
        raise CommandError("an invitation is not valid forever")
    code, expires = write(
        store,
        lambda connection: invitations.make(connection, None, now(), arguments.kept),
    )
    print(code)
    print(f"valid for one person, until {time_text(expires)} UTC")


def _reset(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import recovery

    token = for_account(
        store,
        arguments.login,
        lambda connection, account: recovery.new_link(
            connection, account, "recovery", "", now() + recovery.RESET_MS
        ),
    )
    print(f"{arguments.origin or ''}/account/recover#{token}")
    if not arguments.origin:
        print("append this to the address of the server; it works once, within a day")


def _role(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    for_account(
        store,
        arguments.login,
        lambda connection, account: accounts.set_role(connection, account, arguments.role),
    )
    print(f"{arguments.login} is {arguments.role}")


def _ban(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    until = None if arguments.kept is None else now() + arguments.kept
    reason = " ".join(arguments.reason.split())[:_LONGEST_REASON]

    def ban(connection: Connection, account: int) -> None:
        if arguments.lift:
            accounts.lift_ban(connection, account)
        else:
            accounts.ban(connection, account, until, reason)

    for_account(store, arguments.login, ban)
    if arguments.lift:
        print(f"{arguments.login} may sign in again")
    else:
        print(
            f"{arguments.login} is banned {'for ever' if until is None else f'until {time_text(until)}'}"
        )


def _delete(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts

    if not arguments.yes:
        typed = input(f"Delete the account {arguments.login} for ever? Type its name: ")
        if typed.strip() != arguments.login:
            raise CommandError("nothing was deleted")
    for_account(
        store,
        arguments.login,
        lambda connection, account: accounts.remove(connection, account, now()),
    )
    print(f"{arguments.login} was deleted")


def _export(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community import accounts
    from empile.community.export.contents import export_of

    def write_out(connection: Connection) -> None:
        export = export_of(accounts.find_login(connection, arguments.login))
        while not export.done:
            sys.stdout.write(export.piece(connection).decode())
        print()

    read(store, write_out)


def _rebuild(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.community.projections.rebuild import rebuild
    from empile.server.store import database

    done = database.write(store, rebuild)
    print(f"derived {done.games} finished games of {done.tables} tables again")
    if done.damaged:
        raise CommandError(f"the logs of these tables are damaged: {', '.join(done.damaged)}")


def _fair_play(store: StoreLocation, arguments: argparse.Namespace) -> None:
    from empile.cli.commands.store.members import fair_play

    fair_play.run(store, arguments.login, is_json=arguments.json, analyse=arguments.analyse)


def _moderation(action: str) -> Callable[[StoreLocation, argparse.Namespace], None]:
    def run(store: StoreLocation, arguments: argparse.Namespace) -> None:
        from empile.cli.commands.store.members import moderation

        moderation.ACTIONS[action](store, arguments)

    return run


ACTIONS: dict[str, Callable[[StoreLocation, argparse.Namespace], None]] = {
    "list": _list,
    "invite": _invite,
    "reset": _reset,
    "role": _role,
    "ban": _ban,
    "delete": _delete,
    "export": _export,
    "fair-play": _fair_play,
    "reports": _moderation("reports"),
    "act": _moderation("act"),
    "lift": _moderation("lift"),
    "log": _moderation("log"),
    "rebuild": _rebuild,
}
