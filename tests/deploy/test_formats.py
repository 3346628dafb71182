"""The files of deploy/, read by the tools of their formats where these are installed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_django import Settings

from cutpurse.embedded.addresses import ROOT
from tests.deploy.units import UNITS, unit
from transparency import places

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
READ = re.compile(r"""environ(?:\.get)?[\[(]\s*"([A-Z_]+)""")
OURS_ALONE = {"DJANGO_SETTINGS_MODULE", "PATH"}


def tool(name: str) -> str:
    """Return a tool that came with the development's packages; skip the test without it."""
    program = Path(sys.executable).with_name(name)
    if not program.exists():
        pytest.skip(f"{name} is not installed")
    return str(program)


def run(*command: str, **environment: str) -> str:
    """Return what a tool says that must succeed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def documents(file: Path) -> Iterator[dict[str, Any]]:
    yield from yaml.safe_load_all(file.read_text())


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return content


def pods() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the description of every pod that the manifests make."""
    for file in MANIFESTS:
        for document in documents(file):
            if document["kind"] not in {"Deployment", "Job", "CronJob"}:
                continue
            spec = document["spec"]
            for step in ("jobTemplate", "spec", "template", "spec"):
                spec = spec.get(step, spec if step in {"jobTemplate", "spec"} else {})
            if "containers" in spec:
                yield file.name, spec


def test_the_dockerfile_satisfies_its_linter() -> None:
    assert run(tool("hadolint"), "deploy/Dockerfile") == ""


def test_the_image_runs_as_nobody_in_particular_and_says_how_it_is() -> None:
    last = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2]

    assert re.search(r"^USER \d{4,}$", last, re.MULTILINE)
    assert "/healthz" in last.partition("HEALTHCHECK")[2]
    copied = re.findall(r"^COPY (?:--\S+ )?(\S+)", last, re.MULTILINE)
    assert copied == ["/app"]


def test_the_image_takes_no_more_than_it_names() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    wanted = {line[1:] for line in ignored if line.startswith("!")}
    copies = re.findall(r"^COPY (?!--)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)

    assert ignored[0] == "*"
    assert wanted == {name for line in copies for name in line.split()}
    assert all((ROOT / name).exists() for name in wanted)


def test_caddy_accepts_its_file() -> None:
    environment = {"SITE": ":8080", "WEB": "127.0.0.1:8000", "STREAMS": "127.0.0.1:8001"}

    run(
        tool("caddy"),
        *("validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"),
        **environment,
    )


def test_compose_asks_for_nothing_that_the_example_leaves_out() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{([A-Z_]+)", text))
    example = (DEPLOY / "env.example").read_text()

    assert asked == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    services = compose()["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        image = service["image"]
        assert image == "cutpurse" or re.search(r":\d", image), f"{image} names no version"
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]


def test_compose_keeps_the_rights_of_the_owner_to_the_preparation() -> None:
    owners = [
        name
        for name, service in compose()["services"].items()
        if "DATABASE_OWNER_URL" in service.get("environment", {})
    ]

    assert owners == ["prepare"]


@pytest.mark.parametrize(
    "file", [file for file in MANIFESTS if file.name != "gateway.yaml"], ids=lambda file: file.name
)
def test_kubernetes_would_accept_each_manifest(file: Path) -> None:
    validate = pytest.importorskip("kubernetes_validate")
    for document in documents(file):
        validate.validate(document, "1.34", strict=True)


def test_the_kustomization_names_every_manifest_but_the_secret() -> None:
    named = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())

    manifests = {f"kubernetes/{file.name}" for file in MANIFESTS}
    assert set(named["resources"]) == manifests - {"kubernetes/secret.example.yaml"}
    for generated in named["configMapGenerator"]:
        assert all((DEPLOY / file).exists() for file in generated["files"])


def test_images_in_kubernetes_are_named_by_their_digest() -> None:
    ours = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())["images"]
    images = {container["image"] for _, spec in pods() for container in spec["containers"]}

    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each["digest"]) for each in ours)
    assert not any("newTag" in each for each in ours)
    assert {each["name"] for each in ours} == {"cutpurse"} < images
    for image in images - {"cutpurse"}:
        assert re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image


def test_every_process_that_runs_for_long_in_kubernetes_is_asked_whether_it_lives() -> None:
    for name, spec in pods():
        if name in {"web.yaml", "streams.yaml", "worker.yaml"}:
            assert all("livenessProbe" in container for container in spec["containers"]), name


def policies() -> Iterator[dict[str, Any]]:
    yield from (document["spec"] for document in documents(DEPLOY / "kubernetes/network.yaml"))


def test_in_kubernetes_nothing_comes_or_goes_that_no_policy_names() -> None:
    closed, *opened = policies()

    assert closed["podSelector"] == {"matchLabels": {"app.kubernetes.io/name": "cutpurse"}}
    assert set(closed["policyTypes"]) == {"Ingress", "Egress"}
    assert not {"ingress", "egress"} & closed.keys()
    for spec in opened:
        for rule in (*spec.get("ingress", ()), *spec.get("egress", ())):
            assert rule.get("from") or rule.get("to"), spec
            assert rule["ports"], spec


def test_no_pod_reaches_the_clouds_own_addresses_by_way_of_mail() -> None:
    [mail] = [
        peer["ipBlock"]
        for spec in policies()
        for rule in spec.get("egress", ())
        for peer in rule["to"]
        if peer.get("ipBlock", {}).get("cidr") == "0.0.0.0/0"
    ]

    excepted = [ip_network(each) for each in mail["except"]]
    for address in ("169.254.169.254", "10.0.0.1", "172.31.0.1", "192.168.1.1", "100.100.0.1"):
        assert any(ip_address(address) in network for network in excepted), address


def test_the_owners_address_is_read_by_the_backup_alone() -> None:
    reading = {
        file.name
        for file in UNITS.glob("*.service")
        if "EnvironmentFile=/etc/cutpurse/owner\n" in file.read_text()
    }

    assert reading == {"cutpurse-backup.service"}
    assert "/etc/cutpurse/environment" not in (UNITS / "cutpurse-backup.service").read_text()


def test_each_process_says_to_postgresql_what_it_is() -> None:
    for kind in ("web", "streams", "worker", "analyses"):
        assert unit(UNITS / f"cutpurse-{kind}.service").environment["CUTPURSE_PROCESS"] == kind
        [(_, spec)] = [each for each in pods() if each[0] == f"{kind}.yaml"]
        given = {each["name"]: each.get("value") for each in spec["containers"][0]["env"]}
        assert given["CUTPURSE_PROCESS"] == kind


def queues(command: list[str]) -> set[str]:
    return set(command[command.index("--queues") + 1].split(","))


def test_analyses_have_a_process_of_their_own_that_leaves_the_processor_to_the_others() -> None:
    services = compose()["services"]
    commands = {name: spec["containers"][0] for name, spec in pods()}
    for found in (
        {kind: services[kind]["command"] for kind in ("worker", "analyses")},
        {kind: commands[f"{kind}.yaml"]["command"] for kind in ("worker", "analyses")},
        {kind: unit(UNITS / f"cutpurse-{kind}.service").command for kind in ("worker", "analyses")},
    ):
        assert queues(found["worker"]) == {"cutpurse"}
        assert queues(found["analyses"]) == {"analyses"}

    assert services["analyses"]["cpu_shares"] == 102
    assert commands["analyses.yaml"]["resources"]["requests"]["cpu"] == "50m"
    assert "\nCPUWeight=10\n" in (UNITS / "cutpurse-analyses.service").read_text()
    assert "cutpurse-analyses.service" in (UNITS / "cutpurse.target").read_text()


@pytest.mark.parametrize("kind", ["web", "streams", "worker", "analyses"])
def test_every_pod_that_serves_or_signs_knows_a_database_that_went_back(
    kind: str, settings: Settings
) -> None:
    [(_, spec)] = [each for each in pods() if each[0] == f"{kind}.yaml"]
    [container] = spec["containers"]
    [config] = documents(DEPLOY / "kubernetes/settings.yaml")
    given = {each["name"] for each in container["env"]}
    folder = config["data"]["LOG_FOLDER"]

    assert {"configMapRef": {"name": config["metadata"]["name"]}} in container["envFrom"]
    assert {"LOG_KEY", "LOG_KEY_BEFORE", "REDIS_URL"} <= given
    assert not given & {"LOG_FOLDER", "LOG_IN_REDIS"}
    settings.LOG_FOLDER = Path(folder) if folder else None
    settings.LOG_IN_REDIS = config["data"]["LOG_IN_REDIS"] == "1"
    written = {each["mountPath"] for each in container["volumeMounts"]}
    kept = list(places.of_site())
    assert kept
    assert all(isinstance(each, places.InRedis) or folder in written for each in kept)


def test_no_pod_runs_as_root_or_writes_to_its_image() -> None:
    seen = list(pods())

    assert {name for name, _ in seen} >= {
        *("web.yaml", "streams.yaml", "worker.yaml", "analyses.yaml", "backup.yaml")
    }
    for name, spec in seen:
        assert spec["securityContext"]["runAsNonRoot"] is True, name
        for container in spec["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"] is True, name
            assert container["securityContext"]["capabilities"]["drop"] == ["ALL"], name
            assert "limits" in container["resources"], name


@pytest.mark.parametrize("file", sorted(UNITS.glob("*.service")), ids=lambda file: file.name)
def test_a_unit_runs_a_file_of_ours_without_new_privileges(file: Path) -> None:
    program, *rest = unit(file).command

    assert "NoNewPrivileges=yes" in file.read_text()
    path = ROOT / Path(program).relative_to("/opt/cutpurse")
    assert rest[0] == "-m" or os.access(path, os.X_OK)


def test_every_variable_that_is_read_is_documented() -> None:
    sources = [ROOT / "manage.py", *(ROOT / "platform").rglob("*.py")]
    # The program for players reads its own, which are none of an operator's.
    hosted = [file for file in sources if "cli" not in file.parts]
    read = {name for file in hosted for name in READ.findall(file.read_text())}

    manual = (ROOT / "docs" / "operations.md").read_text()
    assert {name for name in read - OURS_ALONE if f"`{name}" not in manual} == set()
