from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_guest")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="is_organiser",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="May make tournaments without being staff (accounts.organisers).",
            ),
        ),
    ]
