"""Connections to PostgreSQL, and their errors."""

from __future__ import annotations

from typing import Final

import asyncpg
from asyncpg import exceptions

from empile.server.store.interface import Fault

CONNECT_SECONDS: Final = 3.0
ANSWER_SECONDS: Final = 5.0
"""A database server that answers no sooner counts as lost."""

_LOST: Final = (
    OSError,
    TimeoutError,
    exceptions.InterfaceError,  # the connection is closed
    exceptions.InternalClientError,
    exceptions.PostgresConnectionError,
    exceptions.OperatorInterventionError,  # it shuts down, or starts
    exceptions.ReadOnlySQLTransactionError,  # it has become, or is still, a replica
    exceptions.TooManyConnectionsError,
)
ERRORS: Final = (*_LOST, exceptions.PostgresError)
"""What operations may raise that are correct."""


def is_lost(error: BaseException) -> bool:
    """Return whether the connection is of no more use."""
    return isinstance(error, _LOST) and not isinstance(error, exceptions.QueryCanceledError)


def is_rolled_back(error: BaseException) -> bool:
    """Return whether PostgreSQL ended the transaction for another one, such as in a deadlock."""
    return isinstance(error, exceptions.TransactionRollbackError)


def fault_of(error: BaseException) -> Fault:
    """Classify one of :data:`ERRORS`."""
    if is_lost(error):
        return "unreachable"
    if isinstance(error, exceptions.DiskFullError):
        return "full"
    if isinstance(error, exceptions.DataCorruptedError | exceptions.IndexCorruptedError):
        return "damaged"
    if isinstance(error, exceptions.LockNotAvailableError | exceptions.QueryCanceledError):
        return "busy"
    return "failed"


async def open_connection(url: str) -> asyncpg.Connection:
    """Open a connection whose commits are durable. Raises :data:`ERRORS`."""
    connection = await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings={
            "application_name": "empile",
            # A process that stands still holds no locks.
            "idle_in_transaction_session_timeout": str(int(1000 * ANSWER_SECONDS)),
        },
    )
    await set_up(connection)
    return connection


async def set_up(connection: asyncpg.Connection) -> None:
    """Let commits be durable, whatever the default of the database is."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
