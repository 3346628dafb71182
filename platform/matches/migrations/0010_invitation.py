import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_rematch_answers")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="invitation",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("code", models.TextField(unique=True)),
            ],
        ),
    ]
