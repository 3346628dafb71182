from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_email_change")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="is_guest",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Has no password yet (accounts.guests).",
            ),
        ),
    ]
