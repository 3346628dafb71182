"""The tables of the log; its entries are never changed, as the events are not."""

from django.db import migrations, models

from eventstore import append_only

ENTRIES = "transparency_logentry"


class Migration(migrations.Migration):
    initial = True
    dependencies = [("eventstore", "0004_checkpoints")]
    operations = [
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("index", models.BigIntegerField(primary_key=True, serialize=False)),
                ("entry", models.BinaryField()),
                ("stream_kind", models.TextField()),
                ("stream_id", models.UUIDField()),
                ("version", models.IntegerField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["stream_kind", "stream_id", "-index"],
                        name="transparency_entry_latest",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="LogTile",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level",
                        "index",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("level", models.SmallIntegerField()),
                ("index", models.BigIntegerField()),
                ("hashes", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="LogCheckpoint",
            fields=[
                ("size", models.BigIntegerField(primary_key=True, serialize=False)),
                ("root", models.BinaryField()),
                ("at", models.DateTimeField()),
                ("note", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="StreamBlind",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream_kind",
                        "stream_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("stream_kind", models.TextField()),
                ("stream_id", models.UUIDField()),
                ("blind", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="WitnessedLog",
            fields=[
                ("origin", models.TextField(primary_key=True, serialize=False)),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(append_only.keep(ENTRIES), append_only.forget(ENTRIES)),
        append_only.grant(ENTRIES),
    ]
