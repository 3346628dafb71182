from django.db import migrations


class Migration(migrations.Migration):
    """Forget the address of the site that an account's mails once led to.

    The column stays for processes of the release before, which still write it, with a default
    for those that do not.
    """

    dependencies = [("accounts", "0005_found_mail")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="account", name="mail_site")],
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE accounts_account ALTER COLUMN mail_site SET DEFAULT '';"
                    " UPDATE accounts_account SET mail_site = '' WHERE mail_site <> ''",
                    "ALTER TABLE accounts_account ALTER COLUMN mail_site DROP DEFAULT",
                )
            ],
        )
    ]
