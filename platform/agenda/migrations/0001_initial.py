"""The table, its index, and the view that the admin lists."""

from typing import ClassVar

from django.db import migrations, models

# Rows come and go with every move. Free space in each page keeps leases from touching the index,
# and an early vacuum keeps dead entries away from its low end, where every claim begins.
STORAGE = """
    ALTER TABLE agenda_due SET (
        fillfactor = 70,
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 2000
    )
"""
LISTING = """
    CREATE VIEW agenda_listing AS
    SELECT kind || ':' || subject AS id, kind, subject, due_at, version, payload, lease_until,
        attempts, last_error
    FROM agenda_due
"""


class Migration(migrations.Migration):
    """Make them."""

    initial = True

    dependencies: ClassVar[list[tuple[str, str]]] = []

    operations: ClassVar = [
        migrations.CreateModel(
            name="DueRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "kind",
                        "subject",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("kind", models.TextField()),
                ("subject", models.UUIDField()),
                ("due_at", models.DateTimeField()),
                ("version", models.IntegerField()),
                ("payload", models.TextField(db_default="")),
                ("lease_until", models.DateTimeField(null=True)),
                ("attempts", models.IntegerField(db_default=0)),
                ("last_error", models.TextField(db_default="")),
            ],
            options={
                "db_table": "agenda_due",
                "indexes": [models.Index(fields=["due_at"], name="agenda_due_at")],
            },
        ),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="DueListing",
            fields=[
                ("id", models.TextField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("subject", models.UUIDField()),
                ("due_at", models.DateTimeField(verbose_name="due")),
                ("version", models.IntegerField()),
                ("payload", models.TextField()),
                ("lease_until", models.DateTimeField(null=True, verbose_name="leased until")),
                ("attempts", models.IntegerField()),
                ("last_error", models.TextField()),
            ],
            options={
                "verbose_name": "due row",
                "verbose_name_plural": "agenda",
                "db_table": "agenda_listing",
                "managed": False,
            },
        ),
        migrations.RunSQL(LISTING, "DROP VIEW agenda_listing"),
    ]
