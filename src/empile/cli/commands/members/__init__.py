"""``empile members``: the accounts of a server, for its host."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from empile.cli.commands.members.actions import ACTIONS
from empile.cli.store_args import add_store, chosen_store, duration

ABOUT = """\
List, invite, recover, ban, export or delete the accounts of a server: ACTION is list, invite, reset,
role, ban, delete, export, fair-play or rebuild, and `empile members ACTION --help` describes it. LOGIN is what somebody
signs in with. The server may be running.

examples:
  empile members list
  empile members invite
  empile members reset anne --origin https://play.example.org
  empile members role anne moderator
  empile members ban eve --for 4w --reason "insults"
  empile members export anne > anne.json
  empile members fair-play eve --analyse
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
    "rebuild": "Derive the histories and statistics of all members from the logs of the tables again."
    " The outcome is the same, unless a program has changed them. Games of deleted tables stay.",
}
_ROLES = ("member", "moderator", "host")
_DEFAULT_DAYS = "14d"


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in _ABOUTS.items():
        action = actions.add_parser(name, about=f"{about}\n")
        if name not in ("list", "invite", "rebuild"):
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
        "--origin", default="", metavar="URL", help="address of the server, to print a whole link"
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
    "fair-play": _configure_fair_play,
}
