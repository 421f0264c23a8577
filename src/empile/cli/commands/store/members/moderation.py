"""``empile members reports``, ``act``, ``lift`` and ``log``: moderation without the page."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from empile.cli.commands.store.members.stored import for_account, now, read, time_text, write
from empile.cli.errors import CommandError
from empile.community import accounts, members
from empile.community.moderation import acts, cases, reports
from empile.community.moderation.acts import Act, NewAct

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.community.members import Member
    from empile.server.store.location import StoreLocation


def _reports(store: StoreLocation, arguments: argparse.Namespace) -> None:
    """Print the open reports, or close one."""
    number = arguments.close
    if number is not None:
        at, words = now(), arguments.reason
        write(store, lambda connection: reports.dismiss(connection, number, words, at, by=None))
        print(f"report {number} is closed")
        return

    def print_all(connection: Connection) -> None:
        for login, report in reports.open_ones(connection):
            if arguments.json:
                shown = {"login": login, **msgspec.to_builtins(report)}
                print(json.dumps(shown, ensure_ascii=False))
                continue
            name = report.evidence.name or "(a guest)"
            print(
                f"{report.id:<7}{time_text(report.made):<18}{report.about:<11}"
                f"{login or '-':<20}{name}: {report.text or '(no words)'}"
            )

    if not arguments.json:
        print(f"{'report':<7}{'made':<18}{'about':<11}{'login':<20}member: words of the reporter")
    read(store, print_all)


def _act(store: StoreLocation, arguments: argparse.Namespace) -> None:
    """Warn, mute or ban an account."""
    at = now()
    ended = None if arguments.kept is None or arguments.kind == "warn" else at + arguments.kept
    new = NewAct(arguments.kind, arguments.category, arguments.reason, ended)

    def act(connection: Connection, account: int) -> Act:
        member = _chosen(connection, account, arguments.member)
        return cases.act_on(connection, member, new, arguments.report, at, by=None)

    made = for_account(store, arguments.login, act)
    print(f"act {made.id}: {made.kind} against {arguments.login}, {_end(made)}")


def _end(act: Act) -> str:
    if act.kind == "warn":
        return "without an end"
    return "until it is lifted" if act.ended is None else f"until {time_text(act.ended)} UTC"


def _chosen(connection: Connection, account: int, name: str | None) -> Member:
    """Return the member that an act is about, by default the first."""
    for member in members.all_of(connection, account):
        if name in (None, member.name):
            return member
    raise CommandError(f"this account has no member {name!r}")


def _lift(store: StoreLocation, arguments: argparse.Namespace) -> None:
    """Lift the acts in force against an account, or one of them."""
    at = now()

    def lift(connection: Connection, account: int) -> list[Act]:
        found = [act for act in acts.of_account(connection, account) if act.holds(at)]
        if arguments.act is not None:
            found = [act for act in found if act.id == arguments.act]
        for act in found:
            acts.lift(connection, act, arguments.reason, at, by=None)
        return found

    lifted = for_account(store, arguments.login, lift)
    if not lifted:
        raise CommandError("there is nothing to lift")
    for act in lifted:
        print(f"act {act.id}: {act.kind} against {arguments.login} is lifted")


def _log(store: StoreLocation, arguments: argparse.Namespace) -> None:
    """Print the log of moderation, the newest first."""

    def print_all(connection: Connection) -> None:
        of = arguments.account
        account = None if of is None else accounts.find_login(connection, of)
        before: int | None = None
        while True:
            page = cases.log_page(connection, before, None, account)
            for entry in page.entries:
                if arguments.json:
                    print(msgspec.json.encode(entry).decode())
                else:
                    print(
                        f"{time_text(entry.at):<18}{entry.by or '(host)':<20}{entry.what:<7}"
                        f"{entry.login or '-':<20}{' '.join(entry.text.split())}"
                    )
            if not page.more:
                return
            before = page.entries[-1].id

    if not arguments.json:
        print(f"{'at':<18}{'by':<20}{'what':<7}{'login':<20}words")
    read(store, print_all)


ACTIONS: dict[str, Callable[[StoreLocation, argparse.Namespace], None]] = {
    "reports": _reports,
    "act": _act,
    "lift": _lift,
    "log": _log,
}
