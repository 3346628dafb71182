"""Fields explain themselves in the code alone; the admin has words of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_notify_scope"),
    ]

    operations = [
        migrations.AlterField(
            model_name="account",
            name="is_active",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="account",
            name="is_bot",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="account",
            name="is_guest",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="account",
            name="is_organiser",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="account",
            name="is_staff",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="account",
            name="shows_presence",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
