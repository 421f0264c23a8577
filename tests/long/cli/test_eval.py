"""``empile eval``."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.conftest import Empile
from tests.long.evals.endpoint import Answer, completion, endpoint, first_move

GAME = ("eval", "block-ness")


class Page(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def test_eval_reports_and_resumes(empile_cli: Empile, tmp_path: Path) -> None:
    words = ("eval", "block-out", "--agent", "random", "--analyse", "1", "--results", tmp_path)
    done = empile_cli(*words)
    assert (done.status, done.err) == (0, "")
    assert done.lines[2].startswith("| block-out, 2 base | 24 |")
    assert "24 of 24 games of suite short, seed 0." in done.out
    assert "| loss per move |" in done.out
    before = (tmp_path / "games.jsonl").read_bytes()
    assert empile_cli(*words).out == done.out
    assert (tmp_path / "games.jsonl").read_bytes() == before
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report["format"] == "empile-eval-report/1"
    assert report["sections"][0]["moves"]["games"] == 6
    empile_cli(*words, "--tries", "1").refused("settings tries: 3 there, 1 now")


def test_the_page_is_whole_and_accessible(empile_cli: Empile, tmp_path: Path) -> None:
    script = "-c 'for _ in iter(input, 0): print(\"<script>\")'"
    agent = f"python3 {script}"
    settings = ("--tries", "1", "--consequence", "resign")
    done = empile_cli(*GAME, "--agent", agent, *settings, "--results", tmp_path)
    assert done.status == 0
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    tags = [tag for tag, _ in page.elements]
    assert "script" not in tags
    assert "link" not in tags
    assert not [attrs for _, attrs in page.elements if "src" in attrs or "href" in attrs]
    assert ("html", {"lang": "en"}) in page.elements
    assert tags.count("h1") == tags.count("main") == 1
    regions = [attrs for _, attrs in page.elements if attrs.get("role") == "region"]
    assert len(regions) == tags.count("table") > 1
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in regions)
    assert tags.count("caption") == tags.count("table")
    assert all("scope" in attrs for tag, attrs in page.elements if tag == "th")
    assert all(attrs.get("aria-label") for tag, attrs in page.elements if tag == "svg")


def test_the_key_comes_from_the_environment(
    empile_cli: Empile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-abc-987")
    settings = ("--tries", "1", "--consequence", "resign", "--set", "temperature=0")
    with endpoint(lambda _, body: completion("sk-abc-987")) as served:
        words = ("--agent", served.url, "--model", "scripted", "--key-env", "MY_KEY")
        done = empile_cli(*GAME, *words, *settings, "--price", "1/2", "--results", tmp_path)
    assert done.status == 0
    # 24 games and 20 puzzles, one answer each.
    assert "4,400 prompt and 308 completion tokens, price 0.01" in done.out
    assert set(served.keys) == {"Bearer sk-abc-987"}
    assert {body["temperature"] for body in served.bodies} == {0}
    for path in tmp_path.iterdir():
        assert "sk-abc-987" not in path.read_text("utf-8"), path


def test_finished_games_are_kept_when_the_endpoint_goes_away(
    empile_cli: Empile, tmp_path: Path
) -> None:
    count = 60

    def script(number: int, body: dict[str, object]) -> Answer:
        return completion(first_move(body)) if number < count else Answer(404, b"gone")

    with endpoint(script) as served:
        words = ("--agent", served.url, "--model", "scripted", "--results", tmp_path)
        empile_cli(*GAME, *words).refused(
            "404 gone", "of 24 games, 0 of 20 puzzles; the same command goes on"
        )
        kept = (tmp_path / "games.jsonl").read_bytes()
        assert 0 < kept.count(b"\n") < 24
        count = 1000
        assert empile_cli(*GAME, *words).status == 0
    assert (tmp_path / "games.jsonl").read_bytes().startswith(kept)


def test_pictures_are_an_option(empile_cli: Empile) -> None:
    words = ("--puzzles", "1", "--tries", "1", "--consequence", "resign", "--images", "svg")
    with endpoint(lambda _, body: completion("?")) as served:
        done = empile_cli(*GAME, "--agent", served.url, "--model", "scripted", *words)
    assert done.status == 0
    assert len(served.bodies) == 25
    contents = [body["messages"][-1]["content"] for body in served.bodies]
    assert all(content[1]["type"] == "image_url" for content in contents)


def test_bad_arguments_are_refused(empile_cli: Empile) -> None:
    empile_cli(*GAME).refused("--agent")
    empile_cli("eval", "chess", "--agent", "random").refused("chess")
    empile_cli(*GAME, "--agent", "level:9").refused("there is no level 9")
    empile_cli(*GAME, "--agent", "http://localhost/v1").refused("--model")
    empile_cli(*GAME, "--agent", "no-such-program").refused("not found")
    empile_cli(*GAME, "--agent", "random", "--players", "5").refused("no section")
    empile_cli(*GAME, "--agent", "random", "--images", "gif").refused("invalid choice: 'gif'")
    empile_cli(*GAME, "--agent", "random", "--puzzle-file", "no.jsonl").refused("no.jsonl")
    empile_cli(*GAME, "--agent", "random", "--price", "1").refused("two prices")
    empile_cli(*GAME, "--agent", "random", "--set", "x=1").refused("only an endpoint")
    empile_cli(*GAME, "--agent", "http://h/v1", "--model", "m", "--set", "x").refused("NAME=VALUE")
