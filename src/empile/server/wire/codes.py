"""The table of all error codes and closing codes: statuses, meanings and what to do.

``python -m empile.server.wire.codes`` writes it to ``docs/reference/errors.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

from empile.server.wire.parts import ClosingCode, ErrorCode

FILE: Final = "errors.md"
_TYPE: Final = "/docs/reference/errors.html#"


class ErrorInfo(NamedTuple):
    """An error code, over REST (with ``status``), on the socket, or both."""

    status: int | None
    """The HTTP status; None: the socket only."""
    on_socket: bool
    title: str
    advice: str


class ClosingInfo(NamedTuple):
    """A code of ``bye``."""

    number: int
    """The close code of the WebSocket."""
    title: str
    advice: str


_NEVER_RETRY: Final = "Do not retry: the same request fails again."
_PROGRAM: Final = "Correct the program; `detail` says what is wrong."

ERRORS: Final[dict[ErrorCode, ErrorInfo]] = {
    "bad_message": ErrorInfo(None, True, "Not a message of this protocol", _PROGRAM),
    "bad_hello": ErrorInfo(
        None, True, "The first message was not a valid `hello`", "Send `hello` first."
    ),
    "bad_request": ErrorInfo(400, True, "The request is malformed", _PROGRAM),
    "bad_options": ErrorInfo(
        400,
        False,
        "The options of the game are invalid",
        "Show `reasons`, or `detail`, and let the user change the options.",
    ),
    "bad_position": ErrorInfo(
        400, False, "The position is inconsistent", "Show `reason`, or `detail`."
    ),
    "bad_record": ErrorInfo(
        400, False, "The record is no valid game", "Check the file; `detail` names the first fault."
    ),
    "illegal": ErrorInfo(
        400,
        True,
        "The rules forbid this move",
        "Choose another move. `reason` is the rule as a message of the game.",
    ),
    "outdated": ErrorInfo(
        400,
        True,
        "The client speaks another version of the protocol",
        "Reload the page, or update the program.",
    ),
    "bad_name": ErrorInfo(
        400, False, "The name cannot be used", "Show `detail`, and ask for another name."
    ),
    "weak_password": ErrorInfo(
        400, False, "The password is too easy to guess", "Ask for a longer one."
    ),
    "bad_token": ErrorInfo(
        401,
        True,
        "The token holds no place at this table",
        "Use the token of this table, or none to watch. Tokens never become valid again.",
    ),
    "signed_out": ErrorInfo(
        401, True, "The session ended, or there is none", "Ask the user to sign in."
    ),
    "wrong_login": ErrorInfo(
        401,
        False,
        "The name, password, passkey or code is wrong",
        "Ask again. It does not say which of them is wrong.",
    ),
    "forbidden": ErrorInfo(
        403,
        False,
        "Pages of other sites, and hosts other than the operator's, may not do this",
        "Ask the operator of the server for permission.",
    ),
    "no_spectators": ErrorInfo(
        403,
        True,
        "The table has no spectators",
        "Send the token of a place at this table, or join it.",
    ),
    "no_hints": ErrorInfo(None, True, "The table plays without hints", _NEVER_RETRY),
    "not_yours": ErrorInfo(
        403, True, "The seat or place is not the caller's", "Wait for your turn, or send a token."
    ),
    "confirm": ErrorInfo(
        403,
        False,
        "The password or a passkey must be confirmed first",
        "Ask for it, send it to `/api/me/confirm`, and send the request again.",
    ),
    "not_allowed": ErrorInfo(
        403, True, "A guardian or the host does not allow this", "Show `detail` to the user."
    ),
    "no_table": ErrorInfo(
        404,
        True,
        "There is no such table, code, game, lesson or analysis",
        "Check the name. Tables are deleted after a while.",
    ),
    "not_found": ErrorInfo(404, False, "There is no such route", "Check the path."),
    "wrong_method": ErrorInfo(
        405, False, "The route has no such method", "Use a method of the header `Allow`."
    ),
    "timeout": ErrorInfo(408, False, "The request did not arrive in time", "Send it again."),
    "name_taken": ErrorInfo(
        409, False, "Another account or member has this name, or a similar one", "Choose another."
    ),
    "no_place": ErrorInfo(
        409, True, "There is no such place, or it is not open", "Get the table and choose again."
    ),
    "not_now": ErrorInfo(
        409, True, "Not possible at this point of the game", "Wait for the next event."
    ),
    "stale": ErrorInfo(
        409,
        True,
        "Another event happened first",
        "Read the events that are on their way, and decide again.",
    ),
    "frozen": ErrorInfo(
        409,
        True,
        "The table's code failed, and the table waits to be resumed",
        "Send `resume`, or tell the operator of the server.",
    ),
    "no_game": ErrorInfo(
        409,
        True,
        "The game of this table is not installed on the server",
        "Tell the operator of the server. The table goes on once the game is installed again.",
    ),
    "expired": ErrorInfo(
        410, False, "The link, code or invitation expired or was used", "Ask for a new one."
    ),
    "too_large": ErrorInfo(413, True, "The body or message is too large", _NEVER_RETRY),
    "wrong_media_type": ErrorInfo(
        415, False, "The body is not JSON", "Send `Content-Type: application/json`."
    ),
    "wrong_host": ErrorInfo(
        421,
        False,
        "The server does not answer for this host name",
        "Use another address, or start the server with `--host-name`.",
    ),
    "rate_limited": ErrorInfo(
        429,
        True,
        "Too many requests or messages",
        "Over REST wait as many seconds as `Retry-After` says, then send the request again.",
    ),
    "bad_path": ErrorInfo(None, True, "No hand can do that", _PROGRAM),
    "unconfirmed": ErrorInfo(
        None,
        True,
        "The answer would end the game",
        "Ask the user to confirm, and send it with `confirmed`.",
    ),
    "failed": ErrorInfo(
        500,
        True,
        "An error of the server",
        "Try again later. The server's log has the request under its `X-Request-Id`.",
    ),
    "unavailable": ErrorInfo(
        503,
        True,
        "The server cannot store anything now",
        "Nothing was changed. Send it again after the seconds of `Retry-After`.",
    ),
    "outcome_unknown": ErrorInfo(
        503,
        True,
        "The server lost its database before it learnt whether this was stored",
        "Read the events of the next minute, or get the table, before you send it again.",
    ),
}

CLOSINGS: Final[dict[ClosingCode, ClosingInfo]] = {
    "stopping": ClosingInfo(1012, "The server is shutting down", "Connect again in a moment."),
    "flood": ClosingInfo(
        1008, "Too many messages, control frames or fragments", "Connect again, and send fewer."
    ),
    "too_slow": ClosingInfo(
        1008,
        "The client does not read its messages, does not end its own, or does not answer pings",
        "Connect again with `since`; nothing is lost.",
    ),
    "too_large": ClosingInfo(
        1009, "A message was too long to be read at all", "Send shorter messages."
    ),
    "bad_frame": ClosingInfo(
        1002, "Not WebSocket frames, or (1007) text that is not UTF-8", "Correct the program."
    ),
    "refused": ClosingInfo(
        1008, "The `hello` failed; the `error` before has the code", "See the code of the error."
    ),
    "outdated": ClosingInfo(
        1008,
        "The client speaks another version of the protocol",
        "Reload the page, or update the program.",
    ),
    "answered": ClosingInfo(
        1000, "The `hello` asked for no updates, and has its `welcome`", "Nothing."
    ),
    "idle": ClosingInfo(1008, "No `hello` came in time", "Connect again, and send `hello`."),
    "failed": ClosingInfo(1011, "An error of the server", "Connect again."),
    "deleted": ClosingInfo(1008, "The table was deleted", "Do not connect again."),
    "revoked": ClosingInfo(
        1008, "The token of the program was revoked, or is too old", "Ask for another token."
    ),
}


def type_of(code: ErrorCode) -> str:
    """Return the URI of a code, relative to the server's address.

    >>> type_of("no_table")
    '/docs/reference/errors.html#no_table'
    """
    return _TYPE + code


def status_of(code: ErrorCode) -> int:
    """Return the HTTP status of a code; 400 for those that only the socket should send."""
    return ERRORS[code].status or 400


def reference_text() -> str:
    """Return the text of ``errors.md``."""
    lines = [
        "# Errors",
        "",
        "All codes of errors. Generated from the server's table by `python -m empile.server.wire.codes`;",
        "do not edit. A code never changes its meaning or its status; new codes may be added: treat an",
        "unknown code by its status.",
        "",
        "## Errors of requests and messages",
        "",
        "Over REST an error is a problem of RFC 9457, with the type `application/problem+json`. On the",
        "socket it is the message `error`. Both have the `code` of this table, and an English sentence for",
        "developers. The `type` of a problem is the address of its row below, on a server with",
        "documentation. `reason`, and `reasons` for faults of options, are messages of the game for users.",
        "",
        "| code | status | socket | meaning | what to do |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f'| <a id="{code}"></a>`{code}` | {info.status or ""} | {"yes" if info.on_socket else ""} |'
        f" {info.title}. | {info.advice} |"
        for code, info in ERRORS.items()
    ]
    lines += [
        "",
        "## Codes of `bye`",
        "",
        "The last message of a connection that the server closes, with the close code of the WebSocket.",
        "",
        "| code | close code | meaning | what to do |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f'| <a id="bye-{code}"></a>`{code}` | {info.number} | {info.title}. | {info.advice} |'
        for code, info in CLOSINGS.items()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference")
    (folder / FILE).write_text(reference_text(), "utf-8")
