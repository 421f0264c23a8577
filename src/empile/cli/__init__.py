"""The command line, ``empile COMMAND ...``; each command is a module of :mod:`empile.cli.commands`.

Errors are one line on stderr with exit status 2. A closed output pipe (``empile trace ... | head``)
and Ctrl-C end a command silently.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from empile.cli.errors import CommandError
from empile.cli.parser import parse
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
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system; lone surrogates stay readable, and valid in JSON.
        with suppress(AttributeError):  # tests and notebooks may replace the streams
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]  # pyright: ignore
    try:
        verb, chosen = parse(sys.argv[1:] if arguments is None else arguments)
        status = verb.run(chosen)
        sys.stdout.flush()
    except EmpileError as error:
        return _refuse(error)
    except BrokenPipeError:
        _close_stdout()
        return READER_GONE
    except OSError as error:
        return _refuse(CommandError(_message_of(error)))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _refuse(error: EmpileError) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    print(f"empile: {error}", file=sys.stderr)
    return REFUSED


def _message_of(error: OSError) -> str:
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename is not None else why


def _close_stdout() -> None:
    # Python flushes again at exit and would report the closed pipe.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
