"""The addresses of databases, as Django is told of them."""

import re

from django.db import connection

from cutpurse import databases
from cutpurse.embedded.addresses import ROOT


def test_an_address_may_name_several_hosts_of_which_one_takes_writes() -> None:
    url = "postgresql://app:s%2Fp@pg1,pg2:5433,pg3/cutpurse?target_session_attrs=read-write"

    found = databases.described(url, process="web")

    assert (found["HOST"], found["PORT"]) == ("pg1,pg2,pg3", ",5433,")
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("cutpurse", "app", "s/p")
    assert isinstance(found["OPTIONS"], dict)
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


def test_what_the_address_says_goes_before_what_is_usual() -> None:
    found = databases.described(
        "postgresql:///cutpurse?host=/run/pg&connect_timeout=9", process="worker"
    )

    assert found["HOST"] == "/run/pg"
    assert isinstance(found["OPTIONS"], dict)
    assert found["OPTIONS"]["connect_timeout"] == "9"
    assert found["OPTIONS"]["tcp_user_timeout"] == 5000


def test_postgresql_knows_which_process_a_connection_is_of(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone() == ("cutpurse-manage",)


def test_nothing_needs_a_session_of_its_own_but_prepared_statements() -> None:
    held = re.compile(
        r"\bpg_(?:try_)?advisory_lock|\bLISTEN\b \w|\bNOTIFY\b \w|\bDECLARE\b \w+ CURSOR"
        r"|\bCREATE TEMP|\bSET SESSION\b|\bset_config\([^()]*, false\)"
    )
    sources = [
        file
        for folder in ("platform", "games", "ratings", "tournaments")
        for file in (ROOT / folder).rglob("*.py")
    ]

    assert len(sources) > 500
    found = [file for file in sources if held.search(file.read_text())]
    # Migrations are the owner's, who comes past any pooler.
    assert [file.name for file in found] == ["migrate.py"]
