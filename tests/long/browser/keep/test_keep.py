"""Chromium keeps tables at an address without https: in pages and workers, and after its process was killed."""

from __future__ import annotations

import os
import queue
import secrets
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

import hatch_build
from tests.browser.support import firefox, webkit
from tests.browser.support.chromium import executable
from tests.browser.support.driven import DrivenPage
from tests.support.patience import PATIENCE
from tests.support.tcp_server import listening

FOLDER: Final = Path(__file__).parent
HOST: Final = "empile.test"
"""A name that is not this machine's: browsers give its pages what they give to those without https."""
ADDRESS: Final = f"http://{HOST}"
KILLS: Final = 10
QUOTA: Final = 200_000

HTML: Final = "<!doctype html><title>Tables</title><script type=module src=/{}.js></script>"
CALL: Final = "([name, ...values]) => ask(name, ...values)"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the pages."""
    folder = tmp_path_factory.mktemp("keep")
    hatch_build.install()
    config, library = FOLDER / "tsconfig.json", folder / "lib"
    hatch_build.npm("exec", "--", "tsc", "-p", str(config), "--outDir", str(library))
    for script in FOLDER.glob("*.js"):
        (folder / script.name).write_bytes(script.read_bytes())
    (folder / "index.html").write_text(HTML.format("page"), "utf-8")
    (folder / "killed.html").write_text(
        "<script>new Worker('/killed.js', { type: 'module' })</script>", "utf-8"
    )
    return folder


@pytest.fixture
def person(browsers: dict[bool, Browser], files: Path) -> Iterator[BrowserContext]:
    """Somebody's browser."""
    with browsers[False].new_context() as context:
        context.set_default_timeout(1000 * PATIENCE)

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(ADDRESS).partition("?")[0].lstrip("/")
            route.fulfill(path=files / (path or "index.html"))

        context.route(f"{ADDRESS}/**", answer)
        yield context


def opened(person: BrowserContext, place: str = "worker") -> Page:
    """Open a tab with the store in the page or in a worker."""
    tab = person.new_page()
    tab.goto(f"{ADDRESS}/?{place}")
    tab.wait_for_function("'ask' in window")
    return tab


def ask(tab: Page, name: str, *values: Any) -> Any:
    return tab.evaluate(CALL, [name, *values])


def created(table: str) -> dict[str, Any]:
    """Return how a table was created."""
    return {"table": table, "game": "blox", "rules": 1, "options": {}, "seed": [1, 2], "at": 1}


def moves(*texts: str) -> list[dict[str, Any]]:
    return [{"kind": "move", "seq": 2, "at": 1, "seat": 0, "text": text} for text in texts]


KEPT: Final = {"kept": True}


@pytest.mark.parametrize("place", ["page", "worker"])
def test_tables_are_kept_without_https(person: BrowserContext, place: str) -> None:
    tab = opened(person, place)
    assert tab.evaluate("isSecureContext") is False
    log = moves(*(str(number) for number in range(30)))
    assert ask(tab, "create", created("~table")) == KEPT
    assert ask(tab, "append", "~table", 0, log[:1]) == KEPT
    assert ask(tab, "append", "~table", 1, log[1:]) == KEPT
    assert ask(tab, "append", "~table", 1, log[1:]) == "behind"
    facts: dict[str, Any] = {"reason": None, "persistent": None, "unsaved": []}
    assert ask(tab, "facts") == facts
    tab.reload()
    tab.wait_for_function("'ask' in window")
    kept = ask(tab, "read", "~table")
    assert (kept["created"], kept["entries"]) == (created("~table"), log)


OTHERS: Final = """async () => {
  while (!("ask" in window)) await new Promise((resolve) => setTimeout(resolve, 30));
  const { kept = false } = await ask("create", created("~table"));
  const added = await ask("append", "~table", 0, ["x", "y"].map(move));
  const behind = await ask("append", "~table", 1, [move("z")]);
  const forced = await ask("takeOver", "~table");
  const text = (await ask("exportAll")).text;
  await ask("release");
  const imported = await ask("importAll", text.replaceAll('"y"', '"other"'));
  const { entries } = await ask("read", "~table");
  return [kept, added.kept, behind, forced, imported.copied, entries.map((entry) => entry.text).join()];
}"""


@pytest.mark.parametrize("place", ["page", "worker"])
@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_other_browsers_keep_tables(tmp_path: Path, files: Path, name: str, place: str) -> None:
    if name == "webkit":
        webkit.require()
        opened: AbstractContextManager[DrivenPage] = webkit.webkit(tmp_path / name)
    else:
        opened = firefox.firefox(firefox.executable(), tmp_path / name)
    with telling(files) as (port, _), opened as driven:
        driven.open(f"http://127.0.0.1:{port}/?{place}")
        assert driven.run(OTHERS) == [True, True, "behind", None, 1, "x,y"]
        assert driven.errors == []


def test_a_table_goes_on_in_one_tab_at_a_time(person: BrowserContext) -> None:
    first, second = opened(person), opened(person)
    ask(first, "create", created("~table"))
    ask(first, "hold", "~table")
    assert ask(second, "hold", "~table") == "elsewhere"
    assert ask(second, "append", "~table", 0, moves("x")) == "elsewhere"
    assert ask(second, "takeOver", "~table") is None
    first.wait_for_function("async () => (await ask('lost')).length === 1")
    assert ask(second, "append", "~table", 0, moves("x")) == KEPT
    assert ask(first, "append", "~table", 1, moves("y")) == "elsewhere"
    ask(second, "release")
    assert ask(first, "hold", "~table") is None
    assert ask(first, "append", "~table", 1, moves("y")) == KEPT


def test_a_table_is_free_when_its_tab_is_gone(person: BrowserContext) -> None:
    first, second = opened(person), opened(person)
    ask(first, "create", created("~table"))
    ask(first, "hold", "~table")
    first.reload()
    first.wait_for_function("'ask' in window")
    assert ask(first, "hold", "~table") is None
    assert ask(second, "hold", "~table") == "elsewhere"
    first.close()
    assert ask(second, "hold", "~table") is None
    assert ask(second, "append", "~table", 0, moves("x")) == KEPT


def test_a_full_browser_loses_nothing(person: BrowserContext) -> None:
    tab = opened(person)
    devtools = person.new_cdp_session(tab)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": ADDRESS, "quotaSize": QUOTA})
    ask(tab, "create", created("~table"))
    long = secrets.token_urlsafe(QUOTA)  # the browser compresses others
    full = {"kept": False, "reason": {"key": "kept.full", "args": {}}}
    saved = [ask(tab, "append", "~table", at, moves(f"{at}{long}")) for at in range(3)]
    assert saved[-1] == full
    assert ask(tab, "facts")["unsaved"] == ["~table"]
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": ADDRESS})
    assert ask(tab, "append", "~table", 3, moves("3")) == KEPT
    kept = ask(opened(person), "read", "~table")["entries"]
    assert [entry["text"][0] for entry in kept] == ["0", "1", "2", "3"]


def test_tabs_of_an_older_version_make_room_for_a_newer_one(person: BrowserContext) -> None:
    tab = opened(person)
    ask(tab, "create", created("~table"))
    newer = """() => new Promise((resolve) => {
      const request = indexedDB.open("empile.tables", 99);
      request.onsuccess = () => resolve(request.result.version);
    })"""
    assert opened(person).evaluate(newer) == 99
    assert ask(tab, "append", "~table", 0, moves("x")) == "newer"
    assert ask(opened(person), "list") == "newer"


@contextmanager
def telling(files: Path) -> Iterator[tuple[int, queue.Queue[tuple[str, int]]]]:
    """Serve the pages; return the port, and what pages tell."""
    told: queue.Queue[tuple[str, int]] = queue.Queue()

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(files))

        def do_POST(self) -> None:
            what, _, number = self.path.removeprefix("/told/").rpartition("/")
            told.put((what, int(number)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *_: Any) -> None:
            pass

    with listening(Handler) as port:
        yield port, told


@contextmanager
def chromium(home: Path, address: str) -> Iterator[None]:
    """Run a browser with the page; then kill all its processes, in the middle of what they do."""
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--no-proxy-server")
    mapped = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    command = [executable(), *flags, mapped, f"--user-data-dir={home}", address]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)


class Progress:
    """What a page tells of the entries that it appends, each with the number of entries after it."""

    def __init__(self, told: queue.Queue[tuple[str, int]]) -> None:
        self._told = told
        self.numbers = {"begun": 0, "kept": 0}

    def take(self, *, wait: bool = True) -> tuple[str, int]:
        """Take the next thing that is told; raises ``queue.Empty``."""
        what, number = self._told.get(wait, PATIENCE)
        if what in self.numbers:
            self.numbers[what] = max(self.numbers[what], number)
        return what, number


def test_nothing_that_was_acknowledged_is_lost_when_the_browser_is_killed(
    tmp_path: Path, files: Path
) -> None:
    unanswered = 0
    before = {"begun": 0, "kept": 0}
    with telling(files) as (port, told):
        for kill in range(KILLS + 1):
            progress = Progress(told)
            with chromium(tmp_path / "profile", f"http://{HOST}:{port}/killed.html"):
                what, length = progress.take()
                texts = "-".join(str(number) for number in range(length))
                assert what == f"texts/{texts}"
                assert before["kept"] <= length <= before["begun"]
                while progress.take() != ("begun", length + 1 + kill):
                    pass
            with suppress(queue.Empty):
                while True:
                    progress.take(wait=False)
            before = progress.numbers
            unanswered += before["begun"] > before["kept"]
    assert before["kept"] >= sum(range(KILLS))
    assert unanswered > 0, "appends were killed before their answer"
