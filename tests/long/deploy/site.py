"""The processes of `deploy/`, started with the command lines of its units on free ports."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.conftest import ROOT
from tests.server.processes import free_port
from tests.support.patience import PATIENCE

DEPLOY: Final = ROOT / "deploy"
_PROGRAM: Final = "/srv/empile/venv/bin/empile"


def need(program: str) -> str:
    """Return the path of a program that only some machines have, or skip the test."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is missing")
    return found


def settings() -> dict[str, str]:
    """Return the variables of `empile.env`."""
    lines = (DEPLOY / "systemd" / "empile.env").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def command_of(unit: str, name: str, values: Mapping[str, str]) -> list[str]:
    """Return the arguments with which a template unit starts `empile`."""
    text = (DEPLOY / "systemd" / f"{unit}@.service").read_text("utf-8")
    found = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert found is not None
    program, *words = shlex.split(found[1].replace("%i", name))
    assert program == _PROGRAM
    return [re.sub(r"\$\{(\w+)\}", lambda variable: values[variable[1]], word) for word in words]


@dataclass
class Site:
    """Web processes and workers on one store and bus."""

    store: str
    bus: str
    origin: str
    ports: list[int] = field(default_factory=list[int])
    running: dict[str, subprocess.Popen[str]] = field(
        default_factory=dict[str, "subprocess.Popen[str]"]
    )

    def start(self, unit: str, name: str) -> None:
        """Start a unit such as `empile-web` and wait until it says that it is ready."""
        values = {"EMPILE_STORE": self.store, "EMPILE_BUS": self.bus, "EMPILE_ORIGIN": self.origin}
        process = subprocess.Popen(
            [sys.executable, "-m", "empile", *command_of(unit, name, values)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.running[f"{unit}@{name}"] = process
        assert process.stdout is not None
        assert process.stdout.readline(), "it did not start"

    def kill(self, name: str) -> None:
        """Kill the unit `name`."""
        process = self.running.pop(name)
        process.kill()
        _wait(process)

    def sockets(self) -> list[int]:
        """Return how many connections at tables each web process has."""
        return [int(_figure(port, "empile_sockets")) for port in self.ports]

    def responses(self) -> list[int]:
        """Return how many requests each web process has answered."""
        name = r'empile_http_responses_total\{status="200"\}'
        return [int(_figure(port, name)) for port in self.ports]

    def stop(self) -> None:
        """Stop everything."""
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            _wait(process)


def _wait(process: subprocess.Popen[str]) -> None:
    try:
        process.wait(PATIENCE)
    finally:
        process.kill()
        assert process.stdout is not None
        process.stdout.close()


def _figure(port: int, name: str) -> float:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    found = re.search(rf"^{name} (.*)$", text, re.MULTILINE)
    assert found is not None
    return float(found[1])


@contextlib.contextmanager
def site(store: str, bus: str, origin: str, *, webs: int, workers: int) -> Generator[Site]:
    """Run web processes and workers until the block ends."""
    found = Site(store, bus, origin)
    try:
        for _ in range(webs):
            found.ports.append(free_port())
            found.start("empile-web", str(found.ports[-1]))
        for number in range(workers):
            found.start("empile-worker", str(number + 1))
        yield found
    finally:
        found.stop()


@contextlib.contextmanager
def running(command: list[str], address: str, **variables: str) -> Generator[None]:
    """Run a proxy until the block ends; begin once it answers at ``address``."""
    process = subprocess.Popen(
        command, env={**os.environ, **variables}, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{address}/health", timeout=PATIENCE)
                break
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stderr is not None
        process.stderr.close()


def nginx(configuration: str, folder: Path, port: int, ports: list[int]) -> list[str]:
    """Write a configuration of nginx for other ports, without TLS; return the command to run it."""
    text = (DEPLOY / "nginx" / f"{configuration}.conf").read_text("utf-8")
    text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    text = _with_ports(text, ports)
    for name in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
        kind = "client_body" if name == "body" else name
        text += f"{kind}_temp_path {folder / name};\n"
    (folder / "site.conf").write_text(text, "utf-8")
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\ninclude {folder / 'site.conf'};\n}}\n",
        "utf-8",
    )
    return [need("nginx"), "-p", str(folder), "-c", str(main)]


def caddy(configuration: str, folder: Path, port: int, ports: list[int]) -> list[str]:
    """Write a configuration of Caddy for other ports, without TLS; return the command to run it."""
    text = (DEPLOY / "caddy" / f"{configuration}.Caddyfile").read_text("utf-8")
    text = text.replace("play.example.org {", f"http://127.0.0.1:{port} {{")
    text = "{\n\tadmin off\n}\n" + _with_ports(text, ports)
    file = folder / "Caddyfile"
    file.write_text(text, "utf-8")
    return [need("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]


def _with_ports(text: str, ports: list[int]) -> str:
    for documented, port in zip((8001, 8002), ports, strict=True):
        assert f"127.0.0.1:{documented}" in text
        text = text.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{port}")
    return text
