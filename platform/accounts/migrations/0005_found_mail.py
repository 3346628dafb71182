from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_refusal")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="mail_found",
            field=models.BooleanField(
                default=False, help_text="Wants an e-mail when a rated match has been found."
            ),
        ),
        migrations.AddField(
            model_name="account",
            name="mail_site",
            field=models.CharField(blank=True, default="", editable=False, max_length=300),
        ),
    ]
