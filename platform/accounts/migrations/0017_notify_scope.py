"""Tokens may have the scope `notify`; what was chosen of mails is in `notifications` now."""

from typing import ClassVar

from django.db import migrations, models

SCOPES = ["play", "bot", "read", "organise", "ladder", "admin", "account", "notify"]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0016_data_files")]

    operations: ClassVar = [
        migrations.RemoveConstraint("token", "accounts_token_scopes"),
        migrations.AddConstraint(
            "token",
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=SCOPES), name="accounts_token_scopes"
            ),
        ),
        migrations.AlterField(
            "account", "mail_found", models.BooleanField(default=False, editable=False)
        ),
        migrations.AlterField(
            "account", "mail_turns", models.BooleanField(default=False, editable=False)
        ),
    ]
