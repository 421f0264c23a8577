"""``empile serve``: start, requests and shutdown."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from empile.server.http.network.addresses import own_addresses
from tests.cli.conftest import Empile
from tests.support.patience import PATIENCE


@contextmanager
def served(
    *words: str | Path, **variables: str
) -> Generator[tuple[subprocess.Popen[str], str, str]]:
    """Run ``empile serve``; yield the process, its address and its output so far."""
    with subprocess.Popen(
        [sys.executable, "-m", "empile", "serve", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **variables},
        text=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"(http://\S+)", said)
        try:
            assert found is not None, process.stderr and process.stderr.read()
            yield process, found[1], said
        finally:
            process.kill()


def games_at(address: str) -> list[str]:
    with urllib.request.urlopen(f"{address}api/games", timeout=PATIENCE) as answer:
        return [game["name"] for game in json.load(answer)]


def test_serve_uses_a_free_port_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with served("--port", "0", "--data", data) as (process, address, said):
        assert address.startswith("http://127.0.0.1:")
        assert "block-ness" in games_at(address)
        assert "--lan" in said  # the hint about phones
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, "", "")
    assert data.exists()


def test_serve_uses_another_port_if_the_default_is_taken(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with (
        served("--data", data) as (_, first, _said),
        served("--data", tmp_path / "other.sqlite3") as (_, second, _said_too),
    ):
        assert first != second
        assert games_at(first) == games_at(second)


@pytest.mark.parametrize("everywhere", [["--lan"], ["--host", "0.0.0.0"]])
def test_serve_prints_the_address_in_the_network(tmp_path: Path, everywhere: list[str]) -> None:
    words: list[str | Path] = [*everywhere, "--port", "0", "--data", tmp_path / "tables.sqlite3"]
    with served(*words) as (_, address, said):
        assert "block-ness" in games_at(address)
        port = address.rstrip("/").rpartition(":")[2]
        others = own_addresses()
        if others:
            assert f"For others in your network: http://{others[0]}:{port}/\n" in said
            assert "block-ness" in games_at(f"http://{others[0]}:{port}/")
            # The page builds invitations from the address at which it was opened.
            assert (others[0] in address) == ("--lan" in everywhere)
        else:
            assert "not in a network" in said
        assert "\x1b" not in said, "QR codes are for terminals"


def test_serve_fails_if_the_chosen_port_is_taken(empile_cli: Empile, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words: list[str | Path] = ["serve", "--port", port, "--data", tmp_path / "tables.sqlite3"]
        empile_cli(*words).refused(port)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "70000"], "70000"),
        (["--port", "http"], "http"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--metrics-from", "10.0.0.0/99"], "10.0.0.0/99"),
        (["--log", "xml"], "xml"),
    ],
)
def test_serve_rejects_invalid_addresses(
    empile_cli: Empile, tmp_path: Path, words: list[str], said: str
) -> None:
    empile_cli("serve", "--data", tmp_path / "tables.sqlite3", *words).refused(said)


def test_serve_rejects_files_that_are_not_databases(empile_cli: Empile, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"this is no database, but a text of more than a hundred bytes. " * 4)
    empile_cli("serve", "--port", "0", "--data", path).refused("tables.sqlite3")
    empile_cli("serve", "--port", "0", "--data", tmp_path).refused(tmp_path.name)


def test_serve_logs_requests_as_json(tmp_path: Path) -> None:
    words: list[str | Path] = ["--log", "json", "--log-level", "info", "--host-name", "a.example"]
    with served("--port", "0", "--data", tmp_path / "tables.sqlite3", *words) as (process, at, _):
        request = urllib.request.Request(
            at + "api/games", headers={"X-Request-Id": "mine", "Host": "a.example"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.headers["X-Request-Id"] == "mine"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in err.splitlines()]
    (found,) = [line for line in lines if line["logger"] == "empile.access"]
    assert (found["request"], found["route"], found["status"]) == ("mine", "/api/games", 200)


NO_BROWSER = {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a display there")
@pytest.mark.parametrize(
    ("language", "running", "no_browser"),
    [
        ("C.UTF-8", "Empile is running at", "No browser could be opened"),
        ("fr_FR.UTF-8", "Empile tourne", "Aucun navigateur"),
        ("de_DE.UTF-8", "Empile läuft", "kein Browser"),
        ("es_ES.UTF-8", "Empile está", "ningún navegador"),
    ],
)
def test_serve_prints_the_address_if_no_browser_opens(
    tmp_path: Path, language: str, running: str, no_browser: str
) -> None:
    words: list[str | Path] = ["--open", "--port", "0", "--data", tmp_path / "tables.sqlite3"]
    with served(*words, LC_ALL=language, **NO_BROWSER) as (process, address, said):
        assert said.startswith(running)
        assert address in said
        assert process.stdout is not None
        assert no_browser in process.stdout.readline()


def test_serve_opens_the_page_in_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    words: list[str | Path] = ["--open", "--port", "0", "--data", tmp_path / "tables.sqlite3"]
    with served(*words, BROWSER=f"{browser} %s") as (process, address, _):
        waited = time.monotonic() + PATIENCE
        while not opened.exists() and time.monotonic() < waited:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert out == "", "no message about the browser"
    assert opened.read_text() == address


def test_serve_refuses_a_database_of_another_program(empile_cli: Empile, tmp_path: Path) -> None:
    file = tmp_path / "contacts.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")
    before = file.read_bytes()
    empile_cli("serve", "--port", "0", "--store", file).refused("another program", str(file))
    assert file.read_bytes() == before
    empile_cli("serve", "--port", "0", "--store", tmp_path).refused("it is not a file")
