"""Migrations while others work on the tables."""

import io

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate as djangos
from django.db import OperationalError, connections, transaction

from cutpurse.embedded.addresses import postgres_url
from cutpurse.embedded.postgres import SUPERUSER
from cutpurse.management.commands import migrate

pytestmark = pytest.mark.usefixtures("committed_db")


class Release(io.StringIO):
    """What a command says; the first word of it lets go of a lock that somebody holds."""

    def __init__(self, holder: "psycopg.Connection[tuple[object, ...]] | None") -> None:
        super().__init__()
        self.holder = holder

    def write(self, text: str) -> int:
        """Keep what is said."""
        if self.holder is not None:
            self.holder.rollback()
        return super().write(text)


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a migration be one that locks a table; return the tables that it has changed."""
    changed: list[str] = []

    def change(*_arguments: object, **_options: object) -> None:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute("LOCK TABLE agenda_due")
            changed.append("agenda_due")

    monkeypatch.setattr(djangos.Command, "handle", change)
    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", "50ms")
    monkeypatch.setattr(migrate, "PAUSE_S", 0.01)
    return changed


def locked() -> "psycopg.Connection[tuple[object, ...]]":
    """Return a connection that reads a table in a transaction that goes on."""
    name = str(connections["owner"].settings_dict["NAME"])
    holder = psycopg.connect(postgres_url(SUPERUSER, database=name))
    holder.execute("SELECT FROM agenda_due LIMIT 1")
    return holder


def test_a_migration_waits_for_no_lock_for_long_and_is_tried_again(changes: list[str]) -> None:
    with locked() as holder:
        said = Release(holder)
        call_command("migrate", database="owner", verbosity=0, stderr=said)

    assert changes == ["agenda_due"]
    assert "trying again" in said.getvalue()


def test_a_migration_that_never_gets_its_lock_ends_with_nothing_changed(
    changes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "TRIES", 2)
    with locked(), pytest.raises(OperationalError):
        call_command("migrate", database="owner", verbosity=0, stderr=Release(None))

    assert changes == []
