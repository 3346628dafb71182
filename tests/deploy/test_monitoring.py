"""What an operator looks at: rules of alerts, their pages, and the dashboard."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from cutpurse import metrics
from cutpurse.embedded.addresses import ROOT
from tests.deploy.test_formats import DEPLOY

MONITORING = DEPLOY / "monitoring"
RUNBOOKS = ROOT / "docs" / "runbooks"
NAME = re.compile(r"\b(?:cutpurse|pg|node)_\w+")
ELSEWHERE = {
    "node_filesystem_avail_bytes",
    "node_filesystem_size_bytes",
    "pg_replication_lag_seconds",
}
"""Numbers of node_exporter and postgres_exporter."""
CHAPTERS = ["What people notice", "Look", "Do"]


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    return found


def queries() -> Iterator[str]:
    yield from (alert["expr"] for alert in alerts())
    yield from (target["expr"] for panel in panels() for target in panel.get("targets", ()))


def exported() -> set[str]:
    """Return the names of all numbers at /metrics, those without a value yet too."""
    names = set()
    for family in text_string_to_metric_families(metrics.exposition().decode()):
        names |= {family.name, *(sample.name for sample in family.samples)}
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
        names |= {family.name + ending for ending in endings.get(family.type, ())}
    return names


@pytest.mark.django_db
def test_every_number_that_is_asked_for_is_there() -> None:
    asked = {name for query in queries() for name in NAME.findall(query)}

    assert asked - ELSEWHERE - exported() == set()
    assert len(asked) > 10


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
def test_every_alert_says_how_bad_it_is_and_has_a_page(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in {"page", "ticket"}
    assert alert["annotations"]["summary"]
    page = ROOT / alert["annotations"]["runbook"]
    assert page.parent == RUNBOOKS
    text = page.read_text()
    assert f"`{alert['alert']}`" in text
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == CHAPTERS


def test_every_page_is_of_an_alert_and_in_the_list() -> None:
    pages = {file.name for file in RUNBOOKS.glob("*.md")} - {"README.md"}
    listed = re.findall(r"\((\S+\.md)\) \| `(\w+)`", (RUNBOOKS / "README.md").read_text())

    assert {name for name, _ in listed} == pages
    assert {alert for _, alert in listed} == {each["alert"] for each in alerts()}
    assert len(pages) == len(alerts())


def test_panels_have_numbers_of_their_own_and_lie_beside_one_another() -> None:
    seen = panels()

    assert len({panel["id"] for panel in seen}) == len(seen)
    for one, other in combinations((panel["gridPos"] for panel in seen), 2):
        is_apart = (
            one["x"] + one["w"] <= other["x"]
            or other["x"] + other["w"] <= one["x"]
            or one["y"] + one["h"] <= other["y"]
            or other["y"] + other["h"] <= one["y"]
        )
        assert is_apart, (one, other)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in seen)


def test_the_dashboard_asks_which_prometheus_it_shall_read() -> None:
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())

    assert [each["name"] for each in dashboard["templating"]["list"]] == ["datasource"]
    sources = {panel["datasource"]["uid"] for panel in panels() if panel["type"] != "row"}
    assert sources == {"${datasource}"}


@pytest.mark.more
@pytest.mark.parametrize(
    "command",
    [
        ("check", "rules", "alerts.yml"),
        ("check", "config", "--syntax-only", "prometheus.yml"),
        ("test", "rules", "alerts_test.yml"),
    ],
    ids=" ".join,
)
def test_promtool_takes_the_rules_and_they_fire_when_they_should(command: tuple[str, ...]) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool, which comes with Prometheus, is not installed")

    done = subprocess.run(
        [promtool, *command], cwd=MONITORING, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_is_tried_firing() -> None:
    tests = yaml.safe_load((MONITORING / "alerts_test.yml").read_text())["tests"]
    fired = {
        rule["alertname"]
        for test in tests
        for rule in test["alert_rule_test"]
        if rule["exp_alerts"]
    }

    assert fired == {each["alert"] for each in alerts()}
