"""Several nodes of PostgreSQL: the files for Patroni and CloudNativePG."""

import os
import re
import secrets
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import yaml
from psycopg import sql

from cutpurse import roles
from cutpurse.embedded.addresses import postgres_url
from cutpurse.embedded.postgres import SETTINGS, SUPERUSER
from tests.deploy.test_formats import DEPLOY, documents

POSTGRES = DEPLOY / "kubernetes" / "postgres"
TOLD_NOTHING = ("log_min_error_statement", "log_error_verbosity")


def patroni() -> dict[str, Any]:
    """Return the description of one node under Patroni."""
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "patroni" / "patroni.yml").read_text())
    return content


def cluster() -> dict[str, Any]:
    """Return what CloudNativePG is told of the cluster."""
    [found] = documents(POSTGRES / "cluster.yaml")
    content: dict[str, Any] = found["spec"]
    return content


def test_under_patroni_no_write_is_acknowledged_that_one_node_alone_has() -> None:
    shared = patroni()["bootstrap"]["dcs"]

    assert shared["synchronous_mode"] is True
    assert shared["synchronous_mode_strict"] is True
    assert shared["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert shared["ttl"] >= shared["loop_wait"] + 2 * shared["retry_timeout"]


def test_a_node_that_comes_back_can_be_rewound() -> None:
    shared = patroni()["bootstrap"]["dcs"]["postgresql"]

    assert shared["use_pg_rewind"] is True
    assert shared["parameters"]["wal_log_hints"] == "on"


def test_the_nodes_take_passwords_as_scram_alone_and_none_stands_in_the_file() -> None:
    shared = patroni()["bootstrap"]["dcs"]["postgresql"]

    remote = [line for line in shared["pg_hba"] if not line.startswith("local ")]
    assert remote
    assert all(line.endswith(" scram-sha-256") for line in remote)
    text = (DEPLOY / "patroni" / "patroni.yml").read_text()
    assert not re.search(r"^\s*password:", text, re.MULTILINE)


@pytest.mark.parametrize(
    "parameters",
    [
        patroni()["bootstrap"]["dcs"]["postgresql"]["parameters"],
        cluster()["postgresql"]["parameters"],
    ],
    ids=["patroni", "cloudnative-pg"],
)
def test_the_servers_log_tells_no_seed(parameters: dict[str, Any]) -> None:
    assert {name: parameters[name] for name in TOLD_NOTHING} == {
        name: SETTINGS[name] for name in TOLD_NOTHING
    }


def test_in_kubernetes_no_write_is_acknowledged_that_one_zone_alone_has() -> None:
    found = cluster()

    assert found["instances"] >= 3
    assert found["postgresql"]["synchronous"] == {
        "method": "any",
        "number": 1,
        "dataDurability": "required",
    }
    assert found["affinity"]["topologyKey"] == "topology.kubernetes.io/zone"
    assert found["affinity"]["podAntiAffinityType"] == "required"


def test_the_cluster_is_backed_up_where_the_object_store_says() -> None:
    store, backup = documents(POSTGRES / "backups.yaml")
    [plugin] = cluster()["plugins"]

    assert plugin["isWALArchiver"] is True
    assert plugin["parameters"]["barmanObjectName"] == store["metadata"]["name"]
    assert backup["spec"]["cluster"]["name"] == "cutpurse-postgres"
    assert backup["spec"]["pluginConfiguration"]["name"] == plugin["name"]
    assert len(backup["spec"]["schedule"].split()) == 6


def test_the_kustomization_names_every_file_beside_it() -> None:
    named = yaml.safe_load((POSTGRES / "kustomization.yaml").read_text())["resources"]

    assert {*named, "kustomization.yaml"} == {file.name for file in POSTGRES.glob("*.yaml")}


@pytest.fixture
def name(running_servers: None) -> Iterator[str]:
    """Return a part of names for roles and a database, which are dropped afterwards."""
    name = f"nodes_{secrets.token_hex(4)}"
    yield name
    with admin() as connection:
        connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))
        for role in (f"{name}_app", f"{name}_owner"):
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


def admin(database: str = SUPERUSER) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(postgres_url(SUPERUSER, database=database), autocommit=True)


@pytest.mark.skipif(
    "DATABASE_URL" in os.environ, reason="the environment's server has an administrator of its own"
)
def test_the_cluster_begins_with_the_rights_that_create_roles_gives(name: str) -> None:
    begun = cluster()["bootstrap"]["initdb"]
    owner, app = f"{name}_owner", f"{name}_app"

    def renamed(statement: str) -> bytes:
        return statement.replace("cutpurse_owner", owner).replace("cutpurse_app", app).encode()

    with admin() as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(owner)))
        for statement in begun["postInitSQL"]:
            connection.execute(renamed(statement))
        make = sql.SQL("CREATE DATABASE {} OWNER {}")
        connection.execute(make.format(sql.Identifier(name), sql.Identifier(owner)))
    with admin(name) as connection:
        for statement in begun["postInitApplicationSQL"]:
            connection.execute(renamed(statement))

    with psycopg.connect(postgres_url(owner, database=name)) as made:
        made.execute("CREATE TABLE made (id bigint GENERATED ALWAYS AS IDENTITY, text text)")
    with psycopg.connect(postgres_url(app, database=name)) as used:
        used.execute("INSERT INTO made (text) VALUES ('a')")
        wanted = {**roles.APP_SETTINGS, "synchronous_commit": "on"}
        found = {each: used.execute(f"SHOW {each}".encode()).fetchone() for each in wanted}
        assert found == {each: (value,) for each, value in wanted.items()}
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            used.execute("TRUNCATE made")
