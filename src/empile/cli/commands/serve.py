"""``empile serve``: starts the server for browsers."""

from __future__ import annotations

import argparse
import ipaddress
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli import origins
from empile.cli.errors import CommandError
from empile.cli.i18n import WORDS, users_language
from empile.cli.parser import whole_number
from empile.cli.program import SERVER_MISSING, has_server
from empile.cli.qr import in_terminal
from empile.cli.store_args import add_bus, add_store, check_bus, chosen_store, duration
from empile.engine.errors import Reason

if TYPE_CHECKING:
    from empile.server.wire.rate_limits import Limits

PORT = 8000
"""The default port; if it is taken, any free one is used."""
_EVERYWHERE = ("0.0.0.0", "::")

ABOUT = """\
Start the server for browsers: one process and one database file. Press Ctrl-C to stop; games in
progress resume when the server is started again.

examples:
  empile                                 the same as the next line
  empile serve --open                    for this machine only; opens the browser
  empile serve --lan --open              for everyone in your network, even without internet
                                         access; phones scan the QR code
  empile serve --host 0.0.0.0 --port 80 --data /srv/empile.sqlite3
  empile serve --origin https://play.example.org
                                         behind a proxy with this public address
  empile serve --lobby                   strangers find each other
  empile serve --accounts invitation     people may have accounts if they are invited; see
                                         `empile members --help`
"""
_LOBBY_MISSING = "the lobby needs a further package: pip install 'empile[lobby]'"
_ACCOUNTS_MISSING = "accounts need further packages: pip install 'empile[accounts]'"
_ACCOUNT_PACKAGES = ("aiosmtplib", "argon2", "cryptography", "openskill", "webauthn")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, for this machine only)",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="listen on all addresses, and show how others in your network can connect",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        metavar="P",
        help=f"port (default: {PORT}, or any free one if it is taken; 0: any free one)",
    )
    add_store(parser, "--data")
    add_bus(parser)
    parser.add_argument(
        "--keep-unplayed",
        type=duration,
        default="30d",
        metavar="TIME",
        help="how long tables without a move are kept after their last event: a time such as 12h,"
        " 30d or 4w, or forever (default: 30d)",
    )
    parser.add_argument(
        "--keep-games",
        type=duration,
        default="forever",
        metavar="TIME",
        help="how long all other tables are kept after their last event (default: forever)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        type=origins.origin,
        default=[],
        metavar="URL",
        help="public address of a proxy in front of the server; may be repeated",
    )
    parser.add_argument(
        "--allow-origin",
        action="append",
        type=origins.origin,
        default=[],
        metavar="ORIGIN",
        help="site whose pages may use this server from their scripts (CORS), such as"
        " https://tools.example.org; may be repeated (default: none)",
    )
    parser.add_argument(
        "--host-name",
        action="append",
        type=origins.host,
        default=[],
        metavar="NAME",
        help="further name of this server; local names and those of --origin need none",
    )
    parser.add_argument(
        "--accounts",
        choices=["off", "closed", "invitation", "open"],
        default="off",
        help="who may make an account: there are none (off), nobody any more (closed), who is"
        " invited by `empile members invite` (invitation), or everyone (open) (default: off)",
    )
    parser.add_argument(
        "--lobby",
        action="store_true",
        help="let strangers find each other: seeks, quick matches and games to watch",
    )
    parser.add_argument(
        "--talk",
        choices=["off", "phrases", "free"],
        default="phrases",
        help="what people may say to each other: nothing (off), fixed phrases at tables that everyone"
        " reads in their own language (phrases), or besides short messages between adults with"
        " accounts, at tables and between friends (free) (default: phrases)",
    )
    parser.add_argument(
        "--smtp",
        default=os.environ.get("EMPILE_SMTP"),
        metavar="URL",
        help="server that sends mail to recover accounts, such as smtp://USER:PASSWORD@HOST:587 or"
        " smtps://HOST; needs --origin and --mail-from (default: the variable EMPILE_SMTP, or no"
        " mail)",
    )
    parser.add_argument("--mail-from", metavar="ADDRESS", help="sender of this mail")
    parser.add_argument(
        "--push-keys",
        type=Path,
        metavar="FILE",
        help="push notices to the devices of members who want that, with keys that `empile push-keys"
        " FILE` has made; needs --accounts and --origin (default: nothing is pushed)",
    )
    parser.add_argument(
        "--results-webhook",
        metavar="URL",
        help="send the results of public games to this address; needs --accounts, --origin and"
        " --webhook-secret (default: nowhere)",
    )
    parser.add_argument(
        "--webhook-secret",
        type=Path,
        metavar="FILE",
        help="file with the secret, in base64, that signs these results",
    )
    parser.add_argument(
        "--privacy",
        type=Path,
        metavar="FOLDER",
        help="folder with your privacy texts, privacy.en.md and privacy.fr.md (default: the general"
        " text)",
    )
    parser.add_argument(
        "--metrics-from",
        action="append",
        default=[],
        type=_network,
        metavar="NETWORK",
        help="who may read /metrics, such as 10.0.0.0/8 (default: this machine only)",
    )
    parser.add_argument(
        "--connections-per-address",
        type=whole_number(1),
        metavar="N",
        help="connections that a client's address may open, more if a school or an office shares one"
        " (default: 100)",
    )
    parser.add_argument(
        "--log", choices=["text", "json"], default="text", help="format of the log (default: text)"
    )
    parser.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="info: also one line per REST request (default: warning)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _limits(connections: int | None) -> Limits:
    from empile.server.wire.rate_limits import Limits

    return Limits() if connections is None else Limits(connections_per_address=connections)


def _check_accounts(arguments: argparse.Namespace) -> None:
    """Raise :class:`CommandError` unless the server can have accounts as chosen."""
    if arguments.accounts == "off":
        if arguments.push_keys is not None:
            raise CommandError("--push-keys needs --accounts")
        if arguments.talk == "free":
            raise CommandError("--talk free needs --accounts: guests have phrases only")
        if arguments.results_webhook is not None:
            raise CommandError("--results-webhook needs --accounts")
        return
    if not all(find_spec(package) for package in _ACCOUNT_PACKAGES):
        raise CommandError(_ACCOUNTS_MISSING)
    if arguments.push_keys is not None:
        _check_push(arguments)
    if arguments.results_webhook is not None:
        _check_webhook(arguments)
    if arguments.smtp is None:
        return
    from empile.community.mail.sender import MailError, read_smtp

    try:
        read_smtp(arguments.smtp)
    except MailError as error:
        raise CommandError(str(error)) from None
    if not arguments.mail_from or "@" not in arguments.mail_from:
        raise CommandError("--smtp needs --mail-from and the address that sends the mail")
    if not arguments.origin:
        raise CommandError("--smtp needs --origin, the address that links in mails begin with")


def _check_push(arguments: argparse.Namespace) -> None:
    from empile.community.notices.web_push import PushError, read_keys

    try:
        read_keys(arguments.push_keys)
    except PushError as error:
        raise CommandError(str(error)) from None
    if not any(origin.startswith("https://") for origin in arguments.origin):
        raise CommandError("--push-keys needs --origin with https: browsers push to no other pages")


def _check_webhook(arguments: argparse.Namespace) -> None:
    from empile.community.webhook.signing import WebhookError, check_address, read_secret

    if arguments.webhook_secret is None:
        raise CommandError("--results-webhook needs --webhook-secret")
    if not arguments.origin:
        raise CommandError(
            "--results-webhook needs --origin, the address that its links begin with"
        )
    try:
        check_address(arguments.results_webhook)
        read_secret(arguments.webhook_secret)
    except WebhookError as error:
        raise CommandError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    if not has_server():
        raise CommandError(SERVER_MISSING)
    _check_accounts(arguments)
    if arguments.lobby and find_spec("rustworkx") is None:
        raise CommandError(_LOBBY_MISSING)
    from empile.server.http.network.addresses import own_addresses
    from empile.server.run import PortError, serve
    from empile.server.settings import Settings

    check_bus(arguments.bus)
    settings = Settings(
        bus=arguments.bus,
        keep_unplayed_ms=arguments.keep_unplayed,
        keep_games_ms=arguments.keep_games,
        origins=frozenset(arguments.origin),
        allowed_origins=frozenset(arguments.allow_origin),
        host_names=frozenset(arguments.host_name),
        metrics_from=frozenset(arguments.metrics_from),
        lobby=arguments.lobby,
        accounts=arguments.accounts,
        talk=arguments.talk,
        smtp=arguments.smtp,
        mail_from=arguments.mail_from,
        push_keys=arguments.push_keys,
        results_webhook=arguments.results_webhook,
        webhook_secret=arguments.webhook_secret,
        privacy_folder=arguments.privacy,
        limits=_limits(arguments.connections_per_address),
    )
    store = chosen_store(arguments)
    host = "0.0.0.0" if arguments.lan else arguments.host
    others = own_addresses() if host in _EVERYWHERE else []

    def announce(address: str) -> None:
        print(_welcome(host, address, others), flush=True)

    def serve_at(port: int) -> None:
        serve(
            host,
            port,
            store,
            open_browser=arguments.open,
            # The page builds invitations from the address at which it was opened.
            known_as=others[0] if arguments.lan and others else None,
            settings=settings,
            log_format=arguments.log,
            log_level=arguments.log_level,
            announce=announce,
            no_browser=lambda: print(_text("no_browser"), flush=True),
        )

    if arguments.port is not None:
        serve_at(arguments.port)
        return 0
    try:
        serve_at(PORT)
    except PortError:
        serve_at(0)
    return 0


def _welcome(host: str, address: str, others: list[str]) -> str:
    lines = [_text("running", address=address)]
    if host not in _EVERYWHERE:
        return "\n".join([*lines, _text("phones")])
    port = address.rstrip("/").rpartition(":")[2]
    urls = [f"http://{other}:{port}/" for other in others]
    if not urls:
        return "\n".join([*lines, _text("no_network")])
    lines.append(_text("network", address=urls[0]))
    if urls[1:]:
        lines.append(_text("else", address=_text("or").join(urls[1:])))
    if sys.stdout.isatty():
        lines += ["", in_terminal(urls[0]), ""]
    return "\n".join(lines)


def _text(key: str, **args: str) -> str:
    return WORDS.format(users_language(os.environ), Reason(f"serve.{key}", args))
