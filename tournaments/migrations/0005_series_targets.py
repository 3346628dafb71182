import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models

FILL = """
    UPDATE tournaments_series AS series SET targets = ARRAY(
        SELECT DISTINCT (added.body::jsonb ->> 'tournament')::uuid AS target
        FROM eventstore_event AS added
        WHERE added.stream_kind = 'series' AND added.stream_id = series.id
            AND added.type = 'qualifier_added'
            AND NOT EXISTS (
                SELECT FROM eventstore_event AS removed
                WHERE removed.stream_kind = 'series' AND removed.stream_id = series.id
                    AND removed.type = 'qualifier_removed'
                    AND removed.body::jsonb -> 'number' = added.body::jsonb -> 'number'
            )
        ORDER BY target)"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_series"), ("eventstore", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="series",
            name="targets",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), default=list, size=None
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="series",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["targets"], name="tournaments_series_by_target"
            ),
        ),
    ]
