"""``empile members``: the accounts of a server, for its host."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from empile.cli.commands.store.members.actions import ACTIONS
from empile.cli.origins import origin
from empile.cli.store_args import add_store, chosen_store, duration

ABOUT = """\
List, invite, recover, ban, export, moderate or delete the accounts of a server: ACTION is list, invite,
reset, role, ban, delete, export, fair-play, reports, act, lift, log or rebuild, and `empile members ACTION
--help` describes it. LOGIN is what somebody signs in with. The server may be running.

examples:
  empile members list
  empile members invite
  empile members reset anne --origin https://play.example.org
  empile members role anne moderator
  empile members ban eve --for 4w --reason "insults"
  empile members export anne > anne.json
  empile members fair-play eve --analyse
  empile members reports
  empile members act eve mute --for 7d --category insults --reason "Be kind." --report 12
  empile members lift eve
  empile members log
  empile members rebuild
"""

_ABOUTS = {
    "list": "List all accounts with their members.",
    "invite": "Print a code that lets one person make an account, for --accounts invitation.",
    "reset": "Print a link with which somebody chooses a new password, once, within a day. Passkeys"
    " stay.",
    "role": "Let an account be a member, moderator or host. Moderators and hosts invite others.",
    "ban": "End all sessions of an account, and let it not sign in; --lift lets it in again.",
    "delete": "Delete an account and its members for ever. Finished games stay, by deleted players.",
    "export": "Print everything about an account as JSON, without secrets.",
    "fair-play": "Print evidence on how the members of an account play rated games, compared with"
    " players of their rating: no number decides anything.",
    "reports": "List the open reports of members, the oldest first.",
    "act": "Warn an account, take its messages away (mute), or keep it from playing with others (ban)."
    " It may still sign in, read the reason, and appeal.",
    "lift": "End the mutes and bans that are in force against an account.",
    "log": "Print what moderators decided, the newest first.",
    "rebuild": "Derive the histories and statistics of all members from the logs of the tables again."
    " The outcome is the same, unless a program has changed them. Games of deleted tables stay.",
}
_WITHOUT_LOGIN = ("list", "invite", "rebuild", "reports", "log")
_KINDS = ("warn", "mute", "ban")
_CATEGORIES = ("insults", "harassment", "spam", "name", "cheating", "other")
_ROLES = ("member", "moderator", "host")
_DEFAULT_DAYS = "14d"


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in _ABOUTS.items():
        action = actions.add_parser(name, about=f"{about}\n")
        if name not in _WITHOUT_LOGIN:
            action.add_argument("login", metavar="LOGIN", help="what somebody signs in with")
        if name in _CONFIGURE:
            _CONFIGURE[name](action)
        add_store(action)


def _configure_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON for each account"
    )


def _configure_invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for",
        dest="kept",
        type=duration,
        default=_DEFAULT_DAYS,
        metavar="TIME",
        help=f"how long the code is valid, such as 12h, 30d or 4w (default: {_DEFAULT_DAYS})",
    )


def _configure_reset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--origin",
        type=origin,
        metavar="URL",
        help="address of the server, to print a whole link",
    )


def _configure_role(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("role", choices=_ROLES, help="what the account may do")


def _configure_ban(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for",
        dest="kept",
        type=duration,
        default="forever",
        metavar="TIME",
        help="how long, such as 12h, 30d or 4w (default: forever)",
    )
    parser.add_argument("--reason", default="", help="what is told at the sign-in")
    parser.add_argument("--lift", action="store_true", help="end a ban")


def _configure_reports(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON for each, with the evidence"
    )
    parser.add_argument(
        "--close", type=int, metavar="N", help="close a report without an act instead"
    )
    parser.add_argument("--reason", default="", help="why it is closed, for the log")


def _configure_act(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=_KINDS, help="what to do")
    parser.add_argument(
        "--for",
        dest="kept",
        type=duration,
        default="forever",
        metavar="TIME",
        help="how long, such as 12h, 30d or 4w (default: until it is lifted)",
    )
    parser.add_argument("--category", choices=_CATEGORIES, default="other", help="why")
    parser.add_argument("--reason", default="", help="why, in words for the person")
    parser.add_argument("--member", metavar="NAME", help="who it is about (default: the first one)")
    parser.add_argument(
        "--report",
        type=int,
        action="append",
        default=[],
        metavar="N",
        help="an open report that this decides; may be repeated",
    )


def _configure_lift(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--act", type=int, metavar="N", help="only this act")
    parser.add_argument("--reason", default="", help="why, for the log")


def _configure_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--account", metavar="LOGIN", help="only what is about this account")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each entry")


def _configure_delete(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _configure_fair_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--analyse",
        action="store_true",
        help="analyse the missing games here, some seconds each; a server does so when a moderator asks",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON for each member"
    )


def run(arguments: argparse.Namespace) -> int:
    ACTIONS[arguments.action](chosen_store(arguments), arguments)
    return 0


_CONFIGURE: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "list": _configure_list,
    "invite": _configure_invite,
    "reset": _configure_reset,
    "role": _configure_role,
    "ban": _configure_ban,
    "delete": _configure_delete,
    "reports": _configure_reports,
    "act": _configure_act,
    "lift": _configure_lift,
    "log": _configure_log,
    "fair-play": _configure_fair_play,
}
