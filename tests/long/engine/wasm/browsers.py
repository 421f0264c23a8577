"""The comparisons of ``web/test/engine/equality`` in a worker of a browser, from the files of a plain server."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hatch_build
from tests.browser.support.browsers import ScriptedPage
from tests.support.patience import PATIENCE
from tests.support.tcp_server import serving_files

_CONFIG = "test/engine/equality/vite.config.ts"
_PAGE = "<!doctype html><title>Equality</title>"
_START = """(folder, script) => {
  const worker = new Worker("/worker.js", { type: "module" });
  window.told = { lines: 0 };
  window.ended = new Promise((end) => {
    const hear = (data) => {
      Object.assign(told, data);
      if ("lines" in data) return;
      worker.terminate();
      end();
    };
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = ({ message }) => hear({ error: `the worker failed: ${message}` });
  });
  worker.postMessage({ folder, script });
}"""
_AWAIT = """async () => {
  await Promise.race([ended, new Promise((later) => setTimeout(later, 1000))]);
  return told;
}"""


class UnequalError(Exception):
    """Rules in a browser differ from those of Python, or stopped."""


@contextmanager
def served(site: Path) -> Generator[str]:
    """Write the worker's script into a folder and serve the folder; yield its address."""
    hatch_build.install()
    command = ("exec", "--", "vite", "build", "--config", _CONFIG)
    hatch_build.npm(*command, "--outDir", str(site), "--emptyOutDir", "--logLevel", "error")
    (site / "index.html").write_text(_PAGE, "utf-8")
    with serving_files(site) as address:
        yield address


def compare(page: ScriptedPage, address: str, folder: str, script: str) -> dict[str, int]:
    """Run a comparison with the files in a folder of a served site; return its counts.

    Raises ``UnequalError``, which says what differs.
    """
    page.open(f"{address}/")
    page.run(_START, f"/{folder}", script)
    lines, since = 0, time.monotonic()
    while True:
        told: dict[str, Any] = page.run(_AWAIT)
        if "error" in told:
            raise UnequalError(told["error"])
        if "counts" in told:
            counts: dict[str, int] = told["counts"]
            return counts
        if told["lines"] > lines:
            lines, since = told["lines"], time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            raise UnequalError(f"nothing happens after {lines} lines")
