from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_pages")]

    operations = [
        migrations.CreateModel(
            name="Refusal",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("account", models.UUIDField()),
                ("at", models.DateTimeField(db_index=True)),
                ("code", models.TextField()),
                ("detail", models.TextField()),
                ("request_id", models.TextField()),
                ("subject", models.UUIDField(null=True)),
                ("sent", models.TextField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="accounts_refusals_latest")
                ],
            },
        ),
    ]
