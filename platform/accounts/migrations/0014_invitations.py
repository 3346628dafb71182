from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_friends")]

    operations = [
        migrations.CreateModel(
            name="SignUpInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.BinaryField(editable=False, unique=True)),
                ("note", models.CharField(blank=True, default="", max_length=100)),
                ("uses_left", models.SmallIntegerField()),
                ("expires_at", models.DateTimeField()),
                ("made_at", models.DateTimeField(db_default=Now(), editable=False)),
            ],
            options={
                "verbose_name": "invitation",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(uses_left__gte=0), name="accounts_invitation_uses"
                    )
                ],
            },
        ),
    ]
