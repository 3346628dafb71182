"""The page that lists dumps, and what the manual says of them."""

from pathlib import Path

import duckdb
import pytest
from django.test import Client
from pytest_django import Settings

from cutpurse.embedded.addresses import ROOT
from dumps import tables as shape
from tests.dumps.january import MONTH, exported, played
from tests.matches import tables

pytestmark = pytest.mark.django_db

MANUAL = ROOT / "docs" / "dumps.md"


def test_the_page_lists_the_dumps_and_gives_their_files(home: Path) -> None:
    played(tables.people(3))
    browser = Client()
    assert b"Nothing has been published yet" in browser.get("/data").content
    manifest = exported(home)

    page = browser.get("/data").content.decode()
    assert "CC-BY-4.0" in page
    for name in (*(file.name for file in manifest.files), "manifest.json", "SHA256SUMS"):
        address = f"/data/{MONTH.name}/{name}"
        assert f'href="{address}"' in page
        sent: bytes = browser.get(address).getvalue()
        assert sent == (home / MONTH.name / name).read_bytes()


@pytest.mark.parametrize(
    "address",
    ["2026-01/.chosen", "2026-01/nothing", "..%2f..%2fetc/passwd", ".building/x", "2026-02/a"],
)
def test_nothing_else_is_given(home: Path, address: str) -> None:
    played(tables.people(3))
    exported(home)

    assert Client().get(f"/data/{address}").status_code == 404


def test_every_page_leads_there() -> None:
    assert b'href="/data"' in Client().get("/games").content


def test_a_site_that_publishes_nothing_says_so(home: Path, settings: Settings) -> None:
    settings.DUMPS = "off"

    assert b"does not publish its matches" in Client().get("/data").content


def test_the_manual_says_what_every_column_is() -> None:
    text = MANUAL.read_text()

    for columns in shape.TABLES.values():
        for column in columns:
            assert f"| `{column.name}` | {column.meaning} |" in text


def test_the_queries_of_the_manual_answer(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tables.people(3))
    exported(home)
    monkeypatch.chdir(home)
    queries = [part.partition("```")[0] for part in MANUAL.read_text().split("```sql\n")[1:]]

    assert len(queries) == 4
    for query in queries:
        assert duckdb.execute(query).fetchall(), query
