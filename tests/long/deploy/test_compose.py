"""The Compose file and what it runs: services fit together, and Prometheus accepts its files."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from empile.cli.parser import parse
from tests.conftest import ROOT
from tests.long.deploy.site import DEPLOY, need
from tests.server.serving import serving

COMPOSE: Final = DEPLOY / "compose"
VALUES: Final = {"POSTGRES_PASSWORD": "secret", "GRAFANA_PASSWORD": "secret", "EMPILE_SITE": ""}
_VARIABLE: Final = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


def load(path: Path) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def project() -> Any:
    """The project."""
    return load(COMPOSE / "compose.yaml")


def test_services_are_those_that_the_page_names(project: Any) -> None:
    assert set(project["services"]) == {
        "postgres", "valkey", "migrate", "web-1", "web-2", "worker-1", "worker-2", "caddy",
        "prometheus", "grafana",
    }  # fmt: skip
    variables = {name for name, _ in _VARIABLE.findall(json.dumps(project))}
    assert variables == set(VALUES)


def test_commands_have_valid_arguments(project: Any) -> None:
    for name in ("migrate", "web-1", "web-2", "worker-1", "worker-2"):
        words = [_VARIABLE.sub("localhost", word) for word in project["services"][name]["command"]]
        parse(words)
        assert "--store=postgresql://empile@postgres/empile" in words
        if name != "migrate":
            assert "--bus=redis://valkey:6379/0" in words
    for name in ("web-1", "web-2"):
        allowed = "--metrics-from=" + project["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert allowed in project["services"][name]["command"]


def test_references_between_services_exist(project: Any) -> None:
    services, volumes = project["services"], project["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in volumes or (COMPOSE / source).exists(), mount
        if "build" in service:
            context = COMPOSE / service["build"]["context"]
            assert (context / service["build"]["dockerfile"]).is_file()


def test_the_proxy_and_prometheus_know_all_web_processes(project: Any) -> None:
    webs = {f"{name}:8000" for name in project["services"] if name.startswith("web-")}
    upstreams = re.search(r"reverse_proxy (.*) \{", (COMPOSE / "Caddyfile").read_text("utf-8"))
    assert upstreams is not None
    assert set(upstreams[1].split()) == webs
    scraped = load(COMPOSE / "prometheus.yml")["scrape_configs"][0]["static_configs"][0]
    assert set(scraped["targets"]) == webs


def test_the_caddyfile_is_that_of_one_machine_with_other_names() -> None:
    text = (DEPLOY / "caddy" / "by-table.Caddyfile").read_text("utf-8")
    text = text.replace("play.example.org {", "{$EMPILE_SITE} {")
    text = text.replace("127.0.0.1:8001 127.0.0.1:8002", "web-1:8000 web-2:8000")
    assert (COMPOSE / "Caddyfile").read_text("utf-8") == text


def test_alerts_are_those_of_the_page_and_use_existing_metrics(tmp_path: Path) -> None:
    rules = load(COMPOSE / "alerts.yml")["groups"][0]["rules"]
    used = " ".join(rule["expr"] for rule in rules)
    page = (ROOT / "docs" / "reference" / "monitoring.md").read_text("utf-8")
    sentence = re.search(r"^Three alerts.*?\n\n", page, re.MULTILINE | re.DOTALL)
    assert sentence is not None
    names = set(re.findall(r"empile_\w+?(?=_bucket|\b)", used))
    assert names == set(re.findall(r"empile_\w+", sentence[0]))
    assert len(rules) == 3
    with serving(tmp_path / "tables.sqlite3") as server:
        exported = httpx.get(server.address + "/metrics").text
    assert all(f"\n# TYPE {name} " in exported for name in names)


def test_grafana_finds_the_source_of_the_dashboard(project: Any) -> None:
    dashboard = json.loads((ROOT / "docs" / "reference" / "grafana.json").read_text("utf-8"))
    source = load(COMPOSE / "grafana" / "datasources" / "prometheus.yaml")["datasources"][0]
    assert source["url"] == "http://prometheus:9090"
    # A variable chooses the only source; a dashboard with inputs cannot be provisioned.
    (variable,) = dashboard["templating"]["list"]
    assert (variable["type"], variable["query"]) == ("datasource", source["type"])
    assert "__inputs" not in dashboard
    sources = {
        target["datasource"]["uid"]
        for panel in dashboard["panels"]
        for target in panel.get("targets", ())
    }
    assert sources == {f"${{{variable['name']}}}"}
    folder = load(COMPOSE / "grafana" / "dashboards" / "empile.yaml")["providers"][0]["options"]
    mounted = [mount.split(":")[1] for mount in project["services"]["grafana"]["volumes"]]
    assert f"{folder['path']}/empile.json" in mounted


def test_prometheus_accepts_its_files() -> None:
    subprocess.run([need("promtool"), "check", "config", COMPOSE / "prometheus.yml"], check=True)


def test_the_image_has_pinned_packages() -> None:
    text = (COMPOSE / "Containerfile").read_text("utf-8")
    assert "--require-hashes --requirement /tmp/server.txt" in text
    assert "USER empile" in text
    pinned = (ROOT / "requirements" / "server.txt").read_text("utf-8")
    for package in ("asyncpg", "redis", "uvicorn", "mujoco-core"):
        assert re.search(rf"^{package}==", pinned, re.MULTILINE)


def test_all_images_have_whole_versions(project: Any) -> None:
    text = (COMPOSE / "Containerfile").read_text("utf-8")
    images = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    images += [one["image"] for one in project["services"].values() if "build" not in one]
    assert len(images) == 7
    for image in images:
        assert re.search(r":v?\d+\.\d+(\.\d+)?(-|$)", image), image
    assert "--require-hashes --requirement requirements/run.txt" in text
