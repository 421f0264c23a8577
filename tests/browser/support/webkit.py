"""WebKitGTK, driven by WebDriver (https://www.w3.org/TR/webdriver2/) on a screen of its own."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.support.driven import DrivenPage
from tests.support.patience import PATIENCE

PROGRAMS = ("WebKitWebDriver", "Xvfb")
_RUN = """const texts = [...arguments], done = texts.pop();
(async () => JSON.stringify(await (%s)(...texts) ?? null))()
  .then((result) => done({ result }), (error) => done({ error: String(error) }));"""
_LISTEN = """() => {
  window.pageErrors = [];
  addEventListener("error", ({ message }) => pageErrors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => pageErrors.push(String(reason)));
}"""
_SETTINGS = "[Settings]\ngtk-enable-animations=0\n"
"""Pages prefer reduced motion where GTK shows none."""


def require() -> None:
    """Skip the test if this machine lacks a program for it, or fail it in CI."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        reason = (
            f"this machine lacks {missing}: install WebKit's driver and a screen that nobody sees"
            " (Debian: apt-get install webkit2gtk-driver xvfb)"
        )
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


class WebKitPage(DrivenPage):
    """The one page of a WebKit."""

    def __init__(self, driver: httpx.Client) -> None:
        super().__init__()
        self._driver = driver
        self._session = ""
        answer = self._call("POST", "", {"capabilities": {}})
        self._session = f"/{answer['sessionId']}"
        self.version = answer["capabilities"]["browserVersion"]
        milliseconds = int(1000 * PATIENCE)
        self._call("POST", "/timeouts", {"script": milliseconds, "pageLoad": milliseconds})

    def resize(self, width: int, height: int) -> None:
        outside = {"width": width, "height": height}
        self._call("POST", "/window/rect", outside)
        inner = self.run("() => [innerWidth, innerHeight]")
        around = {"width": 2 * width - inner[0], "height": 2 * height - inner[1]}
        self._call("POST", "/window/rect", around)

    def open(self, address: str) -> None:
        self._call("POST", "/url", {"url": address})
        self.run(_LISTEN)

    def run(self, function: str, *arguments: str) -> Any:
        script = {"script": _RUN % function, "args": arguments}
        answer = self._call("POST", "/execute/async", script)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return json.loads(answer["result"])

    def press(self, x: int, y: int) -> None:
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self._call("POST", "/actions", {"actions": [mouse]})
        self.errors = self.run("() => pageErrors")

    def close(self) -> None:
        """End the browser."""
        self._call("DELETE", "")

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self._driver.request(method, f"/session{self._session}{path}", json=body)
        value = answer.json()["value"]
        if answer.is_error:
            raise AssertionError(f"{path}: {value['error']}: {value['message']}")
        return value


@contextmanager
def webkit(home: Path) -> Generator[WebKitPage]:
    """Start a WebKit with a new home folder; stop it at the end of the block."""
    settings = home / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS, "utf-8")
    with _screen() as screen, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "DISPLAY": screen}
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **own, "GDK_BACKEND": "x11"},
        )
        try:
            address = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False) as client:
                _await_driver(client, driver)
                page = WebKitPage(client)
                yield page
                page.close()
        finally:
            _end(driver)


@contextmanager
def _screen() -> Generator[str]:
    """Start a screen that nobody sees; yield its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert screen.stdout is not None
        number = screen.stdout.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        _end(screen)


def _await_driver(client: httpx.Client, driver: subprocess.Popen[bytes]) -> None:
    """Wait until the driver answers."""
    while driver.poll() is None:
        with suppress(httpx.ConnectError):
            client.get("/status")
            return
        time.sleep(0.02)
    raise AssertionError("WebKitWebDriver did not start")


def _end(process: subprocess.Popen[Any]) -> None:
    """Stop a process that a test has started."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
