"""Which webhooks and browsers a program has set up: those that are there are the account's own."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("notifications", "0002_from_accounts"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="pushsubscription",
            name="program",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField(
            model_name="webhook",
            name="program",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
    ]
