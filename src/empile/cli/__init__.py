"""The command line, ``empile COMMAND ...``; each command is a module of :mod:`empile.cli.commands`.

Errors are one line on stderr with exit status 2. A closed output pipe (``empile trace ... | head``)
ends a command silently, as does Ctrl-C, except that a command which can go on later says so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from empile.cli.errors import CommandError
from empile.cli.parser import parse
from empile.cli.progress import compilation_shown
from empile.engine.errors import EmpileError

__all__ = ["main"]

REFUSED = 2
"""Exit status for errors."""
INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 + SIGINT, as in shells."""
READER_GONE = 141
"""Exit status after a closed output pipe: 128 + SIGPIPE, as in shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; ``arguments`` default to ``sys.argv``."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system; lone surrogates stay readable, and valid in JSON.
        with suppress(AttributeError):  # tests and notebooks may replace the streams
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]  # pyright: ignore
    try:
        verb, chosen = parse(sys.argv[1:] if arguments is None else arguments)
        with compilation_shown():
            status = verb.run(chosen)
        sys.stdout.flush()
    except EmpileError as error:
        return _refuse(error)
    except BrokenPipeError:
        _close(sys.stdout)
        return READER_GONE
    except OSError as error:
        return _refuse(CommandError(_message_of(error)))
    except KeyboardInterrupt as stop:
        if stop.args:
            print(f"empile: {stop}", file=sys.stderr)
        return INTERRUPTED
    return status


def _refuse(error: EmpileError) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    try:
        print(f"empile: {error}", file=sys.stderr)
    except OSError:
        _close(sys.stderr)
    return REFUSED


def _message_of(error: OSError) -> str:
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename is not None else why


def _close(stream: TextIO) -> None:
    # Python flushes again at exit and would report that nobody reads it.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed_streams() -> None:
    """Let closed standard streams be empty ones, before a file takes their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
