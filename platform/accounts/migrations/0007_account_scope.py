"""Tokens may have the scope `account`."""

from typing import ClassVar

from django.db import migrations, models

SCOPES = ["play", "bot", "read", "organise", "ladder", "admin", "account"]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0006_no_mail_site")]

    operations: ClassVar = [
        migrations.RemoveConstraint("token", "accounts_token_scopes"),
        migrations.AddConstraint(
            "token",
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=SCOPES), name="accounts_token_scopes"
            ),
        ),
    ]
