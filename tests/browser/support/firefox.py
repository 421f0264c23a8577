"""Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).

Playwright drives its own build of Firefox only; the browsers that people have speak BiDi without a
driver of their own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.browser.support.driven import DrivenPage
from tests.support.patience import PATIENCE

_PREFERENCES = {
    "intl.accept_languages": "fr-FR",
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.update.enabled": False,
    "services.settings.server": "http://127.0.0.1:9/",
}


class FirefoxPage(DrivenPage):
    """The one page of a Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__()
        self._connection = connection
        self._last = 0
        session = self._call("session.new", capabilities={})
        self.version = session["capabilities"]["browserVersion"]
        self._call("session.subscribe", events=["log.entryAdded"])
        (context,) = self._call("browsingContext.getTree")["contexts"]
        self._context: str = context["context"]

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._context, viewport=viewport)

    def open(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *arguments: str) -> Any:
        call = f"async (...texts) => JSON.stringify(await ({function})(...texts) ?? null)"
        answer = self._call(
            "script.callFunction",
            functionDeclaration=call,
            awaitPromise=True,
            target={"context": self._context},
            arguments=[{"type": "string", "value": text} for text in arguments],
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, x: int, y: int) -> None:
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._call(
            "input.performActions",
            context=self._context,
            actions=[{"type": "pointer", "id": "mouse", "actions": steps}],
        )

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        self._connection.send(json.dumps(message))
        while True:
            answer: dict[str, Any] = json.loads(self._connection.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded":
                self._log(answer["params"])
            elif answer.get("id") == self._last:
                if answer["type"] == "error":
                    raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
                found: dict[str, Any] = answer["result"]
                return found

    def _log(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.errors.append(entry["text"])


def executable() -> str:
    """Return the path of Firefox; skip the test if there is none, or fail it in CI."""
    found = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        reason = (
            "there is no Firefox on this machine: install it (Debian: apt-get install firefox-esr)"
            " or set FIREFOX to its path"
        )
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@contextmanager
def firefox(executable: str, profile: Path) -> Generator[FirefoxPage]:
    """Start a Firefox with a new profile in a folder; stop it at the end of the block."""
    profile.mkdir(parents=True)
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in _PREFERENCES.items()
    )
    (profile / "user.js").write_text("".join(lines), "utf-8")
    command = [executable, "--headless", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(
        [*command, "--remote-debugging-port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
    )
    try:
        with connect(
            f"{_address(process)}/session", max_size=None, open_timeout=PATIENCE
        ) as connection:
            yield FirefoxPage(connection)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address that Firefox says it listens at."""
    assert process.stderr is not None
    told = ""
    for line in process.stderr:
        told += line
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            return found[1]
    raise AssertionError(f"Firefox did not start: {told}")
