"""Serve the page and the tables from the sources, and follow changes: ``make dev``.

Vite serves the page and reloads it in the browser after a change. It passes ``/api``, ``/ws`` and
other paths of programs on to the server, which restarts after a change of its sources. Tables
survive in a data file. An error in a source is printed; the next change continues.

Needs ``node`` in the PATH and the page's packages, see ``scripts/node.sh``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterable
from multiprocessing.process import BaseProcess
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "empile"
WEB = ROOT / "web"
DATA = ROOT / "build" / "dev.sqlite3"

_PRELOADED = [
    "llvmlite.binding",
    "numpy",
    "litestar",
    "litestar.openapi.plugins",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "httpx",
    "platformdirs",
    "prometheus_client",
]
"""Packages that take most of the start; servers are forked from a process that has them."""
_STOP_SECONDS = 5
_POLL_MILLISECONDS = 500
_SETTLE_MILLISECONDS = 50
"""Changes less than this apart cause one restart."""
_EXIT_WITH_INPUT = 'data:text/javascript,process.stdin.on("end", () => process.exit()).resume()'
"""Ends Node when its input ends, as it does when this process is killed."""


def main(arguments: list[str] | None = None) -> int:
    """Run until Ctrl-C or SIGTERM; return the exit status."""
    options = _parse(arguments)
    stop = threading.Event()

    def end(*_: object) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    options.data.parent.mkdir(parents=True, exist_ok=True)
    # Requests that arrive during a restart wait in the queue of this socket.
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with (
        contextlib.closing(listening),
        _vite(options, address) as vite,
        contextlib.closing(Server(listening, options.data)) as server,
    ):
        return _follow(server, vite, stop)


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Serve from the sources and follow changes.")
    parser.add_argument("--port", type=int, help="port of the page (default: 5173 or a free one)")
    parser.add_argument("--host", help="address of the page (default: localhost)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--data", type=Path, default=DATA, help="database file (default: build/dev.sqlite3)"
    )
    return parser.parse_args(arguments)


def _follow(server: Server, vite: subprocess.Popen[bytes], stop: threading.Event) -> int:
    """Restart ``server`` after changes until ``stop`` is set or Vite ends."""
    checker = Checker()
    server.start()
    for changes in watch(
        SOURCES,
        watch_filter=ServerSources(),
        step=_SETTLE_MILLISECONDS,
        rust_timeout=_POLL_MILLISECONDS,
        yield_on_timeout=True,
        stop_event=stop,
        raise_interrupt=False,
    ):
        if stop.is_set():
            break
        if vite.poll() is not None:
            _say("the page cannot be served, see above")
            return 1
        if not changes:
            server.report_end()
            continue
        errors = checker.check(path for _, path in changes)
        for error in errors:
            _say(error)
        if errors:
            _say("the server is not restarted; waiting for the next change")
        else:
            server.restart()
    _say("stopped")
    return 0


class ServerSources(DefaultFilter):
    """Accepts the files that the server reads at its start: code, data and messages."""

    def __call__(self, change: Change, path: str) -> bool:
        """Return whether a change of ``path`` restarts the server."""
        parts = Path(path).relative_to(SOURCES).parts
        is_page = "web" in parts or parts[:2] == ("server", "pages")
        return path.endswith((".py", ".json")) and not is_page and super().__call__(change, path)


class Checker:
    """Checks the syntax of changed files, so that a server that runs is not given up for them."""

    def __init__(self) -> None:
        self._broken: set[str] = set()

    def check(self, changed: Iterable[str]) -> list[str]:
        """Return the errors in ``changed`` and in the files that had errors before."""
        errors = {path: _syntax_error(Path(path)) for path in {*changed, *self._broken}}
        self._broken = {path for path, error in errors.items() if error}
        return sorted(filter(None, errors.values()))


def _syntax_error(path: Path) -> str:
    """Return an error message for ``path``; empty if it is valid or removed."""
    try:
        if path.suffix == ".json":
            json.loads(path.read_bytes())
        else:
            compile(path.read_bytes(), path, "exec", dont_inherit=True)
    except FileNotFoundError:
        return ""
    except SyntaxError as error:
        return f"{_shown(path)}:{error.lineno}: {error.msg}"
    except json.JSONDecodeError as error:
        return f"{_shown(path)}:{error.lineno}: {error.msg}"
    except (OSError, ValueError) as error:
        return f"{_shown(path)}: {error}"
    return ""


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Server:
    """The server, in a process of its own."""

    def __init__(self, listening: socket.socket, data: Path) -> None:
        self._listening = listening
        self._data = data
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(_PRELOADED)
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start a process; it prints a line when it answers."""
        arguments = (self._listening, self._data, time.time())
        process = self._context.Process(target=_serve, args=arguments)
        process.start()
        self._process = process

    def restart(self) -> None:
        """Stop the process and start another."""
        self.close()
        self.start()

    def report_end(self) -> None:
        """Print a line, once, if the process has ended by itself."""
        if self._process is not None and self._process.exitcode is not None:
            _say(f"the server ended (status {self._process.exitcode}); waiting for a change")
            self._process = None

    def close(self) -> None:
        """Stop the process."""
        if self._process is None:
            return
        self._process.terminate()
        self._process.join(_STOP_SECONDS)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._process = None


def _serve(listening: socket.socket, data: Path, begun: float) -> None:
    """Serve until SIGTERM, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C: the parent stops this process
    threading.Thread(target=_end_with_parent, daemon=True).start()
    import asyncio

    from empile.server.app import Application
    from empile.server.run import make_server
    from empile.server.settings import Settings
    from empile.server.store.upgrades import prepare

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    prepare(data)
    application = Application(Settings(data=data))

    async def report() -> None:
        with contextlib.suppress(Exception):  # the application logs it
            await application.loaded()
            _say(f"the server is ready ({time.time() - begun:.1f} s)")

    reports: list[asyncio.Task[None]] = []
    server = make_server(application, lambda: reports.append(asyncio.create_task(report())))
    server.run(sockets=[listening])


def _end_with_parent() -> None:
    """End this process with its parent, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _vite(options: argparse.Namespace, server: str) -> Generator[subprocess.Popen[bytes]]:
    """Run Vite's development server, with ``server`` behind it."""
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = ["node", "--import", _EXIT_WITH_INPUT, str(vite), "--clearScreen=false"]
    if options.port is not None:
        command += ["--port", str(options.port), "--strictPort"]
    if options.host is not None:
        command += ["--host", options.host]
    if options.open:
        command.append("--open")
    environment = {**os.environ, "EMPILE_SERVER": server}
    with subprocess.Popen(command, cwd=WEB, env=environment, stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _say(what: str) -> None:
    print(f"empile: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
