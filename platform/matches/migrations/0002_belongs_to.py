from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="ladder_id",
            field=models.UUIDField(db_index=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="table_id",
            field=models.UUIDField(db_index=True, null=True),
        ),
    ]
