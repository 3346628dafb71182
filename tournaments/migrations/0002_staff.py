import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models

FILL = """
    UPDATE tournaments_tournament AS tournament SET staff = ARRAY(
        SELECT account FROM (
            SELECT DISTINCT ON (account) account, type FROM (
                SELECT coalesce(body::jsonb ->> 'owner', body::jsonb ->> 'account')::uuid AS account,
                    type, version
                FROM eventstore_event
                WHERE stream_kind = 'tournament' AND stream_id = tournament.id
                    AND type IN ('tournament_created', 'role_given', 'role_taken')
            ) AS given
            ORDER BY account, version DESC
        ) AS latest
        WHERE type <> 'role_taken' ORDER BY account)"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial"), ("eventstore", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="staff",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), default=list, size=None
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="tournament",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["staff"], name="tournaments_by_staff"
            ),
        ),
    ]
